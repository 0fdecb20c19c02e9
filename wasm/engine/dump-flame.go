//go:build dumps || !js

package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// frames are what the canvases of dumps write into their boxes, by number. The numbers stay
// the same as long as the dumps are open.
type frames struct {
	ids   map[string]uint32 // by slot and key
	text  []string
	slots []scene.Slot
	lower []string               // text in lower case, made at the first search
	at    map[*dumpFile][]uint32 // by PlaceID: number plus 1
}

// number is that of a frame that is known by its key and shown as a text.
func (f *frames) number(slot scene.Slot, key, text string) uint32 {
	if f.ids == nil {
		f.ids = map[string]uint32{}
	}
	key = string(rune(slot)) + key
	id, ok := f.ids[key]
	if !ok {
		id = uint32(len(f.text))
		f.ids[key] = id
		f.text, f.slots = append(f.text, valid(text)), append(f.slots, slot)
	}
	return id
}

// of is the number of a stack line.
func (f *frames) of(file *dumpFile, place dump.PlaceID) uint32 {
	if f.at == nil {
		f.at = map[*dumpFile][]uint32{}
	}
	if f.at[file] == nil {
		f.at[file] = make([]uint32, file.d.Places())
	}
	at := f.at[file]
	if at[place] == 0 {
		frame := file.d.Frame(place)
		slot := scene.SlotNative
		switch {
		case file.isOwn(place):
			slot = scene.SlotOwn
		case frame.Kind == dump.JavaFrame:
			slot = scene.SlotPlatform
		}
		text := strings.TrimSuffix(frame.Name(), "!")
		if frame.Kind == dump.NativeFrame && frame.Symbol != "" {
			text = frame.Symbol
		}
		at[place] = f.number(slot, frame.Key(), text) + 1
	}
	return at[place] - 1
}

// name is what the page is told of a number.
func (f *frames) name(number uint32) (n message.Name, ok bool) {
	id := number - message.FrameNames
	if int(id) >= len(f.text) {
		return n, false
	}
	n = message.Name{Method: number, Label: f.text[id], Colour: message.Slot(f.slots[id]), Package: message.Slot(f.slots[id]), Origin: message.Slot(f.slots[id])}
	if f.slots[id] == scene.SlotOwn || f.slots[id] == scene.SlotPlatform {
		if dot := strings.LastIndexByte(n.Label, '.'); dot > 0 {
			n.Class, n.Name = n.Label[:dot], n.Label[dot+1:]
		}
	}
	return n, true
}

// hits are the numbers whose text holds what is searched for; nil without a search.
func (f *frames) hits(find string) []bool {
	if find == "" {
		return nil
	}
	for i := len(f.lower); i < len(f.text); i++ {
		f.lower = append(f.lower, strings.ToLower(f.text[i]))
	}
	texts := f.lower
	if strings.ToLower(find) != find {
		texts = f.text
	}
	hits := make([]bool, len(texts))
	for i, text := range texts {
		hits[i] = strings.Contains(text, find)
	}
	return hits
}

// A stackTree is the stacks of a scope, merged from the outermost frame.
type stackTree struct {
	scope    message.StackScope
	tree     profile.Tree
	contexts profile.Contexts
	threads  []stackLeaf
	child    map[edge]profile.Row
}

// A stackLeaf is a thread and the row of its innermost frame.
type stackLeaf struct {
	process *process
	thread  int // of its file
	main    bool
	row     profile.Row
}

// An edge leads from a row to the one below it of a frame.
type edge struct {
	row   profile.Row
	frame uint32
}

// What a flame graph is held to.
const (
	flameDepth = 1000    // frames of a thread; of a stack that overflowed, the outermost
	flameRows  = 500_000 // threads that would need more are merged at a caller
)

