package tell

import (
	"traceglass/parser/profile"
	"traceglass/render/words"
)

// Nothing returns the sentences for an overview without findings.
func (o *Overview) Nothing() string {
	t := &o.Thresholds
	nothing := busyText(o, "Nothing stands out. A finding needs {1} of the non-idle time of {2}, and {3}.",
		"Nothing stands out. A finding needs {1} of the sampled time of {2}, and {3}.")
	says := words.Say(nothing, words.Share(t.Share), o.Name(o.Thread), words.Brief(t.Time))
	if o.Busy() < t.Time {
		short := busyText(o, "{1} has only {2} of non-idle time here, and a finding needs {3}. The figures below show all of it.",
			"The samples of {1} show only {2} here, and a finding needs {3}. The figures below show all of it.")
		says = words.Say(short, o.Name(o.Thread), words.Brief(o.Busy()), words.Brief(t.Time))
	}
	if len(o.Costliest) > 0 && o.Busy() >= t.Time && 10*o.Costliest[0].Time >= 9*o.Busy() && o.Messages.Count+o.Frames.Count == 0 { // it may be all that is recorded
		nothing = busyText(o, "No rule finds anything. A finding needs {1} of the non-idle time of {2}, and {3}.",
			"No rule finds anything. A finding needs {1} of the sampled time of {2}, and {3}.")
		says = words.Say(nothing, words.Share(t.Share), o.Name(o.Thread), words.Brief(t.Time))
	}
	if f := &o.Frames; !o.OnCPU && f.Count > f.Glued+f.Cut && f.Over[refreshLimit(o)] == 0 {
		says += " " + words.Say("No frame took more than {1}.", LimitText(refreshLimit(o)))
	}
	if len(o.Costliest) == 0 {
		return says
	}
	whole := o.Busy()
	if o.OnCPU {
		whole = o.Total[profile.CPU]
	}
	var all []string
	for _, c := range o.Costliest {
		all = append(all, words.Say("{1} {2} ({3})", o.Method(c.Method), o.Figure(c.Time), words.Percent(float64(c.Time)/float64(max(whole, 1)))))
	}
	most := busyText(o, "Of its non-idle time, {1} spent much in {2}.", "Of its CPU time, {1} spent much in {2}.")
	return says + " " + words.Say(most, o.Name(o.Thread), words.List(all))
}

// busyText returns a text on the time that is not idle, or its twin for samples of time on the CPU alone.
func busyText(o *Overview, nonIdle, onCPU words.Text) words.Text {
	return either(o.OnCPU, onCPU, nonIdle)
}

// Busier returns a sentence on the thread with most of the CPU time, or "" if it is that of the overview.
func (o *Overview) Busier() string {
	b := &o.Overview.Busier
	if b.Share == 0 {
		return ""
	}
	return words.Say("{1} used {2} of the CPU time of all threads, and {3} {4}.", o.Name(b.Thread), words.Percent(b.Share), o.Name(o.Thread), words.Percent(b.Own))
}
