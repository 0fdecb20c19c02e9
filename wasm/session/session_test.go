package session

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// begin returns a browser in a state.
func begin(t *testing.T, state string) *browser {
	b := newBrowser(t)
	s := b.session
	switch state {
	case "empty":
	case "failed":
		s.OpenOrAdd(files("bad.txt"), false)
	case "map":
		s.OpenOrAdd(files("mapping.txt"), false)
	case "fetching":
		b.settle()
		s.Fetch("good.trace")
		return b
	case "reading":
		b.settle()
		s.OpenOrAdd(files("slow.trace"), false)
		return b
	case "reading, mute":
		b.settle()
		s.OpenOrAdd(files("mute.trace"), false)
		return b
	case "readingTwo":
		b.settle()
		s.OpenOrAdd(files("slow.trace", "good2.trace"), false)
		return b
	case "choosing":
		s.OpenOrAdd(files("several.zip"), false)
	case "crashed":
		s.OpenOrAdd(files("dead.trace"), false)
	case "open trace":
		s.OpenOrAdd(files("good.trace"), false)
	case "open dumps":
		s.OpenOrAdd(files("dump.txt"), false)
	case "open both":
		s.OpenOrAdd(files("good.trace", "dump.txt"), false)
	case "open pair":
		s.OpenOrAdd(files("good1.trace", "good2.trace"), false)
	case "open runs":
		s.OpenOrAdd(files("good1.trace", "good2.trace", "good3.trace"), false)
	case "open trace, background newcomer":
		s.OpenOrAdd(files("good.trace"), false)
		b.settle()
		s.Open(files("slow2.trace"))
		return b
	case "open trace, background choosing":
		s.OpenOrAdd(files("good.trace"), false)
		b.settle()
		s.Open(files("several.zip"))
	case "open trace, background fetching":
		s.OpenOrAdd(files("good.trace"), false)
		b.settle()
		s.Fetch("good2.trace")
		return b
	default:
		t.Fatalf("there is no state %q", state)
	}
	return b.settle()
}

var choose = &message.Members{Chosen: -1, Traces: make([]message.Member, 3)}

