package viewer

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/link"
)

// A Link is what an address has of a view. view.js writes it there and reads it again, which the browser tests check.
type Link struct {
	link.Fields
	hash   string      // of the name of the selected method
	ranges [2][2]int64 // of two traces, ns
}

// A scriptView is what link.Encode writes and link.Apply reads.
type scriptView struct {
	link.Fields
	Method, Hash string
	Trace        bool
	Span         int64
	Threads      []struct {
		Index     uint32
		Name, Key string
	}
}

var scriptEncoding message.Encoding[scriptView]

// Link returns a link to the view.
func (p *page) Link() Link {
	p.t.Helper()
	var v scriptView
	if err := scriptEncoding.Decode(p.app.EncodeView(), &v); err != nil {
		p.t.Fatal(err)
	}
	l := Link{Fields: v.Fields, ranges: p.app.Ranges()}
	if v.Method != "" && !v.HasCall {
		h := fnv.New32a()
		io.WriteString(h, v.Method)
		l.hash = fmt.Sprintf("%08x", h.Sum32())
	}
	return l
}

// Follow shows the view of a link to the open files.
func (p *page) Follow(l Link) {
	p.t.Helper()
	v := scriptView{Fields: l.Fields, Hash: l.hash}
	var ranges *[2][2]int64
	if l.Room == desk.CompareRoom {
		v.Fields, ranges = p.Link().Fields, &l.ranges
		v.Room, v.Changes, v.Looks = l.Room, l.Changes, l.Looks
	} else if !l.HasCall {
		v.Fields.Method = message.NoNode
	}
	p.byHand = false
	p.app.ApplyView(scriptEncoding.Append(nil, &v), "", ranges)
	p.finish()
}

// shown returns all that a link has of the view.
func (p *page) shown() string {
	if !p.session.Holds() {
		return ""
	}
	l := p.Link()
	looks := strings.Split(l.Looks, "*")
	slices.Sort(looks) // in the order in which views reported them
	l.Looks = strings.Join(looks, "*")
	return fmt.Sprintf("%+v", l)
}

// FollowStep follows a link in the address. The browser adds an entry to its history.
func (p *page) FollowStep(l Link) {
	p.t.Helper()
	p.browser.Stand.Entry(0, 0, true)
	p.app.Follows()
	p.Follow(l)
}