// stacks merges the stacks of a scope; the last tree is kept, for a graph that is panned.
func (m *dumps) stacks(scope message.StackScope) *stackTree {
	if m.flame != nil && m.flame.scope == scope {
		return m.flame
	}
	s := &stackTree{scope: scope, child: map[edge]profile.Row{}}
	s.add(edge{profile.NoRow, 0})
	var of []*process
	for i := range m.processes {
		p, chosen := &m.processes[i], &m.processes[scope.Process]
		if p == chosen || scope.Whose == message.AllProcesses && p.block.FirstThread < p.block.EndThread ||
			scope.Whose == message.ItsDumps && wait.SameProcess(p.block, chosen.block) {
			of = append(of, p)
		}
	}
	for _, p := range of {
		from := edge{row: 0}
		if scope.Whose == message.AllProcesses && len(of) > 1 {
			from.frame = m.frames.number(scene.SlotPool, p.label(), p.label())
			from.row = s.step(from)
		}
		main := p.file.d.Main(p.block)
		for t := p.block.FirstThread; t < p.block.EndThread; t++ {
			if scope.Class != message.AnyState && classOf(p.file.d.Threads[t].State) != scope.Class || !scope.Idle && wait.Idle(p.file.d, &p.file.d.Threads[t]) {
				continue
			}
			s.threads = append(s.threads, stackLeaf{p, t, t == main, s.path(m, p, t, from.row)})
		}
	}
	s.contexts = profile.Contexts{Tree: &s.tree, Rows: make([]profile.Context, s.tree.Len())}
	for _, leaf := range s.threads {
		for row := leaf.row; row != profile.NoRow; row = s.tree.Parent[row] {
			s.contexts.Rows[row].Inclusive[profile.Wall]++
		}
	}
	m.flame = s
	return s
}

// label is what a process is called among others.
func (p *process) label() string {
	name := p.block.CommandLine
	if p.block.PID != 0 {
		name += " (" + strconv.Itoa(p.block.PID) + ")"
	}
	return cmp.Or(strings.TrimSpace(name), "process without a name")
}

// path goes down the tree along a thread's name and frames, and returns where that ends.
// Native frames that stand for the Java ones are left out.
func (s *stackTree) path(m *dumps, p *process, t int, row profile.Row) profile.Row {
	d := p.file.d
	thread := &d.Threads[t]
	pattern := wait.Pattern(thread.Name)
	row = s.step(edge{row, m.frames.number(scene.SlotPool, pattern, pattern)})
	rows := d.Stack[thread.FirstRow:thread.EndRow]
	java := slices.ContainsFunc(rows, func(r dump.Row) bool { return d.FrameKind(r.Place) == dump.JavaFrame })
	native := 0 // rows that are beyond the Java frames
	if java {
		native = leading(d, rows)
	}
	depth := 0
	for pass := range 2 { // Java frames lie beneath native ones, wherever they are printed
		for i := len(rows) - 1; i >= 0; i-- {
			kind := d.FrameKind(rows[i].Place)
			if pass == 0 && kind != dump.JavaFrame || pass == 1 && (kind != dump.NativeFrame || java && i >= native) {
				continue
			}
			if depth == flameDepth {
				return s.step(edge{row, m.frames.number(scene.SlotPool, "…", "… the stack goes on")})
			}
			depth++
			row = s.step(edge{row, m.frames.of(p.file, rows[i].Place)})
		}
	}
	return row
}

// leading is how many rows at the top of a stack are native frames that Java code has called,
// before those that run Java code itself, which the Java frames tell again.
func leading(d *dump.Dump, rows []dump.Row) int {
	for i, row := range rows {
		switch d.FrameKind(row.Place) {
		case dump.JavaFrame:
			return 0 // nothing showed where the Java code begins
		case dump.NativeFrame:
			if f := d.Frame(row.Place); runsJava(&f) {
				return i
			}
		}
	}
	return 0
}

// runsJava reports whether a native frame is where the machine runs Java code or is called
// by it.
func runsJava(f *dump.Frame) bool {
	for _, word := range []string{"art_quick_", "art_jni_trampoline", "nterp", "Nterp", "art::interpreter", "dvmPlatformInvoke", "dvmCallJNI", "dvmInterpret"} {
		if strings.Contains(f.Symbol, word) {
			return true
		}
	}
	for _, word := range []string{".oat", ".odex", ".dex", ".vdex", ".jar", ".apk", "dalvik-", "jit-cache"} {
		if strings.Contains(f.Map, word) && !strings.Contains(f.Map, ".so") {
			return true
		}
	}
	return false
}

// step goes from a row to the one below it of a frame, which is made where there is none.
func (s *stackTree) step(e edge) profile.Row {
	if row, ok := s.child[e]; ok {
		return row
	}
	if s.tree.Len() == flameRows {
		return e.row
	}
	return s.add(e)
}

func (s *stackTree) add(e edge) profile.Row {
	t := &s.tree
	row := profile.Row(t.Len())
	depth, next := uint32(0), profile.NoRow
	if row > 0 {
		depth, next = t.Depth[e.row]+1, t.First[e.row]
		t.First[e.row] = row
		s.child[e] = row
	}
	t.Method, t.Parent = append(t.Method, trace.MethodIndex(e.frame)), append(t.Parent, e.row)
	t.Depth, t.First, t.Next = append(t.Depth, depth), append(t.First, profile.NoRow), append(t.Next, next)
	return row
}

// under are the threads whose stacks go through a row, main threads first.
func (s *stackTree) under(row profile.Row) []stackLeaf {
	var all []stackLeaf
	depth := s.tree.Depth[row]
	for _, leaf := range s.threads {
		at := leaf.row
		for s.tree.Depth[at] > depth {
			at = s.tree.Parent[at]
		}
		if at == row {
			all = append(all, leaf)
		}
	}
	slices.SortStableFunc(all, func(a, b stackLeaf) int {
		switch {
		case a.main == b.main:
			return 0
		case a.main:
			return -1
		}
		return 1
	})
	return all
}

// stackFlame draws the flame graph of stacks.
func (e *Engine) stackFlame(l *scene.List, req *message.StackFlame) {
	m := &e.dumps
	if int(req.Scope.Process) >= len(m.processes) {
		return
	}
	s := m.stacks(req.Scope)
	q := scene.FlameQuery{
		From: req.View.From, To: req.View.To, ScrollY: req.View.ScrollY, Width: req.View.Width, Height: req.View.Height,
		Clock: profile.Wall, Invert: req.Invert, Paint: scene.Paint{Slot: m.frames.slots, Hit: m.frames.hits(req.Find)},
		Method: trace.MethodIndex(req.Selected - message.FrameNames), All: words.Plural(int64(len(s.threads)), "thread", "threads"),
	}
	if req.Root != message.NoNode && int(req.Root) < s.tree.Len() {
		q.Root = req.Root
	}
	scene.Flame(l, &s.contexts, &q)
	l.Number(message.FrameNames)
}

// mostThreads is how many threads an answer names.
const mostThreads = 10_000

func (e *Engine) stackNode(req *message.StackNode) message.Body {
	m := &e.dumps
	if int(req.Scope.Process) >= len(m.processes) {
		return noProcess()
	}
	s := m.stacks(req.Scope)
	if int(req.Node) >= s.tree.Len() {
		return &message.Failure{Text: "There is no such frame in this graph."}
	}
	leaves := s.under(req.Node)
	reply := &message.StackNodeReply{Node: req.Node, Count: len(leaves), Of: len(s.threads)}
	if req.Node != 0 {
		reply.Name = m.frames.text[s.tree.Method[req.Node]]
	}
	reply.Names = folded(len(leaves), func(i int) string { return leaves[i].process.file.d.Threads[leaves[i].thread].Name })
	states := stateCounts{}
	for _, leaf := range leaves {
		thread := &leaf.process.file.d.Threads[leaf.thread]
		states.add(valid(thread.StateName()), classOf(thread.State))
		if len(reply.Threads) < mostThreads {
			reply.Threads = append(reply.Threads, uint32(leaf.process.file.thread+leaf.thread))
		}
	}
	reply.States = states.sorted()
	return reply
}
