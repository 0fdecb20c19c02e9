package profile_test

import (
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// Deep recursion has a path of callers for each depth. Only a limited number is kept, and the
// figures stay right.
func TestInvertedIsBounded(t *testing.T) {
	const depth = 3000
	var records strings.Builder
	records.WriteString("main")
	at := 0
	for range depth {
		records.WriteString(" ")
		records.WriteString(strconv.Itoa(at))
		records.WriteString(">A.a")
		at++
	}
	for range depth {
		records.WriteString(" ")
		records.WriteString(strconv.Itoa(at))
		records.WriteString("<A.a")
		at++
	}
	p := index(t, tracetest.Bytes(records.String())).Profile(profile.WholeTrace, nil)
	c := p.Inverted()
	if len(c.Rows) > 64*(depth+1) || len(c.Rows) < depth {
		t.Errorf("%d rows of a recursion %d deep", len(c.Rows), depth)
	}
	var sum int64
	for i := range c.Rows {
		if c.Rows[i].Exclusive[profile.Wall] < 0 {
			t.Fatalf("row %d: exclusive %v", i, c.Rows[i].Exclusive)
		}
		sum += c.Rows[i].Exclusive[profile.Wall]
	}
	if sum != p.Total()[profile.Wall] {
		t.Errorf("the rows add up to %d of %d", sum, p.Total()[profile.Wall])
	}
}