// TestAddress does many random actions, follows links and goes back and forth, often before the last action has settled. Then
// the address of the current entry has the view in the page, with the states of all views. A step shows its entry's last view.
func TestAddress(t *testing.T) {
	views := regexp.MustCompile(` Looks:\S*|Scroll:\S*`) // changes in these make no entry
	for seed := range uint64(4) {
		p, _ := openSample(t)
		random := rand.New(rand.NewPCG(seed, 2))
		links := []Link{p.Link()}
		first := p.browser.Entered
		was := make([]string, first+1) // what each entry showed last
		done := ""
		if seed%2 == 0 { // a link before anything else
			q, _ := openSample(t)
			q.Key("3")
			q.Click("#topdown-sort-4")
			q.Click("#topdown-heaviest")
			q.Key("2")
			q.Click("#methods-sort-3")
			q.Click(row("methods", 1) + " .twist")
			links = append(links, q.Link())
			p.Follow(links[1])
		}
		was[first] = p.shown()
		for range 40 {
			entry, step := p.browser.Entered, 0
			shown := p.shown()
			if p.hasty = random.IntN(2) == 0; p.hasty {
				done += " hasty"
			}
			switch n := random.IntN(16); {
			case n < 4 && len(was) > first+1:
				if step = 1 - 2*random.IntN(2); entry+step < first || entry+step >= len(was) {
					step = -step
				}
				done += fmt.Sprintf(" go%+d", step)
				p.Go(step)
			case n < 6:
				i := random.IntN(len(links))
				done += fmt.Sprintf(" link%d", i)
				was[entry] = shown
				p.FollowStep(links[i])
			case n < 8 && p.Link().Tab == "methods":
				at := fmt.Sprintf("#methods-sort-%d", 2+random.IntN(3))
				done += " " + at
				p.Click(at)
			case n < 10 && p.Link().Tab == "methods":
				done += " twist"
				p.table("methods")
				p.Click(row("methods", random.IntN(4)) + " .twist")
			case n < 11 && p.Link().Tab == "topdown":
				done += " heaviest"
				p.Click("#topdown-heaviest")
			case n < 12:
				done += " range"
				p.Drag(message.CSS(300+random.IntN(200)), message.CSS(560+random.IntN(200)))
			case n < 13:
				links = append(links, p.Link())
			default:
				key := string(rune('1' + random.IntN(8)))
				done += " " + key
				p.Key(key)
			}
			p.finish()
			now := p.shown()
			if step != 0 && views.ReplaceAllString(now, "") != views.ReplaceAllString(was[p.browser.Entered], "") {
				t.Fatalf("seed %d:%s: entry %d shows\n     %s\nnot  %s", seed, done, p.browser.Entered, now, was[p.browser.Entered])
			}
			if p.browser.Entered != entry && step == 0 {
				was = was[:entry+1]
			}
			was = append(was, make([]string, max(0, len(p.browser.Entries)-len(was)))...)
			if p.hasty && step == 0 && p.browser.Entered == entry {
				continue
			}
			was[p.browser.Entered] = now
			if p.hasty {
				continue
			}
			if got := p.address[p.browser.Entered]; got != now {
				t.Fatalf("seed %d:%s: the address of entry %d differs\n got %s\nwant %s", seed, done, p.browser.Entered, got, now)
			}
		}
	}
}

// secret checks that a link has none of the names.
func (p *page) secret(l Link, names ...string) {
	p.t.Helper()
	for _, name := range names {
		if strings.Contains(l.Changes+l.Looks, name) {
			p.t.Errorf("the link holds %q: %s %s", name, l.Changes, l.Looks)
		}
	}
}

// table scrolls a table to the top, because a selected method may have moved it. It returns the sort order and the rows.
func (p *page) table(box string) string {
	p.t.Helper()
	p.tops[box] = 0
	p.app.Scroll(box, 0, boxHeight)
	p.finish()
	var s strings.Builder
	for _, e := range p.doc.findAll("#" + box + "-rows [aria-sort]") {
		s.WriteString(e.attrs["aria-sort"] + " ")
	}
	for _, e := range p.doc.findAll("#" + box + "-rows .rows [role=row]") {
		if e.visible() {
			s.WriteString("\n" + e.attrs["aria-level"] + " " + e.content())
		}
	}
	return s.String()
}

