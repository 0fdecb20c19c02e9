package mapping_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/mapping"
)

// proguard is where Debian's libproguard-java puts ProGuard's retrace.
var proguard = []string{"/usr/share/java/proguard.jar", "/usr/share/java/retrace.jar"}

// TestProGuard compares stacks with ProGuard's own retrace where it supports them: numbered frames
// inside a range, including inlined ones.
func TestProGuard(t *testing.T) {
	java, err := exec.LookPath("java")
	for _, jar := range proguard {
		if _, missing := os.Stat(jar); missing != nil {
			err = missing
		}
	}
	if err != nil {
		t.Skipf("ProGuard's retrace is not installed (apt-get install libproguard-java): %v", err)
	}
	t.Run("own", func(t *testing.T) {
		const text = `shop.Cart -> a.b:
    int items -> a
    3:5:int total(shop.Item):40:42 -> a
    7:7:void shop.Checks.notNull(java.lang.Object):18:18 -> c
    7:7:void add(shop.Item):55 -> c
    7:7:void addAll(java.util.List):61 -> c
    8:9:void addAll(java.util.List):62:63 -> c
    0:65535:void tick():33:33 -> i
    93:143:void start(shop.S) -> d
shop.Größe -> α.é:
    1:1:void 数える():5:5 -> ž
`
		compareWithProGuard(t, java, text, []string{
			"a.b.a(SourceFile:4)", "a.b.c(SourceFile:7)", "a.b.c(SourceFile:9)", "a.b.i(SourceFile:912)",
			"a.b.d(SourceFile:100)", "α.é.ž(SourceFile:1)", "android.os.Looper.loop(Looper.java:100)",
		}, 7)
	})
	for _, app := range []string{"nbzxing", "fplay"} {
		t.Run(app, func(t *testing.T) {
			var frames []string
			for _, row := range table(t, app+"/frames.tsv") {
				frames = append(frames, row[0])
			}
			compareWithProGuard(t, java, corpusFile(t, app+"/mapping.txt.gz"), frames, 100)
		})
	}
}

// mark stands behind each frame, and passes as it is.
const mark = "= the next ="

// ours are frames that ProGuard's retrace gets wrong, and R8's does not.
var ours = []string{
	"j.H(SourceFile:1534)",         // three lines are one: it counts on beyond that
	"b.b.a.o.o.p.d(SourceFile:89)", // a range with swapped ends: ProGuard finds none
}

// compareWithProGuard compares those of the frames that both can retrace, at least so many.
func compareWithProGuard(t *testing.T, java, text string, frames []string, least int) {
	w := mapping.NewWanted()
	for _, s := range frames {
		f := parseFrame(s)
		w.Method(f.Class, f.Method)
	}
	m := read(t, text, w, 1<<16)
	var stack strings.Builder
	var want [][]string // a row a frame
	for _, s := range frames {
		if slices.Contains(ours, s) {
			continue
		}
		f := parseFrame(s)
		var lines []string
		for _, one := range m.Stack([]mapping.Frame{f}) {
			if one.Line <= 0 || f.Line < 0 || one.Fits != mapping.FitInRange && one.Class != f.Class || one.Remark != mapping.NoRemark || len(one.Others) > 0 {
				lines = nil
				break
			}
			lines = append(lines, withoutFile(frameText(one)))
		}
		if lines != nil {
			want = append(want, lines)
			stack.WriteString("    at " + s + "\n" + mark + "\n")
		}
	}
	if len(want) < least {
		t.Fatalf("only %d frames to compare", len(want))
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"mapping.txt": text, "stack.txt": stack.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(java, "-Dfile.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8", "-cp", strings.Join(proguard, ":"), "proguard.retrace.ReTrace", filepath.Join(dir, "mapping.txt"), filepath.Join(dir, "stack.txt"))
	out, err := run.Output()
	if err != nil {
		t.Fatalf("retrace: %v", err)
	}
	agree, other := 0, 0
	for i, answer := range strings.Split(string(out), mark+"\n")[:len(want)] {
		var got []string
		for line := range strings.SplitSeq(strings.TrimSpace(answer), "\n") {
			got = append(got, withoutFile(strings.TrimPrefix(strings.TrimSpace(line), "at ")))
		}
		switch {
		case slices.Equal(got, want[i]):
			agree++
		case len(got) > len(want[i]) && slices.Contains(got, want[i][0]):
			other++ // it adds every entry without a range
		default:
			t.Errorf("got %q, ProGuard's retrace %q", want[i], got)
		}
	}
	if agree < least {
		t.Errorf("%d frames agree, %d have alternatives", agree, other)
	}
}
