package tracing

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A label is the owner of a package or class, according to a person.
type label struct{ prefix, origin string }

// labels reads testdata/owners.txt, the longest prefix first.
func labels(t *testing.T) (all []label) {
	t.Helper()
	data, err := os.ReadFile("testdata/owners.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if origin, prefixes, ok := strings.Cut(strings.TrimSpace(line), " "); ok && origin != "#" {
			for prefix := range strings.FieldsSeq(prefixes) {
				all = append(all, label{prefix, origin})
			}
		}
	}
	slices.SortFunc(all, func(a, b label) int { return len(b.prefix) - len(a.prefix) })
	return all
}

// ownerOf returns the owner of a class by its label, "" for none.
func ownerOf(labels []label, class string) string {
	for _, l := range labels {
		if rest, ok := strings.CutPrefix(class, l.prefix); ok && (rest == "" || strings.HasSuffix(l.prefix, ".") || rest[0] == '$') {
			return l.origin
		}
	}
	return ""
}

// TestWhoseCode compares the origins of the most expensive classes of each recording of the corpus with labels. A person gave
// them. The classes are the 50 with the most exclusive time, and the 50 outside the platform with the most inclusive time.
func TestWhoseCode(t *testing.T) {
	const most = 50
	files, _ := filepath.Glob(shared + "/corpus/method-traces/*.trace.gz")
	recordings, _ := filepath.Glob(shared + "/corpus/simpleperf/*.trace")
	if len(files) == 0 {
		t.Skip("the corpus is missing: ../shared/corpus")
	}
	known := labels(t)
	var right, all [2]int
	read := 0
	for _, file := range append(files, recordings...) {
		name := filepath.Base(file)
		x := indexOf(unpacked(t, file))
		if x == nil {
			continue
		}
		read++
		costs := map[string]*profile.Method{}
		origins := map[string]string{}
		p := x.Profile(profile.WholeTrace, nil)
		for m := range p.Info.Methods {
			in, f := &x.Info.Methods[m], &p.Methods[m]
			if f.Calls+f.Recursive == 0 || in.Library != "" || in.Class == "" { // native code has no class
				continue
			}
			sum := costs[in.Class]
			if sum == nil {
				sum = &profile.Method{}
				costs[in.Class] = sum
			}
			for clock := range sum.Exclusive {
				sum.Exclusive[clock] += f.Exclusive[clock]
				sum.Inclusive[clock] = max(sum.Inclusive[clock], f.Inclusive[clock])
			}
			origins[in.Class] = in.Origin().Name()
			if in.Native() { // machine code in the class, according to the file
				origins[in.Class] = "platform"
			}
		}
		first := profile.Wall
		if x.Info.Figures()&trace.Wall == 0 {
			first = profile.CPU
		}
		for by := range all {
			var classes []string
			for class := range costs {
				if by == 0 || ownerOf(known, class) != "platform" {
					classes = append(classes, class)
				}
			}
			cost := func(class string) int64 {
				if by == 0 {
					return costs[class].Exclusive[first]
				}
				return costs[class].Inclusive[first]
			}
			slices.SortFunc(classes, func(a, b string) int {
				if d := cost(b) - cost(a); d != 0 {
					return int(min(max(d, -1), 1))
				}
				return strings.Compare(a, b)
			})
			for _, class := range classes[:min(len(classes), most)] {
				all[by]++
				switch want := ownerOf(known, class); want {
				case "":
					t.Errorf("%s: %s has no label", name, class)
				case origins[class]:
					right[by]++
				default:
					t.Logf("%s: %s is %s, labelled %s", name, class, origins[class], want)
				}
			}
		}
	}
	for by, what := range []string{"with the most exclusive time", "outside the platform with the most inclusive time"} {
		share := float64(right[by]) / float64(all[by])
		t.Logf("%d recordings: %d of %d classes %s are right (%.1f %%)", read, right[by], all[by], what, 100*share)
		if share < 0.97 {
			t.Errorf("only %.1f %% are right", 100*share)
		}
	}
}

// unpacked returns the content of a file, without gzip.
func unpacked(t *testing.T, file string) []byte {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", file, err))
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// indexOf returns the index of a trace or of a recording of samples, nil if the file is neither.
func indexOf(data []byte) *profile.Index {
	for _, r := range []*Reading{Read("test.trace", int64(len(data)), false, 1<<30), ReadSamples("test.trace", int64(len(data)), 1<<30)} {
		for ; r != nil; r = r.Again() {
			if r.Write(data) != nil {
				break
			}
			tr, err := r.End("")
			if err != nil {
				break
			}
			if r.Again() == nil {
				return tr.Index()
			}
		}
	}
	return nil
}