// TestTransitions has the transitions between states.
func TestTransitions(t *testing.T) {
	take := func(names ...string) func(*browser) {
		return func(b *browser) { b.session.OpenOrAdd(files(names...), false) }
	}
	add := func(names ...string) func(*browser) {
		return func(b *browser) { b.session.OpenOrAdd(files(names...), true) }
	}
	for _, x := range []struct {
		from, event string
		do          func(*browser)
		to          string // after all has come
		screen      string // what the last line on it says
	}{
		{"empty", "a trace", take("good.trace"), "open trace", "description"},
		{"empty", "dumps", take("dump.txt"), "open dumps", "dumps"},
		{"empty", "a trace and dumps", take("good.trace", "dump.txt"), "open both", "dumps"},
		{"empty", "two traces", take("good1.trace", "good2.trace"), "open pair", "pair"},
		{"empty", "three traces", take("good1.trace", "good2.trace", "good3.trace"), "open runs", "runs"},
		{"empty", "three traces and a dump", take("good1.trace", "good2.trace", "good3.trace", "dump.txt"), "empty", "failure"},
		{"empty", "a ZIP file of three", take("several.zip"), "choosing", "members -1"},
		{"empty", "something else", take("bad.txt"), "empty", "failure"},
		{"empty", "a map", take("mapping.txt"), "empty", "named"},
		{"empty", "a worker dies", take("dead.trace"), "crashed", "crash"},
		{"empty", "two traces, one is bad", take("bad1.trace", "good2.trace"), "open trace", "refused bad1.trace"},
		{"empty", "two traces, one is several", take("good1.trace", "several2.trace"), "open trace", "refused several2.trace"},
		{"empty", "two traces, one dies", take("good1.trace", "dead2.trace"), "open trace", "refused dead2.trace"},
		{"empty", "two traces, both bad", take("bad1.trace", "bad2.trace"), "empty", "failure"},
		{"empty", "two traces, both die", take("dead1.trace", "dead2.trace"), "empty", "failure"},
		{"empty", "two traces and a map", take("good1.trace", "good2.trace", "mapping.txt"), "open pair", "named both"},
		{"empty", "a download begins", func(b *browser) { b.session.Fetch("good.trace") }, "fetching", "opening good.trace"},
		{"empty", "close", func(b *browser) { b.session.Close() }, "empty", ""},
		{"empty", "restart", func(b *browser) { b.session.Restart() }, "empty", ""},

		{"failed", "a trace", take("good.trace"), "open trace", "description"},
		{"map", "a trace", take("good.trace"), "open trace", "named"},
		{"map", "two traces", take("good1.trace", "good2.trace"), "open pair", "named both"},

		{"fetching", "it comes", func(b *browser) {
			if turn := b.session.Turn(); b.session.Fetched(turn) {
				b.session.OpenOrAdd(files("good.trace"), false)
			}
		}, "open trace", "description"},
		{"fetching", "it does not", func(b *browser) { b.session.NotFetched(b.session.Turn(), "good.trace", "gone") }, "empty", "failure"},
		{"fetching", "cancel", func(b *browser) { b.session.Cancel() }, "empty", "failure"},
		{"fetching", "another trace, then it comes", func(b *browser) {
			turn := b.session.Turn()
			b.session.OpenOrAdd(files("good2.trace"), false)
			if b.session.Fetched(turn) {
				t.Error("a late download is wanted")
			}
		}, "open trace", "description"},
		{"fetching", "it comes in pieces", func(b *browser) {
			turn := b.session.Turn()
			if !b.session.Stream(turn, nil, "good.trace", 1000) {
				t.Error("the worker cannot read the pieces")
			}
			w := b.session.Worker()
			b.session.Streamed(turn, file("good.trace"))
			b.answer(w, 0, &message.Description{File: "good.trace"})
			b.queue(w, &post.Read{})
		}, "open trace", "description"},
		{"fetching", "pieces end early", func(b *browser) {
			turn := b.session.Turn()
			b.session.Stream(turn, nil, "good.trace", 1000)
			b.session.NotFetched(turn, "good.trace", "gone")
		}, "empty", "failure"},

		{"reading", "cancel", func(b *browser) { b.session.Cancel() }, "open trace", "failure"},
		{"reading", "another trace", take("good.trace"), "open trace", "description"},
		{"reading", "a trace is added", add("good2.trace"), "readingTwo", "progress"},
		{"reading", "close", func(b *browser) { b.session.Close() }, "empty", "opening slow.trace"},
		{"reading", "back", func(b *browser) { b.session.Replaced() }, "reading", "opening slow.trace"},
		{"reading", "a download begins", func(b *browser) { b.session.Fetch("good.trace") }, "fetching", "opening good.trace"},
		{"reading", "the worker dies", func(b *browser) { b.session.Died(b.session.Worker(), "memory") }, "crashed", "crash"},
		{"empty", "the worker that downloads never starts", func(b *browser) {
			first := b.session.idle
			b.session.idle = nil
			b.session.Begin(first, "good.trace")
			turn := b.session.Turn()
			if !b.session.Silent(b.session.Worker()) || b.session.Wanted(turn) {
				t.Error("the download does not begin again")
			}
		}, "empty", "opening good.trace"},
		{"fetching", "the worker that gets pieces never starts", func(b *browser) {
			b.session.Stream(b.session.Turn(), nil, "good.trace", 1000)
			if b.session.Silent(b.session.Worker()) {
				t.Error("the page is to download pieces that another page posts")
			}
		}, "crashed", "crash"},
		{"empty", "an idle worker never starts, then a trace", func(b *browser) {
			b.session.Silent(b.session.idle)
			b.session.OpenOrAdd(files("good.trace"), false)
		}, "open trace", "description"},
		{"open trace, background newcomer", "its worker never starts", func(b *browser) {
			b.session.Silent(b.session.open().background.(*newcomer).worker)
		}, "open trace, background newcomer", "opening in background slow2.trace"},
		{"reading", "the worker never starts", func(b *browser) { b.session.Silent(b.session.Worker()) }, "reading", "opening slow.trace"},
		{"reading", "no worker ever starts", func(b *browser) {
			for range mostSilent + 1 {
				b.session.Silent(b.session.Worker())
			}
		}, "crashed", "crash"},
		{"readingTwo", "one worker never starts", func(b *browser) { b.session.Silent(b.session.state.workers()[1]) }, "readingTwo", "progress"},
		{"reading, mute", "cancel", func(b *browser) { b.session.Cancel() }, "empty", "failure"},
		{"readingTwo", "cancel", func(b *browser) { b.session.Cancel() }, "empty", "failure"},
		{"open trace", "another is added, and cancelled", func(b *browser) {
			b.session.OpenOrAdd(files("good2.trace"), true)
			b.session.Cancel()
		}, "open trace", "refused good2.trace"},
		{"open trace", "another is added, and all is cancelled", func(b *browser) {
			b.session.OpenOrAdd(files("good2.trace"), true)
			b.session.Cancel()
			b.session.Cancel()
		}, "empty", "failure"},
		{"readingTwo", "dumps", take("dump.txt"), "open dumps", "dumps"},

		{"choosing", "choose", func(b *browser) { b.session.Choose(choose, 1) }, "open trace", "members 1"},
		{"choosing", "compare all", func(b *browser) { b.session.CompareMembers(choose) }, "open runs", "runs"},
		{"choosing", "a trace", take("good.trace"), "open trace", "description"},
		{"crashed", "restart", func(b *browser) { b.session.Restart() }, "crashed", "crash"},
		{"crashed", "a trace", take("good.trace"), "open trace", "description"},
		{"crashed", "close", func(b *browser) { b.session.Close() }, "empty", "crash"},

		{"open trace", "another trace", take("good2.trace"), "open trace", "description"},
		{"open trace", "a large one", take("large.trace"), "open trace", "description"},
		{"open trace", "dumps", take("dump.txt"), "open both", "dumps"},
		{"open trace", "a trace is added", add("good2.trace"), "open pair", "pair"},
		{"open trace", "a bad one is added", add("bad2.trace"), "open trace", "refused bad2.trace"},
		{"open trace", "something else", take("bad.txt"), "open trace", "refused bad.txt"},
		{"open trace", "three traces and a dump", take("good1.trace", "good2.trace", "good3.trace", "dump.txt"), "open trace", "refused good1.trace and 3 more"},
		{"open trace", "a worker dies beside", take("dead.trace"), "open trace", "crash"},
		{"open trace", "a map", take("mapping.txt"), "open trace", "named"},
		{"open trace", "a map is added", add("mapping.txt"), "open trace", "description"},
		{"open trace", "a ZIP file of three", take("several.zip"), "open trace, background choosing", "members -1"},
		{"open trace", "three traces", take("good1.trace", "good2.trace", "good3.trace"), "open runs", "runs"},
		{"open trace", "restart", func(b *browser) { b.session.Restart() }, "open trace", "description"},
		{"open trace", "its worker dies", func(b *browser) { b.session.Died(b.session.Worker(), "memory") }, "crashed", "crash"},
		{"open trace", "close", func(b *browser) { b.session.Close() }, "empty", "description"},
		{"open trace", "another, and back", func(b *browser) {
			b.session.OpenOrAdd(files("good2.trace"), false)
			b.settle()
			b.session.Replaced()
		}, "open trace", "description"},
		{"open trace", "the entry of another is visited", func(b *browser) { b.visit(t, "good2.trace", false, true) }, "open trace", "description"},
		{"open trace", "the entry before a dump was added is visited", func(b *browser) {
			b.session.Enter(1)
			b.session.OpenOrAdd(files("dump.txt"), true)
			b.settle()
			if !b.session.Enter(2) {
				t.Error("an added file has no entry of its own")
			}
			if shown, _ := b.session.Revisit(1); !shown {
				t.Error("an open trace is read again")
			}
		}, "open both", "dumps"},
		{"open trace", "the start page is visited", func(b *browser) {
			if shown, reads := b.session.Revisit(0); !shown || reads {
				t.Error("the start page is not shown")
			}
		}, "empty", "description"},
		{"open trace", "an entry of closed files is visited", func(b *browser) {
			b.session.Enter(1)
			b.session.Close()
			if shown, reads := b.session.Revisit(1); shown || reads {
				t.Error("closed files are opened")
			}
		}, "empty", "description"},
		{"open pair", "the entry of a dump is visited", func(b *browser) { b.visit(t, "dump.txt", false, true) }, "open pair", "pair"},
		{"open runs", "the entry of one of them is visited", func(b *browser) { b.visit(t, "good2.trace", false, true) }, "open runs", "runs"},
		{"open trace, background newcomer", "its own entry is visited", func(b *browser) {
			b.session.Enter(1)
			b.session.Revisit(1)
		}, "open trace", "opening in background slow2.trace"},
		{"open trace, background fetching", "its own entry is visited, and it comes", func(b *browser) {
			b.session.Enter(1)
			turn := b.session.Turn()
			b.session.Revisit(1)
			if b.session.Fetched(turn) {
				b.session.Open(files("good2.trace"))
			}
		}, "open trace", "opening in background good2.trace"},
		{"open trace", "the first entry is visited after many of two files", func(b *browser) {
			b.session.EnterStart()
			b.session.Enter(1)
			b.session.OpenOrAdd(files("good2.trace"), false)
			b.settle()
			for serial := range 2 * mostVisited {
				b.session.Enter(2 + serial)
			}
			if shown, reads := b.session.Revisit(1); shown || !reads {
				t.Errorf("it is shown %v, read %v", shown, reads)
			}
		}, "open trace", "description"},
		{"open dumps", "marks of causes", take("marks.json"), "open dumps", "marks"},
		{"open trace", "marks of causes", take("marks.json"), "open trace", "refused marks.json"},
		{"empty", "marks of causes", take("marks.json"), "empty", "failure"},
		{"empty", "dumps and marks of causes", take("dump.txt", "marks.json"), "open dumps", "marks"},
		{"open dumps", "a trace", take("good.trace"), "open both", "description"},
		{"open dumps", "a trace of a strange name", func(b *browser) {
			f := files("good.bin")
			b.session.OpenOrAdd(f, false)
			b.calls = nil // the fake goes by names
			b.session.Sniffed(b.session.Turn(), f, []Content{Trace})
		}, "open both", "description"},
		{"open dumps", "two traces", take("good1.trace", "good2.trace"), "open pair", "pair"},
		{"open dumps", "other dumps", take("dump2.txt"), "open dumps", "dumps"},
		{"open dumps", "dumps are added", add("dump2.txt"), "open dumps", "dumps"},
		{"open dumps", "a trace of what ran long", func(b *browser) {
			b.session.OpenTrace(file("good" + message.BeforeEnding))
		}, "open both", "description"},
		{"open both", "a trace", take("good2.trace"), "open trace", "description"},

		{"open trace, background newcomer", "cancel", func(b *browser) { b.session.Cancel() }, "open trace", "opening in background slow2.trace"},
		{"open trace, background newcomer", "another", func(b *browser) { b.session.Open(files("good3.trace")) }, "open trace", "description"},
		{"open trace, background choosing", "choose", func(b *browser) { b.session.Choose(choose, 2) }, "open trace", "members 2"},
		{"open trace, background fetching", "cancel", func(b *browser) { b.session.Cancel() }, "open trace", "opening in background good2.trace"},
		{"open trace, background fetching", "it comes", func(b *browser) {
			if b.session.Fetched(b.session.Turn()) {
				b.session.Open(files("good2.trace"))
			}
		}, "open trace", "description"},
		{"open trace, background fetching", "it does not", func(b *browser) { b.session.NotFetched(b.session.Turn(), "good2.trace", "gone") }, "open trace", "refused good2.trace"},

		{"open pair", "swap", func(b *browser) { b.session.Swap() }, "open pair", "pair"},
		{"open pair", "close the other", func(b *browser) { b.session.CloseOther() }, "open trace", "pair"},
		{"open pair", "one worker dies", func(b *browser) { b.session.Died(b.session.open().sides[0].worker, "memory") }, "crashed", "crash"},
		{"open pair", "restart", func(b *browser) { b.session.Restart() }, "open pair", "pair"},
		{"open pair", "a map", take("mapping.txt"), "open pair", "named both"},
		{"open pair", "dumps", take("dump.txt"), "open dumps", "dumps"},
		{"open pair", "dumps, and back", func(b *browser) {
			b.session.OpenOrAdd(files("dump.txt"), false)
			b.settle()
			b.session.Replaced()
		}, "open pair", "pair"},
		{"open pair", "another trace", take("good3.trace"), "open trace", "description"},
		{"open pair", "compare", func(b *browser) { b.session.Ask(&message.Compare{}) }, "open pair", "changes"},
		{"open runs", "one of them", func(b *browser) { b.session.OpenRun(message.Run{Name: "good2.trace", File: 1}) }, "open trace", "description"},
		{"open runs", "another part", func(b *browser) { b.session.ReadRuns(message.RunsPart{From: 1, To: 2}) }, "open runs", "runs"},
		{"open runs", "one of them, and back", func(b *browser) {
			b.session.OpenRun(message.Run{Name: "good2.trace", File: 1})
			b.settle()
			b.session.Replaced()
		}, "open runs", "runs"},
	} {
		t.Run(x.from+": "+x.event, func(t *testing.T) {
			b := begin(t, x.from)
			x.do(b)
			b.check()
			b.settle()
			screen := ""
			if len(b.log) > 0 {
				screen = b.log[len(b.log)-1]
			}
			if b.is() != x.to || screen != x.screen {
				t.Errorf("becomes %q with %q on the screen; want %q with %q\n%s", b.is(), screen, x.to, x.screen, strings.Join(b.log, "\n"))
			}
			b.leave()
		})
	}
}

