package answer

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
	"traceglass/parser/wait"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// Dumps answers questions about thread dumps.
type Dumps struct {
	File string
	More int // dumps of the file that are not in All

	all []oneDump
}

// A oneDump is a dump, and its name in its file.
type oneDump struct {
	name  string
	dump  *dump.Dump
	facts *wait.Facts
}

// Add adds a dump with its name in the file, "" for the file itself.
func (d *Dumps) Add(name string, of *dump.Dump) {
	d.all = append(d.all, oneDump{name, of, wait.NewFacts(of)})
}

// Len returns the number of dumps.
func (d *Dumps) Len() int { return len(d.all) }

func (d *Dumps) kind() Kinds { return OfDumps }

func (d *Dumps) ask(q *Question, r *Request) (*Answer, error) {
	if r.Thread != "" || r.To > 0 || r.From > 0 || r.HasClock {
		return nil, errors.New("a thread, a range and a clock are for traces")
	}
	a, err := q.dumps(d, r)
	if err != nil {
		return nil, err
	}
	a.File = d.File
	if d.More > 0 {
		a.note(fmt.Sprintf("%s more are in the file. The question causes counts all.", plural(int64(d.More), "dump", "dumps")))
	}
	for i := range d.all {
		for _, n := range d.all[i].dump.Receipt.Notes {
			a.note(words.Filled(n.Text).String())
		}
	}
	return a, nil
}

// handle returns a handle of dump i.
func (d *Dumps) handle(i int, of string) string {
	if len(d.all) == 1 {
		return of
	}
	return "d" + strconv.Itoa(i+1) + ":" + of
}

// in cuts the number of a dump from a handle. Without one it returns every dump.
func (d *Dumps) in(about string) (first, end int, rest string, err error) {
	before, rest, ok := strings.Cut(about, ":")
	if n, is := numbered("d", before); is && (ok || n <= len(d.all)) {
		if n < 1 || n > len(d.all) {
			return 0, 0, "", fmt.Errorf("the file has %d dumps, and %s is none of them", len(d.all), before)
		}
		return n - 1, n, rest, nil
	}
	return 0, len(d.all), about, nil
}

// a process is a block of a dump.
type process struct {
	of    *oneDump
	dump  int
	block int
}

// processes returns the processes of all dumps, in order.
func (d *Dumps) processes() (all []process) {
	for i := range d.all {
		of := &d.all[i]
		for b := range of.dump.Blocks {
			if !of.dump.Blocks[b].Joined {
				all = append(all, process{of, i, b})
			}
		}
	}
	return all
}

// item returns the item of a process.
func (d *Dumps) item(p process) Item {
	b := &p.of.dump.Blocks[p.block]
	claim := &p.of.facts.Explain(p.block).Claims[0]
	i := Item{
		Group: "process", Handle: d.handle(p.dump, "p"+strconv.Itoa(p.block+1)), Name: b.CommandLine, Text: words.Plain(tell.Claim(claim)),
		Count: ns(int64(b.EndThread - b.FirstThread)), Line: p.of.dump.Number(b.Line), Certainty: claim.Confidence.String(),
	}
	if b.PID > 0 {
		i.Name += fmt.Sprintf(" (pid %d)", b.PID)
	}
	if p.of.name != "" {
		i.Name += " in " + p.of.name
	}
	return i
}

// hung returns the process that a dump is about, or its first process.
func (d *Dumps) hung(first, end int) (p process, err error) {
	for i := first; i < end; i++ {
		if of := &d.all[i]; of.facts.Suspect() != wait.None {
			return process{of, i, of.facts.Suspect()}, nil
		}
	}
	for _, p := range d.processes() {
		if p.dump >= first && p.dump < end {
			return p, nil
		}
	}
	return p, errors.New("the file has no process")
}

