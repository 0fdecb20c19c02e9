package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// This file reads and writes programs in WebAssembly's binary format, as far as squeeze needs. Source: the
// binary format in WebAssembly's specification.

// Numbers of sections and opcodes.
const (
	dataSection      = 11
	dataCountSection = 12   // in programs that copy segments by instructions
	constI32         = 0x41 // the opcode i32.const, before a segment's address
	end              = 0x0B // the opcode that ends the address expression
)

// A section is a part of a program.
type section struct {
	id   byte
	body []byte
}

func readSections(wasm []byte) ([]section, error) {
	if !bytes.HasPrefix(wasm, magic) {
		return nil, errors.New("wasm: not a program")
	}
	var sections []section
	for r := (reader{data: wasm, at: len(magic)}); r.at < len(wasm); {
		id, size := r.byte(), int(r.unsigned())
		if r.err != nil || size > len(wasm)-r.at {
			return nil, errors.New("wasm: a section is cut short")
		}
		sections = append(sections, section{id, wasm[r.at : r.at+size]})
		r.at += size
	}
	return sections, nil
}

// magic begins a program: the name and the version of the format.
var magic = []byte("\x00asm\x01\x00\x00\x00")

func appendSections(sections []section) []byte {
	out := slices.Clone(magic)
	for _, s := range sections {
		out = appendUnsigned(append(out, s.id), uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

// A segment is a part of the program's initial memory.
type segment struct {
	at    int64
	bytes []byte
}

func readSegments(body []byte) ([]segment, error) {
	r := reader{data: body}
	var segments []segment
	for range r.unsigned() {
		if memory, op := r.unsigned(), r.byte(); memory != 0 || op != constI32 {
			return nil, errors.New("wasm: a segment is not at a constant address")
		}
		s := segment{at: r.signed()}
		if r.byte() != end {
			return nil, errors.New("wasm: a segment's address has no end")
		}
		size := int(r.unsigned())
		if r.err != nil || size > len(body)-r.at {
			return nil, errors.New("wasm: a segment is cut short")
		}
		s.bytes = body[r.at : r.at+size]
		r.at += size
		segments = append(segments, s)
	}
	slices.SortFunc(segments, func(a, b segment) int { return int(a.at - b.at) })
	return segments, r.err
}

func appendSegments(out []byte, segments []segment) []byte {
	out = appendUnsigned(out, uint64(len(segments)))
	for _, s := range segments {
		out = append(out, 0, constI32)
		out = appendSigned(out, s.at)
		out = append(out, end)
		out = appendUnsigned(out, uint64(len(s.bytes)))
		out = append(out, s.bytes...)
	}
	return out
}

// A reader reads WebAssembly's numbers, LEB128.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.err = errors.New("wasm: the program is cut short")
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.data[min(r.at, len(r.data)):])
	if n <= 0 {
		r.err = errors.New("wasm: a number is cut short")
		return 0
	}
	r.at += n
	return v
}

func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; {
		b := r.byte()
		v |= int64(b&0x7F) << shift
		shift += 7
		if b < 0x80 {
			if b&0x40 != 0 && shift < 64 {
				v |= -1 << shift
			}
			return v
		}
	}
	return v
}

func appendUnsigned(out []byte, v uint64) []byte { return binary.AppendUvarint(out, v) }

func appendSigned(out []byte, v int64) []byte {
	for {
		b := byte(v & 0x7F)
		v >>= 7
		if v == 0 && b&0x40 == 0 || v == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