// visit opens another file, and goes back to the files that were open.
func (b *browser) visit(t *testing.T, other string, shown, reads bool) {
	if b.session.Enter(1) {
		t.Error("the first file has an entry of its own, while the address names it")
	}
	b.session.Open(files(other))
	b.settle()
	if !b.session.Enter(2) {
		t.Error("another file has no entry of its own")
	}
	gotShown, gotReads := b.session.Revisit(1)
	if gotShown != shown || gotReads != reads {
		t.Errorf("the entry before is shown %v, read %v", gotShown, gotReads)
	}
	if b.session.Enter(1) {
		t.Error("what is opened again has another entry")
	}
}

// leave checks that a user can leave a state: by opening a file.
func (b *browser) leave() {
	b.t.Helper()
	b.session.Open(files("good-last.trace"))
	b.settle()
	if b.shown != "good-last.trace" && b.is() != "open trace" {
		b.t.Errorf("a file cannot be opened from %s", b.is())
	}
	b.session.Close()
	b.settle()
	if b.is() != "empty" || b.session.idle == nil || len(b.memory.Files) > 0 {
		b.t.Errorf("Close leads to %s", b.is())
	}
}

// TestOrderOfComparing has the posts between two traces in their order.
func TestOrderOfComparing(t *testing.T) {
	b := begin(t, "open pair")
	s := b.session
	s.Draw(2, &message.ChangeFlame{}, nil)
	s.Ask(&message.Compare{})
	o := s.open()
	if len(o.compare.held) != 1 {
		t.Fatal("a picture of contexts does not wait for them")
	}
	b.settle()
	if len(o.compare.held) != 0 || !o.compare.whole || !o.compare.shown {
		t.Errorf("after all has come: %+v", o.compare)
	}
	s.Swap()
	if o.compare.whole || !o.compare.shown {
		t.Error("Swap keeps what was compared")
	}
	s.Draw(2, &message.ChangeFlame{}, nil)
	s.CloseOther()
	if !b.released[2] {
		t.Error("a canvas waits for contexts of a trace that was closed")
	}
}