// overview answers which processes there are, the most suspicious first.
func (d *Dumps) overview(*Request) (*Answer, error) {
	a, all := &Answer{}, d.processes()
	if p, err := d.hung(0, len(d.all)); err == nil {
		i := d.item(p)
		begin := "The file is about"
		if len(d.all) > 1 {
			begin = "Look first at"
			a.next("causes")
		}
		a.fact(fmt.Sprintf("%s %s %s: %s", begin, i.Handle, clipped(i.Name, 120), i.Text))
		if s := p.of.dump.Subject; s != "" {
			a.fact("Subject: " + s)
		}
		a.next("verdict "+i.Handle, "waits")
		if main := p.of.dump.Main(&p.of.dump.Blocks[p.block]); main >= 0 {
			a.next("thread " + d.handle(p.dump, "t"+strconv.Itoa(main)))
		}
	}
	for i := range d.all {
		if hung := d.all[i].facts.Hung(); hung != wait.None && d.all[i].dump.Blocks[hung].OfLastANR() {
			is := d.item(process{&d.all[i], i, hung})
			is.Group = "last ANR of the bug report"
			a.add(is)
		}
	}
	count := words.Processes(len(all), func(i int) (int, string) {
		b := &all[i].of.dump.Blocks[all[i].block]
		return b.PID, b.CommandLine
	})
	a.fact(count + ". The count of each is its threads.")
	sorting.Stable(all, func(a, b process) int {
		return cmp.Compare(b.of.facts.Suspicion(b.block), a.of.facts.Suspicion(a.block))
	})
	for _, p := range all {
		a.add(d.item(p))
	}
	return a, nil
}

// process finds the process that a question is about: by its handle, pid or name, or the one that did not answer.
func (d *Dumps) process(about string) (p process, err error) {
	first, end, rest, err := d.in(about)
	if err != nil || rest == "" {
		if err == nil {
			p, err = d.hung(first, end)
		}
		return p, err
	}
	for _, p := range d.processes() {
		if p.dump < first || p.dump >= end {
			continue
		}
		b := &p.of.dump.Blocks[p.block]
		if n, ok := numbered("p", rest); ok && n == p.block+1 || b.PID > 0 && strconv.Itoa(b.PID) == rest || b.CommandLine == rest {
			return p, nil
		}
	}
	return p, fmt.Errorf("no process has the handle, pid or name %q. The question overview lists them", clipped(rest, 80))
}

// verdict answers why the process that a question is about does not answer.
func (d *Dumps) verdict(r *Request) (*Answer, error) {
	p, err := d.process(r.About)
	if err != nil {
		return nil, err
	}
	return d.verdictOn(p), nil
}

// verdictOn answers why a process does not answer.
func (d *Dumps) verdictOn(p process) *Answer {
	f, text := p.of.facts, p.of.dump
	is := d.item(p)
	a := &Answer{Question: strings.TrimSpace(is.Handle + " " + clipped(is.Name, 120))}
	claims := f.Explain(p.block).Claims
	for i := range claims {
		c := &claims[i]
		a.fact(words.Plain(tell.Claim(c)))
		a.fact(words.Plain(tell.Advice(c.Advice)))
		item := Item{Group: "claim", Name: c.Rule, Certainty: c.Confidence.String()}
		if len(c.Threads) > 0 {
			item.Handle = d.handle(p.dump, "t"+strconv.Itoa(c.Threads[0]))
		}
		if c.Rule == "reason" && c.Then != nil && c.Then.Time > 0 && c.Then.Other == 0 {
			item.Waiting = ns(int64(c.Then.Time))
		}
		a.add(item)
	}
	main := &claims[0]
	for i, hop := range tell.Chain(main) {
		item := Item{Group: "chain", Text: words.Plain(hop)}
		if i < len(main.Hops) {
			item.Handle, item.Line = d.handle(p.dump, "t"+strconv.Itoa(main.Hops[i].From.Row)), text.Number(main.Hops[i].Line)
		}
		a.add(item)
	}
	for i := range claims {
		for _, line := range claims[i].Lines {
			a.add(Item{Group: "proof", Text: text.Content(line), Name: claims[i].Rule, Line: text.Number(line)})
		}
	}
	for n, s := range f.CPU(p.block) {
		if n == 3 || s.User+s.Kernel == 0 {
			break
		}
		item := d.threadItem("processor time", p, s.Thread)
		item.CPU, item.Share, item.Text = ns(int64((s.User+s.Kernel)*1e6)), &s.Of, "since it began"
		a.add(item)
	}
	b := &text.Blocks[p.block]
	if row := text.Main(b); row >= 0 {
		d.stack(a, p, row, 16)
		a.next("thread " + d.handle(p.dump, "t"+strconv.Itoa(row)))
	}
	if f.Holder(p.block) != wait.None {
		a.next("thread " + d.handle(p.dump, "t"+strconv.Itoa(f.Holder(p.block))))
	}
	if len(f.Graph(p.block).Waits) > 0 {
		a.next("waits " + is.Handle)
	}
	if b.FirstThread < b.EndThread {
		a.next("thread " + is.Handle)
	} else {
		a.next("overview")
	}
	return a
}

