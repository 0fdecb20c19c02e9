package words

import "testing"

// TestProcesses: dumps of one pid and name are of one process, whatever made them. Without a pid, none is known to be the same.
func TestProcesses(t *testing.T) {
	type process struct {
		pid  int
		name string
	}
	for _, tt := range []struct {
		all  []process
		want string
	}{
		{[]process{{7, "a"}, {7, "a"}}, "1 process, 2 dumps"},
		{[]process{{7, "a"}, {8, "a"}, {7, "b"}}, "3 processes"},
		{[]process{{0, "a"}, {0, "a"}}, "2 processes"},
		{[]process{{7, "a"}}, "1 process"},
		{nil, "0 processes"},
	} {
		if got := Processes(len(tt.all), func(i int) (int, string) { return tt.all[i].pid, tt.all[i].name }); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.all, got, tt.want)
		}
	}
}