// TestMapsInTurn applies all of two maps that come at once.
func TestMapsInTurn(t *testing.T) {
	b := begin(t, "open trace")
	s := b.session
	s.open().applyMap(files("mapping1.txt"))
	s.open().applyMap(files("mapping2.txt"))
	s.out.flush()
	b.settle()
	if names := namesOf(s.Files()); !slices.Contains(names, "mapping1.txt") || !slices.Contains(names, "mapping2.txt") {
		t.Errorf("open are %v", names)
	}
}

// TestMapOfAnotherBuild applies a map that fits, and one that does not: the first stays.
func TestMapOfAnotherBuild(t *testing.T) {
	b := begin(t, "open trace")
	s := b.session
	for _, name := range []string{"mapping1.txt", "mapping-wrong.txt"} {
		s.open().applyMap(files(name))
		s.out.flush()
		b.settle()
	}
	if got, want := namesOf(s.Files()), []string{"good.trace", "mapping1.txt"}; !slices.Equal(got, want) {
		t.Errorf("open are %v, want %v", got, want)
	}
	if got, want := b.log[len(b.log)-1], "refused mapping-wrong.txt"; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
}

// TestMapAddedDuringAnother adds a map, which reads all files again, while a stored one is read.
func TestMapAddedDuringAnother(t *testing.T) {
	b := begin(t, "open trace")
	s := b.session
	s.OpenOrAdd(files("mapping.txt"), true)
	s.open().applyMap(files("mapping-stored.txt"))
	s.out.flush()
	b.settle()
	s.Cancel()
	if b.check(); b.is() != "open trace" || b.names == 0 {
		t.Errorf("becomes %s with %d maps", b.is(), b.names)
	}
}