// stack adds the first lines of a thread's stack. Only a whole stack has the lines of attributes.
func (d *Dumps) stack(a *Answer, p process, row, most int) {
	text := p.of.dump
	t := &text.Threads[row]
	for n, line := 0, t.Line; line < t.EndLine; line++ {
		if text.Content(line) == "" || most < mostItems && text.Kinds[line] == dump.AttributeLine {
			continue
		}
		if n++; n > most {
			a.omit("stack", t.EndLine-line)
			return
		}
		a.add(Item{Group: "stack", Text: text.Content(line), Line: text.Number(line)})
	}
}

// threadItem returns the item of a thread.
func (d *Dumps) threadItem(group string, p process, row int) Item {
	text := p.of.dump
	t := &text.Threads[row]
	i := Item{Group: group, Handle: d.handle(p.dump, "t"+strconv.Itoa(row)), Name: t.Name, Line: text.Number(t.Line), Text: t.StateName()}
	if t.Tid > 0 {
		i.Text += fmt.Sprintf(", tid %d", t.Tid)
	}
	if wait.Idle(text, t) {
		i.Text += ", idle"
	}
	if f, ok := text.TopFrame(t); ok {
		i.Text += ", in " + f.Name()
	}
	return i
}

// thread answers which threads a process has, or describes one of them.
func (d *Dumps) thread(r *Request) (*Answer, error) {
	if r.About == "" {
		p, err := d.process("")
		if err != nil {
			return nil, err
		}
		return d.list(p), nil
	}
	first, end, rest, err := d.in(r.About)
	if err != nil {
		return nil, err
	}
	if p, err := d.process(r.About); err == nil {
		if r.Question == "why" {
			return d.verdict(r)
		}
		return d.list(p), nil
	}
	type one struct {
		p   process
		row int
	}
	var exact, part []one
	for _, p := range d.processes() {
		if p.dump < first || p.dump >= end {
			continue
		}
		b := &p.of.dump.Blocks[p.block]
		for row := b.FirstThread; row < b.EndThread; row++ {
			t := &p.of.dump.Threads[row]
			n, is := numbered("t", rest)
			switch {
			case is && n == row, t.Name == rest, strconv.Itoa(t.Tid) == rest && t.Tid > 0, strconv.Itoa(t.SysTid) == rest && t.SysTid > 0, rest == "main" && row == p.of.dump.Main(b):
				exact = append(exact, one{p, row})
			case strings.Contains(strings.ToLower(t.Name), strings.ToLower(rest)):
				part = append(part, one{p, row})
			}
		}
	}
	if len(exact) > 1 { // of several processes, the one that did not answer
		if p, err := d.hung(first, end); err == nil {
			for _, o := range exact {
				if o.p == p {
					exact = []one{o}
					break
				}
			}
		}
	}
	if len(exact) == 0 {
		exact = part
	}
	switch {
	case len(exact) == 0:
		return nil, fmt.Errorf("no thread or process has the handle, name or id %q. The question thread lists them", clipped(rest, 80))
	case len(exact) > 1:
		a := &Answer{Question: clipped(r.About, 120)}
		a.fact(fmt.Sprintf("%d threads match. Ask again with the handle of one.", len(exact)))
		for _, o := range exact {
			a.add(d.threadItem("matches", o.p, o.row))
		}
		a.next(r.Question + " " + a.Items[0].Handle)
		return a, nil
	}
	return d.stackOf(exact[0].p, exact[0].row), nil
}

