package tracing

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/grid"
)

// Exports returns the menu of the exports of the trace.
func (r *Room) Exports() []export.Group { return export.Trace }

// Answers asks for the overview and the selection as text for an assistant.
func (r *Room) Answers(hidden bool) message.Request[*message.AnswerTextReply] {
	d := r.desk
	s := d.Scope()
	return &message.AnswerText{
		Thread: d.Subject(), From: s.From, To: s.To, Clock: s.Clock, Measure: s.Measure, Method: d.Method, Call: d.Call, HasCall: d.HasCall, Hidden: hidden,
	}
}

// Refusal explains why an export is not available, "" if it is.
func (r *Room) Refusal(e *export.Export) string {
	if e.Takes&export.NoWaits != 0 && r.desk.Clock == message.Waiting {
		return words.T("not by waiting: choose wall or CPU")
	}
	if (e.ID == "events" || e.Command != nil && e.Command[0] == "cut") && len(r.desk.Measures()) > 0 {
		return words.T("a recording of samples has no records of calls")
	}
	return ""
}

// maxThreadIDs is the maximum length of the list of threads in bytes. A program in the browser has 8 KB for its
// arguments.
const maxThreadIDs = 6000

// Job returns the command line for an export, limited to a part if the export supports that. If the export is
// not possible, it returns a sentence with the reason.
func (r *Room) Job(e *export.Export, part desk.Part) (desk.Job, string) {
	d := r.desk
	args := slices.Clone(e.Command)
	if e.Takes&export.AClock != 0 {
		clock := d.Clock
		if e.Takes&export.NoWaits != 0 && len(d.Trace.Measures) > 0 {
			clock = message.Wall // samples have times by this clock only
		}
		args = append(args, "-clock", [...]string{"wall", "cpu", "waiting"}[clock])
	}
	if d.Measure != d.Trace.Measure && (e.Command[0] == "export" || e.Command[0] == "flamegraph" || e.ID == "overview") {
		args = append(args, "-event", d.Trace.Measures[d.Measure-1].Name)
	}
	args = append(args, d.Owners.Args()...)
	if e.Takes&export.AShare != 0 {
		args = append(args, desk.ShareArgs(d.Share)...)
	}
	if e.Takes&export.Switched != 0 && d.Switches {
		args = append(args, "-switches")
	}
	terms, code := d.Filter, d.ShownCode()
	switch {
	case code == message.OwnCode:
		terms = query.Join([]string{terms, "self:origin:own"})
	case code == message.ChargedToOwn && e.Takes&export.Charged != 0:
		args = append(args, "-charged")
	case code == message.ChargedToOwn && d.CodeSet: // else only the table of methods shows it
		terms = query.Join([]string{terms, "-merge:origin:own"})
	}
	if terms = strings.TrimSpace(terms); e.Takes&export.Filtered != 0 && terms != "" {
		args = append(args, "-filter", terms)
	}
	if e.Takes&export.Grouped != 0 && d.By != message.ByMethod {
		args = append(args, "-by", string(grid.Groupings[d.By]))
	}
	name := desk.Stem(d.Trace.File)
	if e.Takes&export.APart != 0 {
		if one := d.Summed(); part.Threads && len(one) == 1 {
			name += "-" + desk.InName(d.ThreadName(one[0]))
		}
		if part.Range && d.Ranged() {
			name += "-" + words.RangeInName(d.From, d.To)
			args = append(args, "-from", nanoseconds(d.From), "-to", nanoseconds(d.To))
		}
		if part.Threads && len(d.Summed()) > 0 {
			ids := r.threadIDs()
			if len(ids) > maxThreadIDs {
				return desk.Job{}, words.T("Too many threads to list one by one. Select fewer, or all.")
			}
			args = append(args, "-thread", ids)
		}
	}
	return desk.Job{Args: args, Files: []string{d.Trace.Stored}, Name: name + e.Ending}, ""
}

// threadIDs lists the selected threads by the numbers in the file.
func (r *Room) threadIDs() string {
	var ids []string
	for i := range r.desk.Trace.Threads {
		if t := &r.desk.Trace.Threads[i]; r.desk.Counts(t.Index) {
			ids = append(ids, strconv.FormatUint(uint64(t.ID), 10))
		}
	}
	return strings.Join(ids, ",")
}

func nanoseconds(ns int64) string { return strconv.FormatInt(ns, 10) + "ns" }
