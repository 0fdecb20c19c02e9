package pprof

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	pb "github.com/google/pprof/profile"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

func profileOf(t testing.TB, data []byte) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(false)
	reader.Write(data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.Whole, nil)
}

// What is written is read back by the format's own library, and comes to the profile's
// figures: per method, and in all.
func TestReadBack(t *testing.T) {
	sample, err := os.ReadFile("../../../testdata/sample.trace.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	if sample, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"sample": sample,
		"small":  tracetest.Bytes("main 0/0>A.a 10/5>B.b 20/8>A.a 25/9<A.a 30/15<B.b 50/30<A.a worker 3>B.b 9<B.b"),
		"wall":   tracetest.Trace{Version: 2, Clock: "wall", Records: "main 0>A.a 10<A.a"}.Bytes(),
	} {
		p := profileOf(t, data)
		var out bytes.Buffer
		if err := Write(&out, p.Index); err != nil {
			t.Fatal(err)
		}
		back, err := pb.ParseData(out.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := back.CheckValid(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		columns := map[string]profile.Clock{"wall": profile.Wall, "cpu": profile.CPU, "waiting": profile.Waiting}
		for i, kind := range back.SampleType {
			flat := map[string]int64{}
			for _, s := range back.Sample {
				flat[s.Location[0].Line[0].Function.SystemName] += s.Value[i]
			}
			for m := range p.Methods {
				in, f := &p.Info.Methods[m], &p.Methods[m]
				want := f.Calls + f.Recursive
				if clock, ok := columns[kind.Type]; ok {
					want = f.Exclusive[clock]
					if clock == profile.Waiting {
						continue // of one thread's path alone it may be more than of all together
					}
				}
				if got := flat[in.Label()+in.Signature]; got != want {
					t.Errorf("%s: %s: %d %s, want %d", name, in.Label(), got, kind.Type, want)
				}
			}
		}
	}
}

// go tool pprof prints the same totals.
func TestTop(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not on the path")
	}
	p := profileOf(t, tracetest.Bytes("main 0/0>A.a 10000/5000>B.b 30000/15000<B.b 50000/30000<A.a worker 3000>B.b 9000<B.b"))
	path := filepath.Join(t.TempDir(), "p.pb.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(f, p.Index); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind         string
		total, lines string
	}{
		{"wall", "56ms", "30ms A.a 26ms B.b"},
		{"cpu", "36ms", "20ms A.a 16ms B.b"},
		{"calls", "3", "2 B.b 1 A.a"},
	} {
		out, err := exec.Command("go", "tool", "pprof", "-top", "-sample_index="+tt.kind, path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if want := "of " + tt.total + " total"; !strings.Contains(string(out), want) {
			t.Errorf("by %s: no %q in %s", tt.kind, want, out)
		}
		var got []string
		for _, m := range regexp.MustCompile(`(?m)^ *(\d\S*) .* (\S+)$`).FindAllStringSubmatch(string(out), -1) {
			if strings.Contains(m[2], ".") && strings.Contains(m[0], "%") && !strings.Contains(m[0], "total") {
				got = append(got, fmt.Sprintf("%s %s", m[1], m[2]))
			}
		}
		if strings.Join(got, " ") != tt.lines {
			t.Errorf("by %s: %v, want %s, in %s", tt.kind, got, tt.lines, out)
		}
	}
}
