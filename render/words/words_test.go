package words

import (
	"math"
	"strings"
	"testing"
)

// ends is a range as sentences have it.
func ends(from, to int64) string {
	a, b := Range(from, to)
	return a + " to " + b
}

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
		{"a range, whole", ends(30_000, 40_004), "30 µs to 40 µs"},
		{"a range, as many decimals", ends(12_345, 789_040), "12.35 µs to 789.04 µs"},
		{"a range, two units", ends(12_345, 6_370_112_000), "12.35 µs to 6.37 s"},
		{"a range, from the start", ends(0, 4_500_000), "0 to 4.5 ms"},
		{"a range, long", ends(12_340_000_000, 1_234_000_000_000), "12.34 s to 1,234.00 s"},
		{"a range, short", ends(12, 430), "12 ns to 430 ns"},
		{"in full", Exact(6_374_221_000), "6,374,221 µs"},
		{"in full, with ns", Exact(12_350), "12.35 µs"},
		{"count", Count(13_295), "13,295"},
		{"count of millions", Count(1_000_000), "1,000,000"},
		{"small count", Count(7), "7"},
		{"negative count", Count(-1234), "-1,234"},
		{"share", Percent(0.182), "18.2 %"},
		{"change", Change(50_559, 35_553), "−29.7 %"},
		{"change upwards", Change(275, 366.9), "+33.4 %"},
		{"no change", Change(7, 7), "0.0 %"},
		{"change from nothing", Change(0, 7), ""},
		{"share that would mislead", Percent(math.NaN()), ""},
		{"bytes", Size(12), "12 B"},
		{"KB", Size(450_123), "450 KB"},
		{"small KB", Size(1_240), "1.24 KB"},
		{"MB", Size(9_000_000), "9 MB"},
		{"GB", Size(1_410_000_000), "1.41 GB"},
		{"processor time", CPUTime(2.434), "2.43 s"},
		{"processor time, whole", CPUTime(5), "5.00 s"},
		{"processor time, none", CPUTime(0), "0.00 s"},
		{"processor time, long", CPUTime(123.9), "2:03 min"},
		{"processor time, not known", CPUTime(-1), ""},
		{"between dumps", Elapsed(5), "5 s"},
		{"between dumps, parts of a second", Elapsed(12.3456), "12.35 s"},
		{"between dumps, under a minute", Elapsed(59.99), "59.99 s"},
		{"between dumps, almost a minute", Elapsed(59.996), "60 s"},
		{"between dumps, minutes", Elapsed(65.9), "1:05 min"},
		{"between dumps, hours", Elapsed(86_400), "1,440:00 min"},
		{"rough, small", Rough(999), "999"},
		{"rough, thousands", Rough(5_249), "5.2 k"},
		{"rough, hundreds of thousands", Rough(123_456), "123 k"},
		{"rough, rounds up to millions", Rough(999_500), "1.0 M"},
		{"rough, millions", Rough(1_310_000), "1.3 M"},
		{"noun", noun(1, "call", "calls").String(), "call"},
		{"nouns", noun(0, "call", "calls").String(), "calls"},
		{"one", Plural(1, "warning", "warnings"), "1 warning"},
		{"many", Plural(2067, "method", "methods"), "2,067 methods"},
	}
	for _, tt := range tests {
		if got := strings.ReplaceAll(tt.got, NBSP, " "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestPlain(t *testing.T) {
	if got := Plain(Duration(45_630_000)); got != "45.63 ms" {
		t.Errorf("got %q", got)
	}
}

func TestClipHoldsTextUnderTheRenderersLimit(t *testing.T) {
	long := strings.Repeat("ü", 20_000)
	if got := Clip(long); len(got) > 4096 || !strings.HasSuffix(got, "ü…") {
		t.Errorf("clipped to %d bytes, ending in %q", len(got), got[len(got)-6:])
	}
}

func TestClipTo(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"short", 5, "short"},
		{"longer", 5, "longe…"},
		{"grün", 3, "gr…"},
		{"gr\xff\xffn", 3, "gr\xff…"}, // no character: nothing to keep whole
		{"\x80\x80\x80\x80\x80", 4, "\x80…"},
		{"ü", 1, "…"},
	} {
		if got := ClipTo(tt.text, tt.most); got != tt.want {
			t.Errorf("ClipTo(%q, %d) = %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}

func TestPrecise(t *testing.T) {
	for ns, want := range map[int64]string{
		0: "0", 430: "430 ns", 12_350: "12.35 µs", 1_000_000: "1.000 ms", 533_217_400: "533.217 ms", 2_113_417_999: "2.113417 s", 61_000_001_000: "61.000001 s",
	} {
		if got := strings.ReplaceAll(Precise(ns), NBSP, " "); got != want {
			t.Errorf("Precise(%d) = %q, want %q", ns, got, want)
		}
	}
}