// TestStoredMaps applies stored maps to each of two traces.
func TestStoredMaps(t *testing.T) {
	b := newBrowser(t)
	b.stored["a"], b.stored["b"] = file("mapping-a.txt"), file("mapping-b.txt")
	all := files("good1.trace", "good2.trace")
	all[0].From, all[1].From = "a", "b" // which the fake takes for the id of a map
	b.session.OpenOrAdd(all, false)
	b.settle()
	for i, of := range b.session.Both() {
		if want := []string{"mapping-a.txt", "mapping-b.txt"}[i]; of[len(of)-1].Name != want {
			t.Errorf("side %d is open with %v", i, namesOf(of))
		}
	}
}

// TestRandomEvents opens, cancels and loses files in random order. seeds has those that failed once.
func TestRandomEvents(t *testing.T) {
	seeds := []uint64{355213}
	n := uint64(3000)
	if more, err := strconv.ParseUint(os.Getenv("SESSIONS"), 10, 64); err == nil {
		n = more
	}
	for seed := range n {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		if randomEvents(t, seed); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func randomEvents(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	b := newBrowser(t)
	defer func() {
		if t.Failed() {
			t.Logf("%s", strings.Join(b.log, "\n"))
		}
	}()
	s := b.session
	b.stored["stored"] = file("mapping-stored.txt")
	serial := 0
	some := func() []*File {
		kinds := []string{"good%d.trace", "good%d.trace", "dump%d.txt", "bad%d.txt", "several%d.zip", "mapping%d.txt", "large%d.trace", "dead%d.trace", "mute%d.trace", "slow%d.trace"}
		var names []string
		for range 1 + r.IntN(2)*r.IntN(3) {
			serial++
			names = append(names, fmt.Sprintf(kinds[r.IntN(len(kinds))], serial))
		}
		all := files(names...)
		if r.IntN(4) == 0 {
			all[0].From = "stored"
		}
		return all
	}
	var last []*File
	turns := []int{0}
	for range 3 + r.IntN(25) {
		if n := len(b.calls) + len(b.waiting); n > 0 && r.IntN(3) > 0 {
			b.deliver(r.IntN(n))
			b.check()
			continue
		}
		what := r.IntN(19)
		b.note("event %d", what)
		switch what {
		case 0, 1, 2, 3:
			last = some()
			b.note("take %v", namesOf(last))
			s.OpenOrAdd(last, r.IntN(3) == 0)
		case 4:
			last = some()
			b.note("open %v", namesOf(last))
			s.Open(last)
		case 5:
			last = nil
			s.Cancel()
		case 6:
			last = nil
			s.Close()
		case 7:
			last = nil
			s.Restart()
		case 8:
			last = nil
			s.Replaced()
		case 9:
			last = nil
			s.Choose(choose, r.IntN(3))
		case 10:
			s.Front(r.IntN(2))
		case 11:
			s.Swap()
		case 12:
			s.CloseOther()
		case 13:
			s.Ask(&message.Locate{})
			if s.Both() != nil {
				s.Ask(&message.Compare{})
			}
			s.Draw(r.IntN(5), &message.ChangeFlame{}, nil)
		case 14:
			turns = append(turns, s.Fetch("something"))
		case 15:
			if turn := turns[r.IntN(len(turns))]; s.Fetched(turn) {
				last = some()
				s.Open(last)
			}
		case 16:
			s.NotFetched(turns[r.IntN(len(turns))], "something", "gone")
		case 17:
			if all := s.state.workers(); len(all) > 0 {
				s.Died(all[r.IntN(len(all))], "memory")
			}
		case 18:
			if all := append(s.state.workers(), s.idleWorkers()...); len(all) > 0 {
				s.Silent(all[r.IntN(len(all))])
			}
		}
		b.check()
	}
	b.settle()
	switch state := s.state.(type) {
	case *readingTwo:
		if !slices.ContainsFunc(state.readers[:], func(r *pairReader) bool { return quiet(r.from.Files) }) {
			t.Errorf("%v is never opened", namesOf(last))
		}
	case *reading:
		if !quiet(state.from.Files) {
			t.Errorf("%v is never opened", namesOf(state.from.Files))
		}
	}
	b.leave()
}

// quiet reports whether a worker never answers for files.
func quiet(files []*File) bool {
	return slices.ContainsFunc(files, func(f *File) bool {
		return strings.HasPrefix(f.Name, "mute") || strings.HasPrefix(f.Name, "slow")
	})
}

// TestOutOfMemory: the session decides whether a worker ended for lack of memory. The last output of a panic can name memory too.
func TestOutOfMemory(t *testing.T) {
	for reason, want := range map[string]bool{
		"fatal error: runtime: out of memory":                true,
		"RuntimeError: memory access out of bounds":          true,
		"RangeError: Out of memory: Cannot allocate":         true,
		"panic: runtime error: invalid memory address":       false,
		"fatal error: all goroutines are asleep - deadlock!": false,
	} {
		b := newBrowser(t)
		b.session.Open(files("good.trace"))
		b.settle()
		b.session.Died(b.session.Worker(), reason)
		if b.settle(); b.failure != "crash: "+reason || b.outOfMemory != want {
			t.Errorf("%q: the screen says %q, out of memory %v", reason, b.failure, b.outOfMemory)
		}
		b = newBrowser(t)
		b.session.Open(files("good1.trace", "good2.trace"))
		b.session.Died(b.session.state.workers()[1], reason)
		b.settle()
		if got := strings.Contains(b.refusal, "more memory"); got != want || b.refusal == "" {
			t.Errorf("%q: of two traces the screen says %q", reason, b.refusal)
		}
	}
}
