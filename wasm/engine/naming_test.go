package engine_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

const shopMap = `# compiler: R8
# compiler_version: 8.13.6
# pg_map_id: 1111111
shop.Cart -> a.b:
    1:2:void shop.Checks.notNull(java.lang.Object):18:18 -> a
    1:2:void add():55 -> a
    3:9:void add():56:62 -> a
    void open(int) -> b
    1:3:void shop.Menu.open(int):7:9 -> b
shop.Db -> a.c:
`

const shopDump = `----- pid 12 at 2024-05-01 10:00:00 -----
Cmd line: com.shop.app

DALVIK THREADS (1):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x7 self=0x7
  | sysTid=12 nice=-10 cgrp=default sched=0/0 handle=0x7
  at a.b.a(PG:1)
  - waiting to lock <0x0cd0> (a a.c) held by thread 2
  at q.x.y(PG:3)

----- end 12 -----
`

// readMap reads a map of names in two pieces.
func readMap(t *testing.T, e *engine.Engine, text string) *message.Named {
	t.Helper()
	e.BeginMap("mapping.txt", "mapping.txt")
	e.Dumps().Write([]byte(text[:len(text)/2]))
	e.Dumps().Write([]byte(text[len(text)/2:]))
	if found, err := e.Dumps().End(""); !found || err != nil {
		t.Fatal(found, err)
	}
	return e.Named()
}

// descriptions returns the descriptions of the open files that the page receives.
func descriptions(e *engine.Engine) (in *message.Description, about *message.Dumps) {
	for _, body := range e.Descriptions() {
		switch body := body.(type) {
		case *message.Description:
			in = body
		case *message.Dumps:
			about = body
		}
	}
	return in, about
}

// shop returns an engine with a trace and a dump of one build.
func shop(t *testing.T) *engine.Engine {
	t.Helper()
	e := engine.New(1 << 30)
	e.Begin("a.trace", 0, false)
	e.Write(tracetest.Bytes("main 0/0>q.x.y 1/1>a.b.a 2/2>a.b.b(I)V 4/3<a.b.b(I)V 5/4<a.b.a 9/5<q.x.y"))
	if err := e.End(""); err != nil {
		t.Fatal(err)
	}
	e.Dumps().Begin("anr.txt", "anr.txt")
	e.Dumps().Write([]byte(shopDump))
	if found, err := e.Dumps().End(""); !found {
		t.Fatal(err)
	}
	e.Dumps().Open()
	return e
}

// labels returns the names of the trace's methods without pseudo methods.
func labels(e *engine.Engine) string {
	var all []string
	for _, n := range e.Answer(&message.Names{Methods: []uint32{0, 1, 2}}).(*message.NamesReply).Names {
		s := n.Label
		if n.Raw != "" {
			s += " [" + n.Raw + "]"
		}
		all = append(all, s)
	}
	slices.Sort(all)
	return strings.Join(all, "; ")
}

// stackOf returns main's stack in the dump, as the page shows it.
func stackOf(t *testing.T, e *engine.Engine) string {
	t.Helper()
	var all []string
	for _, l := range e.Answer(&message.Stack{Thread: 0}).(*message.StackReply).Lines {
		all = append(all, l.First+l.Last+" "+l.Place+strings.ReplaceAll(" ["+l.Raw+"]", " []", ""))
	}
	return strings.Join(all, "; ")
}