// TestLinkLooks: a link has the sort order of tables, their groups and expanded rows, and the zoom and direction of the flame
// graph, but no names. A step back restores the views as they were.
func TestLinkLooks(t *testing.T) {
	p, _ := openSample(t)

	// The method table sorted by self time, with two methods expanded.
	p.Click("#methods-sort-3")
	for _, i := range []int{4, 1} {
		p.Click(row("methods", i) + " .twist")
		p.is("the row is expanded", p.element(row("methods", i)).attrs["aria-expanded"], "true")
	}
	tables := map[string]string{"2": "methods", "3": "topdown", "4": "bottomup", "7": "threads"}
	want := map[string]string{"methods": p.table("methods")}

	// The trees: merged recursion, by calls, expanded along the heaviest path. The bottom-up tree starts at a row.
	p.Key("3")
	p.Click("#topdown-sort-4")
	p.Key("r")
	p.Click("#topdown-heaviest")
	p.is("the heaviest path", p.element("#topdown-3").attrs["aria-level"], "4")
	want["topdown"] = p.table("topdown")
	p.Key("4")
	p.Click("#bottomup-1 .fn")
	p.focus = "bottomup-rows"
	p.Key("Shift+Enter")
	if !p.Seen("#bottomup-start") {
		t.Error("the tree does not start at the row")
	}
	want["bottomup"] = p.table("bottomup")
	p.Key("7")
	p.Click("#threads-sort-name")
	want["threads"] = p.table("threads")

	// The flame graph: zoomed into a frame, upside down, and into a part of that.
	p.Key("5")
	frame := p.Box(canvas.Flame, deepFrame)
	p.ClickBox(canvas.Flame, frame)
	p.ClickBox(canvas.Flame, frame)
	p.Key("i")
	p.Wheel(canvas.Flame, 290, 260, -300, true)
	picture, l := p.frames(), p.Link()
	for _, part := range []string{"methods_s1.0.0_O", "topdown_s2.0.0_O", "bottomup_R", "threads_s1.0", "flamegraph_F", "_u1_v"} {
		if !strings.Contains(l.Looks, part) {
			t.Errorf("the link lacks %s: %s", part, l.Looks)
		}
	}
	p.secret(l, "Decode", "gallery", "example", "pool", "main")
	shows := func(what string, q *page) {
		t.Helper()
		p.is(what+": the flame graph", q.frames(), picture)
		for key, box := range tables {
			q.Key(key)
			p.is(what+": the table of "+box, q.table(box), want[box])
		}
		p.is(what+": the link", q.Link().Looks, l.Looks)
	}
	q, _ := openSample(t)
	q.Follow(l)
	shows("a link", q)

	// Steps back.
	p.Key("2")
	p.Click("#methods-sort-4")
	p.Key("8")
	p.Go(-1)
	p.is("the table sorted by calls", p.doc.find("#methods-rows [aria-sort=descending] button").attrs["id"], "methods-sort-4")
	p.Go(-1)
	shows("a step back", p)

	// Odd values.
	for _, odd := range []string{"*_*__", "flamegraph_v9.1.x_Zzz.-.%00_F*methods_s99.99.99_O.." + strings.Repeat("1.", 500), "trace_a9.9.999.9.9*topdown_s5.9.1_Rq"} {
		l.Looks = odd
		q.Follow(l)
		p.is("the tab", q.Link().Tab, "flamegraph")
		if len(q.Boxes(canvas.Flame)) == 0 {
			t.Errorf("%.40s: no frames", odd)
		}
		for key, first := range map[string]string{"2": "#methods-0", "3": "#topdown-0"} {
			q.Key(key)
			q.element(first)
		}
	}
}

// changesState describes what a page shows of two traces.
func (p *page) changesState() string {
	lane := ""
	for _, e := range p.doc.findAll("#changes-lane option") {
		if _, selected := e.attrs["selected"]; selected {
			lane = e.content()
		}
	}
	return strings.Join([]string{lane, p.Text("#redo-pairs"), p.Text("#scale-call[aria-checked=true]"), p.Text("#changes-guesses") + p.Text("#change-name")}, ", ")
}

// TestLinkLooksOfChanges: for two traces a link has the groups, the expanded rows of the tree, and the frame that the flame graph
// is zoomed into.
func TestLinkLooksOfChanges(t *testing.T) {
	a, b := testdata(t, "sample.trace.gz"), testdata(t, "sample-streaming.trace.gz")
	p := openBoth(t, a, b)
	p.Pick("changes-group", "3")
	p.is("the groups", p.Text("#changes-rows .head .name"), "Library")
	groups := p.table("changes")
	p.Click("#changes-tab-tree")
	p.is("the tree expanded along the largest change", p.element("#changetree-2").attrs["aria-level"], "3")
	p.Click("#changetree-close")
	if p.Seen("#changetree-1") {
		t.Error("a row is expanded")
	}
	p.Click("#changetree-0-twist")
	p.is("one row expanded", p.element("#changetree-1").attrs["aria-level"], "2")
	tree := p.table("changetree")
	p.Click("#changes-tab-flame")
	frame := p.Box(canvas.Flame, deepFrame)
	p.ClickBox(canvas.Flame, frame)
	p.ClickBox(canvas.Flame, frame)
	picture, l := p.frames(), p.Link()
	for _, part := range []string{"changemethods_g3", "changetree_s0_O", "changeflame_F", "_Z"} {
		if !strings.Contains(l.Looks, part) {
			t.Errorf("the link lacks %s: %s", part, l.Looks)
		}
	}

	q := openBoth(t, a, b)
	q.Follow(l)
	p.is("the state of the views", q.Link().Looks, l.Looks)
	p.is("the flame graph", q.frames(), picture)
	q.Click("#changes-tab-tree")
	p.is("the tree", q.table("changetree"), tree)
	q.Click("#changes-tab-methods")
	p.is("the groups", q.table("changes"), groups)
}

