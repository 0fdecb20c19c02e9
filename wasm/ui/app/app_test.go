package app

import (
	"regexp"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// states are typical states of the page. Each golden file has the lines that differ from the page without a file,
// empty.html, or from the page with an open trace, open.html. So a line that all states share is in one file.
var states = []struct {
	name string
	page func(t testing.TB) *house
}{
	{"reading", func(t testing.TB) *house {
		h := newHouse()
		h.Opening("calc.trace", 1_410_000_000, false)
		h.Receive(0, &message.Progress{Bytes: 640_000_000, Size: 1_410_000_000, Calls: 45_210_000, Memory: 1_200_000_000})
		return h
	}},
	{"failed", func(t testing.TB) *house {
		h := newHouse()
		h.Opening("boot.perfetto-trace", 1000, false)
		h.Receive(0, &message.Failure{Text: "This is a Perfetto system trace, not a method trace; ui.perfetto.dev opens it."})
		return h
	}},
	{"crashed", func(t testing.TB) *house {
		h := openCalc(t)
		h.Crashed("The browser gave the analysis no more memory.", true)
		return h
	}},
	{"help", func(t testing.TB) *house {
		h := openCalc(t)
		h.over.openDialog(help)
		return h
	}},
	{"receipt", func(t testing.TB) *house {
		h := openCalc(t)
		h.over.openDialog(receipt)
		return h
	}},
	{"properties", func(t testing.TB) *house {
		h := openCalc(t)
		h.over.openDialog(properties)
		return h
	}},
	{"commands", func(t testing.TB) *house {
		h := openCalc(t)
		h.over.openPalette()
		h.over.palette.text = "call"
		return h
	}},
	{"refused", func(t testing.TB) *house {
		h := openCalc(t)
		h.Refused("shot.png", "This is an image, not a trace or dump.")
		return h
	}},
	{"beside", func(t testing.TB) *house {
		h := openCalc(t)
		h.OpeningInBackground("next.trace", 1_410_000_000)
		h.Receive(0, &message.Progress{Bytes: 640_000_000, Size: 1_410_000_000, Calls: 45_210_000})
		return h
	}},
	{"export", func(t testing.TB) *house {
		h := openCalc(t)
		h.desk.SetRange(1200*ms, 3400*ms, 6370*ms)
		h.click("export-csv")
		h.Exporting(10_000_000, 143_000_000, 7_000_000)
		h.over.toggleMenu(exportMenu)
		return h
	}},
	{"again", func(t testing.TB) *house {
		h := newHouse()
		h.Offer(Before{Name: "calc.trace", Size: 450_123, At: "14:03", Opens: true})
		return h
	}},
	{"members", func(t testing.TB) *house {
		h := newHouse()
		h.Opening("traces.zip", 1000, false)
		h.Receive(0, someMembers(-1))
		return h
	}},
	{"both", func(t testing.TB) *house {
		h := openCalc(t)
		h.Receive(0, someDumps())
		h.click("room-dump")
		return h
	}},
}

func TestPageGolden(t *testing.T) {
	empty, opened := newHouse().render(t), openCalc(t).render(t)
	uitest.CheckGolden(t, "empty.html", empty)
	uitest.CheckGolden(t, "open.html", opened)
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			from := opened
			switch s.name {
			case "again", "members", "reading", "failed":
				from = empty
			}
			uitest.CheckChanges(t, s.name+".diff", from, s.page(t).render(t))
		})
	}
}

// TestVisibleRoomGetsEvents: the visible room gets all events, and the page asks it for requests.
func TestVisibleRoomGetsEvents(t *testing.T) {
	size := canvas.Input{Canvas: canvas.Flame, Kind: canvas.Size, X: 860, Y: 300}
	all := func(h *house) {
		h.Input(size)
		h.Drawn(canvas.Geometry{Canvas: canvas.Timeline})
		h.Scroll("methods", 48, 400)
	}
	h := newHouse()
	all(h)
	if h.traces.did != nil || h.stacks.did != nil {
		t.Errorf("with nothing open the rooms got %q and %q", h.traces.did, h.stacks.did)
	}
	h = openCalc(t)
	h.Receive(0, someDumps())
	for _, shown := range []struct {
		room    desk.Room
		visible *fake
		hidden  *fake
	}{
		{desk.TraceRoom, &h.traces.fake, &h.stacks.fake},
		{desk.DumpRoom, &h.stacks.fake, &h.traces.fake},
	} {
		h.page.Room = shown.room
		h.traces.did, h.stacks.did, shown.visible.wants = nil, nil, 0
		all(h)
		if len(shown.visible.did) != 3 || shown.hidden.did != nil || shown.visible.wants != 3 {
			t.Errorf("%s got %q and %d calls of RequestData, the other room %q", shown.visible.name, shown.visible.did, shown.visible.wants, shown.hidden.did)
		}
	}
}

