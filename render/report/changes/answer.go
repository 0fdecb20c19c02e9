package changes

import (
	"cmp"
	"strings"

	"traceglass/parser/compare"
	"traceglass/parser/sorting"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Charge is the time of an own method of the thread, with that of other code that it calls and without idle waits.
type Charge struct {
	Key   string // of the method, as keyOf returns it
	Name  string // as sentences name it
	Shown string // the same with a readable name
	Time  int64  // ns
}

// mostCharges limits the Charges of a Story.
const mostCharges = 500

// chargesOf returns the charges of an overview.
func chargesOf(says *tell.Overview) (all []Charge) {
	shows := *says
	for _, c := range says.Charges[:min(len(says.Charges), mostCharges)] {
		m := compare.MethodOf(&says.Info.Methods[c.Method])
		one := Charge{Key: keyOf(&m), Name: says.Method(c.Method), Time: c.Time}
		if shows.Readable == nil && strings.ContainsAny(one.Name, "$-") { // a compiled name
			shows.Readable = names.Readable(says.Info.Methods)
		}
		one.Shown = shows.Method(c.Method)
		all = append(all, one)
	}
	return all
}

// keyOf identifies a method among those of a trace.
func keyOf(m *compare.Method) string { return m.Text() + "\n" + m.Library }

// An Answer says in one or two sentences how the time of a thread changed, and which own methods changed it most.
type Answer struct {
	Thread string
	Time   [2]int64 // ns in A and B, without idle waits
	Idle   bool     // a trace has idle waits, which Time leaves out
	Frames string   // a sentence on late frames, or "" if a trace has few frames
	Own    []Own    // the largest change first
	Work   []Work   // the start, or frames and other messages, if one of them changed more than each method; the largest change first
	But    *Work    // the largest part that changed against Time, slower or faster; nil if none changed much
}

// An Own is an own method that changed much.
type Own struct {
	Difference        // with all that the method calls in other code
	Shown      string // its readable name
	Pair       int    // of the comparison
}

// A Work is the time of a kind of work in A and B, in ns.
type Work struct {
	Of   words.Text // "frames"
	Time [2]int64
}

// By returns the change.
func (w *Work) By() int64 { return w.Time[1] - w.Time[0] }

// AnswerOf returns the answer of a comparison, or nil if the parts of the two traces do not compare.
func AnswerOf(of *compare.Comparison, a, b *Story) *Answer {
	if !compares(a, b) {
		return nil
	}
	out := &Answer{Thread: b.Name, Time: [2]int64{a.busy(), b.busy()}, Idle: a.Idle || b.Idle, Frames: framesOf(a, b)}
	all := changed(of, [2]*Story{a, b})
	const most, share = 3, 5 // at most so many methods; the others changed by at least that part of the first one's change
	least := max(out.Time[0], out.Time[1]) / 100
	for i := range all {
		if i == most || size(all[i].By()) < max(least, size(all[0].By())/share) {
			break
		}
		out.Own = append(out.Own, all[i])
	}
	work := workOf(a, b)
	whole, strangers := out.Time[1]-out.Time[0], of.AreStrangers() // another app is neither faster nor slower
	for i := range work {
		if by := work[i].By(); !strangers && (by > 0 && whole < 0 || by < 0 && whole > 0) && size(by) >= max(least, size(work[0].By())/share) {
			out.But = &work[i]
			break
		}
	}
	if len(work) == 0 || len(all) > 0 && size(work[0].By()) <= size(all[0].By()) || size(work[0].By()) < least {
		return out
	}
	for i := range work {
		if size(work[i].By()) >= max(least, size(work[0].By())/share) {
			out.Work = append(out.Work, work[i])
		}
	}
	return out
}

// fewestFrames is the number of whole frames that each trace needs for a sentence on late ones.
const fewestFrames = 10

// framesOf returns a sentence on the late frames of two stories and on their median, or "" if one has few frames.
func framesOf(a, b *Story) string {
	if min(a.WholeFrames, b.WholeFrames) < fewestFrames {
		return ""
	}
	return words.Say("Late frames (over {1}): {2} of {3} → {4} of {5}; median {6} → {7}.", tell.LimitText(story.UsualLimit),
		words.Count(a.LateFrames), words.Count(a.Frames), words.Count(b.LateFrames), words.Count(b.Frames), words.Brief(a.MedianFrame), words.Brief(b.MedianFrame))
}

// workOf returns the time of the start, and of frames and messages, the largest change first. The work of a start is in messages
// too, so a start that changed most is alone.
func workOf(a, b *Story) (all []Work) {
	messages := Work{"messages", [2]int64{a.InMessages, b.InMessages}}
	if a.InFrames+b.InFrames > 0 {
		all = append(all, Work{"frames", [2]int64{a.InFrames, b.InFrames}})
		messages = Work{"other messages", [2]int64{a.InMessages - a.InFrames, b.InMessages - b.InFrames}}
	}
	all = append(all, messages)
	sorting.Stable(all, func(x, y Work) int { return cmp.Compare(size(y.By()), size(x.By())) })
	if start := (Work{"the start", [2]int64{a.Start, b.Start}}); a.Start > 0 && b.Start > 0 && size(start.By()) >= size(all[0].By()) {
		return []Work{start}
	}
	return all
}

// changed returns the own methods of two stories that changed, the largest change first.
func changed(of *compare.Comparison, stories [2]*Story) (all []Own) {
	at := map[int]int{} // by pair
	for g, s := range stories {
		pairs := pairsOf(of, g)
		for i := range s.Charges {
			c := &s.Charges[i]
			pair, ok := pairs[c.Key]
			if !ok {
				continue
			}
			n, ok := at[pair]
			if !ok {
				n = len(all)
				at[pair], all = n, append(all, Own{Pair: pair})
			}
			all[n].Name, all[n].Shown = c.Name, c.Shown // B's, if it has the method
			all[n].Time[g] += c.Time
		}
	}
	sorting.Stable(all, func(a, b Own) int {
		return cmp.Or(cmp.Compare(size(b.By()), size(a.By())), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// pairsOf returns the pairs of the own methods of a side, by key.
func pairsOf(of *compare.Comparison, side int) map[string]int {
	pairs := map[string]int{}
	methods := of.Sides[side].Methods
	for i := range of.Pairs {
		row := [2]trace.MethodIndex{of.Pairs[i].A, of.Pairs[i].B}[side]
		if row != compare.None && methods[row].Own {
			pairs[keyOf(&methods[row])] = i
		}
	}
	return pairs
}

func size(ns int64) int64 { return max(ns, -ns) }

// String returns the answer in the current language.
func (a *Answer) String() string {
	return strings.TrimSpace(a.Whole() + " " + a.reasons(func(o *Own) string { return o.Name }))
}

// Reasons returns the sentences on the largest changes, with readable names; "" without them.
func (a *Answer) Reasons() string { return a.reasons(func(o *Own) string { return o.Shown }) }

// reasons returns the sentences on late frames, on frames and messages and on own methods, "" without them.
func (a *Answer) reasons(name func(*Own) string) string {
	change := func(name string, by int64, time [2]int64) string {
		return words.Say("{1} {2} ({3} → {4})", name, words.Signed(by, words.Brief), words.Brief(time[0]), words.Brief(time[1]))
	}
	var work, own []string
	for i := range a.Work {
		work = append(work, change(a.Work[i].Of.String(), a.Work[i].By(), a.Work[i].Time))
	}
	for i := range a.Own {
		own = append(own, change(name(&a.Own[i]), a.Own[i].By(), a.Own[i].Time))
	}
	var all []string
	if a.Frames != "" {
		all = append(all, a.Frames)
	}
	if work != nil {
		all = append(all, words.Say("Largest changes: {1}.", words.List(work)))
	}
	if own != nil {
		all = append(all, words.Say("Your code, with all it causes but own callees: {1}.", words.List(own)))
	}
	return strings.Join(all, " ")
}

// Whole returns the sentence on the whole time of the thread, after one on a part that changed the other way.
func (a *Answer) Whole() string {
	says := [...]words.Text{
		"{1} takes {2} in B, as long as in A.",
		"{1} takes {2} in B, {3} more than in A ({4}).",
		"{1} takes {2} in B, {3} less than in A ({4}).",
	}
	if a.Idle {
		says = [...]words.Text{
			"{1} is busy for {2} in B, as long as in A.",
			"{1} is busy for {2} in B, {3} more than in A ({4}).",
			"{1} is busy for {2} in B, {3} less than in A ({4}).",
		}
	}
	by := a.Time[1] - a.Time[0]
	sentence := says[0]
	switch {
	case by > 0:
		sentence = says[1]
	case by < 0:
		sentence = says[2]
	}
	whole := words.Say(sentence, a.Thread, words.Brief(a.Time[1]), words.Brief(size(by)), words.Change(float64(a.Time[0]), float64(a.Time[1])))
	if a.But == nil {
		return whole
	}
	other := words.Text("Slower in B: {1}, {2} ({3}).")
	if a.But.By() < 0 {
		other = "Faster in B: {1}, {2} ({3})."
	}
	return words.Say(other, a.But.Of.String(), words.Signed(a.But.By(), words.Brief), words.Change(float64(a.But.Time[0]), float64(a.But.Time[1]))) + " " + whole
}
