package ui

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"

	"traceglass/wasm/message"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A stand is a Host that notes what it was asked, for a test to look at and to answer.
type stand struct {
	number   uint32
	asked    []message.Body // by number, from 1
	shown    map[Canvas]message.Body
	previews map[Canvas]message.Viewport
	marks    map[Canvas][3]float64
	kept     map[string]string
	did      []string
	scrolled map[string]float64
	saved    *message.File
	redraws  int
	graphs   [][2]string // what Graphviz was given: DOT and format
	job      uint32      // number of the last
}

func newStand() *stand {
	return &stand{
		shown: map[Canvas]message.Body{}, previews: map[Canvas]message.Viewport{}, marks: map[Canvas][3]float64{},
		kept: map[string]string{}, scrolled: map[string]float64{},
	}
}

func (h *stand) Ask(body message.Body) uint32 {
	h.number++
	h.asked = append(h.asked, body)
	return h.number
}
func (h *stand) Show(c Canvas, body message.Body)        { h.shown[c] = body }
func (h *stand) Preview(c Canvas, v message.Viewport)    { h.previews[c] = v }
func (h *stand) Mark(c Canvas, from, to, cursor float64) { h.marks[c] = [3]float64{from, to, cursor} }
func (h *stand) Pick()                                   { h.did = append(h.did, "pick") }
func (h *stand) Add()                                    { h.did = append(h.did, "add") }
func (h *stand) Paste()                                  { h.did = append(h.did, "paste") }
func (h *stand) Fetch(url string)                        { h.did = append(h.did, "fetch "+url) }
func (h *stand) Cancel()                                 { h.did = append(h.did, "cancel") }
func (h *stand) Close()                                  { h.did = append(h.did, "close") }
func (h *stand) Restart()                                { h.did = append(h.did, "restart") }
func (h *stand) Copy(text string)                        { h.did = append(h.did, "copy "+text) }
func (h *stand) Save(file *message.File)                 { h.saved = file }
func (h *stand) Export(args, files []string, name string) {
	h.did = append(h.did, "export "+strings.Join(append(args, files...), " ")+" as "+name)
}
func (h *stand) StopExport()                      { h.did = append(h.did, "stop the export") }
func (h *stand) Focus(id string)                  { h.did = append(h.did, "focus "+id) }
func (h *stand) ScrollTo(box string, top float64) { h.scrolled[box] = top }
func (h *stand) Theme(name string)                { h.did = append(h.did, "theme "+name) }
func (h *stand) Remember(key, value string)       { h.kept[key] = value }
func (h *stand) Recall(key string) string         { return h.kept[key] }
func (h *stand) Picture(c Canvas, name string)    { h.did = append(h.did, "picture "+name) }
func (h *stand) Graphviz(number uint32, dot, format string) {
	h.graphs = append(h.graphs, [2]string{dot, format})
	h.job = number
}
func (h *stand) StopGraphviz() { h.did = append(h.did, "stop graphviz") }
func (h *stand) Redraw()       { h.redraws++ }

// last is the newest request of T's kind and its number.
func asked[T message.Body](h *stand) (body T, number uint32) {
	for i := len(h.asked) - 1; i >= 0; i-- {
		if b, ok := h.asked[i].(T); ok {
			return b, uint32(i + 1)
		}
	}
	return body, 0
}

// times counts the requests of T's kind.
func times[T message.Body](h *stand) (n int) {
	for _, b := range h.asked {
		if _, ok := b.(T); ok {
			n++
		}
	}
	return n
}

const ms = int64(1e6)