// TestOnlyPressesRenderThePage: a press changes the page. A wheel only moves a picture.
func TestOnlyPressesRenderThePage(t *testing.T) {
	for kind, want := range map[canvas.InputKind]int{canvas.Click: 1, canvas.DoubleClick: 1, canvas.DragStart: 1, canvas.Move: 0, canvas.Wheel: 0, canvas.Drag: 0, canvas.Size: 0} {
		h := openCalc(t)
		h.page.Notify("Copied.")
		h.host.Redraws = 0
		h.Input(canvas.Input{Canvas: canvas.Timeline, Kind: kind, X: 10, Y: 10})
		if h.host.Redraws != want || (h.page.Notice == "") != (want > 0) {
			t.Errorf("input of kind %d renders %d times, want %d; notice %q", kind, h.host.Redraws, want, h.page.Notice)
		}
	}
}

// TestOpeningIsSpread: the page shows a new trace in steps, and requests no frame without work.
func TestOpeningIsSpread(t *testing.T) {
	h := newHouse()
	h.Receive(0, calc())
	frames := 0
	for h.host.Redraws > 0 && frames < 10 {
		h.host.Redraws = 0
		h.host.Frame(t, h.App)
		frames++
	}
	if frames != desk.WholePage+1 || h.page.RenderStep != desk.WholePage {
		t.Errorf("%d frames, the page has %d", frames, h.page.RenderStep)
	}
}

// TestRenderIsSmall: unchanged parts of the page are not sent to the browser again.
func TestRenderIsSmall(t *testing.T) {
	h := openCalc(t)
	h.render(t)
	if h.host.Given > 50 {
		t.Errorf("a render in which nothing changed has %d elements", h.host.Given)
	}
	h.desk.Colour = message.ColourByPackage
	before := h.host.Given
	h.render(t)
	if h.host.Given < before+50 {
		t.Errorf("a render of a new header has %d elements, after %d", h.host.Given, before)
	}
}

func TestRepliesReachTheirQuery(t *testing.T) {
	h := openCalc(t)
	h.desk.Search.Find("calc")
	h.desk.RequestData()
	if !uitest.Reply[*message.Search](h.host, &h.page.Line, &message.Failure{Text: "It failed."}) || h.page.Notice != "It failed." {
		t.Errorf("a failed search says %q", h.page.Notice)
	}
	h.Receive(0, &message.Failure{Text: "Open one trace at a time."})
	if h.opening.stage != opened || h.page.Notice != "Open one trace at a time." {
		t.Errorf("%s, %q", h.opening.stage, h.page.Notice)
	}
	h.Receive(17, &message.Hits{}) // no request waits for this reply
	h.Receive(17, &message.Failure{Text: "Of another file."})
	if h.page.Notice != "Open one trace at a time." {
		t.Errorf("a failure of nobody's question says %q", h.page.Notice)
	}
}

// TestNotesLead: a note about a thread links to the thread at that time, and a note about a dump links to its
// line. A note about the whole file has no link. All notes can be copied as text.
func TestNotesLead(t *testing.T) {
	h := openCalc(t)
	h.over.openDialog(receipt)
	html := h.render(t)
	h.host.Frame(t, h.App)
	if n := strings.Count(html, `id="note-`); n != 2 || !regexp.MustCompile(`<button[^>]*disabled[^>]*id="note-0"|<button[^>]*id="note-0"[^>]*disabled`).MatchString(html) ||
		regexp.MustCompile(`<button[^>]*id="note-1"[^>]*disabled`).MatchString(html) {
		t.Errorf("the notes: %s", uitest.CutOut(t, html, "note-table"))
	}
	h.host.Click(t, "note-1")
	if v := h.desk.Time.View; !h.desk.Alone(1) || h.over.shows != nothing || int64(v.From) >= 5000*ms || int64(v.To) <= 5000*ms || int64(v.To-v.From) > 1000*ms {
		t.Errorf("it leads to threads %v, %.0f to %.0f", h.desk.Threads, v.From, v.To)
	}
	h.dialog.follow(h.notes()[1])
	if !h.desk.Alone(1) {
		t.Error("followed twice, the thread is not alone any more")
	}
	h.over.openDialog(receipt)
	h.host.Frame(t, h.App)
	h.host.Click(t, "notes-copy")
	want := "copy calc.trace\n" + words.Plain(h.room().Facts()) + "\n" +
		"overflow @ 186,212: recording overflowed at 5.21 s; later calls are missing\n" +
		"orphan-exit @ –: 17 calls were already running when recording began"
	if got := h.host.Last(); got != want || h.page.Notice != "Copied." {
		t.Errorf("%q, want %q", got, want)
	}

	dumps := someDumps()
	h.Receive(0, dumps)
	h.click("room-dump")
	h.dialog.follow(message.Note{Code: "unplaced-lines", Thread: message.NoNode, At: 3})
	if h.desk.Dumps.Line != 3 || h.host.Last() != "focus text-rows" {
		t.Errorf("a dump's leads to line %d, %s", h.desk.Dumps.Line, h.host.Last())
	}
}
