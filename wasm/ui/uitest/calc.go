package uitest

import (
	"math"
	"slices"
	"strings"

	"traceglass/wasm/message"
)

// A synthetic trace for the tests of views, similar to those of apps.

// Ms is a millisecond in ns, the unit of all times.
const Ms = int64(1e6)

// Calc returns the description of the synthetic trace.
func Calc() *message.Description {
	d := &message.Description{
		File: "calc.trace", Stored: "calc.trace", Container: "concatenated", Version: 3, ClockName: "dual", HasWall: true, HasCPU: true,
		Complete: true, Overflow: true, Records: 13295, Calls: 6648, Methods: 2067, Listed: 2510, Origins: []uint32{33, 32, 47}, Span: 6370 * Ms,
		Bytes: 450_123, Memory: 9_000_000, ReadMillis: 12,
		Options: []message.Pair{{Key: "data-file-overflow", Value: "true"}, {Key: "clock", Value: "dual"}, {Key: "elapsed-time-usec", Value: "6370112"},
			{Key: "num-method-calls", Value: "13295"}, {Key: "clock-call-overhead-nsec", Value: "1127"}, {Key: "vm", Value: "art"}, {Key: "pid", Value: "8213"}},
		Notes: []message.Note{
			{Code: "overflow", Text: "recording overflowed at 5.21 s; later calls are missing", Count: 1, Offset: 186_212, Thread: message.NoNode, At: -1},
			{Code: "orphan-exit", Text: "17 calls were already running when recording began", Count: 17, Offset: 204_801, Thread: 2, At: 5000 * Ms},
		},
	}
	for i, name := range []string{"main", "Gecko", "RenderThread", "DefaultDispatcher-worker-1", "OkHttp ConnectionPool", "Binder:8213_2", "FinalizerDaemon", "arch_disk_io_0"} {
		busy := 4812 * Ms / int64(i*i+1)
		d.Threads = append(d.Threads, message.Thread{
			Index: uint32(i), ID: uint32(8213 + i*3), Name: name, Main: i == 0, Records: 9000 / int64(i*2+1), Calls: 4500 / int64(i*2+1), MaxDepth: 42 - 4*i,
			From: int64(i) * 37 * Ms, To: (6370 - int64(i)*211) * Ms, Busy: message.Times{busy, busy * 3 / 5, busy * 2 / 5},
		})
	}
	for i := range d.Threads {
		for sort := range d.Drawn {
			d.Drawn[sort] = append(d.Drawn[sort], uint32(i))
		}
	}
	slices.SortFunc(d.Drawn[message.ThreadsByName], func(a, b uint32) int { return strings.Compare(d.Threads[a].Name, d.Threads[b].Name) })
	return d
}

// labels has typical names of methods. The class ends at the last dot.
var labels = []string{
	"android.os.Handler.dispatchMessage", "com.example.calc.MainActivity.onCreate", "android.view.View.draw",
	"android.view.LayoutInflater.inflate", "kotlinx.coroutines.DispatchedTask.run", "com.example.calc.Evaluator.evaluate",
	"java.util.concurrent.ThreadPoolExecutor.runWorker", "android.view.Choreographer.doFrame", "com.example.calc.ui.KeypadView.onMeasure",
	"java.lang.Object.wait", "android.graphics.Canvas.drawText", "com.example.calc.Parser.<init>", "java.util.HashMap.putVal",
	"org.mozilla.gecko.GeckoThread.run", "java.lang.StringBuilder.append", "android.os.MessageQueue.next", "okhttp3.internal.concurrent.TaskRunner.runTask",
	"com.example.calc.Evaluator$Companion.parse", "android.text.TextLine.measure", "java.lang.reflect.Method.invoke",
	"android.app.ActivityThread.handleBindApplication", "dalvik.system.DexPathList.findClass", "android.content.res.AssetManager.openXmlBlock", "java.util.regex.Matcher.find",
}