// calc is the description of a trace like those that apps give.
func calc() *message.Description {
	d := &message.Description{
		File: "calc.trace", Stored: "calc.trace", Container: "concatenated", Version: 3, ClockName: "dual", HasWall: true, HasCPU: true,
		Complete: true, Overflow: true, Records: 13295, Calls: 6648, Methods: 2067, Listed: 2510, Span: 6370 * ms,
		Bytes: 450_123, Memory: 9_000_000, ReadMillis: 12,
		Options: []message.Pair{{Key: "data-file-overflow", Value: "true"}, {Key: "clock", Value: "dual"}, {Key: "elapsed-time-usec", Value: "6370112"},
			{Key: "num-method-calls", Value: "13295"}, {Key: "clock-call-overhead-nsec", Value: "1127"}, {Key: "vm", Value: "art"}, {Key: "pid", Value: "8213"}},
		Notes: []message.Note{
			{Code: "overflow", Text: "recording overflowed at 5.21 s; later calls are missing", Count: 1, Offset: 186_212},
			{Code: "orphan-exit", Text: "17 calls were already running when recording began", Count: 17, Offset: 204_801},
		},
	}
	for i, name := range []string{"main", "Gecko", "RenderThread", "DefaultDispatcher-worker-1", "OkHttp ConnectionPool", "Binder:8213_2", "FinalizerDaemon", "arch_disk_io_0"} {
		busy := 4812 * ms / int64(i*i+1)
		d.Threads = append(d.Threads, message.Thread{
			Index: uint32(i), ID: uint32(8213 + i*3), Name: name, Records: 9000 / int64(i*2+1), Calls: 4500 / int64(i*2+1), MaxDepth: 42 - 4*i,
			From: int64(i) * 37 * ms, To: (6370 - int64(i)*211) * ms, Busy: message.Times{busy, busy * 3 / 5, busy * 2 / 5},
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

// labels are methods as a real app has them; the class goes up to the last dot.
var labels = []string{
	"android.os.Handler.dispatchMessage", "com.example.calc.MainActivity.onCreate", "android.view.View.draw",
	"android.view.LayoutInflater.inflate", "kotlinx.coroutines.DispatchedTask.run", "com.example.calc.Evaluator.evaluate",
	"java.util.concurrent.ThreadPoolExecutor.runWorker", "android.view.Choreographer.doFrame", "com.example.calc.ui.KeypadView.onMeasure",
	"java.lang.Object.wait", "android.graphics.Canvas.drawText", "com.example.calc.Parser.<init>", "java.util.HashMap.putVal",
	"org.mozilla.gecko.GeckoThread.run", "java.lang.StringBuilder.append", "android.os.MessageQueue.next", "okhttp3.internal.concurrent.TaskRunner.runTask",
	"com.example.calc.Evaluator$Companion.parse", "android.text.TextLine.measure", "java.lang.reflect.Method.invoke",
	"android.app.ActivityThread.handleBindApplication", "dalvik.system.DexPathList.findClass", "android.content.res.AssetManager.openXmlBlock", "java.util.regex.Matcher.find",
}

func namesOf(methods []uint32) *message.NamesReply {
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

// methodRow is the row of the method of a rank.
func methodRow(rank int) message.Row {
	incl := 4812 * ms * 10 / int64(rank*rank+rank*4+10)
	excl := incl / int64(rank%5+2)
	row := message.Row{
		Kind: message.MethodRow, Method: uint32(rank), Node: message.NoNode, Rank: uint32(rank), Colour: message.Slot(rank % 16), Calls: int64(rank*37%211 + 1),
		Inclusive: message.Times{incl, incl * 3 / 5, incl * 2 / 5}, Exclusive: message.Times{excl, excl * 3 / 5, excl * 2 / 5},
	}
	if rank%4 == 2 {
		row.Recursive = int64(rank * 3)
	}
	for i := range row.InclusiveShare {
		row.InclusiveShare[i] = float64(row.Inclusive[i]) / float64(6370*ms)
		row.ExclusiveShare[i] = float64(row.Exclusive[i]) / float64(6370*ms)
	}
	return row
}

// edgeRow is a row beneath an opened method.
func edgeRow(kind message.RowKind, group message.RowGroup, rank int) message.Row {
	row := methodRow(rank)
	row.Kind, row.Group, row.Level, row.Recursive = kind, group, 1, row.Calls*4
	if kind == message.GroupRow || kind == message.SelfRow {
		row.Method = message.NoNode
	}
	if group >= message.RecursiveParents {
		row.InclusiveShare = [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	return row
}

// opened is a method with its parents and children.
func relativesOf(rank int) []message.Row {
	return []message.Row{
		edgeRow(message.GroupRow, message.Parents, 0), edgeRow(message.ParentRow, message.Parents, 0),
		edgeRow(message.GroupRow, message.Children, 0), edgeRow(message.SelfRow, message.Children, rank),
		edgeRow(message.ChildRow, message.Children, rank+3), edgeRow(message.ChildRow, message.Children, rank+7),
		edgeRow(message.GroupRow, message.RecursiveChildren, 0), edgeRow(message.ChildRow, message.RecursiveChildren, rank+2),
	}
}

// answerAll answers what was asked and not yet answered, as the engine would.
func (h *stand) answerAll(c *App) {
	for done := 0; done < len(h.asked); done++ {
		if reply := h.reply(h.asked[done]); reply != nil {
			c.Receive(uint32(done+1), reply)
		}
	}
	h.asked, h.number = nil, 0
}

func (h *stand) reply(body message.Body) message.Body {
	switch body := body.(type) {
	case *message.Names:
		return namesOf(body.Methods)
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
		reply := &message.Rows{First: body.First, Total: 14}
		for i := range 14 {
			row := methodRow(i)
			row.Kind, row.Node, row.Level, row.Open, row.Leaf = message.TreeRow, uint32(100+i), uint32(min(i, 9)), i < 9, i > 10
			reply.Rows = append(reply.Rows, row)
		}
		return reply
	case *message.Relatives:
		own := methodRow(int(body.Method))
		return &message.Rows{Total: 9, Rows: append([]message.Row{own}, relativesOf(int(body.Method))...)}
	case *message.ThreadRows:
		return &message.Threads{Threads: calc().Threads}
	case *message.CallInfo:
		return callOf(body.Call)
	case *message.MethodInfo:
		m := &message.Method{Method: body.Method, Row: methodRow(int(body.Method)), Count: 186, Min: 12_000, Median: 341_000, P95: 12 * ms, Max: 318 * ms, Mean: 1_732_000}
		for i := range 10 {
			m.Longest = append(m.Longest, message.Longest{Call: message.CallRef{Thread: 0, Depth: 4, Row: uint32(i)}, From: int64(i*431+211) * ms, Duration: 318 * ms / int64(i+1)})
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
		return callOf(message.CallRef{Thread: 0, Depth: 5, Row: 3})
	}
	return nil
}

func callOf(ref message.CallRef) *message.Call {
	c := &message.Call{
		Found: true, Call: ref, Method: 5, From: 2113 * ms, To: 2431 * ms, Callees: 14, AtEnd: true,
		Inclusive: message.Times{318 * ms, 201_417_000, 116_583_000}, Exclusive: message.Times{41 * ms, 39 * ms, 2 * ms},
	}
	for i := range int(ref.Depth) + 1 {
		c.Path = append(c.Path, message.Frame{Call: message.CallRef{Thread: ref.Thread, Depth: uint32(i), Row: 0}, Method: uint32(i), Inclusive: message.Times{(4812 - int64(i)*700) * ms, 900 * ms, 300 * ms}})
	}
	c.Path[ref.Depth] = message.Frame{Call: ref, Method: 5, Inclusive: c.Inclusive}
	return c
}

// openCalc is the page with calc.trace open and all that it asked for answered.
func openCalc(t testing.TB) (*App, *stand) {
	t.Helper()
	h := newStand()
	c := New(h)
	at := time.Unix(0, 0)
	c.now = at.UnixMilli
	c.Opening("calc.trace", 450_123, false)
	for canvas, size := range map[Canvas][2]float64{OverviewCanvas: {1200, 56}, TimelineCanvas: {1200, 340}, FlameCanvas: {860, 300}} {
		c.Input(Input{Canvas: canvas, Kind: Size, X: size[0], Y: size[1]})
	}
	for _, tab := range tabs {
		c.Scroll(tab.id, 0, 400)
	}
	c.Receive(0, calc())
	c.Drawn(Geometry{Canvas: OverviewCanvas, From: 0, To: c.timeline.End, Left: 160, Content: 56})
	c.Drawn(Geometry{Canvas: TimelineCanvas, From: 0, To: c.timeline.End, Left: 160, Top: 24, Content: 2400})
	c.Drawn(Geometry{Canvas: FlameCanvas, From: 0, To: 1, Content: 900})
	h.answerAll(c)
	return c, h
}

// render writes the page as HTML.
func render(t testing.TB, c *App) string {
	t.Helper()
	env, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	results := env.RunBuild(c)
	for h := c.host.(*stand); h.redraws > 0; { // the rows come in pieces
		h.redraws = 0
		if env, err = vugu.NewBuildEnv(); err != nil {
			t.Fatal(err)
		}
		results = env.RunBuild(c)
	}
	showProperties(results, results.Out)
	if err := staticrender.New(&b).Render(results); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// showProperties writes properties as attributes, which a static page would not have.
func showProperties(results *vugu.BuildResults, out *vugu.BuildOut) {
	for _, root := range out.Out {
		root.Walk(func(n *vugu.VGNode) error {
			for _, p := range n.Prop {
				var value any
				if err := json.Unmarshal(p.JSONVal, &value); err != nil {
					panic(err)
				}
				n.AddAttrInterface(p.Key, value)
			}
			if n.Component != nil {
				showProperties(results, results.ResultFor(n.Component))
			}
			return nil
		})
	}
}

// settled renders until nothing more is asked.
func settled(t testing.TB, c *App, h *stand) string {
	t.Helper()
	for range 4 {
		c.sync()
		h.answerAll(c)
	}
	return render(t, c)
}

// checkGolden compares with a file that is read by eye.
func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	got = strings.ReplaceAll(strings.ReplaceAll(got, "\t", ""), "><", ">\n<") + "\n"
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Fatalf("%s, line %d:\n got %s\nwant %s\n(go test -update rewrites the file)", name, i+1, b[i], a[i])
			}
		}
		t.Fatalf("%s: %d lines, want %d", name, len(b), len(a))
	}
}
