package report

import (
	"errors"
	"fmt"
	"io"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
)

// firefoxVersion is the version of the processed profile format that Firefox writes: threads
// share their tables, and sample times are differences. Firefox Profiler also reads older
// versions.
const firefoxVersion = 61

// firefoxCategories are the categories of frames, with Firefox Profiler's colours. It requires a
// grey one.
const firefoxCategories = `{"name":"Unknown","color":"grey","subcategories":["Other"]},` +
	`{"name":"Own code","color":"blue","subcategories":["Other"]},` +
	`{"name":"Library code","color":"purple","subcategories":["Other"]},` +
	`{"name":"Platform code","color":"yellow","subcategories":["Other"]},` +
	`{"name":"Native code","color":"green","subcategories":["Other"]},` +
	`{"name":"Tracer","color":"brown","subcategories":["Other"]}`

// firefoxCategory returns the index of a method's category.
func firefoxCategory(m *trace.Method) int64 {
	return [platform.Origins]int64{platform.Unknown: 0, platform.Own: 1, platform.Library: 2, platform.Platform: 3, platform.Native: 4, platform.Tracer: 5}[m.Origin()]
}

// Firefox writes a profile for Firefox Profiler by one clock.
//
// The format has samples instead of calls. Each entry and each exit of a call becomes a sample of
// the stack from then on, weighted by the time until the next sample. So self and running time
// there equal exclusive and inclusive time here, and neighbouring calls stay separate. By wall
// time, samples of a trace with both clocks also have the CPU time since the previous sample.
//
// The format is described in docs-developer and src/types/profile.ts of
// github.com/firefox-devtools/profiler.
func Firefox(w io.Writer, x *profile.Index, scope profile.Scope, name string, clock profile.Clock) error {
	if err := placed(x, clock); err != nil {
		return err
	}
	if x.Counts(clock) {
		return errors.New("Firefox Profiler takes times, and what samples counted is none; export them by wall")
	}
	out := firefoxWriter{newJSONWriter(w), x, scope, clock, stackRows(&x.Calls.Tree)}
	out.meta(name)
	out.WriteString("\"libs\":[],\n\"shared\":{")
	out.stacks()
	out.methods()
	out.WriteString("},\n\"threads\":[")
	pid := PID(x)
	threads := Threads(x, scope)
	main := 0
	for i, t := range threads {
		if x.Info.Threads[t].IsMain() {
			main = i
			break
		}
	}
	for i, t := range threads {
		if i > 0 {
			out.WriteByte(',')
		}
		out.thread(t, pid, i == main)
	}
	out.WriteString("]}\n")
	return out.Flush()
}

type firefoxWriter struct {
	jsonWriter
	x     *profile.Index
	scope profile.Scope
	clock profile.Clock
	rows  []int32 // by call.NodeIndex: row of the stack table, -1 for a root
}

// stackRows numbers the nodes of a tree so that each caller precedes its callees.
func stackRows(t *call.Tree) []int32 {
	rows := make([]int32, t.Len())
	next := int32(0)
	var path []call.NodeIndex
	for n := range rows {
		at := call.NodeIndex(n)
		for ; rows[at] == 0 && t.At(at).Parent != call.None; at = t.At(at).Parent {
			path = append(path, at)
		}
		for ; len(path) > 0; path = path[:len(path)-1] {
			next++
			rows[path[len(path)-1]] = next
		}
	}
	for n := range rows {
		rows[n]--
	}
	return rows
}

