package changes

import (
	"cmp"
	"slices"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Story is what two traces are compared by, of one thread: main, or the first thread of the scope if main is not in it.
type Story struct {
	Findings []Finding
	Thread   trace.ThreadIndex
	Name     string      // of the thread
	Start    int64       // ns of the recorded start; 0 for none
	StartEnd int64       // its end, ns from the beginning of the recording
	Waits    story.Waits // parts of two traces compare if both know waits in the same way
	Parts    []Part      // of the thread's time, without idle waits; empty if the samples have only CPU time
	Idle     bool        // Parts leave out idle waits
	Charges  []Charge    // of the own methods, the most time first; at most mostCharges

	Frames, Messages int64 // number of them
	LateFrames       int64 // number of frames over the usual limit
	WholeFrames      int64 // number of frames that samples do not merge, and that are recorded as a whole
	MedianFrame      int64 // ns: of these
	InFrames         int64 // ns
	InMessages       int64 // ns in frames and messages, each moment once
}

// A Part is a share of a thread's time, as a story.Part is.
type Part struct {
	Of   PartKey
	Time int64 // ns
}

// A PartKey says what a part is of. It is equal in parts of two traces that compare.
type PartKey struct {
	Kind   story.Kind
	Origin platform.Origin
	Cause  story.Cause
}

// String returns the part's name in the current language.
func (k PartKey) String() string {
	return tell.PartTitle(&story.Part{Kind: k.Kind, Origin: k.Origin, Cause: k.Cause})
}

// StoryIn returns the story of a run.
func StoryIn(x *profile.Index, in profile.Scope) *Story {
	t := story.Main(x.Info)
	if !in.Has(t) {
		t = trace.ThreadIndex(max(0, slices.Index(in.Threads, true)))
	}
	o := story.Of(x, story.Options{Thread: t, From: in.From, To: in.To, Charges: true, Thresholds: story.DefaultThresholds}) // those of both sides are the same
	s := &Story{Findings: FindingsOf(x, o), Thread: t, Waits: o.Waiting, Idle: o.Idle > 0, Frames: o.Frames.Count, Messages: o.Messages.Count, InFrames: o.Frames.Total, InMessages: o.Handled}
	s.LateFrames, s.WholeFrames, s.MedianFrame = o.Frames.Over[story.UsualLimit], o.Frames.Count-o.Frames.Glued-o.Frames.Cut, o.Frames.Median
	if int(t) < len(x.Info.Threads) {
		says := tell.Overview{Overview: o, Info: x.Info}
		s.Name, s.Charges = says.Name(t), chargesOf(&says)
	}
	if len(o.Startup.Phases) > 0 {
		s.Start, s.StartEnd = o.Startup.To-o.Startup.From, o.Startup.To
	}
	for i := range o.Parts {
		if p := &o.Parts[i]; !o.OnCPU && (p.Kind != story.Waiting || p.Cause != story.IdleWait) {
			s.Parts = append(s.Parts, Part{PartKey{p.Kind, p.Origin, p.Cause}, p.Time})
		}
	}
	return s
}

// busy returns the time of all parts.
func (s *Story) busy() (ns int64) {
	for _, p := range s.Parts {
		ns += p.Time
	}
	return ns
}

// StartRemark returns sentences on a start that only one of two traces records, or "".
func StartRemark(a, b *Story) string {
	for _, one := range []struct {
		name, other string
		has, lacks  *Story
	}{{"A", "B", a, b}, {"B", "A", b, a}} {
		if one.has.Start > 0 && one.lacks.Start == 0 {
			return words.Say("Only {1} has a recorded start ({2}), so {1}'s figures include work that {3}'s lack. To leave it out, compare {1} from {4} on.", one.name, words.Brief(one.has.Start), one.other, words.Brief(one.has.StartEnd))
		}
	}
	return ""
}

// A Split says where the difference between the times of a thread in two traces lies.
type Split struct {
	Title string
	Parts []Difference // code that ran, and waits by cause: the largest change first. The changes sum to that of the whole time
	Work  []Difference // by frames and messages, with the same sum; empty without any
}

// A Difference is a time in A and in B, in ns.
type Difference struct {
	Name string
	Time [2]int64
}

// By returns the change.
func (d *Difference) By() int64 { return d.Time[1] - d.Time[0] }

// A pairedPart is a part in both traces.
type pairedPart struct {
	Difference
	of PartKey
}

// partsOf returns the parts of both stories, the largest change first.
func partsOf(a, b *Story) (all []pairedPart) {
	for g, s := range [2]*Story{a, b} {
		for _, p := range s.Parts {
			at := slices.IndexFunc(all, func(has pairedPart) bool { return has.of == p.Of })
			if at < 0 {
				at = len(all)
				all = append(all, pairedPart{Difference{Name: p.Of.String()}, p.Of})
			}
			all[at].Time[g] += p.Time
		}
	}
	sorting.Stable(all, func(x, y pairedPart) int {
		return cmp.Or(cmp.Compare(size(y.By()), size(x.By())), cmp.Compare(x.of.Kind, y.of.Kind), cmp.Compare(x.of.Origin, y.of.Origin), cmp.Compare(x.of.Cause, y.of.Cause))
	})
	return all
}

// mostParts limits the parts of a Split. The last one sums the others.
const mostParts = 5

// compares reports whether the parts of two stories compare.
func compares(a, b *Story) bool { return len(a.Parts) > 0 && len(b.Parts) > 0 && a.Waits == b.Waits }

// SplitOf splits the difference between two traces. It returns nil if their parts do not compare.
func SplitOf(a, b *Story) *Split {
	if !compares(a, b) {
		return nil
	}
	d := &Split{}
	whole := Difference{Time: [2]int64{a.busy(), b.busy()}}
	for _, p := range partsOf(a, b) {
		if p.By() != 0 {
			d.Parts = append(d.Parts, p.Difference)
		}
	}
	if rest := len(d.Parts) - mostParts + 1; rest > 1 {
		sum := Difference{Name: words.Plural(int64(rest), "other part", "other parts")}
		for _, p := range d.Parts[mostParts-1:] {
			sum.Time[0] += p.Time[0]
			sum.Time[1] += p.Time[1]
		}
		d.Parts = append(d.Parts[:mostParts-1], sum)
	}
	title := words.Text("Time of {1}: {2}")
	if a.Idle || b.Idle {
		title = "Time of {1} without idle waits: {2}"
	}
	d.Title = words.Say(title, b.Name, words.Signed(whole.By(), words.Brief))
	outside := [2]int64{whole.Time[0] - a.InMessages, whole.Time[1] - b.InMessages}
	if a.InMessages+b.InMessages == 0 || outside[0] < 0 || outside[1] < 0 { // idle waits in messages
		return d
	}
	if a.InFrames+b.InFrames > 0 {
		frames := words.Say("In frames ({1} → {2})", words.Count(a.Frames), words.Count(b.Frames))
		d.Work = append(d.Work, Difference{frames, [2]int64{a.InFrames, b.InFrames}}, Difference{words.T("In other messages"), [2]int64{a.InMessages - a.InFrames, b.InMessages - b.InFrames}})
	} else {
		messages := words.Say("In messages ({1} → {2})", words.Count(a.Messages), words.Count(b.Messages))
		d.Work = append(d.Work, Difference{messages, [2]int64{a.InMessages, b.InMessages}})
	}
	d.Work = append(d.Work, Difference{words.T("Outside messages"), outside})
	d.Work = slices.DeleteFunc(d.Work, func(w Difference) bool { return w.Time == [2]int64{} })
	return d
}

// write writes the split as a table.
func (d *Split) write(out *page) {
	if d == nil {
		return
	}
	for i, all := range [...][]Difference{d.Parts, d.Work} {
		var rows [][]string
		for k := range all {
			p := &all[k]
			rows = append(rows, []string{p.Name, words.Brief(p.Time[0]), words.Brief(p.Time[1]), words.Signed(p.By(), words.Brief)})
		}
		if len(rows) > 0 {
			out.heading([...]string{d.Title, words.T("The same change by frames and messages")}[i])
			out.table([]string{"|", "A", "B", words.T("change")}, rows)
		}
	}
}
