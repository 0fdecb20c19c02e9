package inflate

import (
	"bytes"
	"compress/flate"
	"errors"
	"strings"
	"testing"
)

func deflated(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestInflate(t *testing.T) {
	line := "  at com.example.Main.run(Main.java:7)\n"
	var f Inflater // one for all: nothing of a file may be left in the next
	tests := []struct {
		name     string
		text     string
		expected int64
		cut      int // bytes left out at the end; below 0 added
		want     error
	}{
		{name: "length as said", text: strings.Repeat(line, 100), expected: int64(100 * len(line))},
		{name: "shorter than the one before", text: line, expected: int64(len(line))},
		{name: "longer than said", text: strings.Repeat(line, 5000), expected: 3},
		{name: "shorter than said", text: line, expected: 100_000},
		{name: "said to be less than nothing", text: line, expected: -1},
		{name: "empty"},
		{name: "said to be too long", text: line, expected: Most + 1, want: ErrLong},
		{name: "too long", text: strings.Repeat("\x00", Most+1), expected: 10, want: ErrLong},
		{name: "cut short", text: strings.Repeat(line, 100), expected: 10, cut: 4, want: errAny},
		{name: "bytes behind its end", text: line, expected: 10, cut: -1, want: errRest},
		{name: "after a damaged one", text: line, expected: int64(len(line))},
	}
	for _, tt := range tests {
		packed := deflated(t, tt.text)
		if tt.cut < 0 {
			packed = append(packed, make([]byte, -tt.cut)...)
		}
		got, err := f.Inflate(packed[:len(packed)-max(tt.cut, 0)], tt.expected)
		switch {
		case tt.want == errAny && err != nil, tt.want != nil && errors.Is(err, tt.want):
		case tt.want != nil || err != nil:
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		case string(got) != tt.text:
			t.Errorf("%s: %d bytes, want the %d that were packed", tt.name, len(got), len(tt.text))
		}
	}
}

var errAny = errors.New("any")
