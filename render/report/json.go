package report

import (
	"bufio"
	"io"
	"strconv"
	"unicode/utf8"
)

// An object writes JSON as it goes, so that a report of any length takes no memory. It is
// ours because encoding/json adds a twelfth to what the page must load.
type object struct {
	w     *bufio.Writer
	comma bool // something stands before the next item
	num   [20]byte
}

func newObject(w io.Writer) *object { return &object{w: bufio.NewWriter(w)} }

// open begins an object or array, "{" or "[", as the next item.
func (o *object) open(bracket string) {
	o.next()
	o.w.WriteString(bracket)
	o.comma = false
}

func (o *object) close(bracket string) {
	o.w.WriteString(bracket)
	o.comma = true
}

func (o *object) next() {
	if o.comma {
		o.w.WriteByte(',')
	}
	o.comma = true
}

// key writes a key; its value must follow.
func (o *object) key(k string) {
	o.next()
	o.quote(k)
	o.w.WriteByte(':')
	o.comma = false
}

func (o *object) text(key, v string) {
	o.key(key)
	o.quote(v)
	o.comma = true
}

func (o *object) number(key string, v int64) {
	o.key(key)
	o.w.Write(strconv.AppendInt(o.num[:0], v, 10))
	o.comma = true
}

func (o *object) truth(key string, v bool) { o.word(key, strconv.FormatBool(v)) }

// word writes a value that stands as it is: true, false, null.
func (o *object) word(key, v string) {
	o.key(key)
	o.w.WriteString(v)
	o.comma = true
}

// quote writes a string as RFC 8259 wants it. Bytes that are no UTF-8 become U+FFFD.
func (o *object) quote(s string) {
	const hex = "0123456789abcdef"
	o.w.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			o.w.WriteByte('\\')
			o.w.WriteByte(byte(r))
		case r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029:
			o.w.WriteString(`\u`)
			for shift := 12; shift >= 0; shift -= 4 {
				o.w.WriteByte(hex[r>>shift&15])
			}
		default:
			var b [utf8.UTFMax]byte
			o.w.Write(b[:utf8.EncodeRune(b[:], r)])
		}
	}
	o.w.WriteByte('"')
}
