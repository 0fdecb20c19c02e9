package dump

import "testing"

func TestOffset(t *testing.T) {
	for printed, want := range map[string]int{
		"2024-05-06 23:59:59.500000000+0100": 3600, "2024-05-06 23:59:59-07:00": -7 * 3600, "2024-05-06 23:59:59+0530": 5*3600 + 1800,
		"2024-05-06 23:59:59": 0, "2024-05-06 23:59:59+01": 0, "2024-05-06 23:59:59+1:00": 0, "2024-05-06 23:59:59+9900": 0, "2024-05-06 23:59:59+0099": 0, "": 0,
	} {
		if got := Offset(printed); got != want {
			t.Errorf("%q is %d s ahead of UTC, want %d", printed, got, want)
		}
	}
}
