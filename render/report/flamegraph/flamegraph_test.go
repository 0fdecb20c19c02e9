package flamegraph

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func profileOf(t testing.TB, records string) *profile.Profile {
	t.Helper()
	replay, reader := call.NewReplay(false)
	reader.Write(tracetest.Bytes(records))
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	return profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
}

// TestGraph draws the frames as text, a line each.
func TestGraph(t *testing.T) {
	const records = "main 0>p.A.a 10>p.B.b 20>p.C.c 50<p.C.c 60<p.B.b 70>p.C.c 90<p.C.c 100<p.A.a"
	for _, tt := range []struct {
		name    string
		reverse bool
	}{{"graph", false}, {"reverse", true}} {
		var out bytes.Buffer
		if err := newGraph(profileOf(t, records), tt.name, report.FoldedStacks{Reverse: tt.reverse}).SVG(&out); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", tt.name+".svg")
		if *update {
			if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s.svg differs; go test -update rewrites it", tt.name)
		}
	}
}

// TestFrames checks that frames lie within their parents and fill them, except the parents'
// exclusive time.
func TestFrames(t *testing.T) {
	g := newGraph(profileOf(t, "main 0>A.a 10>B.b 20>A.a 50<A.a 60<B.b 100<A.a worker 3>B.b 9<B.b"), "all", report.FoldedStacks{})
	if g.Total != 106_000 || len(g.frames) != 5 {
		t.Fatalf("%d ns in %d frames, want 106000 in 5", g.Total, len(g.frames))
	}
	for _, f := range g.frames[1:] {
		on := 0
		for _, below := range g.frames {
			if below.depth == f.depth-1 && below.from <= f.from && below.to >= f.to {
				on++
			}
		}
		if on != 1 {
			t.Errorf("%+v stands on %d frames, want 1", f, on)
		}
	}
}

// TestEscapes checks that the SVG is well-formed XML, whatever names the file has. Names are only
// text.
func TestEscapes(t *testing.T) {
	names := []string{"</title><script>alert(1)</script>", "]]>x", `"onclick="alert(1)`, "&amp;", "a\x01b"}
	p := profileOf(t, "main 0>A.a 100<A.a")
	for _, name := range names {
		p.Info.Methods[0].Class, p.Info.Methods[0].Name = name, name
		var out bytes.Buffer
		if err := New(p.Index, &p.Contexts, name, report.FoldedStacks{}).SVG(&out); err != nil {
			t.Fatal(err)
		}
		elements := map[string]int{}
		decoder := xml.NewDecoder(&out)
		for {
			token, err := decoder.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok {
				elements[e.Name.Local]++
				for _, a := range e.Attr {
					if strings.HasPrefix(a.Name.Local, "on") {
						t.Errorf("%q: <%s> has %s", name, e.Name.Local, a.Name.Local)
					}
				}
			}
		}
		if elements["script"] != 1 || elements["title"] != 2 {
			t.Errorf("%q: %v, want one script and two titles", name, elements)
		}
	}
	var page bytes.Buffer
	(&Page{Title: "<b>", Clock: "<i>", Graphs: []Entry{{Name: "<u>", File: `"><u>.svg`}}}).HTML(&page)
	for _, bad := range []string{"<b>", "<i>", "<u>"} {
		if strings.Contains(page.String(), bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
}

func newGraph(p *profile.Profile, title string, stacks report.FoldedStacks) *Graph {
	return New(p.Index, &p.Contexts, title, stacks)
}
