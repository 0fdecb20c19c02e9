package words

import (
	"math"
	"strings"
	"testing"
)

func TestFigures(t *testing.T) {
	tests := []struct{ name, got, want string }{
		{"nothing", Duration(0), "0"},
		{"ns", Duration(430), "430 ns"},
		{"whole µs", Duration(789_000), "789 µs"},
		{"parts of a µs", Duration(12_345), "12.35 µs"},
		{"under a ms", Duration(999_949), "999.9 µs"},
		{"rounds up to the next unit", Duration(999_950), "1.000 ms"},
		{"ms", Duration(45_630_000), "45.63 ms"},
		{"rounds up to s", Duration(999_950_000), "1.000 s"},
		{"s", Duration(6_374_221_000), "6.374 s"},
		{"rounds past a digit", Duration(9_999_900_000), "10.00 s"},
		{"long", Duration(4_321_000_000_000), "4,321 s"},
		{"before zero", Duration(-45_630_000), "−45.63 ms"},
		{"in text", Brief(6_370_112_000), "6.37 s"},
		{"in text, whole", Brief(12_000_000), "12 ms"},
		{"in full", Exact(6_374_221_000), "6,374,221 µs"},
		{"in full, with ns", Exact(12_350), "12.35 µs"},
		{"count", Count(13_295), "13,295"},
		{"count of millions", Count(1_000_000), "1,000,000"},
		{"small count", Count(7), "7"},
		{"negative count", Count(-1234), "-1,234"},
		{"share", Percent(0.182), "18.2 %"},
		{"share that would mislead", Percent(math.NaN()), ""},
		{"bytes", Size(12), "12 B"},
		{"KB", Size(450_123), "450 KB"},
		{"small KB", Size(1_240), "1.24 KB"},
		{"MB", Size(9_000_000), "9 MB"},
		{"GB", Size(1_410_000_000), "1.41 GB"},
		{"one", Plural(1, "note", "notes"), "1 note"},
		{"many", Plural(2067, "method", "methods"), "2,067 methods"},
	}
	for _, tt := range tests {
		if got := strings.ReplaceAll(tt.got, NBSP, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestClipHoldsTextUnderTheRenderersLimit(t *testing.T) {
	long := strings.Repeat("ü", 20_000)
	if got := Clip(long); len(got) > 4096 || !strings.HasSuffix(got, "ü…") {
		t.Errorf("clipped to %d bytes, ending in %q", len(got), got[len(got)-6:])
	}
}
