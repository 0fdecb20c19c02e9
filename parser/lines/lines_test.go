package lines

import (
	"fmt"
	"strings"
	"testing"
)

// TestCutter: a text gives the same lines for any cuts, and its last line may lack a line feed.
func TestCutter(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"a":                   "a",
		"\n":                  "()",
		"one\ntwo\r\n\nend":   "one two\r () end",
		"longer\nthan\n":      "longe+1 than",
		"much longer":         "much +6",
		"12345\n123456\n1234": "12345 12345+1 1234",
	} {
		for size := 1; size <= len(text)+1; size++ {
			c := Cutter{Most: 5}
			var got []string
			add := func(line []byte, cut int) {
				s := string(line)
				if cut > 0 {
					s += fmt.Sprint("+", cut)
				}
				if s == "" {
					s = "()"
				}
				got = append(got, s)
			}
			for rest := []byte(text); len(rest) > 0; {
				piece := rest[:min(size, len(rest))]
				rest = rest[len(piece):]
				for {
					line, more, cut, ok := c.Next(piece)
					if !ok {
						break
					}
					add(line, cut)
					piece = more
				}
			}
			if line, cut, ok := c.Last(); ok {
				add(line, cut)
			}
			if s := strings.Join(got, " "); s != want {
				t.Errorf("%q in pieces of %d: %q, want %q", text, size, s, want)
			}
		}
	}
}
