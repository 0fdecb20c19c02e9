package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"traceglass/render/scene"
)

// TestDrawKnowsTheEncoding: draw.js has each number of the display lists' encoding, with the
// value that Go writes by, and no other among those that it says are shared.
func TestDrawKnowsTheEncoding(t *testing.T) {
	_, block, ok := strings.Cut(whole(t, "draw.js"), "// The encoding of a list,")
	block, _, found := strings.Cut(block, "\n\n")
	if !ok || !found {
		t.Fatal("draw.js has no block of the encoding's numbers")
	}
	number := func(s string) uint64 {
		n, by, shifted := strings.Cut(s, " << ")
		v, err := strconv.ParseUint(n, 0, 32)
		if err != nil {
			t.Fatalf("draw.js: %v", err)
		}
		if shifted {
			bits, err := strconv.ParseUint(by, 0, 5)
			if err != nil {
				t.Fatalf("draw.js: %v", err)
			}
			v <<= bits
		}
		return v
	}
	shared := scene.Shared()
	for _, m := range regexp.MustCompile(`\b([A-Z][A-Z_0-9]*) = ([^,;]+)[,;]`).FindAllStringSubmatch(block, -1) {
		name, got := m[1], number(m[2])
		if want, ok := shared[name]; !ok {
			t.Errorf("%s = %d is no number of scene's", name, got)
		} else if got != uint64(want) {
			t.Errorf("%s is %d in draw.js, %d in scene", name, got, want)
		}
		delete(shared, name)
	}
	for name, want := range shared {
		t.Errorf("draw.js lacks %s = %d", name, want)
	}
}
