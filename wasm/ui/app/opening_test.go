package app

import (
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

func TestWhichRoomIsShown(t *testing.T) {
	trace := func(h *house) { h.Receive(0, calc()) }
	made := func(h *house) {
		t := calc()
		t.File = "anr" + message.SamplesEnding
		h.Receive(0, t)
	}
	dumps := func(h *house) { h.Receive(0, someDumps()) }
	open := func(added bool) func(*house) { return func(h *house) { h.Opening("traces.txt", 1000, added) } }
	look := func(id string) func(*house) { return func(h *house) { h.click(id) } }
	tests := []struct {
		name string
		do   []func(*house)
		want desk.Room
	}{
		{"a trace", []func(*house){open(false), trace}, desk.TraceRoom},
		{"dumps", []func(*house){open(false), dumps}, desk.DumpRoom},
		{"a trace with dumps", []func(*house){open(false), trace, dumps}, desk.TraceRoom},
		{"a trace made of dumps", []func(*house){open(false), made, dumps}, desk.DumpRoom},
		{"one that a user opens", []func(*house){open(false), dumps, open(true), made, dumps}, desk.TraceRoom},
		{"dumps added to a trace", []func(*house){open(false), trace, open(true), trace, dumps}, desk.DumpRoom},
		{"a trace added to dumps", []func(*house){open(false), dumps, open(true), trace, dumps}, desk.TraceRoom},
		{"more dumps, while dumps are looked at", []func(*house){open(false), trace, dumps, look("room-dump"), open(true), trace, dumps}, desk.DumpRoom},
		{"more dumps, while the trace is looked at", []func(*house){open(false), trace, dumps, open(true), trace, dumps}, desk.TraceRoom},
		{"others in place of a trace", []func(*house){open(false), trace, open(false), trace, dumps}, desk.TraceRoom},
	}
	for _, tt := range tests {
		h := newHouse()
		for _, do := range tt.do {
			do(h)
		}
		if h.page.Room != tt.want || h.room() == nil {
			t.Errorf("%s: room %d, want %d", tt.name, h.page.Room, tt.want)
		}
	}
}

// TestOpeningShowsBothParts: a part that has the full height gives it back when another file opens, not when files are added.
func TestOpeningShowsBothParts(t *testing.T) {
	h := openCalc(t)
	h.page.Split.Maximise(desk.ViewsPart)
	h.Opening("map.txt", 1000, true)
	if got := h.page.Split.Maximised(); got != desk.ViewsPart {
		t.Errorf("after files were added %q has the height", got)
	}
	h.Opening("other.trace", 1000, false)
	if got := h.page.Split.Maximised(); got != "" {
		t.Errorf("after another file was opened %q has the height", got)
	}
}

func TestClosingForgets(t *testing.T) {
	h := openCalc(t)
	h.Receive(0, someDumps())
	h.desk.Search.Find("calc")
	h.page.Notify("Copied.")
	h.over.openDialog(receipt)
	h.close()
	if h.opening.stage != empty || h.page.File != "" || h.desk.Trace != nil || h.desk.Dumps.About != nil || h.desk.Search.Text != "" ||
		h.page.Notice != "" || h.over.shows != nothing || h.room() != nil {
		t.Errorf("after closing %+v, %+v", h.opening, h.page)
	}
	if !slices.Contains(h.host.Did, "close") {
		t.Errorf("the host did %q", h.host.Did)
	}
}

func TestRefusedLeavesOpen(t *testing.T) {
	h := openCalc(t)
	h.desk.Search.Find("calc")
	h.OpeningInBackground("shot.png", 1000)
	h.Receive(0, &message.Progress{Bytes: 500, Size: 1000})
	if h.opening.stage != opened || h.opening.background != "shot.png" || h.opening.share() != 0.5 {
		t.Fatalf("next to an open file: %+v", h.opening)
	}
	h.Refused("shot.png", "This is an image.")
	const want = "shot.png was not opened. This is an image."
	h.Key(canvas.Key{Name: "k"}) // a key hides passing messages
	if h.opening.refusal != want || h.opening.background != "" || h.spoken() != want || h.desk.Trace == nil || h.desk.Search.Text != "calc" || h.page.File != "calc.trace" {
		t.Errorf("after a file was refused: %+v, %+v", h.opening, h.page)
	}
	h.Key(canvas.Key{Name: "Escape"})
	if h.opening.refusal != "" || h.desk.Search.Text != "calc" {
		t.Errorf("after Esc: %+v", h.opening)
	}

	// If the worker crashes while it reads another file, the open file stays open too.
	h.OpeningInBackground("large.trace", 1000)
	h.Crashed("out of memory", true)
	if h.opening.stage != opened || h.opening.refusal != "large.trace was not opened. This file needed more memory than the browser gives to a page." {
		t.Errorf("after a crash in the background: %+v", h.opening)
	}
	// The browser's Back ends the reading. The selection stays, and the next Back undoes it.
	h.desk.SetRange(1, 2*ms, 6370*ms)
	h.Settled(true)
	back := func() { h.Return(h.host.Entries[0][0], h.host.Entries[0][1]) }
	h.OpeningInBackground("large.trace", 1000)
	back()
	if h.opening.background != "" || !h.desk.Ranged() {
		t.Errorf("after Back while a file is read: %+v, range %v", h.opening, h.desk.Ranged())
	}
	if back(); h.desk.Ranged() {
		t.Error("a second Back does not undo the range")
	}

	h.OpeningInBackground("large.trace", 1000)
	h.stopBackground()
	if h.opening.background != "" || h.host.Last() != "cancel" {
		t.Errorf("after stopping: %+v, %q", h.opening, h.host.Did)
	}
}

// TestOpenedAgain: after a reload, the page offers to open the former file with one click. If that is not
// possible, it names the file to choose. Another file removes the offer.
func TestOpenedAgain(t *testing.T) {
	h := newHouse()
	h.Offer(Before{Name: "calc.trace", Size: 450_123, At: "14:03", Opens: true})
	h.render(t)
	if slices.Contains(h.host.Did, "again") || h.spoken() != "" {
		t.Fatalf("unasked the host did %q, and is said %q", h.host.Did, h.spoken())
	}
	h.host.Click(t, "welcome-again")
	if h.host.Last() != "again" {
		t.Errorf("after a click the host did %q", h.host.Did)
	}
	h.Offer(Before{Name: "calc.trace", Size: 450_123, At: "14:03", Why: "the browser was not allowed to read it"})
	if got, want := h.spoken(), "Could not open calc.trace (450"+words.NBSP+"KB, read at 14:03) again: the browser was not allowed to read it. Choose what you had open, or drop it here."; got != want {
		t.Errorf("refused: %q", got)
	}
	h.Offer(Before{Name: "calc.trace", Size: 450_123, At: "14:03"})
	if got, want := h.spoken(), "You had calc.trace open (450"+words.NBSP+"KB, read at 14:03). The page cannot reopen it: choose it again, or drop it here."; got != want {
		t.Errorf("without a handle: %q", got)
	}
	h.Opening("other.trace", 1000, false)
	h.Receive(0, calc())
	if h.opening.replaced != "" {
		t.Errorf("%s was replaced, with nothing open", h.opening.replaced)
	}
	h.close()
	if h.opening.before != (Before{}) {
		t.Errorf("after another file was open, %+v is offered", h.opening.before)
	}
}

// TestReplaced: the page names the file that another file replaced. The file menu can open it again.
func TestReplaced(t *testing.T) {
	h := openCalc(t)
	was := h.shownFile()
	h.Opening("other.trace", 1000, false)
	h.Receive(0, calc())
	if !strings.Contains(h.page.Notice, was) || h.opening.replaced != was {
		t.Errorf("the page says %q, and keeps %q", h.page.Notice, h.opening.replaced)
	}
	h.render(t)
	h.click("file-menu")
	h.render(t)
	h.click("replaced")
	if h.host.Last() != "replaced" || h.over.menu.shows != noMenu {
		t.Errorf("a click did %q", h.host.Did)
	}
	h.Opening("other.trace and 1 more", 2000, true)
	if h.opening.replaced != was {
		t.Errorf("with a file added the way back is to %q", h.opening.replaced)
	}
	h.Receive(0, calc())
	h.close()
	if h.opening.replaced != "" {
		t.Errorf("closed, the way back is to %q", h.opening.replaced)
	}
}

// TestReplacedByPair: a trace that is compared is not replaced. The way back from another file is to both.
func TestReplacedByPair(t *testing.T) {
	h := openCalc(t)
	was := h.shownFile()
	about, names := [2]*message.Description{calc(), calc()}, [2]string{was, "b.trace"}
	h.Opening(was+", b.trace", 2000, false)
	h.Paired(about, names)
	if h.page.Notice != "" || h.opening.replaced != was {
		t.Errorf("compared, the page says %q, and keeps %q", h.page.Notice, h.opening.replaced)
	}
	h.toFront(0)
	h.Opening("c.trace", 1000, false)
	h.Receive(0, calc())
	if want := "b.trace compared with " + was; h.opening.replaced != want || !strings.Contains(h.page.Notice, want) {
		t.Errorf("the page says %q, and keeps %q; want %q", h.page.Notice, h.opening.replaced, want)
	}
}

// TestFindingOfPair: a changed finding opens the overview of its thread. A look at a finding compares no other range.
func TestFindingOfPair(t *testing.T) {
	h := openCalc(t)
	h.Paired([2]*message.Description{calc(), calc()}, [2]string{"a.trace", "b.trace"})
	do := h.pairActions()
	do.Range(0, 1e9, 5e9)
	h.desk.Tab = "methods"
	do.Finding(0, 1, "wait lock")
	if d := h.desk; h.pair.front != 0 || d.Finding != "wait lock" || d.Tab != "overview" || !d.Alone(1) || d.From != 1e9 || d.To != 5e9 {
		t.Errorf("trace %d, finding %q, tab %s, threads %v, from %d to %d", h.pair.front, d.Finding, d.Tab, d.Threads, d.From, d.To)
	}
	h.desk.Peek(func() { h.desk.SetRange(2e9, 3e9, h.desk.Trace.Span) })
	if got := h.Ranges()[0]; got != [2]int64{1e9, 5e9} {
		t.Errorf("the compared range is %v", got)
	}
	do.Finding(0, 1, "wait binder")
	if d := h.desk; !d.Alone(1) || d.From != 1e9 || d.To != 5e9 {
		t.Errorf("the next finding: threads %v, from %d to %d", d.Threads, d.From, d.To)
	}
}

// TestCloseEndsHistory: after closing, an entry of no file replaces that of the file, whose address had its name.
func TestCloseEndsHistory(t *testing.T) {
	h := openCalc(t)
	was := h.host.Entries[h.host.Entered]
	h.close()
	if got := h.host.Entries[h.host.Entered]; got[0] <= was[0] {
		t.Errorf("the entry is %v, as before %v", got, was)
	}
	h.Return(was[0], was[1])
	if h.opening.stage != failed || h.opening.failure != "This step showed calc.trace. Open it again." {
		t.Errorf("Back to a closed file: %s, %q", h.opening.stage, h.opening.failure)
	}
}

// someMembers returns the members of a zip file with three traces.
func someMembers(chosen int) *message.Members {
	return &message.Members{Stored: "traces.zip", Chosen: chosen, Others: 2, Traces: []message.Member{
		{Name: "runs/scroll.trace.gz", Size: 450_000, Packed: true}, {Name: "runs/start.trace", Size: 1_450_000}, {Name: "old/a.key", Size: 5_000, Pair: true},
	}}
}

// TestOneOfSeveralTraces: keys or a click choose one trace of a zip file, and another one later. Until then,
// the open file stays open.
func TestOneOfSeveralTraces(t *testing.T) {
	h := newHouse()
	h.Opening("traces.zip", 1000, false)
	h.Receive(0, someMembers(-1))
	if h.opening.stage != empty || h.page.File != "" || h.over.shows != members {
		t.Fatalf("the page is %s, with %q", h.opening.stage, h.page.File)
	}
	h.render(t)
	for _, key := range []string{"ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"} {
		h.Key(canvas.Key{Name: key, Editing: true, Focus: "member-find"})
	}
	if got := h.host.Last(); got != "choose runs/start.trace in traces.zip" || h.over.shows != nothing {
		t.Errorf("by keys: %q", h.host.Did)
	}
	h.Opening("traces.zip", 1000, false)
	h.Receive(0, calc())
	h.Receive(0, someMembers(1))
	h.host.Did = nil
	if h.over.shows != nothing {
		t.Fatal("once one is chosen the page asks again")
	}
	h.click("members")
	h.over.choosing.text = "A KEY"
	h.render(t)
	if lines := h.over.choosing.lines; !slices.Equal(lines, []int{2}) {
		t.Errorf("sought by its name: %v", lines)
	}
	h.host.Click(t, "member-2")
	if got := h.host.Last(); got != "choose old/a.key in traces.zip" {
		t.Errorf("by a click: %q", h.host.Did)
	}
	h.OpeningInBackground("other.zip", 1000)
	h.Receive(0, someMembers(-1))
	h.Key(canvas.Key{Name: "Escape"})
	if h.opening.stage != opened || h.opening.background != "" || h.opening.members.Chosen != 1 || h.over.shows != nothing {
		t.Errorf("after no choice: %+v", h.opening)
	}
}

func TestCrashShowsReason(t *testing.T) {
	for outOfMemory, want := range map[bool]string{
		true:  "This file needed more memory than the browser gives to a page.",
		false: "Traceglass crashed while it processed this file.",
	} {
		const reason = "the last output"
		h := openCalc(t)
		h.Crashed(reason, outOfMemory)
		if h.opening.stage != crashed || h.opening.failure != want || h.opening.crash != reason || h.page.File != "calc.trace" {
			t.Errorf("out of memory %v: %+v", outOfMemory, h.opening)
		}
	}
}

func TestSentRequestsAreCounted(t *testing.T) {
	for _, tt := range []struct {
		requests, foreign int
		want              string
	}{
		{0, 0, "read 450 KB in 12 ms · nothing sent (0" + words.NBSP + "requests)"},
		{1, 0, "read 450 KB in 12 ms · nothing of the file sent: 1 request since you opened it, to load part of this page"},
		{2, 0, "read 450 KB in 12 ms · nothing of the file sent: 2 requests since you opened it, to load parts of this page"},
		{2, 1, "read 450 KB in 12 ms · 2 requests since you opened the file, 1 of them not for parts of this page"},
		{-1, 0, "read 450 KB in 12 ms"}, // without a count, no message
	} {
		h := openCalc(t)
		h.host.Requests = [2]int{tt.requests, tt.foreign}
		if got := h.status(); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestTimeLeft(t *testing.T) {
	tests := []struct {
		bytes, size, spent int64 // spent in ms
		want               string
	}{
		{500, 1000, 10_000, "500" + words.NBSP + "B of 1" + words.NBSP + "KB · 10s left"},
		{500, 1000, 300, "500" + words.NBSP + "B of 1" + words.NBSP + "KB"}, // too early for an estimate
		{10, 1000, 10_000, "10" + words.NBSP + "B of 1" + words.NBSP + "KB"},
		{500, 0, 10_000, "500" + words.NBSP + "B"},
		{1000, 1000, 10_000, "1" + words.NBSP + "KB of 1" + words.NBSP + "KB · adding up"},
	}
	for _, tt := range tests {
		o := opening{now: func() int64 { return tt.spent }, progress: message.Progress{Bytes: tt.bytes, Size: tt.size}}
		if got := o.text(); got != tt.want {
			t.Errorf("%d of %d after %d ms: %q, want %q", tt.bytes, tt.size, tt.spent, got, tt.want)
		}
	}
}

func TestNextTheme(t *testing.T) {
	h := newHouse()
	var names []string
	for range 4 {
		names = append(names, h.theme.name()+" "+h.host.Stored["theme"]+" "+h.host.Last())
		h.click("theme")
	}
	if want := []string{"Auto  theme ", "Dark dark theme dark", "Light light theme light", "Auto  theme "}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	h.host.Stored["theme"] = "neon"
	if got := recallTheme(h.host); got != "" {
		t.Errorf("of an unknown theme %q is kept", got)
	}
}

// TestLongNotice: a text longer than the status line gets a box.
func TestLongNotice(t *testing.T) {
	h := openCalc(t)
	for text, long := range map[string]bool{"Copied.": false, strings.Repeat("名", mostShort): false, strings.Repeat("a", mostShort+1): true} {
		h.page.Notify(text)
		if got := strings.Contains(h.noticeClass(), " long"); got != long {
			t.Errorf("%q: long is %t", text, got)
		}
	}
}

// TestRefusalIsTranslated: the worker says in English why it refused a file, and the page says it in the user's language.
func TestRefusalIsTranslated(t *testing.T) {
	words.SetCatalogue("{1} was not opened. {2}\n未打开 {1}。{2}\n~This is an image.\n这是图片。\n")
	defer words.SetCatalogue("")
	h := openCalc(t)
	h.Refused("shot.png", "This is an image.")
	if want := "未打开 shot.png。这是图片。"; h.opening.refusal != want {
		t.Errorf("the page says %q, want %q", h.opening.refusal, want)
	}
}
