package anr

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
)

// sentryEvent emits an event of Sentry's SDK or server (section 6).
func (r *records) sentryEvent(o object) {
	exception := first(o.get("exception"))
	if !isSentryANR(exception) {
		r.out.skip(sentryKind(o))
		return
	}
	a := sentryFacts(o)
	a.Source, a.ID = "sentry-event", o.get("event_id").fact()
	threads := r.sentryThreads(o.get("threads"), exception.get("stacktrace"))
	watched(&a, threads, exception)
	if r.envelope != nil {
		r.envelope.hold(a, threads)
		return
	}
	r.out.emit(a, threads, "")
}

// sentryAnswer emits an event as Sentry's web API gives it (section 6).
func (r *records) sentryAnswer(o object) {
	var exception object
	var threads value
	o.get("entries").each(func(e value) bool {
		switch entry := e.object(); entry.get("type").fact() {
		case "exception":
			exception = first(entry.get("data"))
		case "threads":
			threads = entry.get("data")
		}
		return true
	})
	if !isSentryANR(exception) {
		r.out.skip("exception")
		return
	}
	a := sentryFacts(o)
	a.Source, a.ID = "sentry-api-event", o.get("eventID").fact()
	all := r.sentryThreads(threads, exception.get("stacktrace"))
	watched(&a, all, exception)
	r.out.emit(a, all, "")
}

// watched marks what a report of a watchdog in the app lacks. It has no locks, and the states of Java,
// where RUNNABLE includes threads that wait in native code. Apps need one below Android 11.
func watched(a *dump.About, threads []thread, exception object) {
	if exception.within("mechanism", "type").fact() != "ANR" && !strings.HasPrefix(exception.get("value").fact(), "Application Not Responding") {
		return
	}
	a.Lacks |= dump.NoLocks
	for i := range threads {
		if h := &threads[i].Heading; h.State == "RUNNABLE" {
			h.State, h.Extra = "", guessed(h.State)
		}
	}
}

// values returns the list in v, which may stand in an object.
func values(v value) value {
	if v.is('{') {
		return v.object().get("values")
	}
	return v
}

// first returns the last object of a list: of exceptions, the one that was reported.
func first(v value) (o object) {
	values(v).each(func(e value) bool {
		o = e.object()
		return true
	})
	return o
}

// isSentryANR reports whether an exception stands for an ANR.
func isSentryANR(exception object) bool {
	switch exception.within("mechanism", "type").fact() {
	case "AppExitInfo", "HistoricalAppExitInfo", "ANR", "anr_background", "anr_foreground":
		return true
	}
	text := exception.get("value").fact()
	return exception.get("type").fact() == "ApplicationNotResponding" || text == "ANR" || text == "Background ANR" || strings.HasPrefix(text, "Application Not Responding")
}

// sentryKind names an event that is no ANR.
func sentryKind(o object) string {
	if o.get("exception") != nil {
		return "exception"
	}
	return "message"
}

// sentryEvents are the facts of events of Sentry. Those of the release come first.
var sentryEvents = []path{
	{process, "contexts.app.app_identifier"}, {version, "contexts.app.app_version"}, {code, "dist"}, {code, "contexts.app.app_build"}, {system, "contexts.os.version"},
	{maker, "contexts.device.manufacturer"}, {model, "contexts.device.model"}, {inFront, "contexts.app.in_foreground"},
	{utcAt, "timestamp"}, {utcAt, "datetime"}, {utcAt, "dateCreated"}, {utcAt, "dateReceived"},
}

// sentryFacts reads the facts that events of all forms have.
func sentryFacts(o object) (a dump.About) {
	var app string
	app, a.Version, a.Code = splitRelease(cmp.Or(o.get("release").fact(), o.at("release.version").fact()))
	o.read(&a, sentryEvents)
	a.Package = cmp.Or(a.Package, app)
	return a
}

// splitRelease splits APP@VERSION+BUILD. Any part may be missing.
func splitRelease(s string) (app, version, build string) {
	if at := strings.IndexByte(s, '@'); at >= 0 {
		app, s = s[:at], s[at+1:]
	}
	if at := strings.LastIndexByte(s, '+'); at >= 0 {
		return app, s[:at], s[at+1:]
	}
	return app, s, ""
}