// TestLinkFiguresOfChanges: a link to two traces has the selected threads, the method whose calls are the unit, and the
// corrected pairings, but no names. Steps back undo them.
func TestLinkFiguresOfChanges(t *testing.T) {
	const reads, loads = " reader 0>app.R.r()V 20>app.S.s()V 30<app.S.s()V 40<app.R.r()V", " loader 0>app.R.r()V 20>app.S.s()V 35<app.S.s()V 50>app.S.s()V 60<app.S.s()V 70<app.R.r()V"
	a := fileOf("before.trace", tracetest.Bytes("main 0>app.A.a()V 5>app.C$$ExternalSyntheticLambda1.run()V 9<app.C$$ExternalSyntheticLambda1.run()V 10<app.A.a()V"+reads))
	b := fileOf("after.trace", tracetest.Bytes("main 0>app.A.a()V 5>app.C$$ExternalSyntheticLambda2.run()V 8<app.C$$ExternalSyntheticLambda2.run()V 10<app.A.a()V"+loads))
	p := openBoth(t, a, b)
	p.Pick("changes-lane", "0")
	p.Pick("changes-only", "4")
	p.is("the guess", p.ChangedNames(), "≈ C$$ExternalSyntheticLambda2.run")
	p.Click("#changes-0 .name")
	p.Click("#undo-pair")
	p.is("no guess", p.Text("#changes-guesses"), "")
	p.Pick("changes-only", "0")
	lanes := func() string { return strings.Join(p.Texts("#changes-lane option"), ", ") }
	p.is("the thread that only A has", lanes(), "all threads, main, reader (A alone), loader (B alone)")
	p.Pick("changes-lane", "2")
	p.Pick("lane-a", "3")
	p.is("the paired threads", lanes(), "all threads, main, reader = loader")
	p.Pick("changes-lane", "2")
	p.is("their methods", p.ChangedNames(), "S.s, R.r")
	p.Click("#changes-0 .name")
	p.Click("#scale-call")
	p.is("the view", p.changesState(), "reader = loader, Undo 2 corrections, per call of S.s, app.S.s")
	if got := p.Changes(); !strings.Contains(got, "\nS.s|1|1|0|10 µs|12.5 µs|+2.5 µs|") {
		t.Errorf("the figures are\n%s", got)
	}
	l := p.Link()
	p.secret(l, "reader", "loader", "app", "Lambda", "main")
	q := openBoth(t, a, b)
	q.Follow(l)
	p.is("the same by a link", q.changesState()+"\n"+q.Changes(), p.changesState()+"\n"+p.Changes())
	p.is("the same link", q.Link().Changes, l.Changes)

	p.Go(-1)
	p.is("as measured", p.changesState(), "reader = loader, Undo 2 corrections, , app.S.s")
	p.Go(-1)
	p.is("no selection", p.changesState(), "reader = loader, Undo 2 corrections, , ")
	p.Go(-1)
	p.is("all threads", strings.Split(p.changesState(), ",")[0], "all threads")

	// Many corrections.
	l.Changes += strings.Repeat(" m-00000000-11111111", 150)
	q.Follow(l)
	p.is("many", strings.Split(q.changesState(), ",")[1], " Undo 152 corrections")
}