func (w firefoxWriter) meta(name string) {
	w.WriteString(`{"meta":{"version":31,"preprocessedProfileVersion":`)
	w.number(firefoxVersion)
	w.WriteString(`,"interval":`)
	w.millis(w.x.Calls.Nanos(1))
	w.WriteString(`,"startTime":0,"processType":0,"product":`)
	w.text(name)
	w.WriteString(`,"importedFrom":"Traceglass","platform":"Android","stackwalk":1,"symbolicated":true,"symbolicationNotSupported":true,` +
		`"usesOnlyOneStackType":true,"sourceCodeIsNotOnSearchfox":true,"keepProfileThreadOrder":true,"markerSchema":[],` +
		`"sampleUnits":{"time":"ms","eventDelay":"ms","threadCPUDelta":"ns"},"categories":[` + firefoxCategories + "]")
	if notes := w.x.Notes(); len(notes) > 0 {
		w.WriteString(`,"extra":[{"label":"What was damaged","entries":[`)
		for i := range notes {
			w.comma(i)
			w.WriteString(`{"format":"string","label":`)
			w.text(notes[i].Code)
			w.WriteString(`,"value":`)
			w.text(notes[i].Text)
			w.WriteByte('}')
		}
		w.WriteString("]}]")
	}
	w.WriteString("},\n")
}

// stacks writes the table of stacks, each a frame on top of another stack. A method has one
// frame, in the same row.
func (w firefoxWriter) stacks() {
	tree := &w.x.Calls.Tree
	rows := 0
	for _, row := range w.rows {
		rows = max(rows, int(row)+1)
	}
	order := make([]call.NodeIndex, rows)
	for n, row := range w.rows {
		if row >= 0 {
			order[row] = call.NodeIndex(n)
		}
	}
	w.WriteString(`"stackTable":{"frame":[`)
	for i, n := range order {
		w.item(i, int64(tree.At(n).Method))
	}
	w.WriteString(`],"prefix":[`)
	for i, n := range order {
		w.index(i, w.rows[tree.At(n).Parent])
	}
	w.length(len(order))
}

// methods writes the tables of frames, functions, source files and strings. The strings are first
// the methods' names, then the files' names.
func (w firefoxWriter) methods() {
	methods := w.x.Info.Methods
	var files []string
	source := map[string]int32{}
	for m := range methods {
		if file := methods[m].File; file != "" {
			if _, ok := source[file]; !ok {
				source[file] = int32(len(files))
				files = append(files, file)
			}
		}
	}
	column := func(name string, n int, value func(i int)) {
		w.WriteByte('"')
		w.WriteString(name)
		w.WriteString(`":[`)
		for i := range n {
			value(i)
		}
		w.WriteString("],")
	}
	always := func(value string) func(int) {
		return func(i int) {
			w.comma(i)
			w.WriteString(value)
		}
	}
	n := len(methods)
	w.WriteString(",\n\"frameTable\":{")
	column("func", n, func(i int) { w.item(i, int64(i)) })
	column("category", n, func(i int) { w.item(i, firefoxCategory(&methods[i])) })
	column("subcategory", n, always("0"))
	column("address", n, always("-1"))
	column("inlineDepth", n, always("0"))
	for _, name := range []string{"nativeSymbol", "innerWindowID", "line", "column"} {
		column(name, n, always("null"))
	}
	fmt.Fprintf(w, "\"length\":%d},\n\"funcTable\":{", n)
	column("name", n, func(i int) { w.item(i, int64(i)) })
	column("isJS", n, always("false"))
	column("relevantForJS", n, always("false"))
	column("resource", n, always("-1"))
	column("source", n, func(i int) {
		row, ok := source[methods[i].File]
		if !ok {
			row = -1
		}
		w.index(i, row)
	})
	column("lineNumber", n, func(i int) {
		line := methods[i].Line
		if line <= 0 {
			line = -1
		}
		w.index(i, line)
	})
	column("columnNumber", n, always("null"))
	fmt.Fprintf(w, "\"length\":%d},\n", n)
	w.WriteString(`"resourceTable":{"lib":[],"name":[],"host":[],"type":[],"length":0},` +
		`"nativeSymbols":{"libIndex":[],"address":[],"name":[],"functionSize":[],"length":0},` + "\n\"sources\":{")
	column("filename", len(files), func(i int) { w.item(i, int64(n+i)) })
	column("id", len(files), always("null"))
	column("startLine", len(files), always("1"))
	column("startColumn", len(files), always("1"))
	column("sourceMapURL", len(files), always("null"))
	fmt.Fprintf(w, "\"length\":%d},\n\"stringArray\":[", len(files))
	for m, label := range names.Labels(w.x) {
		w.comma(m)
		w.text(label)
	}
	for i, file := range files {
		w.comma(n + i)
		w.text(file)
	}
	w.WriteByte(']')
}

func (w firefoxWriter) thread(thread trace.ThreadIndex, pid int64, main bool) {
	t, in := stretchOf(w.x, w.scope, thread), &w.x.Info.Threads[thread]
	first, last := t.ends(w.clock)
	fmt.Fprintf(w, "\n{\"processType\":\"default\",\"pid\":\"%d\",\"tid\":%d,\"isMainThread\":%v,\"name\":", pid, in.ID, main)
	w.text(in.Label())
	w.WriteString(`,"processStartupTime":0,"processShutdownTime":null,"registerTime":`)
	w.millis(first)
	w.WriteString(`,"unregisterTime":`)
	w.millis(last)
	w.WriteString(`,"pausedRanges":[],"markers":{"data":[],"name":[],"startTime":[],"endTime":[],"phase":[],"category":[],"length":0},` +
		"\n\"samples\":{\"weightType\":\"tracing-ms\",\"stack\":[")
	n := 0
	w.eachSample(t, func(stack int32, _, _ int64) {
		w.index(n, stack)
		n++
	})
	w.WriteString(`],"timeDeltas":[`)
	i, before := 0, int64(0)
	w.eachSample(t, func(_ int32, at, _ int64) {
		w.comma(i)
		w.millis(at - before)
		i, before = i+1, at
	})
	w.WriteString(`],"weight":[`)
	i = 0
	w.eachSample(t, func(_ int32, at, _ int64) {
		if i > 0 {
			w.comma(i - 1)
			w.millis(at - before)
		}
		i, before = i+1, at
	})
	if n > 0 {
		w.item(n-1, 0)
	}
	if w.clock == profile.Wall && w.x.Calls.Clocks == trace.Dual && !w.x.Counts(profile.CPU) {
		w.WriteString(`],"threadCPUDelta":[`)
		i = 0
		w.eachSample(t, func(_ int32, _, cpu int64) {
			if i == 0 {
				before = cpu
			}
			w.item(i, cpu-before)
			i, before = i+1, cpu
		})
	}
	w.length(n)
	w.WriteByte('}')
}

// eachSample calls sample after every entry and exit in a thread, with the stack from then on, or
// -1 for none. at is the time by the clock, cpu that by CPU, in ns.
func (w firefoxWriter) eachSample(t stretch, sample func(stack int32, at, cpu int64)) {
	tree := &w.x.Calls.Tree
	node := func(depth, row int) call.NodeIndex { return t.Levels[depth].Call(row).Node }
	t.eachCall(func(depth, row int) {
		at, _ := t.span(depth, row, w.clock)
		cpu, _ := t.span(depth, row, profile.CPU)
		sample(w.rows[node(depth, row)], at, cpu)
	}, func(depth, row int) {
		_, at := t.span(depth, row, w.clock)
		_, cpu := t.span(depth, row, profile.CPU)
		sample(w.rows[tree.At(node(depth, row)).Parent], at, cpu)
	})
}

// length ends the last column of a table, and the table.
func (w jsonWriter) length(n int) {
	w.WriteString(`],"length":`)
	w.number(int64(n))
	w.WriteByte('}')
}

// comma separates item i of an array from the previous one.
func (w jsonWriter) comma(i int) {
	if i > 0 {
		w.WriteByte(',')
	}
}

func (w jsonWriter) item(i int, n int64) {
	w.comma(i)
	w.number(n)
}

// index is item for a row of another table. It writes null for a negative row.
func (w jsonWriter) index(i int, row int32) {
	if row >= 0 {
		w.item(i, int64(row))
		return
	}
	w.comma(i)
	w.WriteString("null")
}

// millis writes a time of ns in ms, exactly.
func (w jsonWriter) millis(ns int64) {
	w.number(ns / 1e6)
	if rest := ns % 1e6; rest != 0 {
		digits := fmt.Appendf(nil, "%06d", rest)
		for digits[len(digits)-1] == '0' {
			digits = digits[:len(digits)-1]
		}
		w.WriteByte('.')
		w.Write(digits)
	}
}
