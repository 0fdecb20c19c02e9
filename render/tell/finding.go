package tell

import (
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// waitsFor completes "main waits" with each cause.
var waitsFor = [story.Causes]words.Text{
	story.Unexplained: "for a reason that no method shows",
	story.IdleWait:    "for work",
	story.Binder:      "for the answer of another process[ to {detail}] (binder)",
	story.Lock:        "for a lock",
	story.Condition:   "for another thread to wake it",
	story.Future:      "for the result of another thread's task",
	story.Latch:       "for a latch, barrier or semaphore",
	story.Queue:       "for a queue",
	story.Coroutine:   "for coroutines (runBlocking)",
	story.Join:        "for another thread to end",
	story.Sleep:       "for a sleep to end",
	story.Preferences: "for SharedPreferences",
	story.Database:    "for a database",
	story.Network:     "for the network",
	story.File:        "for files",
	story.Classes:     "for classes to load",
	story.Libraries:   "for native libraries to load",
	story.Child:       "for a child process",
	story.Device:      "for a device (Bluetooth or USB)",
	story.Collector:   "for the garbage collector",
	story.Rendering:   "for the renderer",
	story.Tracing:     "for the recording to start or stop",
	story.Debugger:    "for a debugger",
	story.Unmeasured:  "or runs",
}

// Patterns of a wait. Where one call is the whole wait, its own method is {in}. Otherwise {most} is
// the method that waits longest, and {by} is its nearest own caller.
const (
	waited          = words.Text("{thread} waited {time}[ in {count:call|calls}] {for}[ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].[ {holder}.]")
	waitedSamples   = words.Text("The samples show {thread} waiting {time} {for}[ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].[ {holder}.]")
	waitedNames     = words.Text("{thread} spent {time} in methods that wait {for}[, in {count:call|calls}][: {only}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].[ {holder}.]")
	seenNames       = words.Text("The samples show {time} of {thread} in methods that wait {for}[: {only}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].[ {holder}.]")
	loaded          = words.Text("{thread} spent {time}[ in {count:call|calls}] loading native libraries[ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].")
	loadedSamples   = words.Text("The samples show {thread} loading native libraries for {time}[ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].")
	slept           = words.Text("{thread} slept {time}[ in {count:call|calls}][ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].")
	sleptSamples    = words.Text("The samples show {thread} sleeping {time}[ in {in}][, {ownTime} of it {most}][, called by {by}][, for example by {example}].")
	off             = words.Text("{thread} was off the CPU for {time} in {method}[, called by {caller}][ ({count:call|calls})]. No method shows why.[ {holder}.]")
	offSamples      = words.Text("The samples show {thread} off the CPU for {time} in {method}[, called by {caller}]. No method shows why.")
	hung            = words.Text("{thread} was in {method}[, called by {caller},] for {time} when the recording ended.[ {holder}.]")
	wrapper         = words.Text("{wrapper}, which {via} and {others:other method|other methods} call")
	fillsPhase      = words.Text("These {time} are nearly all of {anchor}, a part of {phases}[ ({whole})].")
	isMostOfPhase   = words.Text("These {time} are most of {anchor}, a part of {phases}[ ({whole})].")
	further         = words.Text("Another {time}[ in {count:call|calls}]: {at}[, called by {caller}][, for example by {oneOf}].")
	inMethod        = words.Text("in {method}")
	forDetail       = words.Text("for {part}")
	holdsLock       = words.Text("{other} held the lock[ and ran {doing}]")
	mayHold         = words.Text("{other} probably held the lock[ and ran {doing}]")
	mayUse          = words.Text("{other} probably used the database connection[ and ran {doing}]")
	mayLock         = words.Text("Until then, {other} may have held a lock in {doing}")
	mayLockThen     = words.Text("Meanwhile, {other} may have held a lock in {doing}")
	ended           = words.Text("{other} ended most of the wait[ and ran {doing}][, and itself waited {behind}]")
	handled         = words.Text("{thread} spent {time} in {events} handled by {method}, the longest of {longest}.[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]")
	handledSeen     = words.Text("The samples show {time} of {thread} in {events} handled by {method}, the longest of {longest}.[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]")
	handledOnce     = words.Text("{Event} of {thread} took {time}, handled by {method}.[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]")
	handledOnceSeen = words.Text("{Event} of {thread} took {time} in the samples, handled by {method}.[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]")
	beyond          = words.Text("{third} probably ended that wait[ and ran {thirdDoing}]")
	mayEnd          = words.Text("{other} probably ended most of the wait[ and ran {doing}][, and itself waited {behind}]")
	meanwhile       = words.Text("Meanwhile, {other} ran {doing}")
	still           = words.Text("Meanwhile, {other} was in {doing} and has no records either")
	mutual          = words.Text("Meanwhile, {other} was in {doing} and has no records either: the two may wait for each other")
	posted          = words.Text("Meanwhile, {other} passed a coroutine to a Handler[ in {doing}]: if it is the main thread's, the two wait for each other")
)

// findingTexts has, for each rule except those of waits, the sentence for recorded calls and for
// samples. Some rules do not fit samples.
var findingTexts = [story.Rules][2]words.Text{
	story.LongMessage: {
		"The longest {kind}[ of {on}][ outside {start}] took {time}[ (median {usual})][, handled by {handler}].[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.][ {holder}.][ {alike} with this handler took {alikeTime}.]",
		"The longest {kind}[ of {on}][ outside {start}] took {time} in the samples[ (median {usual})][, handled by {handler}].[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.][ {alike} with this handler took {alikeTime}.]",
	},
	story.SlowPhase: {
		"{Start}[ ({whole})] spent {time} in {anchor}[, {cpu} of it on the CPU][, without {inner}].[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]",
		"The samples show {time} of {phases}[ ({whole})] in {anchor}[, {cpu} of it on the CPU][, without {inner}].[ {own} took {ownTime} of it.][ {inside}.][ {thread} mostly waited {waits}.]",
	},
	story.Inflation: {
		"Layout inflation took {time}[ on {on}][ ({count:call|calls})][, {ownTime} of it in {own}][, all in {all}].[ {view} took {viewTime} of it.]",
		"Layout inflation took {time}[ on {on}] in the samples[, {ownTime} of it in {own}][, all in {all}].[ {view} took {viewTime} of it.]",
	},
	story.ClassLoads: {
		"Class loading and static initialization took {time}[ on {on}][ ({count:call|calls})][, {ownTime} of it in {own}][, all in {all}].[ {view} took {viewTime} of it.]",
		"Class loading and static initialization took {time}[ on {on}] in the samples[, {ownTime} of it in {own}][, all in {all}].[ {view} took {viewTime} of it.]",
	},
	story.Often:      {"{thread} called {method} {count:time|times}[ from {own}][, for example from {oneOf}]: {time} in total[, {innerTime} of it in {callee}][, nearly all of it in {all}], {each} each on average.[ {thread} was off the CPU for {idle} of that.]"},
	story.Outlier:    {"One call of {method}[ on {on}] took {time}[, called by {own}]. The median of its calls is {usual}."},
	story.Repeated:   {"{thread} ran {method} for {callers} different callers ({count:call|calls})[: {from}]. The calls of all callers but one took {time}."},
	story.TracerCost: {"The recording itself took up to {time}[ of {on}][ ({count:call|calls}, up to {usual} each)]. Small methods look more expensive than they are. Samples avoid this."},
	story.Costly: {
		"{thread} spent {time} in {method}[ ({count:call|calls})][, called by {caller}][, {innerTime} of it in {callee}][, nearly all of it in {all}].[ It mostly waits {waits}.][ It was off the CPU for {off} of it.]",
		"The samples show {time} of {thread} in {method}[, called by {caller}][, {innerTime} of it in {callee}][, nearly all of it in {all}].[ It mostly waits {waits}.][ It was off the CPU for {off} of it.]",
	},
}

// longCall is the sentence for a long call of a thread without messages.
const longCall = words.Text("{method} took {time}[ on {on}][, {cpu} of it on the CPU].[ {inside}.]")

// anchorPhrases are the phases of a start within a sentence.
var anchorPhrases = [story.Anchors]words.Text{
	"", "the start of the process", "handleBindApplication", "content providers", "Application.onCreate", "the activity's creation",
	"the activity's onStart", "the activity's resume", "the first frame", "reportFullyDrawn", "the stop of the old activity", "the end of the old activity", "the new intent",
}

// Finding returns the sentence for a finding.
func (o *Overview) Finding(f *story.Finding) string {
	if f.Rule == story.SlowFrames {
		return o.slowFrames(f)
	}
	says := o.fill(o.patternOf(f), f)
	isNearlyAll := 20*f.Time >= 19*f.Fills.Time
	switch {
	case f.Rule.IsWait() && f.Anchor != story.NoAnchor:
		says += " " + o.fill(either(isNearlyAll, fillsPhase, isMostOfPhase), f)
	case f.Fills.Time > 0 && isNearlyAll:
		says += " " + words.Say("These {1} are nearly all of a message of {2}.", words.Brief(f.Time), o.Method(f.Fills.Method))
	case f.Fills.Time > 0:
		says += " " + words.Say("These {1} are most of a message of {2} ({3}).", words.Brief(f.Time), o.Method(f.Fills.Method), words.Brief(f.Fills.Time))
	}
	for i := range f.Further {
		at := &f.Further[i]
		says += " " + o.fill(further, &story.Finding{Rule: story.Costly, Time: at.Time, Methods: []trace.MethodIndex{at.Method}, Own: at.Own, OneOf: at.OneOf, Through: call.NoMethod, Detail: at.Detail, Count: o.counted(at.Count)})
	}
	if f.OtherPhases > 0 {
		for i := range o.Nearly[:o.Unlisted] {
			if other := &o.Nearly[i]; other.Rule == story.SlowPhase {
				phase := anchorPhrases[other.Anchor].String()
				if other.Own != call.NoMethod && other.OwnTime > 0 {
					phase = words.Say("{1} ({2} {3})", phase, o.Method(other.Own), words.Brief(other.OwnTime))
				}
				says += " " + words.Say("Another {1} of {2}: {3}.", words.Brief(other.Time), startPhrases[o.Startup.Kind].String(), phase)
			}
		}
	}
	return says
}

// addsPhases reports whether the sentence of a finding on a phase adds those that are long enough, but not among the few findings.
func addsPhases(o *Overview) bool {
	return slices.ContainsFunc(o.Findings, func(f story.Finding) bool { return f.OtherPhases > 0 })
}

// patternOf returns the pattern of a finding's sentence.
func (o *Overview) patternOf(f *story.Finding) words.Text {
	switch {
	case f.Alone:
		return longCall
	case f.AtEnd:
		return hung
	case isOne(f):
		return either(o.Sampled, handledOnceSeen, handledOnce)
	case f.Handled > 0:
		return either(o.Sampled, handledSeen, handled)
	case !f.Rule.IsWait():
		recorded, sampled := findingTexts[f.Rule][0], findingTexts[f.Rule][1]
		return either(o.Sampled && sampled != "", sampled, recorded)
	case f.Cause == story.Unexplained:
		return either(o.Sampled, offSamples, off)
	case f.Cause == story.Libraries && o.Waiting == story.ByClocks:
		return either(o.Sampled, loadedSamples, loaded)
	case f.Cause == story.Sleep:
		return either(o.Sampled, sleptSamples, slept)
	case o.Waiting == story.ByNames:
		return either(o.Sampled, seenNames, waitedNames)
	}
	return either(o.Sampled, waitedSamples, waited)
}

// isOne reports whether a finding on the messages of a handler is on one message.
func isOne(f *story.Finding) bool { return f.Handled > 0 && f.Handled >= f.Time }

// counted returns a number of calls, or 0 if samples merge them.
func (o *Overview) counted(n int64) int64 {
	if o.Sampled {
		return 0
	}
	return n
}

func either(first bool, a, b words.Text) words.Text {
	if first {
		return a
	}
	return b
}

func (o *Overview) fill(pattern words.Text, f *story.Finding) string {
	s := &statement{Overview: o, f: f, first: call.NoMethod}
	if len(f.Methods) > 0 {
		s.first = f.Methods[0]
	}
	s.several = f.Rule.IsWait() && f.OwnTime > 0 && f.OwnTime < f.Time && words.Brief(f.OwnTime) != words.Brief(f.Time)
	s.whole = !s.several && f.Count < 2 && f.Own != call.NoMethod
	return s.fill(pattern)
}

// A statement fills a pattern with the facts of a finding.
type statement struct {
	*Overview
	f       *story.Finding
	first   trace.MethodIndex // of its methods, or call.NoMethod
	several bool              // several methods wait
	whole   bool              // one call of own code is the whole wait
}

func (s *statement) fill(pattern words.Text) string { return fill(pattern.String(), s.argument) }

// argument returns the text of an argument, or "" if it is unknown.
func (s *statement) argument(name string) string {
	name, nouns, _ := strings.Cut(name, ":")
	for _, of := range [...]func(name, nouns string) (text string, ok bool){s.common, s.ofWait, s.ofMessage, s.ofPhase, s.ofCalls} {
		if text, ok := of(name, nouns); ok {
			return text
		}
	}
	panic("tell: no argument " + name)
}

// common returns arguments of all rules.
func (s *statement) common(name, nouns string) (text string, ok bool) {
	f := s.f
	switch name {
	case "thread":
		return s.Name(s.Thread), true
	case "on":
		if s.isMain(s.Thread) {
			return "", true
		}
		return s.Name(s.Thread), true
	case "method":
		return s.Method(s.first), true
	case "count":
		if f.Count < 2 {
			return "", true
		}
		return withNoun(f.Count, nouns), true
	case "time":
		l := Length{Time: f.Time, Cut: f.Cut}
		if (f.Rule == story.LongMessage || f.Rule == story.Outlier || isOne(f) || f.Rule == story.Costly && f.Count == 1) && len(f.Calls) > 0 {
			l.Whole = Crossing(f.Calls[0].From, f.Calls[0].To, s.From, s.To)
		}
		return l.Text(words.Brief), true
	case "cpu":
		if s.Waiting != story.ByClocks { // samples with times off the CPU count only a part of the time on it
			return "", true
		}
		return words.Brief(f.CPU), true
	case "usual":
		return lasting(f.Usual), true
	case "own":
		return s.own(), true
	case "oneOf":
		if !f.OneOf {
			return "", true
		}
		return s.through(s.Method(f.Own)), true
	case "ownTime":
		isOfMethod := f.Rule == story.Inflation || f.Rule == story.ClassLoads
		if f.OwnTime > f.Time || f.Rule.IsWait() && !s.several || f.OwnTime == f.Time && isOfMethod {
			return "", true
		}
		if f.Rule == story.LongMessage || f.Rule == story.SlowPhase || f.Handled > 0 {
			return nearly(f.OwnTime, f.Time), true
		}
		return lasting(f.OwnTime), true
	case "caller":
		if by := s.Method(f.Own); by != s.Method(s.first) && !f.OneOf { // else a bridge or an overloaded method
			return s.through(by), true
		}
		return "", true
	}
	return "", false
}

// ofWait returns arguments of waits.
func (s *statement) ofWait(name, nouns string) (text string, ok bool) {
	f := s.f
	switch name {
	case "for":
		if f.Cause == story.Network && !s.several && s.first != call.NoMethod && isLookup(&s.Info.Methods[s.first]) {
			return words.T("for the address of a host (DNS)"), true
		}
		if f.Cause == story.Queue && s.first != call.NoMethod && isPut(&s.Info.Methods[s.first]) {
			return words.T("for room in a queue"), true
		}
		return s.fill(waitsFor[f.Cause]), true
	case "waits":
		if f.Cause == story.Unexplained {
			return "", true
		}
		if f.Second != story.Unexplained {
			return words.Say("{1} and {2}", s.fill(waitsFor[f.Cause]), s.fill(waitsFor[f.Second])), true
		}
		return s.fill(waitsFor[f.Cause]), true
	case "part":
		return s.detail(), true
	case "detail":
		if s.several {
			return "", true
		}
		return s.detail(), true
	case "most":
		if f.Detail != "" {
			return s.fill(forDetail), true
		}
		return s.fill(inMethod), true
	case "at":
		if f.Detail != "" {
			return s.detail(), true
		}
		return s.Method(s.first), true
	case "in":
		switch {
		case s.whole:
			return s.through(s.Method(f.Own)), true
		case s.several, f.Detail != "":
			return "", true
		}
		return s.Method(s.first), true
	case "only":
		if s.several || f.Own != call.NoMethod {
			return "", true
		}
		return s.Method(s.first), true
	case "by", "example":
		switch {
		case s.whole && s.Waiting != story.ByNames, f.OneOf != (name == "example"):
			return "", true
		case f.Callers > 1:
			return s.fill(wrapper), true
		}
		return s.through(s.Method(f.Own)), true
	case "wrapper":
		return s.Method(f.Own), true
	case "via":
		return s.Method(f.Caller), true
	case "others":
		return withNoun(f.Callers-1, nouns), true
	case "holder":
		return s.holder(), true
	case "other":
		return s.Name(f.Other), true
	case "behind":
		if f.Doing != call.NoMethod || f.Behind == story.Unexplained {
			return "", true
		}
		return s.Overview.fill(waitsFor[f.Behind], &story.Finding{}), true
	case "third":
		return s.Name(f.Beyond), true
	case "thirdDoing":
		return s.Method(f.BeyondDoing), true
	case "doing":
		if f.Doing != call.NoMethod && f.Behind != story.Unexplained {
			return words.Say("{1}, which itself waited {2}", s.Method(f.Doing), s.Overview.fill(waitsFor[f.Behind], &story.Finding{})), true
		}
		if f.Doing != call.NoMethod && f.Ran > 0 && 10*f.Ran < 9*f.Time {
			return words.Say("{1} for {2}", s.Method(f.Doing), words.Brief(f.Ran)), true
		}
		return s.Method(f.Doing), true
	}
	return "", false
}

// events counts the messages and input events of a handler. Samples do not show how many there were.
func (s *statement) events() string {
	f := s.f
	seen, counted := words.Text("messages and input events"), words.Plural(f.Count, "message or input event", "messages and input events")
	switch f.Events {
	case 0:
		seen, counted = "messages", words.Plural(f.Count, "message", "messages")
	case f.Count:
		seen, counted = "input events", words.Plural(f.Count, "input event", "input events")
	}
	if s.Sampled {
		return seen.String()
	}
	return counted
}

// isLookup reports whether a method that waits for the network asks for the address of a host.
func isLookup(m *trace.Method) bool {
	return m.Class == "java.net.InetAddress" || m.Class == "java.net.Inet6AddressImpl" || strings.HasSuffix(m.Name, "getaddrinfo")
}

// isPut reports whether a method that waits for a queue puts an element into it.
func isPut(m *trace.Method) bool {
	return m.Name == "put" || m.Name == "putFirst" || m.Name == "putLast" || m.Name == "transfer"
}

// ofMessage returns arguments of messages, frames and input events.
func (s *statement) ofMessage(name, _ string) (text string, ok bool) {
	f := s.f
	switch name {
	case "kind":
		switch {
		case f.Frame && f.Apart:
			return words.T("single frame"), true
		case f.Apart:
			return words.T("single message"), true
		case f.Frame:
			return words.T("frame"), true
		case f.Input:
			return words.T("input event"), true
		}
		return words.T("message"), true
	case "start":
		if s.isOutsideStart(f) {
			if s.Startup.Kind == story.OfReturn {
				return words.T("the phases of the return"), true
			}
			return words.T("the phases of the start"), true
		}
		return "", true
	case "handler":
		if f.Frame || f.Input || s.first == f.Own {
			return "", true
		}
		return s.Method(s.first), true
	case "alike":
		if f.Alike == 0 {
			return "", true
		}
		return words.Plural(f.Alike, "more message", "more messages"), true
	case "alikeTime":
		return lasting(f.AlikeTime), true
	case "events":
		return s.events(), true
	case "Event":
		return either(f.Events > 0, "An input event", "A message").String(), true
	case "longest":
		return lasting(f.Handled), true
	case "inside":
		return s.insideText(), true
	}
	return "", false
}

// ofPhase returns arguments of the phases of a start.
func (s *statement) ofPhase(name, _ string) (text string, ok bool) {
	switch name {
	case "Start":
		return startBegins[s.Startup.Kind].String(), true
	case "phases":
		return startPhrases[s.Startup.Kind].String(), true
	case "whole":
		whole := s.Startup.Times[s.clock()]
		if whole <= s.f.Time || s.f.Cut { // it hung, or is not all recorded
			return "", true
		}
		return words.Brief(whole), true
	case "anchor":
		return anchorPhrases[s.f.Anchor].String(), true
	case "inner":
		var inner int64
		for i := range s.Startup.Phases {
			p := &s.Startup.Phases[i]
			if p.Status != story.NotRecorded && p.Parent >= 0 && s.Startup.Phases[p.Parent].Anchor == s.f.Anchor {
				inner += p.Call.Times[s.clock()]
			}
		}
		if 100*inner < s.f.Time { // too little to tell
			return "", true
		}
		return words.T("the phases inside it"), true
	}
	return "", false
}

// ofCalls returns arguments of rules that sum the calls of methods.
func (s *statement) ofCalls(name, nouns string) (text string, ok bool) {
	f := s.f
	switch name {
	case "all":
		if f.Rule == story.Costly || f.Rule == story.Often {
			if !nearlyAll(f) {
				return "", true
			}
			return s.callee(), true
		}
		if f.OwnTime != f.Time {
			return "", true
		}
		return s.Method(f.Own), true
	case "off":
		off := f.Time - f.CPU
		if s.Waiting != story.ByClocks || f.Cause != story.Unexplained || 5*off < 4*f.Time {
			return "", true
		}
		return nearly(off, f.Time), true
	case "idle":
		off := f.Time - f.CPU
		if s.Waiting != story.ByClocks || 2*off < f.Time {
			return "", true
		}
		return words.Brief(off), true
	case "callee":
		return s.withParts(s.callee()), true
	case "innerTime":
		if nearlyAll(f) {
			return "", true
		}
		return lasting(f.Inside.Time), true
	case "view": // or a native library, or a static initializer
		if f.Inside.Time == 0 {
			return "", true
		}
		return s.Method(f.Inside.Method), true
	case "viewTime":
		if f.Inside.Time == 0 {
			return "", true
		}
		return nearly(f.Inside.Time, f.Time), true
	case "each":
		return words.Brief(f.Time / max(f.Count, 1)), true
	case "callers":
		return withNoun(f.Callers, nouns), true
	case "from":
		var names []string
		for _, p := range f.Inside.Parts {
			if p.Method == call.NoMethod {
				return "", true // a caller is not recorded
			}
			names = append(names, s.Method(p.Method))
		}
		if f.Callers > int64(len(names)) && names != nil {
			names = append(names, words.T("others"))
		}
		return words.List(names), true
	}
	return "", false
}

// holder returns a clause on the thread that ended a wait, held the lock or ran meanwhile, or "".
func (s *statement) holder() string {
	f := s.f
	switch isSure := f.Sure == story.Certain; {
	case f.Other == story.NoThread:
		return ""
	case f.Posted:
		return s.fill(posted)
	case f.Mutual:
		return s.fill(mutual)
	case f.Still && f.Behind == story.Unexplained:
		return s.fill(still)
	case f.AtEnd:
		return s.fill(meanwhile)
	case f.Cause == story.Lock:
		return s.fill(either(isSure, holdsLock, mayHold))
	case f.Rule == story.LongMessage:
		return s.fill(mayLockThen)
	case f.Cause == story.Unexplained:
		return s.fill(mayLock)
	case f.Cause == story.Database:
		return s.fill(mayUse)
	default:
		says := s.fill(either(isSure, ended, mayEnd))
		if f.Beyond != story.NoThread && f.Behind != story.Unexplained {
			says += ". " + s.fill(beyond)
		}
		return says
	}
}

// own returns the name of the own method with most of the time, and those of others, or "" if another clause names it.
func (s *statement) own() string {
	f := s.f
	switch {
	case namesInside(f):
		return ""
	case f.Rule == story.Often && f.OneOf:
		return ""
	case f.Rule == story.Often:
		return s.through(s.Method(f.Own))
	}
	name := s.withCaller()
	if f.Rule == story.Inflation || f.Rule == story.ClassLoads {
		return s.withParts(name)
	}
	return name
}

// insideText returns a clause on the calls inside a message or phase, or "".
func (s *statement) insideText() string {
	f := s.f
	if f.Rule != story.LongMessage && f.Rule != story.SlowPhase && f.Handled == 0 || f.Own != call.NoMethod && !namesInside(f) {
		return ""
	}
	if f.Rule == story.LongMessage && !f.Frame && !f.Input && f.Inside.Method == s.first && f.Inside.Parts != nil && s.first != f.Own { // the handler is named
		return s.inside("", &story.Inside{Parts: f.Inside.Parts}, f.Time)
	}
	name := s.Method(f.Inside.Method)
	if namesInside(f) {
		name = s.withCaller()
	}
	return s.inside(name, &f.Inside, f.Time)
}

// through adds to the name of own code the method that it calls to wait, or that calls it back, unless a binder's method has its name.
func (s *statement) through(own string) string {
	if s.f.Through == call.NoMethod || own == "" {
		return own
	}
	if _, name := s.parts(s.f.Through); strings.HasSuffix(s.f.Detail, "."+name) {
		return own
	}
	return words.Say("{1} through {2}", own, s.Method(s.f.Through))
}

// callee returns the name of the method that a costly one calls, with the number of calls if it is called often.
func (s *statement) callee() string {
	in := &s.f.Inside
	if s.f.Rule == story.Costly && IsNearly(in.Nearly.Time, in.Time) {
		return words.Say("{1} (nearly all in {2})", s.Method(in.Method), s.Method(in.Nearly.Method))
	}
	if s.f.Rule == story.Costly && in.Calls > 1 {
		return words.Say("{1} ({2})", s.Method(in.Method), words.Plural(in.Calls, "call", "calls"))
	}
	return s.Method(in.Method)
}

// withParts adds to the name of a method those of other methods, with their times.
func (s *statement) withParts(name string) string {
	for _, in := range s.f.Inside.Parts {
		name += words.Say(", {1} in {2}", words.Brief(in.Time), s.Method(in.Method))
	}
	return name
}

// withCaller returns the name of a finding's own method. If a message has it and it is a helper, the caller follows.
func (s *statement) withCaller() string {
	if s.f.Rule == story.LongMessage && s.f.Callers > 0 {
		return words.Say("{1}, called by {2},", s.Method(s.f.Own), s.Method(s.f.Caller))
	}
	return s.Method(s.f.Own)
}

// detail returns the binder interface and method of a wait.
func (s *statement) detail() string {
	return clip(trace.Visible(words.ShortLabel(s.f.Detail)), longName)
}

// nearlyAll reports whether one callee takes nearly all of a finding's time.
func nearlyAll(f *story.Finding) bool { return IsNearly(f.Inside.Time, f.Time) }

// nearly formats a time of a whole: "167 ms", or "nearly all".
func nearly(ns, whole int64) string {
	if IsNearly(ns, whole) {
		return words.T("nearly all")
	}
	return words.Brief(ns)
}

// IsNearly reports whether a time is all but a fiftieth of a whole, both in ns.
func IsNearly(ns, whole int64) bool { return ns > 0 && whole > 0 && 50*ns >= 49*whole }

// namesInside reports whether the time inside a message, the messages of a handler, or a phase is of its own method. Then that clause names it.
func namesInside(f *story.Finding) bool {
	return (f.Rule == story.LongMessage || f.Rule == story.SlowPhase || f.Handled > 0) && f.Inside.Time > 0 && f.Inside.Method == f.Own
}

// isOutsideStart reports whether a start is recorded and none of its phases overlaps a finding's calls.
func (o *Overview) isOutsideStart(f *story.Finding) bool {
	for i := range o.Startup.Phases {
		p := &o.Startup.Phases[i]
		if p.Status != story.NotRecorded && slices.ContainsFunc(f.Calls, func(c story.Call) bool { return c.From < p.Call.To && p.Call.From < c.To }) {
			return false
		}
	}
	return o.Startup.To > o.Startup.From
}
