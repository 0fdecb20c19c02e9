// Package verdict lists the problems in the selected process of a thread dump, each with links to its evidence.
package verdict

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is the verdict and its component.
type View struct {
	dumps *desk.Dumps
	drawn list.Once[*message.Process]
}

// New returns the view.
func New(d *desk.Dumps) *View { return &View{dumps: d} }

// changed reports whether the browser shows an older verdict.
func (c *View) changed() bool { return c.drawn.Changed(c.dumps.Chosen()) }

func (c *View) name() string { return words.Clip(c.dumps.Chosen().Name) }

func (c *View) facts() string { return facts(c.dumps.Chosen()) }

// facts describes a process in one line.
func facts(p *message.Process) string {
	var facts []string
	if p.PID != 0 {
		facts = append(facts, words.Say("pid {1}", strconv.Itoa(p.PID)))
	}
	if p.Kind != message.KernelWaits { // its threads have no stacks
		facts = append(facts, words.Plural(int64(p.Threads), "thread", "threads"))
	}
	day, _, _ := strings.Cut(p.Time, " ")
	at := strings.TrimSpace(day + " " + words.Clock(p.Time))
	if p.Report != "" {
		at = p.Time
	}
	for _, s := range []string{at, p.Report, p.ABI, p.Section} {
		if s != "" {
			facts = append(facts, words.Clip(s))
		}
	}
	if !p.Instant && p.Threads > 0 && p.Report == "" {
		facts = append(facts, words.T("threads stopped one after another"))
	}
	return strings.Join(facts, " · ")
}

// A sentence is a claim without its evidence.
type sentence struct {
	Class string // of its element
	Sure  string // how sure it is, in words
	Text  string
	// Advice is what to do, "" for none.
	Advice string
}

// A claim is one sentence of the verdict.
type claim struct {
	sentence
	Means string  // explains the degree of certainty
	Raw   string  // the names in it, as the file has them
	Hops  []proof // a chain of waits, one line for each thread
	Proof []proof
}

// A proof is a link to a thread, or to a line of the file.
type proof struct{ ID, Text, Title string }

// A claim lists a chain of waits below its sentence if the chain is longer than fewHops.
const (
	fewHops  = 2
	mostHops = 20
)

// mostProofs is the maximum number of links to threads, and of links to lines, for each claim.
const mostProofs = 6

// First returns the verdict on the process in front as text, or nil for a pile, which opens on its causes. The page shows it
// before its interface is built.
func First(d *message.Dumps) *post.FirstFacts {
	if d.Pile > 0 || int(d.Front) >= len(d.Processes) {
		return nil
	}
	p := &d.Processes[d.Front]
	v := &post.FirstFacts{Name: words.Clip(p.Name), Facts: facts(p), Processes: len(d.Processes)}
	for i := range p.Claims {
		c := text(&p.Claims[i], i)
		var pieces []any
		for _, piece := range node.Pieces(c.Text) {
			pieces = append(pieces, piece)
		}
		v.Claims = append(v.Claims, []any{c.Class, c.Sure, pieces, c.Advice})
	}
	return v
}

// text returns the i-th claim without links.
func text(v *message.Claim, i int) sentence {
	sure := min(v.Confidence, message.CannotTell)
	c := sentence{
		Class: [...]string{"claim certain", "claim likely", "claim unsure"}[sure],
		Sure:  [...]string{words.T("Certain"), words.T("Likely"), words.T("Cannot tell")}[sure],
		Text:  words.Clip(v.Text), Advice: v.Advice,
	}
	if i == 0 {
		c.Class += " first"
	}
	return c
}

func (c *View) claims() []claim {
	var all []claim
	claims := c.dumps.Chosen().Claims
	for i := range claims {
		v := &claims[i]
		l := claim{
			sentence: text(v, i),
			Means:    [...]string{words.T("The file says so"), words.T("These facts usually have this cause. A claim is only as certain as its weakest part"), words.T("The file does not show it")}[min(v.Confidence, message.CannotTell)],
			Raw:      desk.InFile(v.Raw),
		}
		for n, h := range v.Hops[:min(len(v.Hops), mostHops)] {
			if len(v.Hops) <= fewHops && v.Rule != message.Before {
				break
			}
			l.Hops = append(l.Hops, proof{fmt.Sprintf("claim-%d-%d-line-%d", i, n+mostProofs, h.Line), words.Clip(h.Text), words.T("Show in the file's text")})
		}
		if v.Rule == message.Before || v.Rule == message.Sampled {
			l.Proof = append(l.Proof, proof{fmt.Sprintf("claim-%d-trace-0", i), words.T("Open as a trace"), words.T("Timeline, methods and flame graph of this")})
		}
		for n, t := range v.Threads[:min(len(v.Threads), mostProofs)] {
			l.Proof = append(l.Proof, proof{fmt.Sprintf("claim-%d-%d-thread-%d", i, n, t), words.Clip(v.Names[n]), words.T("Show this thread's stack")})
		}
		for n, line := range v.Lines[:min(len(v.Lines), mostProofs)] {
			name := words.Say("line {1}", c.dumps.LineName(line))
			if n < len(v.Shows) && v.Shows[n] != "" {
				name = words.Say("{1}: line {2}", v.Shows[n], c.dumps.LineName(line))
			}
			l.Proof = append(l.Proof, proof{fmt.Sprintf("claim-%d-%d-line-%d", i, n, line), name, words.T("Show in the file's text")})
		}
		all = append(all, l)
	}
	return all
}

// clicked follows a link to the evidence.
func (c *View) clicked(event vugu.DOMEvent) {
	switch what, n := node.CutNumber(event.PropString("target", "id")); {
	case n < 0:
	case strings.HasSuffix(what, "-thread"):
		c.dumps.ShowStack(uint32(n))
		c.dumps.Host.Focus("stack-frames") // on a narrow page, the stack lies further down
	case strings.HasSuffix(what, "-trace"):
		c.dumps.OpenTrace()
	case strings.HasSuffix(what, "-line"):
		c.dumps.ShowLine(uint32(n))
		c.dumps.Host.Focus("text-rows")
	}
}