// NamesOf returns typical names for methods.
func NamesOf(methods []uint32) *message.NamesReply {
	reply := new(message.NamesReply)
	for _, m := range methods {
		label := labels[int(m)%len(labels)]
		dot := strings.LastIndexByte(label, '.')
		reply.Names = append(reply.Names, message.Name{
			Method: m, ID: "0x7f1c", Class: label[:dot], Name: label[dot+1:], Label: label, Signature: "(Landroid/os/Bundle;I)V",
			File: label[strings.LastIndexByte(label[:dot], '.')+1:dot] + ".java", Line: 102, Rank: m, Colour: message.Slot(m % 16), Package: message.Slot(16 + m/3%16), Origin: 33,
		})
	}
	return reply
}

// methodRow returns the row of the method of a rank.
func methodRow(rank int) message.Row {
	incl := 4812 * Ms * 10 / int64(rank*rank+rank*4+10)
	excl := incl / int64(rank%5+2)
	row := message.Row{
		Kind: message.MethodRow, Method: uint32(rank), Node: message.NoNode, Rank: uint32(rank), Colour: message.Slot(rank % 16), Calls: int64(rank*37%211 + 1),
		Inclusive: message.Times{incl, incl * 3 / 5, incl * 2 / 5}, Exclusive: message.Times{excl, excl * 3 / 5, excl * 2 / 5},
	}
	if rank%4 == 2 {
		row.Recursive = int64(rank * 3)
	}
	for i := range row.InclusiveShare {
		row.InclusiveShare[i] = float64(row.Inclusive[i]) / float64(6370*Ms)
		row.ExclusiveShare[i] = float64(row.Exclusive[i]) / float64(6370*Ms)
	}
	return row
}

