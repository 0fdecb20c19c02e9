package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"traceglass/render/scene"
	"traceglass/wasm/page/gesture"
)

// TestDrawKnowsTheEncoding: draw.js has each number of the display lists' encoding with the value that Go
// uses. It marks no other number as shared.
func TestDrawKnowsTheEncoding(t *testing.T) { testShared(t, "scene.Shared", scene.Shared()) }

// TestDrawKnowsEvents: draw.js and Go use the same numbers to encode events.
func TestDrawKnowsEvents(t *testing.T) { testShared(t, "gesture.Shared", gesture.Shared()) }

// testShared compares numbers in draw.js with those that a Go function returns. In draw.js they follow the
// comment "equal to FUNCTION." and end at a blank line.
func testShared(t *testing.T, function string, shared map[string]uint32) {
	t.Helper()
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
	blocks := strings.Split(whole(t, "draw.js"), "equal to "+function+".\n")[1:]
	if len(blocks) == 0 {
		t.Fatalf("draw.js marks no numbers as equal to %s", function)
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "\n\n")
		for _, m := range regexp.MustCompile(`\b([A-Z][A-Z_0-9]*) = ([^,;]+)[,;]`).FindAllStringSubmatch(block, -1) {
			name, got := m[1], number(m[2])
			if want, ok := shared[name]; !ok {
				t.Errorf("draw.js has %s = %d, which %s does not return", name, got, function)
			} else if got != uint64(want) {
				t.Errorf("%s is %d in draw.js, %d in %s", name, got, want, function)
			}
			delete(shared, name)
		}
	}
	for name, want := range shared {
		t.Errorf("draw.js lacks %s = %d", name, want)
	}
}
