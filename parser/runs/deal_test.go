package runs

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/compare"
)

func TestParted(t *testing.T) {
	for _, tt := range []struct {
		name, paths string
		want        string
		ok          bool
	}{
		{"two zip files", "old.zip/a.trace new.zip/a.trace old.zip/b.trace", "[0 1 0]", true},
		{"two folders in one", "all.zip/before/1.trace all.zip/after/1.trace all.zip/after/2.trace", "[0 1 1]", true},
		{"benchmarks", "Startup_cold_iter000_2024.trace Startup_cold_iter001_2024.trace Startup_warm_iter000_2024.trace", "[0 0 1]", true},
		{"names except numbers", "base-1.trace base-12.trace.gz fix-1.trace", "[0 0 1]", true},
		{"one benchmark", "x_iter000_2024.trace x_iter001_2024.trace", "[0 0]", false},
		{"three names", "a.trace b.trace c.trace", "[0 0 0]", false},
		{"dates", "x_iter000_2024-01-03.trace x_iter000_2024-01-02.trace x_iter001_2024-01-02.trace x_iter001_2024-01-03.trace", "[1 0 0 1]", true},
		{"times of a day", "x_iter000_2024-01-02-10-00-00.trace x_iter001_2024-01-02-10-01-00.trace x_iter000_2024-01-02-12-00-00.trace", "[0 0 1]", true},
		{"through midnight", "x_iter000_2024-01-02-23-59-00.trace x_iter001_2024-01-03-00-00-10.trace", "[0 0]", false},
		{"three dates", "x_iter000_2024-01-02.trace x_iter000_2024-01-03.trace x_iter000_2024-01-04.trace", "[0 0 0]", false},
		{"one date", "x_iter000_2024-01-02.trace x_iter000_2024-01-02.trace.gz", "[0 0]", false},
		{"one after the other not", "x_iter000_2024-01-02.trace x_iter000_2024-01-03.trace x_iter001_2024-01-03.trace x_iter001_2024-01-04.trace", "[0 0 0 0]", false},
		{"none", "", "[]", false},
	} {
		groups, ok := Parted(strings.Fields(tt.paths))
		if got := fmt.Sprint(groups); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %s, %t, want %s, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// TestDeal: runs keep their figures in any group, and runs left out do not count.
func TestDeal(t *testing.T) {
	all := &Set{Methods: make([]compare.Method, 2)}
	for i := range 6 {
		all.Groups[0] = append(all.Groups[0], Run{Methods: []int{i % 2}})
		all.Groups[0][i].Name = string(rune('a' + i))
	}
	dealt := all.Deal(func(i int) int { return i % 3 })
	var names [2]string
	for g := range dealt.Groups {
		for _, r := range dealt.Groups[g] {
			names[g] += r.Name
		}
	}
	if names != [2]string{"ad", "be"} {
		t.Errorf("dealt out as %q", names)
	}
	again := dealt.Deal(func(i int) int { return 1 - i%2 })
	if len(again.Groups[0]) != 2 || again.Groups[0][0].Name != "d" || len(all.Groups[0]) != 6 {
		t.Errorf("dealt out again: %+v", again.Groups)
	}
	if err := again.Refusal(); err != nil { // methods 0 and 1 are in both
		t.Error(err)
	}
	if err := all.Refusal(); err == nil {
		t.Error("a group without runs is compared")
	}
}
