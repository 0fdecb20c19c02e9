package mapping_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/mapping"
)

const corpus = "../../../shared/corpus/mappings"

// corpusFile is the text of a file of the corpus, unpacked.
func corpusFile(t testing.TB, name string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(corpus, name))
	if err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	defer f.Close()
	var r io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// table is the rows of a table of the corpus, without its heading.
func table(t testing.TB, name string) (rows [][]string) {
	for _, line := range strings.Split(corpusFile(t, name), "\n")[1:] {
		if line != "" {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// TestRealMethods looks up the methods of whole maps of R8 1.5 and 3.3 by their descriptors.
func TestRealMethods(t *testing.T) {
	for _, app := range []string{"nbzxing", "fplay"} {
		t.Run(app, func(t *testing.T) {
			rows := table(t, app+"/methods.tsv")
			w := mapping.NewWanted()
			for _, row := range rows {
				w.Method(row[0], row[1])
				w.Signature(row[2])
			}
			m := read(t, corpusFile(t, app+"/mapping.txt.gz"), w, 4096)
			if m.Unread != 0 || len(m.Notes) > 0 {
				t.Errorf("%d lines unread, notes %v", m.Unread, m.Notes)
			}
			if app == "fplay" && (m.HashFits != mapping.HashRight || m.Compiler != "R8") {
				t.Errorf("head %+v", m.Head)
			}
			for _, row := range rows {
				got := m.Method(row[0], row[1], row[2], 0)
				var names []string
				for _, o := range got.Originals {
					names = append(names, o.String())
				}
				kind := map[mapping.Kind]string{
					mapping.UnknownClass: "unknown class", mapping.Kept: "kept name", mapping.Exact: "exact",
					mapping.Several: "exact, several", mapping.ByName: "by name", mapping.Synthetic: "made by the compiler", mapping.Outline: "outline",
				}[got.Kind]
				slices.Sort(names)
				if len(names) == 0 {
					names = []string{got.Class + "." + got.Name}
				}
				if kind != row[3] || strings.Join(names, " | ") != row[4] {
					t.Errorf("%s.%s%s\n got %s: %s\nwant %s: %s", row[0], row[1], row[2], kind, strings.Join(names, " | "), row[3], row[4])
				}
			}
		})
	}
}

// TestRealFrames compares frames of the corpus's maps with R8's retrace, except intended
// differences (see the README there).
func TestRealFrames(t *testing.T) {
	for _, app := range []string{"nbzxing", "fplay"} {
		t.Run(app, func(t *testing.T) {
			rows := table(t, app+"/frames.tsv")
			w := mapping.NewWanted()
			for _, row := range rows {
				f := parseFrame(row[0])
				w.Method(f.Class, f.Method)
			}
			m := read(t, corpusFile(t, app+"/mapping.txt.gz"), w, 1<<16)
			left := 0
			for _, row := range rows {
				f := parseFrame(row[0])
				found := m.Stack([]mapping.Frame{f})
				if leaves(m, f, found, row) {
					left++
					continue
				}
				var lines []string
				for _, one := range found {
					if len(one.Others) > 0 {
						lines = lines[:0]
						for i, o := range one.Others {
							lines = append(lines, strings.Repeat("<OR> ", min(i, 1))+"at "+o.Class+"."+o.Name)
						}
						lines = slices.Compact(lines)
						continue
					}
					lines = append(lines, "at "+withoutFile(frameText(one)))
				}
				var want []string
				for line := range strings.SplitSeq(row[1], " // ") {
					if len(found) == 1 && len(found[0].Others) > 0 {
						line, _, _ = strings.Cut(line, "(")
					} else {
						line = withoutFile(line)
					}
					want = append(want, line)
				}
				if strings.Join(lines, " // ") != strings.Join(want, " // ") {
					t.Errorf("%s\n got %s\nwant %s (%s)", row[0], strings.Join(lines, " // "), row[1], row[2])
				}
			}
			if left*4 > len(rows) {
				t.Errorf("%d of %d frames were left out", left, len(rows))
			}
		})
	}
}

// leaves reports whether a result differs from R8's on purpose, and checks that result.
func leaves(m *mapping.Map, f mapping.Frame, found []mapping.Found, row []string) bool {
	if len(found) == 1 && found[0].Remark == mapping.Made {
		return strings.HasPrefix(row[1], "(nothing:") || strings.HasPrefix(row[1], "at "+found[0].Class+".")
	}
	if len(row) > 2 && row[2] != "" && len(found) == 1 && len(found[0].Others) > 0 { // R8 drops some
		for _, o := range found[0].Others {
			if !strings.Contains(row[2], o.Name) {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(found, func(one mapping.Found) bool { return one.Fits == mapping.FitOutside })
}

// withoutFile is a frame with its line alone: R8 infers files otherwise.
func withoutFile(frame string) string {
	name, where, _ := strings.Cut(frame, "(")
	_, line, ok := strings.Cut(strings.TrimSuffix(where, ")"), ":")
	if !ok {
		return name
	}
	return name + ":" + line
}

// TestRealStacks retraces stacks as R8 does. The first frame of an exception is an exception,
// because dumps have none.
func TestRealStacks(t *testing.T) {
	tests := []struct{ name, text, stack, want string }{
		{"callback", "mapping-callback.txt.gz", "callback.stack.txt", "callback.r8.txt"},
		{"inlines", "mapping-inlines.txt.gz", "inlines.stack.txt", "inlines.r8.txt"},
		{"outline", "mapping-outline-complex.txt.gz", "outline-complex.stack.txt", "outline-complex.r8-version-line-added.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			frames := framesOf(corpusFile(t, "rust-proguard/"+tt.stack))
			w := mapping.NewWanted()
			for _, f := range frames {
				w.Method(f.Class, f.Method)
			}
			var got, want []string
			for _, f := range read(t, corpusFile(t, "rust-proguard/"+tt.text), w, 100).Stack(frames) {
				if f.Remark != mapping.Made && (frames[f.From].Line != mapping.NoNumber || !strings.Contains(f.Method, "lambda")) { // R8 prints nothing for these
					got = append(got, withoutFile(frameText(f)))
				}
			}
			for _, f := range framesOf(corpusFile(t, "rust-proguard/"+tt.want)) {
				want = append(want, withoutFile(frameText(mapping.Found{Frame: f})))
			}
			if !slices.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

func framesOf(stack string) (frames []mapping.Frame) {
	for line := range strings.SplitSeq(stack, "\n") {
		if at, ok := strings.CutPrefix(strings.TrimSpace(line), "at "); ok {
			frames = append(frames, parseFrame(at))
		}
	}
	return frames
}
