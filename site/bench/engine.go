//go:build !js

package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// measureEngine opens each trace in this process, as the worker does in the browser.
func measureEngine(b *bench) error {
	for i := range b.sizes {
		s := &b.sizes[i]
		b.log("engine, %s", s.name)
		if b.wants(columnBytes, columnBytesOne) {
			if err := b.measureColumns(columnBytes, s, func(w io.Writer) error { return pour(s, w) }); err != nil {
				return err
			}
			one := s.config
			one.Version, one.Clock = 2, "wall"
			if err := b.measureColumns(columnBytesOne, s, func(w io.Writer) error { return tracetest.Generate(w, one) }); err != nil {
				return err
			}
		}
		for range min(b.runs, 3) {
			if err := b.measureAnswers(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureColumns counts the bytes of the calls' columns.
func (b *bench) measureColumns(what string, s *size, write func(io.Writer) error) error {
	replay, reader := call.NewReplay(true)
	if err := write(reader); err != nil {
		return err
	}
	if err := reader.Close(); err != nil {
		return err
	}
	table := replay.Finish()
	var held int
	for t := range table.Threads {
		for l := range table.Threads[t].Levels {
			for _, c := range table.Threads[t].Levels[l].Chunks {
				held += 16*cap(c.Calls) + 8*cap(c.CPU) + 16*cap(c.High)
			}
		}
	}
	b.add(what, s, float64(held)/float64(table.Calls))
	return nil
}

// measureAnswers opens a trace and asks the engine as the page does.
func (b *bench) measureAnswers(s *size) error {
	before := heap()
	e := engine.New(1 << 40)
	start, spent := time.Now(), processor()
	e.Begin(s.name, s.bytes, false)
	if err := pour(s, engineWriter{e}); err != nil {
		return err
	}
	if err := e.End(""); err != nil {
		return err
	}
	d := e.Describe()
	b.add(nativeRead, s, time.Since(start).Seconds())
	b.add(nativeReadTime, s, 1000*(processor()-spent))
	b.add(treeBytes, s, float64(d.Memory)/float64(d.Calls))
	b.add(heapBytes, s, float64(heap()-before)/float64(d.Calls))

	q := queries{d.Span}
	var list scene.List
	for _, thread := range []uint32{message.NoNode, q.main(d)} { // the first answer waits for figures that other views ask for earlier
		spent := processor()
		if err := answer(e, &message.OverviewInfo{Thread: thread, To: message.Whole}, &list); err != nil {
			return err
		}
		if thread != message.NoNode {
			b.add(nativeOverview, s, 1000*(processor()-spent))
		}
	}
	for run := range b.runs {
		start := time.Now()
		for _, request := range q.resum(q.scope(0.9, nil, message.Wall, run)) {
			if err := answer(e, request, &list); err != nil {
				return err
			}
		}
		b.add(nativeResumAll, s, milliseconds(time.Since(start)))
		start = time.Now()
		for _, request := range q.resum(q.filtered(run)) {
			if err := answer(e, request, &list); err != nil {
				return err
			}
		}
		b.add(nativeResumTerms, s, milliseconds(time.Since(start)))
		slowest := time.Duration(0)
		for _, part := range []float64{1, 10, 100, 10_000} {
			for place := range places {
				start := time.Now()
				if err := answer(e, q.timeline(part, place, run), &list); err != nil {
					return err
				}
				slowest = max(slowest, time.Since(start))
			}
		}
		b.add(nativeView, s, milliseconds(slowest))
	}
	return nil
}

func answer(e *engine.Engine, request message.Body, list *scene.List) error {
	if picture, ok := request.(message.Picture); ok {
		return e.List(picture, list)
	}
	if failure, ok := e.Answer(request).(*message.Failure); ok {
		return fmt.Errorf("%T: %s", request, failure.Text)
	}
	return nil
}

type engineWriter struct{ *engine.Engine }

func (w engineWriter) Write(p []byte) (int, error) { return len(p), w.Engine.Write(p) }

// pour writes the file in pieces as large as a browser's.
func pour(s *size, to io.Writer) error {
	file, err := os.Open(s.path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.CopyBuffer(to, struct{ io.Reader }{file}, make([]byte, 2<<20))
	return err
}

// heap returns the bytes in use after a garbage collection.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// queries makes requests about a trace whose timeline ends at span ns. Each run gets different requests, since the
// engine keeps its last answers.
type queries struct{ span int64 }

// main returns the main thread.
func (queries) main(d *message.Description) uint32 {
	return uint32(slices.IndexFunc(d.Threads, func(t message.Thread) bool { return t.Main }))
}

// places is the number of places in a trace that view queries ask for.
const places = 16

// The canvas of the view queries, in CSS pixels, as in a large window.
const canvasWidth, canvasHeight = 1880, 760

// timeline asks for the view of 1/part of the trace.
func (q queries) timeline(part float64, place, run int) message.Body {
	width := float64(q.span) / part
	from := (float64(q.span) - width) * float64(place) / (places - 1)
	return &message.Timeline{
		View:   message.Viewport{From: from + float64(run), To: from + width + float64(run), Width: canvasWidth, Height: canvasHeight},
		Method: message.NoNode,
	}
}

func (q queries) minimap() message.Body {
	return &message.Minimap{Width: canvasWidth, Height: 60}
}

// scope returns a part of the time, in the middle.
func (q queries) scope(part float64, threads []uint32, clock message.Clock, run int) message.Scope {
	from := int64(float64(q.span) * (1 - part) / 2)
	return message.Scope{Clock: clock, From: from + int64(run)*1000, To: q.span - from + int64(run)*1000, Threads: threads}
}

func (q queries) flame(s message.Scope) message.Body {
	return &message.Flame{
		Scope: s, Root: message.NoNode, Method: message.NoNode,
		View: message.Viewport{To: 1, Width: canvasWidth, Height: canvasHeight},
	}
}

// filtered returns a scope with a filter of three terms.
func (q queries) filtered(run int) message.Scope {
	s := q.scope(0.9, nil, message.Wall, run)
	s.Filter = "drop:origin:library merge:origin:platform slower:1us"
	return s
}

// resum asks for everything that the page shows for a scope: method table, call tree and flame graph.
func (q queries) resum(s message.Scope) []message.Body {
	order := message.Order{Clock: s.Clock}
	return []message.Body{
		&message.MethodRows{Scope: s, Order: order, Count: 60},
		&message.TreeRows{Scope: s, Order: order, Count: 60, HotPath: message.NoNode},
		q.flame(s),
	}
}
