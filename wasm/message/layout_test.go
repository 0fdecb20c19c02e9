package message

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
)

// A tree contains itself.
type tree struct{ Children []tree }

type unlimited uint8

// TestUnsupportedTypes: a type without an encoding is refused, with the path of the field.
func TestUnsupportedTypes(t *testing.T) {
	for _, tt := range []struct {
		value any
		want  string // "" for a supported type
	}{
		{struct{ In struct{ Of *int } }{}, "*int has no encoding in struct { In struct { Of *int } }.In in struct { Of *int }.Of"},
		{struct{ At map[string]int }{}, "map[string]int has no encoding"},
		{struct{ At any }{}, "interface {} has no encoding"},
		{struct{ At func() }{}, "func() has no encoding"},
		{struct{ At float32 }{}, "float32 has no encoding"},
		{struct{ At uint64 }{}, "uint64 has no encoding"},
		{struct{ At []struct{} }{}, "[]struct {} has items without a size"},
		{struct{ At []unlimited }{}, "message.unlimited needs a method Last"},
		{tree{}, "message.tree contains itself in message.tree.Children"},
		{struct {
			At float64 `bound:"width"`
		}{}, "float64 has an unknown bound"},
		{struct {
			At int `bound:"length"`
		}{}, "int cannot have a bound"},
		{struct {
			At [2]float64 `bound:"length"`
		}{}, ""},
		{struct{ At [][]string }{}, ""},
	} {
		got := func() (got string) {
			defer func() {
				if r := recover(); r != nil {
					got = r.(string)
				}
			}()
			newLayout(reflect.TypeOf(tt.value))
			return ""
		}()
		if !strings.HasPrefix(got, "message: "+tt.want) && got != tt.want || (got == "") != (tt.want == "") {
			t.Errorf("%T: %q, want %q", tt.value, got, tt.want)
		}
	}
}

// TestLayout: the encoding is as documented, and its least size is that of a zero value. Adjacent numbers are one step.
func TestLayout(t *testing.T) {
	type item struct {
		On   bool
		Name string
	}
	v := struct {
		request[*Sum]
		A, B  uint32
		C     [2]int64
		Clock Clock
		At    float64 `bound:"length"`
		Items []item
		Pairs [][2]uint32
	}{A: 1, B: 2, C: [2]int64{3, -1}, Clock: CPU, Items: []item{{true, "xy"}}, Pairs: [][2]uint32{{7, 8}}}
	const want = "01000000 02000000 0300000000000000 ffffffffffffffff 01 0000000000000000 01000000 01 02000000 7879 01000000 07000000 08000000"
	l := newLayout(reflect.TypeOf(v))
	got := l.encode(nil, reflect.ValueOf(&v).UnsafePointer())
	if got := hex.EncodeToString(got); got != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got %s, want %s", got, want)
	}
	zero := v
	zero.Items, zero.Pairs = nil, nil
	if n := len(l.encode(nil, reflect.ValueOf(&zero).UnsafePointer())); n != l.least || len(l.steps) != 5 {
		t.Errorf("a zero value has %d bytes, at least %d are needed; %d steps", n, l.least, len(l.steps))
	}
}
