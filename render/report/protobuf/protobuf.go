// Package protobuf encodes the Protocol Buffers messages that exports for other programs need.
// The encoding is described at https://protobuf.dev/programming-guides/encoding.
package protobuf

import "encoding/binary"

// Wire types: the three low bits of a field's tag.
const (
	varint = 0
	bytes  = 2
)

// A Message is the encoded fields of a message so far.
type Message []byte

func (m Message) tag(field, wire uint64) Message {
	return binary.AppendUvarint(m, field<<3|wire)
}

// Uint appends a number of any integer type that is not zigzag-encoded.
func (m Message) Uint(field int, v uint64) Message {
	return binary.AppendUvarint(m.tag(uint64(field), varint), v)
}

// Text appends a string.
func (m Message) Text(field int, s string) Message {
	m = binary.AppendUvarint(m.tag(uint64(field), bytes), uint64(len(s)))
	return append(m, s...)
}

// Message appends an embedded message.
func (m Message) Message(field int, in Message) Message {
	m = binary.AppendUvarint(m.tag(uint64(field), bytes), uint64(len(in)))
	return append(m, in...)
}

// Packed appends a number to the content of a packed field. Message then appends the field.
func Packed(content Message, v uint64) Message { return binary.AppendUvarint(content, v) }
