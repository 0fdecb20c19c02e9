package runs

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// TestSamePieces: the corpus has no two traces that are runs of the same thing, so its larger
// traces are cut into pieces of equal length, which have real times and counts. The pieces are
// dealt at random as runs of two groups. At most one deal in 20 may report a difference. Calls in
// the first half of a piece stand for those before the first frame. With SOAK set there are 200
// deals of 3, 5 and 10 pieces each. None or one of them reported a difference.
func TestSamePieces(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/method-traces/*.gz")
	if len(files) == 0 {
		t.Skip("the corpus is missing")
	}
	sizes, deals := []int{5}, uint64(40)
	if os.Getenv("SOAK") != "" {
		sizes, deals = []int{3, 5, 10}, 200
	}
	traces := 0
	for _, file := range files {
		x := recorded(t, file)
		if x == nil || x.Calls.Calls < 10_000 {
			continue
		}
		traces++
		for _, n := range sizes {
			from, to := x.Calls.Span()
			var s Set
			for i := range trace.Ticks(2 * n) {
				whole := profile.Scope{From: from + (to-from)*i/trace.Ticks(2*n), To: from + (to-from)*(i+1)/trace.Ticks(2*n)}
				half := whole
				half.To = (whole.From + whole.To) / 2
				s.Add(0, fmt.Sprint(i), x.Profile(whole, nil), x.Profile(half, nil))
			}
			var alarms [3]int
			tested := 0
			for seed := range deals {
				order := rand.New(rand.NewPCG(seed, uint64(n))).Perm(2 * n)
				d := s.Deal(func(run int) int { return order[run] % 2 }).Compare(Figure{Clock: profile.Wall})
				tested = max(tested, d.Tested)
				for i, real := range [...]func(*Difference) bool{(*Difference).TimeReal, (*Difference).CallsReal, (*Difference).EarlyReal} {
					if slices.ContainsFunc(d.Rows, func(d Difference) bool { return real(&d) }) {
						alarms[i]++
					}
				}
			}
			t.Logf("%s, %d pieces each, %d methods: %v of %d deals report a difference in times, calls, early calls", filepath.Base(file), n, tested, alarms, deals)
			for _, count := range alarms {
				if float64(count) > Alpha*float64(deals) {
					t.Errorf("%s, %d pieces each: %v of %d deals of the same pieces report a difference", filepath.Base(file), n, alarms, deals)
				}
			}
		}
	}
	if traces < 3 {
		t.Errorf("%d traces of the corpus are large enough, want 3 or more", traces)
	}
}

// recorded reads a trace of the corpus, nil if it is none that has calls.
func recorded(t *testing.T, file string) *profile.Index {
	t.Helper()
	source, err := disk.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	data, err := io.ReadAll(source)
	if err != nil {
		t.Fatal(err)
	}
	if source.Kind != input.MethodTrace {
		return nil
	}
	replay, reader := call.NewReplay(true)
	for {
		reader.Write(data)
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		calls, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			return profile.NewIndex(calls, info)
		}
	}
}