// list lists the threads of a process: main, those that are not idle, and the others.
func (d *Dumps) list(p process) *Answer {
	is := d.item(p)
	a := &Answer{Question: is.Handle + " " + clipped(is.Name, 120)}
	b := &p.of.dump.Blocks[p.block]
	a.fact(fmt.Sprintf("%s: %s.", clipped(is.Name, 120), plural(int64(b.EndThread-b.FirstThread), "thread", "threads")))
	var states []string
	for _, s := range p.of.facts.States(p.block) {
		name := s.Name
		if s.Idle {
			name += " but idle"
		}
		states = append(states, fmt.Sprintf("%d %s", s.Count, name))
	}
	a.fact("States: " + strings.Join(states, ", ") + ".")
	main := p.of.dump.Main(b)
	if main >= 0 {
		a.add(d.threadItem("thread", p, main))
		a.next("thread " + a.Items[0].Handle)
	}
	for _, idle := range []bool{false, true} {
		for row := b.FirstThread; row < b.EndThread; row++ {
			if row != main && wait.Idle(p.of.dump, &p.of.dump.Threads[row]) == idle {
				a.add(d.threadItem("thread", p, row))
			}
		}
	}
	return a
}

// stackOf answers what a thread does.
func (d *Dumps) stackOf(p process, row int) *Answer {
	text, g := p.of.dump, p.of.facts.Graph(p.block)
	is := d.threadItem("this thread", p, row)
	a := &Answer{Question: is.Handle + " " + clipped(is.Name, 120)}
	a.add(is)
	a.fact(fmt.Sprintf("%s: %s.", clipped(is.Name, 120), is.Text))
	if w, ok := g.Of(row); ok {
		a.fact(d.waitText(p, w))
		if w.For != wait.None {
			a.add(d.threadItem("waits for", p, w.For))
			a.next("thread " + d.handle(p.dump, "t"+strconv.Itoa(w.For)))
		}
	}
	behind := 0
	for _, w := range g.Waits {
		if w.For == row {
			behind++
			a.add(d.threadItem("waits for this thread", p, w.Thread))
		}
	}
	if behind > 0 {
		a.fact(plural(int64(behind), "thread waits for it.", "threads wait for it."))
	}
	d.stack(a, p, row, mostItems)
	t := &text.Threads[row]
	a.fact(fmt.Sprintf("Lines %d to %d of the file.", text.Number(t.Line), text.Number(t.EndLine-1)))
	return a
}

// waitText returns a sentence on a wait.
func (d *Dumps) waitText(p process, w wait.Wait) string {
	name := func(row int) string {
		return d.handle(p.dump, "t"+strconv.Itoa(row)) + " " + tell.Thread(p.of.facts.Thread(row))
	}
	s := name(w.Thread) + " waits for " + tell.Lock(w.Object)
	if w.Why == wait.Join {
		s = name(w.Thread) + " waits for the end of a thread"
	}
	switch {
	case w.For != wait.None && w.Why == wait.Join:
		s += ": " + name(w.For)
	case w.For != wait.None:
		s += ", which " + name(w.For) + " holds"
	case w.Missing > 0:
		s += fmt.Sprintf(", which tid %d holds, a thread that the dump does not contain", w.Missing)
	}
	if w.Shown {
		s += fmt.Sprintf(" (line %d)", p.of.dump.Number(w.HeldLine))
	}
	return words.Plain(s) + "."
}

// waits lists the threads that wait for others.
func (d *Dumps) waits(r *Request) (*Answer, error) {
	a := &Answer{}
	var all []process
	if r.About != "" {
		p, err := d.process(r.About)
		if err != nil {
			return nil, err
		}
		all, a.Question = []process{p}, d.item(p).Handle
	} else {
		all = d.processes()
	}
	count, locked := 0, 0
	for _, p := range all {
		g := p.of.facts.Graph(p.block)
		for _, cycle := range g.Deadlocks() {
			kind := "Probable deadlock: "
			if cycle.Certain {
				kind = "Deadlock: "
			}
			var names []string
			for _, t := range append(cycle.Threads, cycle.Threads[0]) {
				names = append(names, d.handle(p.dump, "t"+strconv.Itoa(t))+" "+tell.Thread(p.of.facts.Thread(t)))
			}
			if locked++; locked <= 5 {
				a.fact(kind + strings.Join(names, " waits for "))
			}
		}
		for _, w := range g.Waits {
			if count++; count > mostItems {
				a.omit("wait", 1)
				continue
			}
			i := Item{Group: "wait", Handle: d.handle(p.dump, "t"+strconv.Itoa(w.Thread)), Text: d.waitText(p, w), Line: p.of.dump.Number(w.Line)}
			a.add(i)
		}
		for _, q := range p.of.facts.Queues(p.block) {
			i := Item{Group: "lock", Name: tell.Lock(q.Object), Count: ns(int64(len(q.Waiters))), Text: plural(int64(len(q.Waiters)), "thread waits", "threads wait")}
			for n, o := range q.Owners {
				if n == 3 {
					break
				}
				i.Text += ", held by " + d.handle(p.dump, "t"+strconv.Itoa(o)) + " " + tell.Thread(p.of.facts.Thread(o))
			}
			a.add(i)
		}
	}
	a.Facts = append([]string{fmt.Sprintf("%s for another, by the lock lines.", plural(int64(count), "thread waits", "threads wait"))}, a.Facts...)
	if locked == 0 {
		a.fact("No deadlock.")
	}
	if len(a.Items) > 0 && a.Items[0].Handle != "" {
		a.next("thread " + a.Items[0].Handle)
	} else if len(all) == 1 {
		a.next("thread " + d.item(all[0]).Handle)
	} else {
		a.next("verdict")
	}
	return a, nil
}

// lines answers with lines of the file.
func (d *Dumps) lines(r *Request) (*Answer, error) {
	first, end, rest, err := d.in(r.About)
	if err != nil {
		return nil, err
	}
	if len(d.all) > 1 && end-first > 1 {
		return nil, fmt.Errorf("the file has %d dumps: begin with the number of one, such as d1:l120..l140", len(d.all))
	}
	line := func(text string) (int, bool) {
		n, err := strconv.Atoi(strings.TrimPrefix(text, "l"))
		return n, err == nil && n > 0
	}
	a, b, ranged := strings.Cut(rest, "..")
	from, ok := line(a)
	to, okTo := from, ok
	if ranged {
		to, okTo = line(b)
	}
	if !ok || !okTo || to < from {
		return nil, fmt.Errorf("%q is no range of lines, such as l120..l140", clipped(rest, 80))
	}
	of := d.all[first].dump
	out := &Answer{Question: d.handle(first, rest)}
	last := 0
	for i := range of.Text.Lines() {
		n := of.Number(i)
		last = max(last, n)
		if n >= from && n <= to {
			out.add(Item{Group: "line", Text: string(of.Text.Line(i)), Line: n})
		}
	}
	out.fact(fmt.Sprintf("Lines %d to %d of %d.", from, min(to, last), last))
	if to > last {
		out.note(fmt.Sprintf("The file ends with line %d.", last))
	}
	return out, nil
}
