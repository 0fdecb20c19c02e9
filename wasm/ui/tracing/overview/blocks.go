package overview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/scene"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A block is a section of the panel. It is HTML, so that the browser gets it as one element. Names from the file are
// escaped. The content security policy forbids style attributes, so that colours are attributes of SVG.
type block struct {
	ID, Class string
	HTML      vugu.HTML
}

// build returns the sections: the answers first.
func (v *View) build() []block {
	m, d := v.reply, v.desk
	switch {
	case d.Timeless():
		return []block{{"overview-head", "block", fine(d.NoTimesText())}}
	case m == nil:
		return []block{{"overview-head", "block", v.heading()}}
	}
	blocks := []block{{"overview-head", "block", v.head()}, {"overview-time", "block", v.time()}}
	add := func(id, class string, html vugu.HTML) {
		if html != "" {
			blocks = append(blocks, block{id, class, html})
		}
	}
	add("overview-startup", "block", v.startup())
	add("overview-frames", "block half", v.series("overview-frame", &m.Frames, "Frames", "The longest frames"))
	add("overview-messages", "block half", v.series("overview-message", &m.Messages, "Messages", "The longest messages"))
	add("overview-inputs", "block half", v.series("overview-input", &m.Inputs, "Input events", "The longest input events"))
	add("overview-code", "block", v.own())
	return blocks
}

// ---- Pieces of HTML. Text becomes HTML only through esc and node.Breakable. ----

func esc(text string) vugu.HTML { return node.Escape(text) }

func heading(text words.Text) vugu.HTML { return "<h3>" + esc(text.String()) + "</h3>" }

func fine(text string) vugu.HTML { return `<p class="fine">` + esc(text) + "</p>" }

// facts returns a list of terms with large figures.
func facts(class vugu.HTML, all []node.Fact) vugu.HTML {
	var b vugu.HTML
	for _, f := range all {
		b += `<div title="` + esc(f.Title) + `"><dt>` + esc(f.Term) + "</dt><dd>" + esc(f.Text) + "</dd></div>"
	}
	return `<dl class="` + class + `">` + b + "</dl>"
}

// button returns a button, which is marked if its calls are selected.
func (v *View) button(id string, n int, attributes, inside vugu.HTML) vugu.HTML {
	id = node.ID(id, n)
	if id == v.shown() {
		attributes += ` aria-current="true"`
	}
	return `<button id="` + esc(id) + `" ` + attributes + ">" + inside + "</button>"
}

// texts translates the heads of a table.
func texts(all ...words.Text) (heads []string) {
	for _, t := range all {
		heads = append(heads, t.String())
	}
	return heads
}

// A row is a row of a table. Its cells besides the head are text.
type row struct {
	head  vugu.HTML
	class string
	cells []string
}

// table returns a table. Its last columns, as many as names, hold names. The other cells are figures.
func table(label string, heads []string, names int, rows []row) vugu.HTML {
	var b vugu.HTML
	class := func(i int) vugu.HTML {
		if i > 0 && i < len(heads)-names {
			return ` class="num"`
		}
		return ""
	}
	b += `<div class="wide-table"><table aria-label="` + esc(label) + `"><thead><tr>`
	for i, h := range heads {
		b += `<th scope="col"` + class(i) + ">" + esc(h) + "</th>"
	}
	b += "</tr></thead><tbody>"
	for _, r := range rows {
		b += `<tr class="` + esc(r.class) + `"><th scope="row">` + r.head + "</th>"
		for i, c := range r.cells {
			b += "<td" + class(i+1) + ">" + node.Breakable(c) + "</td>"
		}
		b += "</tr>"
	}
	b += "</tbody></table></div>"
	return b
}

// square returns a square in the colour and pattern of a part.
func square(p *message.Part) vugu.HTML {
	return `<svg class="key" aria-hidden="true">` + fill(p, "") + "</svg>"
}

// unrecorded returns a rectangle that fills its SVG in the look of time after a thread's last record.
func unrecorded(attributes vugu.HTML) vugu.HTML {
	const whole = `<rect width="100%" height="100%" `
	return whole + `fill="` + esc(desk.SlotColour(int(scene.SlotNoCall))) + `"/>` + whole + `fill="url(#overview-pattern-4)" ` + attributes + "/>"
}

