package message

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// A Coder writes fields to a buffer, or reads them back in the same order: a body
// lists its fields once, in code, and that list is its encoding.
type Coder struct {
	buf     []byte
	off     int
	reading bool
	err     error
}

// Written is what code writes, and Read has it read that back, for what is no message.
func Written(code func(*Coder)) []byte {
	var c Coder
	code(&c)
	return c.buf
}

func Read(data []byte, code func(*Coder)) error {
	c := Coder{buf: data, reading: true}
	code(&c)
	return c.err
}

var errShort = errors.New("message: cut short")

// word returns the next n bytes to read or write, nil past the end of what is read.
func (c *Coder) word(n int) []byte {
	if c.reading {
		if c.err != nil || len(c.buf)-c.off < n {
			c.err = errShort
			return nil
		}
		c.off += n
		return c.buf[c.off-n : c.off]
	}
	for range n {
		c.buf = append(c.buf, 0)
	}
	return c.buf[len(c.buf)-n:]
}

func (c *Coder) U8(v *uint8) {
	if b := c.word(1); b == nil {
		return
	} else if c.reading {
		*v = b[0]
	} else {
		b[0] = *v
	}
}

func (c *Coder) U32(v *uint32) {
	if b := c.word(4); b == nil {
		return
	} else if c.reading {
		*v = binary.LittleEndian.Uint32(b)
	} else {
		binary.LittleEndian.PutUint32(b, *v)
	}
}

func (c *Coder) I64(v *int64) {
	if b := c.word(8); b == nil {
		return
	} else if c.reading {
		*v = int64(binary.LittleEndian.Uint64(b))
	} else {
		binary.LittleEndian.PutUint64(b, uint64(*v))
	}
}

func (c *Coder) Int(v *int) {
	w := int64(*v)
	c.I64(&w)
	*v = int(w)
}

func (c *Coder) F64(v *float64) {
	w := int64(math.Float64bits(*v))
	c.I64(&w)
	*v = math.Float64frombits(uint64(w))
}

// The largest canvas, in CSS pixels, and the furthest place that one shows.
const (
	mostLength = 1 << 15
	mostPlace  = 1 << 53
)

// Held codes a length or a place. One that no canvas has, and what is no number, is read as 0: what
// is drawn, pixel by pixel and tick by tick, is bounded.
func (c *Coder) Held(v *float64, most float64) {
	c.F64(v)
	if !(math.Abs(*v) <= most) {
		*v = 0
	}
}

func (c *Coder) Bool(v *bool) {
	var w uint8
	if *v {
		w = 1
	}
	c.U8(&w)
	*v = w != 0
}

func (c *Coder) String(v *string) {
	n := c.count(len(*v), 1)
	if c.reading {
		*v = string(c.word(n))
	} else {
		c.buf = append(c.buf, *v...)
	}
}

func (c *Coder) Bytes(v *[]byte) {
	n := c.count(len(*v), 1)
	if c.reading {
		*v = append([]byte(nil), c.word(n)...)
	} else {
		c.buf = append(c.buf, *v...)
	}
}

// enum codes a value of a type that has those up to last, so that what is read can be one of
// them alone, and index a table of them.
func enum[E ~uint8](c *Coder, v *E, last E) {
	w := uint8(*v)
	c.U8(&w)
	if c.reading && E(w) > last {
		if c.err == nil {
			c.err = fmt.Errorf("message: there is no %T %d", last, w)
		}
		w = 0
	}
	*v = E(w)
}

// count codes a length. A length read is held to what the rest of the message can
// carry, size bytes an item at least, before it sizes anything.
func (c *Coder) count(n, size int) int {
	w := uint32(n)
	c.U32(&w)
	if c.reading && int64(w)*int64(size) > int64(len(c.buf)-c.off) {
		c.err = errShort
		return 0
	}
	return int(w)
}

// Numbers codes many numbers, all at once: as the machine has them, which is little-endian wherever
// this runs.
func Numbers[T ~int32 | ~uint32 | ~int64](c *Coder, v *[]T) {
	var one T
	size := int(unsafe.Sizeof(one))
	n := c.count(len(*v), size)
	if c.reading {
		*v = nil
		if n == 0 {
			return
		}
		*v = make([]T, n)
	}
	if n == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&(*v)[0])), n*size)
	if c.reading {
		copy(bytes, c.word(n*size))
	} else {
		c.buf = append(c.buf, bytes...)
	}
}

// Grow makes room for so many bytes.
func (c *Coder) Grow(n int) { c.buf = slices.Grow(c.buf, n) }

// List codes a slice of what is no message; see list.
func List[T any](c *Coder, v *[]T, size int, item func(*Coder, *T)) { list(c, v, size, item) }

// list codes a slice whose items are coded by item and take at least size bytes.
func list[T any](c *Coder, v *[]T, size int, item func(*Coder, *T)) {
	n := c.count(len(*v), size)
	if c.reading {
		*v = nil
		if n > 0 {
			*v = make([]T, n)
		}
	}
	for i := range *v {
		item(c, &(*v)[i])
	}
}