// TestLinkRangesOfChanges: a link to two traces has the range of each, to the nanosecond.
func TestLinkRangesOfChanges(t *testing.T) {
	a, b := testdata(t, "sample.trace.gz"), testdata(t, "sample-streaming.trace.gz")
	p := openBoth(t, a, b)
	var want [2][2]int64
	for i, room := range []string{"#room-a", "#room-b"} {
		p.Click(room)
		p.Drag(message.CSS(300+90*i), message.CSS(600-60*i))
		p.element("#chip-range")
		want[i][0], want[i][1] = p.Range()
	}
	p.Click("#room-changes")
	said, rows, l := p.words("#changes-scopes"), p.Changes(), p.Link()
	if l.ranges != want || !strings.Contains(said, "A from") || !strings.Contains(said, "B from") {
		t.Errorf("the ranges are %v, want %v; the page says %q", l.ranges, want, said)
	}

	q := openBoth(t, a, b)
	q.Follow(l)
	p.is("the parts", q.words("#changes-scopes"), said)
	p.is("the changes", q.Changes(), rows)
	for i, room := range []string{"#room-a", "#room-b"} {
		q.Click(room)
		q.element("#chip-range")
		from, to := q.Range()
		p.is("the range in "+room, fmt.Sprint(from, to), fmt.Sprint(want[i][0], want[i][1]))
	}
	q.Click("#chip-range")
	q.Click("#room-changes")
	p.is("the ranges without that of B", fmt.Sprint(q.Link().ranges), fmt.Sprint([2][2]int64{want[0]}))
	q.Click("#changes-swap")
	p.is("the ranges of swapped traces", fmt.Sprint(q.Link().ranges), fmt.Sprint([2][2]int64{{}, want[0]}))

	// Ranges that the traces do not have.
	for _, odd := range [][2][2]int64{{{1 << 61, 1 << 62}, {}}, {{1 << 62, 1 << 62}, {1 << 61, 1 << 62}}} {
		l.ranges = odd
		q.Follow(l)
		p.is("whole traces", q.words("#changes-scopes"), "")
	}
}

// TestLinkLooksOfDumps: for thread dumps a link has the order of threads, their groups, and the zoom of the flame graph.
func TestLinkLooksOfDumps(t *testing.T) {
	p := open(t)
	p.Upload(testdata(t, "sample-anr.txt"))
	p.Click("#stacks-sort-5")
	p.is("the sorted column", p.doc.find("#stacks-rows [aria-sort=descending] button").attrs["id"], "stacks-sort-5")
	p.Click("#stacks-sort-group")
	p.Choose("By class")
	rows := p.table("stacks")
	p.Click("#dump-tab-stackflame")
	frame := p.Box(canvas.Flame, deepFrame)
	p.ClickBox(canvas.Flame, frame)
	if got := p.Link().Looks; !strings.Contains(got, "stackflame_F") {
		t.Errorf("with a selected frame the link is %s", got)
	}
	p.ClickBox(canvas.Flame, frame)
	picture, thread, l := p.frames(), p.Text("#stack-name"), p.Link()
	for _, part := range []string{"stacks_s6.1_g1", "stackflame_Z"} {
		if !strings.Contains(l.Looks, part) {
			t.Errorf("the link lacks %s: %s", part, l.Looks)
		}
	}
	q := open(t)
	q.Upload(testdata(t, "sample-anr.txt"))
	q.Follow(l)
	p.is("the state of the views", q.Link().Looks, l.Looks)
	p.is("the flame graph", q.frames(), picture)
	p.is("the thread", q.Text("#stack-name"), thread)
	q.Click("#dump-tab-stacks")
	p.is("the threads", q.table("stacks"), rows)
}