// edgeRow returns a row below an open method.
func edgeRow(kind message.RowKind, group message.RowGroup, rank int) message.Row {
	row := methodRow(rank)
	row.Kind, row.Group, row.Level, row.Recursive, row.CalleeCalls = kind, group, 2, 0, row.Calls*4
	if kind == message.GroupRow {
		row.Level = 1
	}
	if kind == message.GroupRow || kind == message.SelfRow {
		row.Method = message.NoNode
	}
	if group >= message.RecursiveParents {
		row.InclusiveShare = [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	return row
}

// relativesOf returns the rows of a method with its callers and callees.
func relativesOf(rank int) []message.Row {
	return []message.Row{
		edgeRow(message.GroupRow, message.Parents, 0), edgeRow(message.ParentRow, message.Parents, 0),
		edgeRow(message.GroupRow, message.Children, 0), edgeRow(message.SelfRow, message.Children, rank),
		edgeRow(message.ChildRow, message.Children, rank+3), edgeRow(message.ChildRow, message.Children, rank+7),
		edgeRow(message.GroupRow, message.RecursiveChildren, 0), edgeRow(message.ChildRow, message.RecursiveChildren, rank+2),
	}
}

// Engine answers a request about Calc as the engine does, or returns nil if it has no answer.
func Engine(body message.Body) message.Body {
	switch body := body.(type) {
	case *message.Names:
		return NamesOf(body.Methods)
	case *message.OverviewInfo:
		return OverviewOf(body)
	case *message.MethodRows:
		reply := &message.Rows{First: body.First, Total: 2067, Hits: 340}
		for i := body.First; i < body.First+body.Count; i++ {
			row := methodRow(i)
			for _, m := range body.Open {
				row.Open = row.Open || m == row.Method
			}
			row.Hit = body.Find.Text != "" && i%3 == 0
			reply.Rows = append(reply.Rows, row)
			if row.Open {
				reply.Rows = append(reply.Rows, relativesOf(i)...)
				reply.Total += 8
			}
		}
		reply.Rows = reply.Rows[:min(len(reply.Rows), body.Count)]
		return reply
	case *message.TreeRows:
		reply := &message.Rows{First: body.First, Total: 14, At: -1}
		if body.HasSeek {
			reply.At = int(body.Seek) - 100
		}
		for i := range 14 {
			row := methodRow(i)
			row.Kind, row.Node, row.Level, row.Open, row.Leaf = message.TreeRow, uint32(100+i), uint32(min(i, 9)), i < 9, i > 10
			reply.Rows = append(reply.Rows, row)
		}
		return reply
	case *message.Relatives:
		own := methodRow(int(body.Method))
		return &message.Rows{Total: 9, Rows: append([]message.Row{own}, relativesOf(int(body.Method))...)}
	case *message.Assign:
		owners := body.Owners
		if body.Prefix != "" {
			owners += map[bool]string{false: "own:", true: "library:"}[body.Library] + body.Prefix
		}
		return &message.Assigned{Owners: owners, Here: owners, Origins: Calc().Origins}
	case *message.Summed:
		return &message.Sum{Times: message.Times{6370 * Ms, 3822 * Ms, 2548 * Ms}, Origins: []message.OriginTime{
			{Colour: 33, Exclusive: message.Times{3000 * Ms, 2000 * Ms}}, {Colour: 32, Exclusive: message.Times{2000 * Ms, 1000 * Ms}}, {Colour: 47, Exclusive: message.Times{1370 * Ms, 822 * Ms}},
		}}
	case *message.ThreadRows:
		return &message.Threads{Threads: Calc().Threads}
	case *message.CallInfo:
		return callOf(body.Call)
	case *message.PathInfo:
		p := &message.Path{Found: true, Longest: message.CallRef{Thread: 0, Depth: 4, Row: 100 * body.Method}}
		for i := range uint32(3) {
			p.Nodes, p.Methods = append(p.Nodes, 100+i), append(p.Methods, i)
		}
		p.Names = NamesOf(p.Methods).Names
		return p
	case *message.MethodInfo:
		m := &message.Method{Method: body.Method, Row: methodRow(int(body.Method)), Count: 186, Min: 12_000, Median: 341_000, P95: 12 * Ms, Max: 318 * Ms, Mean: 1_732_000}
		if body.Scope.Code == message.ChargedToOwn {
			m.Caused, m.CausedShare = m.Row.Inclusive, m.Row.InclusiveShare
		}
		for i := range 10 {
			m.Longest = append(m.Longest, message.Longest{Call: message.CallRef{Thread: 0, Depth: 4, Row: 100*body.Method + uint32(i)}, From: int64(i*431+211) * Ms, Duration: 318 * Ms / int64(i+1)})
		}
		for i := range 28 {
			n := int64(40 * math.Exp(-float64(i-9)*float64(i-9)/30))
			m.Bins = append(m.Bins, message.Bin{From: 8000 << (i / 2), To: 8000 << (i/2 + 1), Count: n + int64(i%3)})
		}
		return m
	case *message.Search:
		return &message.Hits{Text: body.Text, Methods: 340, Share: 0.182}
	case *message.Locate:
		if body.Method != message.NoNode {
			return &message.Location{Row: int(body.Method), Method: body.Method, Hits: 340}
		}
		return &message.Location{Row: 11, Method: 11, Number: 12, Hits: 340}
	case *message.Step:
		c := callOf(message.CallRef{Thread: 0, Depth: 5, Row: 3})
		c.Place = message.Place{Row: message.FrameRow, Number: 17, Count: 24, Over: body.Over}
		return c
	}
	return nil
}

func callOf(ref message.CallRef) *message.Call {
	c := &message.Call{
		Found: true, Call: ref, Method: 5, From: 2113 * Ms, To: 2431 * Ms, Callees: 14, AtEnd: true,
		Inclusive: message.Times{318 * Ms, 201_417_000, 116_583_000}, Exclusive: message.Times{41 * Ms, 39 * Ms, 2 * Ms},
	}
	if ref.Row >= 100 { // one of a method's longest calls
		c.Method = ref.Row / 100
	}
	for i := range int(ref.Depth) + 1 {
		c.Path = append(c.Path, message.Frame{Call: message.CallRef{Thread: ref.Thread, Depth: uint32(i), Row: 0}, Method: uint32(i), Inclusive: message.Times{(4812 - int64(i)*700) * Ms, 900 * Ms, 300 * Ms}})
	}
	c.Path[ref.Depth] = message.Frame{Call: ref, Method: c.Method, Inclusive: c.Inclusive}
	return c
}
