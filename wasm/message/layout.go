package message

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// A layout is the encoding of a type. It follows from the type alone: the fields of a struct, in order, and the
// items of an array. Page and worker run the same program on the same machine, so numbers are encoded as they are
// in memory.
//
//	bool                                        1 byte, 0 or 1
//	uint8, int32, uint32, int64, int, float64   as in memory
//	string, slice                               a uint32, the length, and the items
//
// A named uint8 has a method Last, which returns the largest valid value. A float64 of a request has a bound, as a
// tag of the field. Other types have no layout: pointers, maps, interfaces, and so types that contain themselves.
type layout struct {
	steps    []step
	size     uintptr // of a value in memory, in bytes
	least    int     // size of the shortest encoding, in bytes
	pointers bool    // in a value
}

// A step encodes one field, or adjacent fields of the kind copied.
type step struct {
	kind  stepKind
	last  uint8        // of enumerated
	at    uintptr      // offset of the field in the value
	size  uintptr      // of copied, in bytes
	most  float64      // of bounded
	items *layout      // of sliced
	slice reflect.Type // of sliced
}

type stepKind uint8

const (
	copied     stepKind = iota // numbers
	flag                       // bool
	enumerated                 // a uint8 up to last
	bounded                    // a float64 between -most and most, or 0
	text                       // string
	sliced
)

// bounds are the tags of a float64. An invalid number is decoded as 0. This limits what the engine draws pixel by
// pixel.
var bounds = map[string]float64{
	"length": 1 << 15, // the largest canvas, in CSS pixels
	"place":  1 << 53, // the furthest position that a canvas shows, in its unit
}

// enum is a type of few values, from 0 to last.
type enum interface{ Last() uint8 }

// newLayout returns the layout of a type. It panics if the type has none: that is a mistake in the type.
func newLayout(t reflect.Type) *layout {
	l := &layout{size: t.Size()}
	l.add(t, 0, &place{})
	return l
}

// A place is a field of a struct, or an item, while its layout is made.
type place struct {
	owner reflect.Type // the struct or slice
	field string       // "" for an item
	bound string       // the field's tag
	outer *place
}

// add appends the steps for a value of type t at an offset.
func (l *layout) add(t reflect.Type, at uintptr, p *place) {
	if p.bound != "" && t.Kind() != reflect.Float64 && t.Kind() != reflect.Array {
		p.refuse(t, "cannot have a bound")
	}
	switch t.Kind() {
	case reflect.Struct:
		p.refuseInside(t)
		for i := range t.NumField() {
			f := t.Field(i)
			l.add(f.Type, at+f.Offset, &place{t, f.Name, f.Tag.Get("bound"), p})
		}
	case reflect.Array:
		for i := range t.Len() {
			l.add(t.Elem(), at+uintptr(i)*t.Elem().Size(), p)
		}
	case reflect.Uint8:
		if e, ok := reflect.Zero(t).Interface().(enum); ok {
			l.append(step{kind: enumerated, last: e.Last(), at: at}, 1)
			return
		}
		if t.PkgPath() != "" {
			p.refuse(t, "needs a method Last")
		}
		l.copy(t, at)
	case reflect.Float64:
		if p.bound == "" {
			l.copy(t, at)
			return
		}
		most, ok := bounds[p.bound]
		if !ok {
			p.refuse(t, "has an unknown bound")
		}
		l.append(step{kind: bounded, most: most, at: at}, 8)
	case reflect.Int32, reflect.Uint32, reflect.Int64, reflect.Int:
		l.copy(t, at)
	case reflect.Bool:
		l.append(step{kind: flag, at: at}, 1)
	case reflect.String:
		l.append(step{kind: text, at: at}, lengthSize)
	case reflect.Slice:
		p.refuseInside(t)
		items := &layout{size: t.Elem().Size()}
		items.add(t.Elem(), 0, &place{owner: t, outer: p})
		if items.least == 0 {
			p.refuse(t, "has items without a size, which do not limit its length")
		}
		l.append(step{kind: sliced, at: at, items: items, slice: t}, lengthSize)
	default:
		p.refuse(t, "has no encoding")
	}
}

// refuseInside refuses a type inside itself. Its values could be nested without limit.
func (p *place) refuseInside(t reflect.Type) {
	for outer := p; outer != nil; outer = outer.outer {
		if outer.owner == t {
			p.refuse(t, "contains itself")
		}
	}
}

// refuse panics because of the type at a place.
func (p *place) refuse(t reflect.Type, why string) {
	where := ""
	for ; p != nil; p = p.outer {
		if p.field != "" {
			where = " in " + p.owner.String() + "." + p.field + where
		}
	}
	panic(fmt.Sprintf("message: %v %s%s", t, why, where))
}

func (l *layout) append(s step, least int) {
	l.steps = append(l.steps, s)
	l.least += least
	l.pointers = l.pointers || s.kind == text || s.kind == sliced
}

// copy appends a number, or adds it to the step before if they are adjacent in memory.
func (l *layout) copy(t reflect.Type, at uintptr) {
	if n := len(l.steps); n > 0 && l.steps[n-1].kind == copied && l.steps[n-1].at+l.steps[n-1].size == at {
		l.steps[n-1].size += t.Size()
		l.least += int(t.Size())
		return
	}
	l.append(step{kind: copied, at: at, size: t.Size()}, int(t.Size()))
}

