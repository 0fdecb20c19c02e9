package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	methods "traceglass/render/names"
	"traceglass/render/report"
	"traceglass/render/words"
	"traceglass/wasm/query"
	"traceglass/wasm/sift"
)

// A part selects a part of a trace by -from, -to and -thread, and a measure of its samples by
// -event.
type part struct {
	from, to instant
	threads  []string
	event    string
	filter   *query.Query // nil for none
	noIdle   bool         // without idle waits
	idle     []string     // terms of the filter that match nothing in the last trace
}

// An instant is a value of -from or -to.
type instant struct {
	ns    int64 // from the beginning of the timeline
	given bool
}

func (i *instant) set(text string) error {
	ns, ok := words.Instant(text)
	if !ok {
		return errors.New("must be a time from the recording's start, such as 1.25s, 300ms or 1250 (ns)")
	}
	*i = instant{ns, true}
	return nil
}

// flags declares the options.
func (s *part) flags(flags *pflag.FlagSet) {
	s.cutFlags(flags)
	flags.StringVar(&s.event, "event", "", "For a recording of samples, the event `E` that the clock cpu counts: an event type, or samples; default: CPU time, or else the event with most samples")
}

// filterFlag declares -filter.
func (s *part) filterFlag(flags *pflag.FlagSet) {
	parse(flags, "filter", "TEXT", "", "Leave out what does not match. word and through:M keep the time while a method M is on the stack, -word and drop:M leave it out, under:M keeps what M calls, root:M begins paths with M, self:M keeps M's own time alone, merge:M gives M's own time to its callers, -merge:M keeps only the frames of M, slower:10ms gives the time of quicker calls to their callers, thread:T keeps threads. M is a word, a \"whole name\", /regex/, origin:own or wait:lock. Terms apply in their order", func(text string) error {
		s.filter = query.Parse(text, query.OfMethods...)
		return nil
	})
}

// warnIdle warns of terms of the filter that match nothing.
func (s *part) warnIdle(stderr io.Writer) {
	for _, term := range s.idle {
		fmt.Fprintf(stderr, "WARNING: -filter: %s matches nothing in this trace.\n", report.Clean(term))
	}
}

// filterOf returns the filter for one trace. warnIdle then warns of its terms.
func (s *part) filterOf(x *profile.Index) *sift.Filter {
	f := sift.Of(x, methods.Readable(x.Info.Methods)).Filter(s.filter)
	s.idle = nil
	for i := range f.Terms {
		if t := &s.filter.Terms[i]; f.Terms[i].Found == 0 && !t.Off && t.Kind != query.Slower {
			s.idle = append(s.idle, t.Source)
		}
	}
	return f
}

// idleLeftOut returns the profile, without idle waits if the user wants that.
func (s *part) idleLeftOut(p *profile.Profile) *profile.Profile {
	if s.noIdle {
		p.WithoutIdle()
	}
	return p
}

// sifted returns what the filter leaves of a profile's index in a scope.
func (s *part) sifted(p *profile.Profile, scope profile.Scope) (*profile.Profile, profile.Scope, error) {
	f := s.filterOf(p.Index)
	scope = f.In(scope)
	if len(report.Threads(p.Index, scope)) == 0 {
		return nil, scope, errors.New("-filter leaves out all threads of this part of the trace")
	}
	p = s.idleLeftOut(p.Index.Profile(scope, p))
	if len(f.Steps) > 0 {
		p = p.Filtered(f.Steps...)
	}
	return p, scope, nil
}

// cutFlags declares the options that do not concern samples.
func (s *part) cutFlags(flags *pflag.FlagSet) {
	parse(flags, "from", "T", "", "Only this range of the timeline, which begins at 0: 1.25s, 300ms, or ns. If a call crosses its edge, only the part inside counts", s.from.set)
	parse(flags, "to", "T", "", "The end of the range", s.to.set)
	parse(flags, "thread", "T", "", "Only this thread, by name, id or pool (pool-#-thread-#). For several threads, separate them with commas, or repeat -thread", func(text string) error {
		s.threads = append(s.threads, text)
		return nil
	})
}

// ranged reports whether a range of time is selected. Then every call must be kept.
func (s *part) ranged() bool { return s.from.given || s.to.given }

func (s *part) isAll() bool { return !s.ranged() && len(s.threads) == 0 }

// check returns a usageError for options that are invalid for any trace.
func (s *part) check() error {
	if s.from.given && s.to.given && s.to.ns <= s.from.ns {
		return usageError(fmt.Sprintf("-to %v is not later than -from %v", time.Duration(s.to.ns), time.Duration(s.from.ns)))
	}
	if s.filter != nil && s.filter.Refused != "" {
		return usageError("-filter: " + s.filter.Refused)
	}
	return nil
}

// scopeIn returns the scope of the part in one trace.
func (s *part) scopeIn(x *profile.Index) (profile.Scope, error) {
	scope := profile.WholeTrace
	if err := report.NoCalls(x, true); err != nil {
		return scope, err
	}
	if _, end := x.Calls.Span(); s.from.ns > x.Calls.Nanos(end) {
		return scope, fmt.Errorf("-from %v is after the trace's end at %v", time.Duration(s.from.ns), time.Duration(x.Calls.Nanos(end)))
	}
	if s.from.ns > 0 {
		scope.From = x.Calls.TicksUp(s.from.ns)
	}
	if _, end := x.Calls.Span(); s.to.given && s.to.ns < x.Calls.Nanos(end) {
		scope.To = max(x.Calls.Ticks(s.to.ns), scope.From) // shorter than a tick
	}
	if len(s.threads) > 0 {
		if err := s.choose(x, &scope); err != nil {
			return scope, err
		}
	}
	if len(report.Threads(x, scope)) == 0 {
		return scope, errors.New("this part of the trace has no records: choose a larger range, or other threads")
	}
	return scope, nil
}

// choose limits a scope to the threads.
func (s *part) choose(x *profile.Index, scope *profile.Scope) error {
	add := func(threads []trace.ThreadIndex) {
		for _, t := range threads {
			scope.Threads[t] = true
		}
	}
	scope.Threads = make([]bool, len(x.Calls.Threads))
	for _, text := range s.threads {
		found := x.ThreadsCalled(text)
		if len(found) > 0 {
			add(found)
			continue
		}
		for _, one := range strings.Split(text, ",") {
			if found = x.ThreadsCalled(one); len(found) == 0 {
				return fmt.Errorf("no thread with calls has the name or id %q%s", one, report.Clean(meant(profile.ThreadsLike(x, one))))
			}
			add(found)
		}
	}
	return nil
}

// readPart profiles a part of the trace in files, after the filter, and returns its scope. With switches, context
// switches become calls. Every call is kept if keep is set or something needs it.
func readPart(files []string, keep, switches bool, s *part) (*profile.Profile, profile.Scope, error) {
	p, err := readBy(s.event, files, keep || switches || s.ranged() || s.filter != nil)
	if err == nil && switches {
		p = switched(p)
	}
	if err != nil || s.isAll() && s.filter == nil {
		return p, profile.WholeTrace, err
	}
	scope, err := s.scopeIn(p.Index)
	if err != nil {
		return nil, scope, err
	}
	if s.filter != nil {
		return s.sifted(p, scope)
	}
	return p.Index.Profile(scope, p), scope, nil
}