// sentryThreads reads the threads of an event. Main's stack may stand at the exception alone.
func (r *records) sentryThreads(list, ofException value) (all []thread) {
	r.frames = 0
	main := -1
	r.threadsOf(values(list), func(o object) {
		h := dump.Heading{Name: o.get("name").fact(), Tid: o.get("id").small(), State: o.get("state").fact()}
		stack := o.get("stacktrace")
		if isMain := o.get("main").yes() || h.Name == "main" || h.Tid == 1; isMain && main < 0 {
			main = len(all)
			h.Name = "main"
			if !stack.object().get("frames").is('[') {
				stack = ofException
			}
		}
		all = append(all, thread{Heading: h, stack: r.sentryStack(stack, o.get("held_locks", "heldLocks"))})
	})
	if main < 0 && ofException != nil {
		all = append([]thread{{Heading: dump.Heading{Name: "main"}, stack: r.sentryStack(ofException, nil)}}, all...)
	}
	return all
}

// Types of Sentry's locks.
const (
	sentryLocked   = 1
	sentryWaiting  = 2
	sentrySleeping = 4
	sentryBlocked  = 8
)

// A sentryLock is one lock of a thread.
type sentryLock struct {
	kind           int
	address, class string
	holder         int
}

func readLock(o object) sentryLock {
	class := o.get("class_name", "className").fact()
	if of := o.get("package_name", "packageName").fact(); of != "" {
		class = of + "." + class
	}
	return sentryLock{o.get("type").small(), o.get("address").fact(), class, o.get("thread_id", "threadId").small()}
}

func (l sentryLock) write(w *stackWriter) {
	switch l.kind {
	case sentryBlocked:
		w.lock("waiting to lock", l.address, l.class, l.holder)
	case sentryWaiting:
		w.lock("waiting on", l.address, l.class, 0)
	case sentrySleeping:
		w.lock("sleeping on", l.address, l.class, 0)
	case sentryLocked:
		w.lock("locked", l.address, l.class, 0)
	}
}

// sentryStack writes a stack, which comes outermost first. A frame names the last lock below it
// alone, and the list of held locks has one of each address with its highest type. So a lock counts
// by its type in that list, and stands below the frame that names it, else below the innermost one.
func (r *records) sentryStack(stack, held value) []byte {
	frames := stack.object().get("frames").list(mostFrames)
	slices.Reverse(frames)
	locks := map[string]sentryLock{}
	var order []string
	for _, m := range held.object() {
		l := readLock(m.of.object())
		if l.address == "" && strings.HasPrefix(m.key, "0x") {
			l.address = m.key
		}
		if l.address == "" && l.kind != sentryBlocked {
			continue
		}
		if _, ok := locks[l.address]; !ok {
			order = append(order, l.address)
		}
		locks[l.address] = l
	}
	below := make(map[int][]sentryLock)
	placed := map[string]bool{}
	for i, f := range frames {
		l := f.object().get("lock")
		if l == nil {
			continue
		}
		lock := readLock(l.object())
		if known, ok := locks[lock.address]; ok && lock.address != "" {
			lock = known
		}
		placed[lock.address] = true
		below[i] = append(below[i], lock)
	}
	var w stackWriter
	for i, f := range frames {
		r.sentryFrame(&w, f.object())
		if i == 0 {
			sorting.Stable(order, func(a, b string) int { return locks[b].kind - locks[a].kind })
			for _, address := range order {
				if !placed[address] {
					locks[address].write(&w)
				}
			}
		}
		for _, l := range below[i] {
			l.write(&w)
		}
	}
	return w.lines
}

// sentryFrame writes a frame. Of native code the line is the distance from the symbol, unless the
// server has found the file.
func (r *records) sentryFrame(w *stackWriter, f object) {
	if r.frames++; r.frames > mostFrames {
		return
	}
	module, function, file := f.get("module").fact(), f.get("function").fact(), f.get("filename").fact()
	line := f.get("lineno", "lineNo").small()
	library := f.get("package").fact()
	if f.get("platform").fact() == "native" || module == "" && library != "" {
		library = strings.TrimSuffix(library, " (deleted)")
		if file != "" {
			line = 0
		}
		w.native(address(f.get("instruction_addr", "instructionAddr").fact()), library, function, uint64(line), "")
		return
	}
	name := function
	if module != "" {
		name = module + "." + function
	}
	w.java(name, file, line, f.get("native").yes())
}

