package report

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzQuote: what quote writes, encoding/json reads back, bytes that are no UTF-8 aside.
func FuzzQuote(f *testing.F) {
	f.Add("a\"b\\c\x00\x1f\x7f\u2028é😀\xff")
	f.Fuzz(func(t *testing.T, s string) {
		var out bytes.Buffer
		o := newObject(&out)
		o.quote(s)
		o.w.Flush()
		var got string
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != string([]rune(s)) {
			t.Fatalf("%q became %s, read as %q: %v", s, out.Bytes(), got, err)
		}
	})
}
