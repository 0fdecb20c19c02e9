package wait

import (
	"traceglass/parser/dump"
	"traceglass/parser/platform"
)

// categories map the rules of claims to a few classes of causes. Rules that are not listed have none.
var categories = map[string]string{
	"deadlock": "deadlock", "deadlock-elsewhere": "deadlock",
	"lock": "lock", "contention": "lock", "chain": "lock", "holds": "lock", "class-init": "lock",
	"binder": "binder", "binder-nested": "binder", "provider": "binder",
	"file": "io", "uninterruptible": "io", "preferences": "io", "loading": "io", "socket": "io",
	"database": "database", "network": "network",
	"cpu": "cpu", "busy": "cpu", "load": "cpu", "collector": "memory", "gc": "memory", "gc-stuck": "memory", "memory": "memory",
	"native": "native", "native-wait": "native", "rendering": "rendering",
	"wait": "wait", "sleep": "wait", "finalizer": "wait", "child": "wait", "vm": "runtime", "debugger": "runtime", "suspended": "runtime", "traced": "runtime",
	"idle": "idle", "elsewhere": "elsewhere",
	"crash": "crash", "abort": "crash", "ending": "crash", "no-main": "no-stack", "not-dumped": "no-stack", "not-here": "no-stack",
}

// Category returns what a claim's main thread waits for or does, in one stable word: "lock",
// "deadlock", "binder", "io", "database", "network", "cpu", "memory", "native", "rendering", "wait",
// "runtime", "idle", "elsewhere", "crash", "no-stack" or "other".
func Category(c *Claim) string {
	if name, ok := categories[c.Rule]; ok {
		return name
	}
	return "other"
}

// Category returns the category of a block's main claim. It is "no-own-frame" if main runs only the
// system's code, unless the claim is about a lock or does not concern main's code.
func (f *Facts) Category(block int) string {
	v := f.Explain(block)
	name := Category(&v.Claims[0])
	if v.Main > 0 { // the claim is about other threads
		return name
	}
	switch name {
	case "idle", "deadlock", "lock", "crash", "no-stack", "elsewhere", "runtime":
		return name
	}
	b := &f.d.Blocks[block]
	if main := f.d.Main(b); main != None && b.Kind == dump.Java {
		if _, _, origin := f.OwnFrame(main); origin == platform.Platform {
			return "no-own-frame"
		}
	}
	return name
}

// Library returns the library whose code the thread runs that main waits for, or main itself if it
// waits for none. It returns "" if that is the app's own code or the platform's.
func (f *Facts) Library(block int) string {
	thread := f.d.Main(&f.d.Blocks[block])
	if thread == None {
		return ""
	}
	if holder := f.Holder(block); holder != None && f.follower.path(thread).closes == None {
		thread = holder
	}
	s := f.stacks.of(thread)
	if s.code == len(s.java) {
		return ""
	}
	class := s.java[s.code].Class
	if originOf(platform.AppOf(s.block.CommandLine), &s.java[s.code].Frame) != platform.Library {
		return ""
	}
	return platform.Part(class)
}

// Holder returns the thread of a block at the end of main's waits, in a deadlock the thread that main
// waits for. It returns None if main waits for no thread of the block.
func (f *Facts) Holder(block int) int {
	main := f.d.Main(&f.d.Blocks[block])
	if main == None {
		return None
	}
	p := f.follower.path(main)
	if len(p.hops) == 0 {
		return None
	}
	to := p.root(main)
	if p.closes != None {
		to = p.hops[0].to
	}
	if to == None || f.d.Threads[to].Block != block {
		return None
	}
	return to
}
