// Package protobuf writes messages of Protocol Buffers, as far as the formats of other
// programs need them. The encoding is at https://protobuf.dev/programming-guides/encoding.
package protobuf

import "encoding/binary"

// Wire types, the three low bits of a field's tag.
const (
	varint = 0
	bytes  = 2
)

// A Message is one in the making: its fields so far, encoded.
type Message []byte

func (m Message) tag(field, wire uint64) Message {
	return binary.AppendUvarint(m, field<<3|wire)
}

// Uint appends a number, of any integer type that is no zigzag one.
func (m Message) Uint(field int, v uint64) Message {
	return binary.AppendUvarint(m.tag(uint64(field), varint), v)
}

// Text appends a string.
func (m Message) Text(field int, s string) Message {
	m = binary.AppendUvarint(m.tag(uint64(field), bytes), uint64(len(s)))
	return append(m, s...)
}

// Message appends a message within this one.
func (m Message) Message(field int, in Message) Message {
	m = binary.AppendUvarint(m.tag(uint64(field), bytes), uint64(len(in)))
	return append(m, in...)
}

// Packed appends a number to the content of a packed field, which Message then appends.
func Packed(content Message, v uint64) Message { return binary.AppendUvarint(content, v) }
