package answer

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// labels are the names of methods and threads as answers show them.
type labels struct {
	index   *profile.Index
	hidden  *trace.Info // has hashes for names; nil to show those of index
	methods []string    // by method; nil until needed
}

// info returns the trace's information, with the names to show.
func (l *labels) info() *trace.Info {
	if l.hidden != nil {
		return l.hidden
	}
	return l.index.Info
}

// name returns the name of a method. Overloaded ones have their parameters.
func (l *labels) name(m trace.MethodIndex) string {
	if m == call.NoMethod {
		return ""
	}
	return l.all()[m]
}

// all returns the names of all methods.
func (l *labels) all() []string {
	if l.methods == nil {
		shown := *l.index
		shown.Info = l.info()
		l.methods = names.Labels(&shown)
	}
	return l.methods
}

// threadName returns the handle and the name of a thread.
func (l *labels) threadName(i trace.ThreadIndex) string {
	return threadHandle(i) + " " + clipped(l.thread(i), 80)
}

// thread returns the name of a thread.
func (l *labels) thread(i trace.ThreadIndex) string {
	in := &l.info().Threads[i]
	if in.Main && in.Name == "" {
		return "main"
	}
	return in.Label()
}

// sentences returns the sentences of an overview.
func (l *labels) sentences(o *story.Overview) *tell.Overview {
	return &tell.Overview{Overview: o, Info: l.info()}
}

// sentence returns a finding in words. With hidden names it leaves out the detail, which is a name.
func (l *labels) sentence(text *tell.Overview, f *story.Finding) string {
	if l.hidden != nil {
		hidden := *f
		hidden.Detail = ""
		f = &hidden
	}
	return words.Plain(text.Finding(f))
}
