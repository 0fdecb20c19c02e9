package words

import "testing"

// TestInstant: times are read as they are written, to the nanosecond, and nothing else is.
func TestInstant(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "1250": 1250, "1.25s": 1_250_000_000, "300ms": 300_000_000, " 300 ms": 300_000_000, "45\u00a0µs": 45_000, "1m2s": 62_000_000_000} {
		if got, ok := Instant(text); !ok || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-1", "-1s", "ms", "1.5", "99999999999999999999", "9999999h", "1s to 2s", "one"} {
		if got, ok := Instant(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
	for text, want := range map[string][2]int64{
		"1.2s-1.5s": {1_200_000_000, 1_500_000_000}, "300 ms – 1.1 s": {300_000_000, 1_100_000_000}, "1 to 2 s": {1_000_000_000, 2_000_000_000}, "500-900 ms": {500_000_000, 900_000_000}, "0.5 - 1.5": {500_000_000, 1_500_000_000}, "0 - 45": {0, 45_000_000_000}, "700ms 1.4s": {700_000_000, 1_400_000_000}, "0,7 s – 1,4 s": {700_000_000, 1_400_000_000},
	} {
		if from, to, ok := Instants(text); !ok || from != want[0] || to != want[1] {
			t.Errorf("%q is %d to %d, %v; want %d", text, from, to, ok, want)
		}
	}
	for _, text := range []string{"", "-", "1s-", "-1s", "a-b", "1s-2s-3s", "1s"} {
		if from, to, ok := Instants(text); ok {
			t.Errorf("%q is %d to %d", text, from, to)
		}
	}
	for _, ns := range []int64{0, 1, 1250, 999_999_999, 1_234_567_890, 3_600_000_000_001, 1<<63 - 1} {
		if got, ok := Instant(InstantText(ns)); !ok || got != ns {
			t.Errorf("%d is written %q, which is %d", ns, InstantText(ns), got)
		}
	}
}

func TestRangeInName(t *testing.T) {
	for want, r := range map[string][2]int64{"517.5ms-895.5ms": {517_472_614, 895_485_865}, "500ms-1.5s": {500_000_000, 1_500_000_000}, "0-12us": {0, 12_000}} {
		if got := RangeInName(r[0], r[1]); got != want {
			t.Errorf("%d is %q, want %q", r, got, want)
		}
	}
}