// patternOf are the patterns of the kinds of parts, 0 for none.
var patternOf = [...]int{message.Ran: 0, message.Idled: 1, message.Waited: 2, message.Unexplained: 2, message.LeftOut: 3}

// fill returns a rectangle that fills its SVG in the colour and pattern of a part. attributes are those of its topmost layer.
func fill(p *message.Part, attributes vugu.HTML) vugu.HTML {
	const whole = `<rect width="100%" height="100%" `
	below := whole + `fill="` + esc(desk.SlotColour(int(p.Colour))) + `" `
	pattern := patternOf[p.Kind]
	if pattern == 0 {
		return below + attributes + "/>"
	}
	return below + "/>" + whole + `fill="url(#overview-pattern-` + esc(strconv.Itoa(pattern)) + `)" ` + attributes + "/>"
}

// patterns defines the patterns of fill.
const patterns = `<svg class="defs" aria-hidden="true"><defs>` +
	`<pattern id="overview-pattern-1" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="1" fill="var(--hatch-dark)"/></pattern>` +
	`<pattern id="overview-pattern-2" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0H1.5V6H0z" fill="var(--hatch-dark)"/><path d="M1.5 0H3V6H1.5z" fill="var(--hatch-light)"/></pattern>` +
	`<pattern id="overview-pattern-3" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M1 1L5 5M5 1L1 5" stroke="var(--hatch-dark)"/></pattern>` +
	`<pattern id="overview-pattern-4" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 0H1V9H0z" fill="var(--faint)"/></pattern>` +
	"</defs></svg>"

// ---- The sections ----

// heading names the thread, the range, and the time that a filter shows. While calls of an answer are selected, it offers to describe only their range.
func (v *View) heading() vugu.HTML {
	d := v.desk
	follow := vugu.HTML("")
	if d.AnswersStay() {
		follow = `<button id="overview-follow" class="link">` + esc(words.T("Describe only the selected range")) + "</button>"
	}
	notes := vugu.HTML("")
	if sum := d.Summed(); len(sum) != 1 && len(d.Trace.Threads) > 1 {
		notes = fine(words.Say("The overview describes one thread. The figures of the other views are of {1}.", d.ThreadsText()))
	}
	m := v.reply
	if m == nil {
		m = &message.Overview{}
	}
	if s := d.AnswerScope(); s.From > 0 || s.To < d.Trace.Span {
		notes += fine(words.T("Only time inside this range counts, and shares are of the range."))
	}
	if m.Caveat != "" {
		notes += fine(m.Caveat)
	}
	if m.Filter != "" {
		notes += fine(m.Filter)
	}
	if m.End != "" {
		notes += fine(m.End)
	}
	if m.ShortNames != "" {
		notes += `<p class="fine">` + esc(m.ShortNames) + ` <button id="overview-map" class="link">` + esc(words.T("Choose a mapping.txt…")) + "</button></p>"
	}
	return `<div class="of"><h2>` + esc(words.Say("{1}, {2}", v.desk.ThreadName(v.thread()), d.AnswerText())) + "</h2>" + follow + "</div>" + notes
}

// head returns the figures of the thread, the answers, and the findings.
func (v *View) head() vugu.HTML {
	m, d := v.reply, v.desk
	span := m.To - m.From
	all := []node.Fact{{Term: d.ClockName(v.primary()), Text: v.figure(span), Title: words.T("From the thread's first record in the range to its last")}}
	if m.OnCPU {
		all[0].Term = words.T("First to last sample")
		all = append([]node.Fact{{Term: d.ClockName(message.CPU), Text: v.cpu(m.Total[message.CPU])}}, all...)
	}
	add := func(term string, n int64, title words.Text) {
		all = append(all, node.Fact{Term: term, Text: v.figure(n), Title: title.String()})
	}
	switch {
	case v.measured():
		if m.Waits == message.WaitsRecorded { // the counts of samples are only a part of the time on the CPU
			add(words.T("Running"), m.Running, "")
		} else {
			all = append(all, node.Fact{Term: d.ClockName(message.CPU), Text: v.cpu(m.Total[message.CPU])})
		}
		add(words.T("Blocked"), m.Blocked, "Waiting except idle: for locks, other processes, files and the like")
		add(words.T("Idle"), m.Idle, "Waiting for work: a looper for messages, a worker for tasks")
	case m.Waits == message.WaitsByNames:
		add(words.T("In blocking methods"), m.Blocked, "The recording has no CPU time, so it does not show how much of this time is waiting")
		add(words.T("Idle"), m.Idle, "Waiting for work: a looper for messages, a worker for tasks")
	}
	if m.AfterEnd > 0 {
		add(words.T("No records at the end"), m.AfterEnd, "From the thread's last record to the end of the recording")
		if t := d.Thread(m.Thread); t != nil && t.Hung && m.AfterEnd > m.Total[message.Wall] { // most of the recording
			last := len(all) - 1
			all = slices.Insert(all[:last:last], 0, all[last])
		}
	}
	lines := answers{v}.all()
	if lines != "" {
		lines = `<ul class="quicks">` + lines + "</ul>"
	}
	return patterns + `<div class="main-figures">` + v.heading() + facts("large", all) + lines + "</div>" + `<div class="main-findings">` + v.findings() + "</div>"
}

// mostOf returns a clause on the calls that took most of a frame or message, or "".
func (v *View) mostOf(slow *message.Slow) string {
	if inside := v.inside(slow); inside != "" || slow.Own == message.NoNode {
		return inside
	}
	figure := v.figure(slow.OwnTime)
	if tell.IsNearly(slow.OwnTime, slow.Times[v.primary()]) {
		figure = words.T("nearly all")
	}
	return words.Say("{1} took {2} of it", v.name(slow.Own), figure)
}

func (v *View) findings() vugu.HTML {
	m := v.reply
	var b vugu.HTML
	b += heading("Findings")
	if len(m.Findings) > 0 {
		b += `<ol class="findings">`
		for i := range m.Findings {
			f := &m.Findings[i]
			of := words.Text("{1} of the non-idle time")
			if m.OnCPU {
				of = "{1} of the sampled time"
			}
			tail := []string{words.Say(of, words.Percent(f.Share)), f.Sure, f.Rule, words.Often(f.Count, m.Sampled)}
			if f.When != "" {
				tail = append(tail, f.When)
			}
			item := vugu.HTML("<li>")
			if f.Overlap != "" {
				tail = slices.Insert(tail, 0, f.Overlap)
			}
			if f.IsPart {
				item = `<li class="part">`
			}
			inside := `<span class="says">` + node.Breakable(f.Text) + `</span><small title="` + esc(words.T("Certain: the recorded calls show it. Likely: samples show it, or what other threads did. Possible: it may be intended.")) + `">` + esc(strings.Join(tail, " · ")) + `</small>`
			if f.Advice != "" {
				inside += `<small class="advice">` + esc(f.Advice) + "</small>"
			}
			if len(f.Calls) == 0 { // nothing to select
				b += item + `<div class="finding">` + inside + "</div></li>"
				continue
			}
			title := words.T("Select its calls and their range")
			if f.SlowFrames {
				title = words.T("Select the longest of these frames")
			}
			b += item + v.button("overview-finding", i, `class="finding" title="`+esc(title)+`"`, inside)
			if f.Other != message.NoNode {
				b += v.button("overview-other", i, `class="link" title="`+esc(words.T("Shows the time of this thread in the same range"))+`"`, esc(words.Say("Select thread {1}", v.desk.ThreadName(f.Other))))
			}
			b += "</li>"
		}
		b += "</ol>"
	}
	for _, s := range m.Says {
		b += fine(s)
	}
	for _, s := range m.Missing {
		b += fine(s)
	}
	return b
}

// leastLabel is the smallest share of a part whose name is in the bar.
const leastLabel = 0.08

// time returns the bar of the parts, their table, and the calls of the chosen part.
func (v *View) time() vugu.HTML {
	m := v.reply
	span := max(v.whole(), 1)
	var rows []row
	heads := texts("Part", "Time", "Share", "CPU", v.counts())
	cpu := v.desk.Trace.HasCPU && v.desk.Trace.HasWall
	if !cpu {
		heads = slices.Delete(heads, 3, 4)
	}
	if m.OnCPU {
		heads[1] = v.desk.ClockName(message.CPU)
	}
	for i := range m.Parts {
		p := &m.Parts[i]
		of := v.costOf(p.Time, p.CPU)
		if m.OnCPU && of == 0 { // between samples
			continue
		}
		share := float64(of) / float64(span)
		name := p.Name
		if p.Kind == message.Ran && p.Colour == message.Slot(scene.SlotOwn) && m.Waits != message.WaitsUnknown { // the legend has a figure with them
			name = words.Say("{1}, without waits", name)
		}
		r := row{
			class: node.ClassIf(i == v.part, "on"),
			head: v.button("overview-part", i, `class="pick-part" aria-pressed="`+esc(node.AriaBool(i == v.part))+`" title="`+esc(words.T("Mark its calls everywhere and list them below"))+`"`,
				square(p)+esc(name)),
			cells: []string{v.costText(of), words.Percent(share)},
		}
		if cpu {
			r.cells = append(r.cells, v.cpu(p.CPU))
		}
		r.cells = append(r.cells, words.Count(p.Count))
		rows = append(rows, r)
	}
	total := row{head: esc(words.T("Total")), class: "total", cells: []string{v.costText(v.whole()), words.Percent(1)}}
	if cpu {
		total.cells = append(total.cells, v.cpu(m.Total[message.CPU]))
	}
	rows = append(rows, total)
	if m.AfterEnd > 0 {
		rows = append(rows, row{
			head:  `<span title="` + esc(v.after(unrecordedIn)) + `">` + `<svg class="key" aria-hidden="true">` + unrecorded("") + "</svg>" + esc(words.T(unrecordedName)) + "</span>",
			class: "outside", cells: []string{v.figure(m.AfterEnd)},
		})
	}
	title := words.Text("Where the time went")
	bars := v.bar("overview-bar", span, true)
	idle := int64(0) // that the filter shows
	for i := range m.Parts {
		if m.Parts[i].Kind == message.Idled {
			idle += m.Parts[i].Time
		}
	}
	if busy := span - idle; busy > 0 && float64(idle) >= mostIdle*float64(span) { // else the other parts are slivers
		bars += fine(words.Say("Without idle time: {1}", v.figure(busy))) + v.bar("overview-busy", busy, false)
	}
	note := vugu.HTML("")
	if cpu && m.Waits == message.WaitsByClocks && slices.ContainsFunc(m.Parts, func(p message.Part) bool { return p.CPU > p.Time }) {
		note = fine(words.T("The recorder reads its two clocks one after the other. So the CPU time of a part can exceed its time. The CPU time of its callers is too low by the same amount."))
	}
	return heading(title) + bars + `<div class="beside">` + table(title.String(), heads, 0, rows) + v.chosen() + "</div>" + note
}

// after describes the time after the thread's last record, which no part contains.
func (v *View) after(says words.Text) string {
	m := v.reply
	return words.Say(says, v.figure(m.AfterEnd), v.desk.ThreadName(m.Thread), v.name(m.EndMethod))
}

// notInTimes says that the figures of a section do not contain that time. Without such time it returns "".
func (v *View) notInTimes() vugu.HTML {
	if v.reply.AfterEnd == 0 {
		return ""
	}
	return fine(v.after("Not in these times: {1} after the last record of {2}, in {3}"))
}

// mostIdle is a share of idle time: with more, a second bar leaves it out.
const mostIdle = 0.75

// The name of the time after a thread's last record, and a description. It is outside the parts, which sum to the time up to that record.
const (
	unrecordedName = words.Text("No records until the recording ends")
	unrecordedIn   = words.Text("{1} after the last record of {2}, in {3}. It is not part of the total")
)

// bar returns a bar of the parts, with or without idle time. Their times sum to span. With idle time, the bar continues to the
// end of the recording.
func (v *View) bar(id string, span int64, idle bool) vugu.HTML {
	var b vugu.HTML
	from, whole := int64(0), span
	if idle {
		whole += v.reply.AfterEnd
	}
	percent := func(n int64) vugu.HTML {
		return esc(strconv.FormatFloat(float64(n)/float64(whole)*100, 'f', 3, 64) + "%")
	}
	piece := func(n int64, title, name string, fill vugu.HTML) {
		b += `<svg x="` + percent(from) + `" width="` + percent(n) + `"><title>` + esc(title) + "</title>" + fill
		if float64(n) >= leastLabel*float64(whole) {
			b += `<foreignObject width="100%" height="100%"><div class="part-name"><span>` + esc(name) + "</span></div></foreignObject>"
		}
		b += "</svg>"
		from += n
	}
	for i := range v.reply.Parts {
		p := &v.reply.Parts[i]
		of := v.costOf(p.Time, p.CPU)
		if of == 0 || !idle && p.Kind == message.Idled {
			continue
		}
		piece(of, p.Name+" · "+v.costText(of)+" · "+words.Percent(float64(of)/float64(span)), p.Name,
			fill(p, `id="`+esc(node.ID(id, i))+`" class="`+esc(node.ClassIf(i == v.part, "on"))+`"`))
	}
	if whole > span {
		piece(whole-span, v.after(unrecordedIn), words.Say("{1}: {2}", words.T(unrecordedName), v.figure(whole-span)), unrecorded(`class="outside" x="2"`))
	}
	return `<svg class="parts" aria-hidden="true">` + b + "</svg>"
}

// chosen returns the calls of the chosen part, the longest first. For time that no single call shows, it returns methods.
// Before a choice it returns the hottest methods, if there are any.
func (v *View) chosen() vugu.HTML {
	var b vugu.HTML
	item := func(id string, n int, method uint32, name, place, figure string) {
		b += "<li>" + v.button(id, n, `title="`+esc(v.desk.Names.Title(method))+`"`, `<span class="fn">`+esc(name)+`</span><small>`+esc(place)+`</small><span class="num">`+esc(figure)+"</span>") + "</li>"
	}
	listed := func(title string, more vugu.HTML) vugu.HTML {
		return `<div id="overview-chosen"><h4>` + esc(title) + `</h4><ol class="path">` + b + "</ol>" + more + "</div>"
	}
	if v.part < 0 {
		hot := v.hottest()
		for i := range hot {
			item("overview-hot", i, hot[i].Method, v.name(hot[i].Method), words.Percent(float64(hot[i].CPU)/float64(max(v.whole(), 1))), v.cpu(hot[i].CPU))
		}
		if len(hot) == 0 {
			return ""
		}
		return listed(words.Say("The methods with the most {1}", v.desk.ClockName(message.CPU)), "")
	}
	p := &v.reply.Parts[v.part]
	title := words.Say("{1}: the longest calls", p.Name)
	for i := range p.Calls {
		c := &p.Calls[i]
		name := v.name(c.Method)
		if c.Own != message.NoNode && c.Own != c.Method {
			name = words.Say("{1} in {2}", name, v.name(c.Own))
		}
		item("overview-call", i, c.Method, name, words.Say("at {1}", words.Brief(c.From)), v.figure(v.stake(&c.Stake)))
	}
	if len(p.Calls) == 0 {
		title = words.Say("{1}: the methods with the most time", p.Name)
		for i := range p.Sites {
			if s := &p.Sites[i]; s.Method != message.NoNode {
				item("overview-site", i, s.Method, v.name(s.Method), words.Often(s.Count, v.reply.Sampled), v.costText(v.costOf(s.Time, s.CPU)))
			}
		}
	}
	more := vugu.HTML("")
	if p.More > 0 {
		left := p.CPU
		for i := range p.Sites {
			left -= p.Sites[i].CPU
		}
		more = fine(words.Say("{1} more: {2}", words.Plural(int64(p.More), "method", "methods"), v.costText(v.costOf(p.Left, left))))
	}
	return listed(title, more)
}

