package tell

import (
	"traceglass/parser/call"
	"traceglass/parser/story"
	"traceglass/render/words"
)

// Meanwhile returns sentences on the threads that used the CPU while that of an overview was off it for no known cause, or "".
func Meanwhile(o *Overview) string {
	in := &o.Others
	if in.Off == 0 {
		return ""
	}
	var names []string
	for _, t := range in.Threads {
		name, collects := o.Name(t.Thread), story.IsCollector(o.Info.Threads[t.Thread].Name)
		if collects {
			name = words.Say("the garbage collector ({1})", name)
		}
		text := words.Say("{1} {2}", name, words.Brief(t.CPU))
		if t.Doing != call.NoMethod && !collects {
			text = words.Say("{1} (mostly {2})", text, o.Method(t.Doing))
		}
		names = append(names, text)
	}
	why := words.Text("No method shows why {1} was off the CPU for {2}.")
	if in.Found > 0 {
		why = "Besides what the findings say, no method shows why {1} was off the CPU for {2}."
	}
	says := words.Say(why, o.Name(o.Thread), words.Brief(in.Off))
	if in.In.Time > 0 {
		says = words.Say("No method shows why {1} was off the CPU for {2}, {3} of it in {4}.", o.Name(o.Thread), words.Brief(in.Off), words.Brief(in.In.Time), o.Method(in.In.Method))
	}
	switch {
	case len(names) > 0:
		says += " " + words.Say("While it was busy for {1}, other threads used {2} of CPU time: {3}.", words.Brief(in.During), words.Brief(in.CPU), words.List(names))
	case in.CPU > 0:
		says += " " + words.Say("While it was busy for {1}, other threads used only {2} of CPU time.", words.Brief(in.During), words.Brief(in.CPU))
	default:
		says += " " + words.Say("While it was busy for {1}, other threads used hardly any CPU time.", words.Brief(in.During))
	}
	switch {
	case o.Sampled && 2*in.CPU < min(in.Off, in.During): // they explain less than half
		says += " " + words.T("The recorder is probably the main cause: it stops all threads for each sample.")
	case o.Sampled && in.CPU < in.During: // they left a core
		says += " " + words.T("The recorder adds to it: it stops all threads for each sample.")
	}
	return says
}

// Recording returns a sentence on the cost of the recording, if that is much but no finding, or "".
func Recording(o *Overview) string {
	if o.Overview.Recording == 0 || o.IsCalm() {
		return ""
	}
	return words.Say("The recording itself took up to {1} of this time. Small methods look more expensive than they are. Samples avoid this.", words.Brief(o.Overview.Recording))
}

// Collects returns a sentence on the garbage collector, if it uses much CPU time, or "".
func Collects(o *Overview) string {
	in := &o.Collector
	if in.CPU == 0 {
		return ""
	}
	return words.Say("The garbage collector ({1}) used {2} of CPU time in {3}. Look for code that allocates much memory.", o.Name(in.Thread), words.Brief(in.CPU), words.Brief(o.To-o.From))
}