// TestNaming turns original names on, off and on again for a trace and a dump.
func TestNaming(t *testing.T) {
	e := shop(t)
	const rawLabels = "a.b.a; a.b.b; q.x.y"
	const rawStack = "a.b.a PG:1; - waiting to lock <0x0cd0> (a a.c) held by thread 2 ; q.x.y PG:3"
	const newLabels = "q.x.y; shop.Cart.add [a.b.a()V]; shop.Cart.open or shop.Menu.open [a.b.b(I)V = void shop.Cart.open(int) | void shop.Menu.open(int) (the optimiser merged these methods: which one ran is unknown)]"
	const newStack = "shop.Checks.notNull Checks.java:18 · inlined [at a.b.a(PG:1)]; shop.Cart.add Cart.java:55 [at a.b.a(PG:1)]; - waiting to lock <0x0cd0> (a shop.Db) held by thread 2  [- waiting to lock <0x0cd0> (a a.c) held by thread 2]; q.x.y PG:3"
	if labels(e) != rawLabels || stackOf(t, e) != rawStack {
		t.Fatalf("without a map\n%s\n%s", labels(e), stackOf(t, e))
	}
	sight := e.Answer(&message.Sight{Thread: 0}).(*message.SightReply)
	named := readMap(t, e, shopMap)
	if got := withoutNBSP(named.Text); !named.On || withoutNBSP(named.Label) != "60.0 % named" || !strings.HasPrefix(got, "Names from mapping.txt (R8 8.13.6): 60.0 % of 5 names. 1 name has several originals") {
		t.Errorf("named %+v", named)
	}
	// Links contain the hash of the name in the file. A search for it must work with and without
	// the map. The hash of the original name must work too.
	found := func(name string) int {
		h := fnv.New32a()
		h.Write([]byte(name))
		return e.Answer(&message.Search{Scope: message.Scope{To: message.Whole}, Text: fmt.Sprintf("hash:%08x", h.Sum32())}).(*message.Hits).Methods
	}
	if raw, given, none := found("a.b.b(I)V"), found("shop.Cart.add"), found("a.b.c"); raw != 1 || given != 1 || none != 0 {
		t.Errorf("by hash of the file's name %d methods are found, of the given one %d, of none %d", raw, given, none)
	}
	for range 2 {
		if labels(e) != newLabels || stackOf(t, e) != newStack {
			t.Fatalf("with the map\n%s\n%s", labels(e), stackOf(t, e))
		}
		in, about := descriptions(e)
		if in == nil || in.Calls != 3 || about == nil || about.Processes[0].Claims[0].Text == "" {
			t.Errorf("the open files have the descriptions %+v, %+v", in, about)
		}
		if !slices.Equal(named.Export, []string{"-mapping", "./mapping.txt"}) {
			t.Errorf("the command is given %q", named.Export)
		}
		for _, notes := range []string{in.Notes[len(in.Notes)-1].Text, about.Notes[len(about.Notes)-1].Text} {
			if notes != "Names that the map lacks: q.x.y, q.x.y()V." {
				t.Errorf("not found: %s", notes)
			}
		}
		if c := about.Processes[0].Claims[0]; !strings.Contains(c.Text, "shop.Db") || c.Lines[0] != 8 {
			t.Errorf("the claim is %+v", c)
		}
		if lines := e.Answer(&message.TextLines{Count: 100}).(*message.TextLinesReply); lines.Total != 12 || !strings.Contains(lines.Lines[7].Text, "a.b.a(PG:1)") || lines.Lines[7].Thread != 0 {
			t.Errorf("the file's text has %+v", lines)
		}
		if again := e.Answer(&message.Sight{Thread: 0}).(*message.SightReply); again.Seen != sight.Seen || again.Frames != 2 || again.Seen != 2 || again.Method != sight.Method || !strings.Contains(again.Part, "this whole stack") {
			t.Errorf("in the trace %+v, before %+v", again, sight)
		}
		for _, text := range []string{"shop.Menu", "a.b.b", "Cart.open"} {
			if hits := e.Answer(&message.Search{Scope: message.Scope{To: message.Whole}, Text: text}).(*message.Hits); hits.Methods != 1 {
				t.Errorf("%s is found %d times", text, hits.Methods)
			}
		}
		off := e.Answer(&message.Naming{}).(*message.Named)
		if labels(e) != rawLabels || stackOf(t, e) != rawStack || off.On || off.Label != "names as in the file" || off.Export != nil {
			t.Fatalf("turned off\n%s\n%s\n%+v", labels(e), stackOf(t, e), off)
		}
		named = e.Answer(&message.Naming{On: true}).(*message.Named)
	}
	if e.Answer(&message.MethodRows{Scope: message.Scope{To: message.Whole}, Count: 10}).(*message.Rows).Total < 3 {
		t.Error("there are no rows")
	}
}

// TestWrongMap checks that a map of another build is detected, and used only on request.
func TestWrongMap(t *testing.T) {
	e := engine.New(1 << 30)
	e.Dumps().Begin("anr.txt", "anr.txt")
	e.Dumps().Write([]byte(strings.ReplaceAll(shopDump, "PG", "r8-map-id-2222222")))
	e.Dumps().End("")
	e.Dumps().Open()
	raw := stackOf(t, e)
	named := readMap(t, e, shopMap)
	if named.On || named.Label != "names as in the file" || stackOf(t, e) != raw || !strings.Contains(named.Text, "This map belongs to another build: the file has the map id 2222222, the map 1111111.") {
		t.Errorf("named %+v\n%s", named, stackOf(t, e))
	}
	if named.Fits || named.ID != "1111111" || named.Name != "mapping.txt" || named.By != "R8 8.13.6" {
		t.Errorf("named %+v", named)
	}
	if _, about := descriptions(e); about.MapID != "2222222" {
		t.Errorf("the dump names the map %q", about.MapID)
	}
	if named = e.Answer(&message.Naming{On: true}).(*message.Named); !named.On || stackOf(t, e) == raw {
		t.Errorf("asked for all the same: %s", stackOf(t, e)) // but not in frames that name another map
	}
	e = shop(t)
	if named = readMap(t, e, "com.other.Main -> z.z:\n"); named.On || !strings.HasPrefix(named.Text, "The map mapping.txt") {
		t.Errorf("of another app: %+v", named)
	}
}

// TestMapAlone checks the description of a map without a trace or dump, and the error for another
// file.
func TestMapAlone(t *testing.T) {
	e := engine.New(1 << 30)
	named := readMap(t, e, shopMap)
	if named.Label != "" || named.On || e.Descriptions() != nil || !strings.HasPrefix(named.Text, "mapping.txt is a mapping file by R8 8.13.6 with 2 classes.") {
		t.Errorf("named %+v", named)
	}
	e.BeginMap("mapping.txt", "mapping.txt")
	e.Dumps().Write([]byte("hello\n"))
	if _, err := e.Dumps().End(""); err == nil {
		t.Error("any text is a map")
	}
	if got := e.Named(); got == nil || got.Text != named.Text {
		t.Error("an invalid map has replaced the map")
	}
}

// TestNamingSamples checks that names remain when samples are measured by another event, which
// rebuilds the methods.
func TestNamingSamples(t *testing.T) {
	e := engine.New(1 << 30)
	e.BeginSamples("s.trace", 0)
	e.Write(simpleperftest.Bytes("7@10 a.b.a;q.x.y 7@11 a.b.a 7!12 a.b.a::7=main"))
	if err := e.End(""); err != nil {
		t.Fatal(err)
	}
	readMap(t, e, shopMap)
	for _, measure := range []uint32{1, 2, 1} {
		e.Answer(&message.Summed{Scope: message.Scope{To: message.Whole, Clock: message.CPU, Measure: measure}})
		if got := labels(e); !strings.Contains(got, "shop.Cart.add [a.b.a]") {
			t.Errorf("measure %d: %s", measure, got)
		}
	}
}

func withoutNBSP(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }
