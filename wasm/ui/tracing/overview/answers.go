package overview

import (
	"slices"

	"github.com/vugu/vugu"

	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/node"
)

// Answers are the lines next to the findings. Each names the largest of its kind.
type answers struct{ *View }

// all returns the lines that the thread has: a busier thread, the start, the slow frames, the longest frame, and the longest wait. The
// longest message and input event have lines if they take much longer than the frame.
func (v answers) all() vugu.HTML {
	m := v.reply
	all := v.busiest() + v.start() + v.late() + v.slowest("overview-answer-frame", "Longest frame", &m.Frames)
	if v.outlasts(&m.Messages, &m.Frames) {
		all += v.slowest("overview-answer-message", "Longest message", &m.Messages)
	}
	if v.outlasts(&m.Inputs, &m.Frames) {
		all += v.slowest("overview-answer-input", "Longest input event", &m.Inputs)
	}
	return all + v.wait() + v.offCPU() + v.collector()
}

// line returns one line. A click on it is one on item n of id.
func (v answers) line(id string, n int, term, text string) vugu.HTML {
	return "<li>" + v.button(id, n, `class="quick"`, "<small>"+esc(term)+"</small> <span>"+node.Breakable(text)+"</span>") + "</li>"
}

func (v answers) busiest() vugu.HTML {
	m := v.reply
	if m.BusierShare == 0 {
		return ""
	}
	text := words.Say("{1}: {2} of {3} of all threads", v.desk.ThreadName(m.Busier), words.Percent(m.BusierShare), v.desk.ClockName(message.CPU))
	return v.line("overview-busiest", int(m.Busier), words.T("Busiest thread"), text)
}

func (v answers) start() vugu.HTML {
	m, clock, dominant := v.reply, v.cost(), -1
	for i := range m.Phases {
		if m.Phases[i].Found && (dominant < 0 || m.Phases[i].Alone[clock] > m.Phases[dominant].Alone[clock]) {
			dominant = i
		}
	}
	if dominant < 0 {
		return ""
	}
	p := &m.Phases[dominant]
	took := v.costText(m.Startup[clock])
	if m.StartPaused != "" {
		took = words.Say("{1} ({2})", took, m.StartPaused)
	}
	text := words.Say("{1}. Largest part: {2}, {3}", took, p.Name, v.costText(p.Alone[clock]))
	if in := slices.IndexFunc(m.Phases, func(of message.Phase) bool {
		return of.Found && of.Level == p.Level-1 && of.From <= p.From && p.From < of.To
	}); in >= 0 {
		text = words.Say("{1}. Largest part, within {4}: {2}, {3}", took, p.Name, v.costText(p.Alone[clock]), m.Phases[in].Name)
	}
	if 2*m.Between[clock] >= m.Startup[clock] && m.Between[clock] > p.Alone[clock] {
		text = words.Say("{1}, {2} of it between the phases", took, v.costText(m.Between[clock]))
		if m.Besides != "" {
			text = words.Say("{1}. {2}", text, m.Besides)
		}
	}
	return v.line("overview-answer-phase", dominant, m.StartTitle, text)
}

// late returns the line on slow frames, unless a finding says the same.
func (v answers) late() vugu.HTML {
	m := v.reply
	isFound := v.desk.Limit == message.UsualLimit && slices.ContainsFunc(m.Findings, func(f message.Finding) bool { return f.SlowFrames })
	if late := m.Late[v.desk.Limit]; late != "" && !isFound {
		return v.line("overview-answer-late", 0, words.T("Slow frames"), late)
	}
	return ""
}

func (v answers) slowest(id string, term words.Text, s *message.Series) vugu.HTML {
	if len(s.Slowest) == 0 {
		return ""
	}
	slow := &s.Slowest[0]
	text := words.Say("{1}, begins at {2}", v.took(slow), words.Brief(slow.From))
	if slow.AfterEnd > slow.OwnTime {
		text = words.Say("{1}. Its last {2} have no records", v.took(slow), v.figure(slow.AfterEnd))
	} else if most := v.mostOf(slow); most != "" {
		text = words.Say("{1}. {2}", v.took(slow), most)
	}
	if over := s.Over[v.desk.Limit]; s == &v.reply.Inputs && over > 1 {
		text = words.Say("{1}. {2} of {3} took more than {4}", text, words.Count(over), words.Count(s.Count-s.Glued), tell.LimitText(v.desk.Limit))
	}
	return v.line(id, 0, term.String(), text)
}

// wait returns the line on the longest wait for a known cause, and on unexplained waiting if that takes longer.
func (v answers) wait() vugu.HTML {
	m := v.reply
	most, unexplained := -1, -1 // the largest parts
	for i := range m.Parts {
		of := &most
		if m.Parts[i].Kind == message.Unexplained {
			of = &unexplained
		}
		if p := &m.Parts[i]; p.Kind.IsWait() && (*of < 0 || p.Time > m.Parts[*of].Time) {
			*of = i
		}
	}
	isLess := most >= 0 && unexplained >= 0 && m.Parts[unexplained].Time > m.Parts[most].Time
	if most < 0 {
		most = unexplained
	}
	if most < 0 || m.Filter != "" { // the other lines are of the whole thread
		return ""
	}
	p := &m.Parts[most]
	text := v.figure(p.Time)
	if len(p.Sites) > 0 {
		own := p.Sites[0].Own
		if own == message.NoNode {
			own = p.Sites[0].Method
		}
		switch of := v.figure(p.Sites[0].Time); {
		case own == message.NoNode:
		case of == text:
			text = words.Say("{1} in {2}", text, v.name(own))
		default:
			text = words.Say("{1}, {2} of it in {3}", text, of, v.name(own))
		}
	}
	term := p.Name
	if isLess {
		term, text = words.T("Waiting"), words.Say("{1} not explained. {2} {3}", v.figure(m.Parts[unexplained].Time), p.Cause, text)
	}
	return v.line("overview-answer-part", most, term, text)
}

// offCPU returns the line on time off the CPU for no known reason. A click selects the thread that used the CPU most meanwhile.
func (v answers) offCPU() vugu.HTML {
	m := v.reply
	switch {
	case m.OffCPU == "" || m.Filter != "":
		return ""
	case m.OffThread == message.NoNode:
		return `<li><div class="quick"><small>` + esc(words.T("Off the CPU")) + "</small> <span>" + node.Breakable(m.OffCPU) + "</span></div></li>"
	}
	return v.line("overview-off", int(m.OffThread), words.T("Off the CPU"), m.OffCPU)
}

// collector returns the line on the garbage collector. A click selects its thread.
func (v answers) collector() vugu.HTML {
	m := v.reply
	if m.Collects == "" || m.Filter != "" {
		return ""
	}
	return v.line("overview-off", int(m.Collector), words.T("Garbage collection"), m.Collects)
}

// outlasts reports whether the longest of some calls takes much longer than that of others. A message that does not may be the
// one that draws the frame.
func (v answers) outlasts(some, others *message.Series) bool {
	const times = 2
	length := func(s *message.Series) int64 {
		if len(s.Slowest) == 0 {
			return 0
		}
		return s.Slowest[0].Times[v.cost()]
	}
	return length(some) > times*length(others)
}