// startup returns the phases of a start, or "" if none is recorded.
func (v *View) startup() vugu.HTML {
	m := v.reply
	if !slices.ContainsFunc(m.Phases, func(p message.Phase) bool { return p.Found }) {
		return ""
	}
	var clocks []message.Clock
	heads := texts("Phase")
	for _, c := range v.desk.Clocks() {
		clocks, heads = append(clocks, c), append(heads, v.desk.ClockName(c))
	}
	cells := func(t message.Times) (all []string) {
		for _, c := range clocks {
			all = append(all, v.desk.Figure(t[c], c))
		}
		return all
	}
	var rows []row
	for i := range m.Phases {
		p := &m.Phases[i]
		name := p.Name
		if p.Class != "" {
			name = words.Say("{1} ({2})", name, words.ShortLabel(words.Clip(p.Class)))
		}
		r := row{class: "level-" + strconv.Itoa(min(p.Level, 3))}
		if p.Found {
			r.head = v.button("overview-phase", i, `class="pick-part"`, node.Breakable(name))
			if p.Most != message.NoNode {
				r.head += `<small class="most">` + node.Breakable(words.Say("{1} took {2} of it", v.name(p.Most), v.figure(p.MostTime))) + "</small>"
			}
			r.cells = append(cells(p.Times), v.costText(p.Alone[v.cost()]), p.Status)
		} else {
			r.class += " none"
			r.head = "<span>" + esc(name) + "</span>"
			r.cells = append(make([]string, len(clocks)+1), p.Status)
		}
		rows = append(rows, r)
	}
	heads = append(append(heads, words.Say("{1}, self", v.desk.ClockName(v.cost()))), texts("Status")...)
	between := esc(words.T("Between the phases"))
	if m.Besides != "" {
		between += `<small class="most">` + node.Breakable(m.Besides) + "</small>"
	}
	if m.Between != (message.Times{}) {
		rows = append(rows, row{head: between, cells: append(cells(m.Between), v.costText(m.Between[v.cost()]), "")})
	}
	rows = append(rows, row{head: esc(words.T("Total")), class: "total", cells: append(cells(m.Startup), v.costText(m.Startup[v.cost()]), "")})
	after := vugu.HTML("")
	if slices.ContainsFunc(m.Phases, func(p message.Phase) bool { return p.Found && p.To >= m.To }) {
		after = v.notInTimes()
	}
	return "<h3>" + esc(m.StartTitle) + "</h3>" + after + table(m.StartTitle, heads, 1, rows)
}

// series returns the figures, the histogram and the longest of frames, messages or input events.
func (v *View) series(id string, s *message.Series, title, many words.Text) vugu.HTML {
	if s.Count == 0 {
		return ""
	}
	frames := s == &v.reply.Frames
	all := []node.Fact{{Term: title.String(), Text: words.Count(s.Count)}}
	if s.Longest > 0 {
		all = append(all, v.seriesFacts(s)...)
	}
	var b vugu.HTML
	b += `<div class="of">` + heading(title)
	if frames {
		b += `<div class="limits" role="group" aria-label="` + esc(words.T("Limit of a frame")) + `">`
		for i := message.UsualLimit; i >= 0; i-- {
			b += v.button("overview-limit", i, `class="quiet" aria-pressed="`+esc(node.AriaBool(i == v.desk.Limit))+`"`, esc(tell.LimitText(i)))
		}
		b += "</div>"
	}
	b += "</div>" + facts("small", all) + v.histogram(s)
	if frames && v.reply.Refresh != "" {
		b += fine(v.reply.Refresh)
	}
	if late := v.reply.Late[v.desk.Limit]; frames && late != "" {
		b += "<p>" + node.Breakable(late) + "</p>"
	}
	if s.Glued > 0 {
		b += fine(words.Say("Samples merge several in {1} of them, and do not show where one ends and the next begins.", words.Count(s.Glued)))
	}
	if s.Cut > 0 {
		b += fine(words.Say("{1} cut by the recording or the range: not in median, p90, p99 and max.", words.Count(s.Cut)))
	}
	var rows []row
	for i := range s.Slowest {
		slow := &s.Slowest[i]
		most := v.mostOf(slow)
		if slow.AfterEnd > slow.OwnTime {
			most = words.Say("{1} without records", v.figure(slow.AfterEnd))
		}
		rows = append(rows, row{head: v.button(id, i, `class="pick-part"`, esc(words.Brief(slow.From))), cells: []string{v.took(slow), v.name(slow.Handler), most}})
	}
	b += table(many.String(), texts("At", "Time", "Handler", "Most of it"), 2, rows)
	return b
}

// seriesFacts returns figures of the frames or messages that neither the recording nor the range cuts.
func (v *View) seriesFacts(s *message.Series) []node.Fact {
	all := []node.Fact{
		{Term: words.T("median"), Text: v.figure(s.Median)}, {Term: "p90", Text: v.figure(s.P90)}, {Term: "p99", Text: v.figure(s.P99)}, {Term: words.T("max"), Text: v.figure(s.Longest)},
	}
	over := func(i int) { // "over 16.7 ms"
		all = append(all, node.Fact{Term: words.Say("over {1}", tell.LimitText(i)), Text: words.Count(s.Over[i])})
	}
	over(v.desk.Limit)
	over(len(s.Over) - 1)
	return all
}

