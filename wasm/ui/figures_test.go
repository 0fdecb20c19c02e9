package ui

import (
	"math"
	"strings"
	"testing"
)

func TestFigures(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"nothing", duration(0), "0"},
		{"ns", duration(430), "430 ns"},
		{"whole µs", duration(789_000), "789 µs"},
		{"parts of a µs", duration(12_345), "12.35 µs"},
		{"under a ms", duration(999_949), "999.9 µs"},
		{"rounds up to the next unit", duration(999_950), "1.000 ms"},
		{"ms", duration(45_630_000), "45.63 ms"},
		{"rounds up to s", duration(999_950_000), "1.000 s"},
		{"s", duration(6_374_221_000), "6.374 s"},
		{"rounds past a digit", duration(9_999_900_000), "10.00 s"},
		{"long", duration(4_321_000_000_000), "4,321 s"},
		{"before zero", duration(-45_630_000), "−45.63 ms"},
		{"in text", brief(6_370_112_000), "6.37 s"},
		{"in text, whole", brief(12_000_000), "12 ms"},
		{"in full", exact(6_374_221_000), "6,374,221 µs"},
		{"in full, with ns", exact(12_350), "12.35 µs"},
		{"count", count(13_295), "13,295"},
		{"count of millions", count(1_000_000), "1,000,000"},
		{"small count", count(7), "7"},
		{"negative count", count(-1234), "-1,234"},
		{"share", percent(0.182), "18.2 %"},
		{"share that would mislead", percent(math.NaN()), ""},
		{"bytes", size(12), "12 B"},
		{"KB", size(450_123), "450 KB"},
		{"small KB", size(1_240), "1.24 KB"},
		{"MB", size(9_000_000), "9 MB"},
		{"GB", size(1_410_000_000), "1.41 GB"},
		{"one", plural(1, "note", "notes"), "1 note"},
		{"many", plural(2067, "method", "methods"), "2,067 methods"},
	}
	for _, tt := range tests {
		if got := strings.ReplaceAll(tt.got, nbsp, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestClippedHoldsTextUnderTheRenderersLimit(t *testing.T) {
	long := strings.Repeat("ü", 20_000)
	if got := clipped(long); len(got) > 4096 || !strings.HasSuffix(got, "ü…") {
		t.Errorf("clipped to %d bytes, ending in %q", len(got), got[len(got)-6:])
	}
}