// flat reports whether the encoding of a value is its memory.
func (l *layout) flat() bool {
	return len(l.steps) == 1 && l.steps[0].kind == copied && l.steps[0].size == l.size
}

// A lazyLayout is the layout of a type, made at its first use: a visit uses few of the kinds.
type lazyLayout struct{ made atomic.Pointer[layout] }

func (l *lazyLayout) of(t reflect.Type) *layout {
	if made := l.made.Load(); made != nil {
		return made
	}
	made := newLayout(t)
	l.made.Store(made)
	return made
}

// An Encoding encodes values that are not messages, in the same way. The zero value is ready to use.
type Encoding[T any] struct{ layout lazyLayout }

// Append appends the encoding of a value to buf.
func (e *Encoding[T]) Append(buf []byte, v *T) []byte {
	return e.layout.of(reflect.TypeFor[T]()).encode(buf, unsafe.Pointer(v))
}

// Decode sets a value from its encoding, and returns an error if data is invalid. The value keeps no reference to data.
func (e *Encoding[T]) Decode(data []byte, v *T) error {
	return e.layout.of(reflect.TypeFor[T]()).decodeAll(data, unsafe.Pointer(v))
}

const lengthSize = 4 // of a string or slice, in bytes

// A sliceHeader is a slice of any type in memory.
type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

// encode appends the encoding of the value at p.
func (l *layout) encode(buf []byte, p unsafe.Pointer) []byte {
	for i := range l.steps {
		s := &l.steps[i]
		field := unsafe.Add(p, s.at)
		switch s.kind {
		case copied:
			buf = append(buf, unsafe.Slice((*byte)(field), s.size)...)
		case flag, enumerated:
			buf = append(buf, *(*byte)(field))
		case bounded:
			buf = append(buf, unsafe.Slice((*byte)(field), 8)...)
		case text:
			v := *(*string)(field)
			buf = appendLength(buf, len(v))
			buf = append(buf, v...)
		case sliced:
			v := (*sliceHeader)(field)
			buf = appendLength(buf, v.len)
			if s.items.flat() {
				buf = append(buf, unsafe.Slice((*byte)(v.data), v.len*int(s.items.size))...)
				continue
			}
			for n := range v.len {
				buf = s.items.encode(buf, unsafe.Add(v.data, uintptr(n)*s.items.size))
			}
		}
	}
	return buf
}

func appendLength(buf []byte, n int) []byte {
	return append(buf, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

var errShort = errors.New("message: cut short")

// A reader has the remaining bytes.
type reader struct {
	rest []byte
	err  error
}

// next returns the next n bytes, or nil after their end.
func (r *reader) next(n int) []byte {
	if r.err != nil || len(r.rest) < n {
		r.err = errShort
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// length reads the length of a string or slice whose items have at least size bytes. The remaining bytes limit it.
func (r *reader) length(size int) int {
	b := r.next(lengthSize)
	if b == nil {
		return 0
	}
	n := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
	if int64(n)*int64(size) > int64(len(r.rest)) {
		r.err = errShort
		return 0
	}
	return int(n)
}

// decodeAll sets the value at p from the whole of data.
func (l *layout) decodeAll(data []byte, p unsafe.Pointer) error {
	r := reader{rest: data}
	l.decode(&r, p)
	if r.err == nil && len(r.rest) > 0 {
		return fmt.Errorf("message: %d bytes left over", len(r.rest))
	}
	return r.err
}

// decode sets the value at p. It stops at the first error.
func (l *layout) decode(r *reader, p unsafe.Pointer) {
	for i := range l.steps {
		s := &l.steps[i]
		field := unsafe.Add(p, s.at)
		switch s.kind {
		case copied:
			copy(unsafe.Slice((*byte)(field), s.size), r.next(int(s.size)))
		case flag:
			if b := r.next(1); b != nil {
				*(*bool)(field) = b[0] != 0
			}
		case enumerated:
			b := r.next(1)
			if b == nil {
				return
			}
			if b[0] > s.last {
				r.err = fmt.Errorf("message: value %d of at most %d", b[0], s.last)
				return
			}
			*(*byte)(field) = b[0]
		case bounded:
			copy(unsafe.Slice((*byte)(field), 8), r.next(8))
			if v := (*float64)(field); !(math.Abs(*v) <= s.most) {
				*v = 0
			}
		case text:
			*(*string)(field) = string(r.next(r.length(1)))
		case sliced:
			s.decodeSlice(r, field)
		}
		if r.err != nil {
			return
		}
	}
}

func (s *step) decodeSlice(r *reader, field unsafe.Pointer) {
	v := (*sliceHeader)(field)
	*v = sliceHeader{}
	n := r.length(s.items.least)
	if n == 0 {
		return
	}
	if s.items.pointers {
		reflect.NewAt(s.slice, field).Elem().Set(reflect.MakeSlice(s.slice, n, n))
	} else { // without reflect, which is slow for short lists
		*v = sliceHeader{unsafe.Pointer(unsafe.SliceData(make([]uint64, (n*int(s.items.size)+7)/8))), n, n}
	}
	if s.items.flat() {
		size := n * int(s.items.size)
		copy(unsafe.Slice((*byte)(v.data), size), r.next(size))
		return
	}
	for n := range v.len {
		s.items.decode(r, unsafe.Add(v.data, uintptr(n)*s.items.size))
		if r.err != nil {
			return
		}
	}
}