// sentryProfile emits what main did while it did not answer: samples of its stack (section 6). The
// dump has the stack of most samples, and its Recording has all of them.
func (r *records) sentryProfile(o object) {
	a := dump.About{Source: "sentry-profile", ID: o.get("chunk_id", "event_id").fact(), Lacks: dump.NoLocks | dump.NoStates}
	a.Package, a.Version, a.Code = splitRelease(o.get("release").fact())
	set(&a, utcAt, o.get("timestamp").fact())
	profile := o.get("profile").object()
	if a.Time == "" {
		profile.get("samples").each(func(s value) bool {
			set(&a, utcAt, s.object().get("timestamp").fact())
			return false
		})
	}
	s := r.sentrySamples(profile)
	a.Samples = s.count
	var stack []byte
	if s.most >= 0 {
		a.Same, stack = s.stacks[s.most].seen, s.stacks[s.most].lines
	}
	main := []thread{{Heading: dump.Heading{Name: "main"}, stack: stack}}
	r.out.emitRecorded(a, main, "", r.recordingOf(&a, s))
}

// sentrySamples are the samples of a profile.
type sentrySamples struct {
	samples []dump.Sample
	stacks  []sampledStack // in the order of the first sample
	most    int            // the stack of most samples, the first of several; -1 without a stack
	count   int            // all samples, also those that are not kept
}

// A sampledStack is a stack as lines of a dump, and the number of samples with it.
type sampledStack struct {
	lines []byte
	seen  int
}

// sentrySamples reads the samples of main. A profile may have other threads too.
func (r *records) sentrySamples(profile object) (all sentrySamples) {
	frames, stacks := profile.get("frames").list(mostFrames), profile.get("stacks").list(mostFrames)
	rows := make([]int32, len(stacks)) // of all.stacks, from 1
	all.most = -1
	r.frames = 0
	main, known := mainOfProfile(profile)
	profile.get("samples").each(func(v value) bool {
		o := v.object()
		thread := o.get("thread_id").fact()
		if !known {
			main, known = thread, true
		}
		if thread != main {
			return true
		}
		all.count++
		s := dump.Sample{At: microseconds(o.get("timestamp").fact()), Stack: -1}
		if at := o.get("stack_id").small(); at < len(stacks) {
			if rows[at] == 0 && len(all.stacks) < mostThreads {
				all.stacks = append(all.stacks, sampledStack{lines: r.sampledLines(frames, stacks[at])})
				rows[at] = int32(len(all.stacks))
			}
			if s.Stack = rows[at] - 1; s.Stack >= 0 {
				of := &all.stacks[s.Stack]
				if of.seen++; all.most < 0 || of.seen > all.stacks[all.most].seen {
					all.most = int(s.Stack)
				}
			}
		}
		if len(all.samples) < mostSamples {
			all.samples = append(all.samples, s)
		}
		return true
	})
	if left := all.count - len(all.samples); left > 0 {
		r.out.damaged("A recording of main has %d samples. The last %d are left out.", all.count, left)
	}
	return all
}

// mainOfProfile returns the id of main's thread; ok is false if the profile does not say.
func mainOfProfile(profile object) (id string, ok bool) {
	for _, m := range profile.get("thread_metadata").object() {
		if m.of.object().get("name").fact() == "main" {
			return m.key, true
		}
	}
	return "", false
}

// sampledLines writes a stack of a profile, which comes innermost first, unlike those of events.
func (r *records) sampledLines(frames []value, stack value) []byte {
	var w stackWriter
	stack.each(func(at value) bool {
		if n := at.small(); n < len(frames) {
			r.sentryFrame(&w, frames[n].object())
		}
		return r.frames <= mostFrames
	})
	return w.lines
}

// recordingOf returns samples with their stacks as threads of a dump, or nil without a stack.
func (r *records) recordingOf(a *dump.About, s sentrySamples) *dump.Recording {
	d := r.out.dump(&dump.Decoder{})
	d.Begin(dump.About{Package: a.Package})
	for i := range s.stacks {
		d.Thread(dump.Heading{Name: "main"})
		d.Write(s.stacks[i].lines)
		d.Write([]byte("\n"))
	}
	rec := &dump.Recording{Stacks: d.Close(), Samples: s.samples}
	if len(rec.Stacks.Blocks) != 1 {
		return nil
	}
	for i := range rec.Samples {
		if int(rec.Samples[i].Stack) >= len(rec.Stacks.Threads) { // beyond the limit on a dump's text
			rec.Samples[i].Stack = -1
		}
	}
	sorting.Stable(rec.Samples, func(a, b dump.Sample) int { return cmp.Compare(a.At, b.At) })
	return rec
}

// microseconds returns a time in seconds since 1970 as µs, or dump.NoTime.
func microseconds(seconds string) int64 {
	const latest = 1 << 33 // in the year 2242
	s, err := strconv.ParseFloat(seconds, 64)
	if err != nil || !(s >= 0 && s < latest) {
		return dump.NoTime
	}
	return int64(math.Round(s * 1e6))
}