// inside returns a clause on the time inside a frame or message that one own method does not explain, "" for others. It names
// the own method with the most time in it.
func (v *View) inside(s *message.Slow) string {
	method := ""
	if s.InnerTime > 0 {
		method = v.name(s.Inner)
	}
	clause := tell.Inside(method, s.InnerTime, s.Times[v.primary()], s.InnerCalls, len(s.Callees), func(i int) (string, int64) {
		return v.name(s.Callees[i].Method), s.Callees[i].Time
	})
	const least = 0.1 // of the time
	named := s.Own == s.Inner && s.InnerTime > 0 || slices.ContainsFunc(s.Callees, func(c message.InnerCallee) bool { return c.Method == s.Own })
	if clause == "" || named || s.Own == message.NoNode || float64(s.OwnTime) < least*float64(s.Times[v.primary()]) {
		return clause
	}
	return words.Say("{1}. Your code: {2} took {3} of it", clause, v.name(s.Own), v.figure(s.OwnTime))
}

// took returns the time of a frame or message.
func (v *View) took(s *message.Slow) string {
	l := tell.Length{Whole: tell.Crossing(s.From, s.To, v.reply.From, v.reply.To), Time: s.Times[v.primary()], Cut: s.Cut, Glued: s.Glued, Paused: s.Paused}
	return l.Text(v.figure)
}

// histogram returns the distribution of durations, from short to long. Those over the limit have another colour.
func (v *View) histogram(s *message.Series) vugu.HTML {
	if len(s.Bins) == 0 {
		return ""
	}
	most := int64(1)
	for _, bin := range s.Bins {
		most = max(most, bin.Count)
	}
	var b vugu.HTML
	limit, over := message.FrameLimits[v.desk.Limit], false
	for i, bin := range s.Bins {
		class := vugu.HTML("")
		if (bin.From+bin.To)/2 > limit {
			class, over = `class="over" `, over || bin.Count > 0
		}
		height := esc(strconv.FormatFloat(max(float64(bin.Count)/float64(most)*40, float64(min(bin.Count, 1))), 'f', 2, 64))
		b += ("<rect " + class + `x="` + esc(strconv.Itoa(i*10)) + `" width="9" y="0" height="` + height + `"><title>` +
			esc(words.Say("{1} took {2} to {3}", words.Count(bin.Count), v.figure(bin.From), v.figure(bin.To))) + "</title></rect>")
	}
	n, key := len(s.Bins), vugu.HTML("")
	if over {
		key = `<span class="over">` + esc(words.Say("over {1}", tell.LimitText(v.desk.Limit))) + "</span>"
	}
	return `<svg class="histogram" viewBox="0 0 ` + esc(strconv.Itoa(n*10)) + ` 40" preserveAspectRatio="none" role="img" aria-label="` + esc(words.T("Durations, from short to long")) + `">` + b +
		`</svg><p class="axis"><span>` + esc(v.figure(s.Bins[0].From)) + "</span>" + key + "<span>" + esc(v.figure(s.Bins[n-1].To)) + "</span></p>"
}

// own returns the own methods with the most exclusive time.
func (v *View) own() vugu.HTML {
	m := v.reply
	if len(m.Own) == 0 {
		return ""
	}
	clock := v.cost()
	var rows []row
	for i := range m.Own {
		h := &m.Own[i]
		rows = append(rows, row{
			head:  v.button("overview-own", i, `class="pick-part" title="`+esc(v.desk.Names.Title(h.Method))+`"`, esc(v.name(h.Method))),
			cells: []string{v.costText(h.Self[clock]), v.costText(h.Total[clock]), words.Count(h.Count)},
		})
	}
	title := words.Text("Your code")
	caused := vugu.HTML("")
	if v.desk.CanCharge() {
		caused = `<p><button id="overview-caused" class="link">` + esc(words.T("What your code caused, too: the table of methods")) + "</button></p>"
	}
	return heading(title) + v.notInTimes() +
		table(title.String(), texts("Method", "Exclusive", "Inclusive", v.counts()), 0, rows) + caused
}
