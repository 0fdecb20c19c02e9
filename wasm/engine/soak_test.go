package engine_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/soak"
)

func TestMain(m *testing.M) { os.Exit(soak.Main(m)) }

// mostUnpacked is where a test stops decompressing, far below the page's limit.
const mostUnpacked = 8 << 20

// unpack returns what the page reads of a file, with up to two layers of gzip removed.
func unpack(r io.Reader, name string) (data []byte) {
	data, _ = io.ReadAll(io.LimitReader(r, mostUnpacked))
	for range 2 {
		if input.Sniff(data[:min(len(data), 4)], "") != input.Gzip {
			break
		}
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil
		}
		data, _ = io.ReadAll(io.LimitReader(z, mostUnpacked))
	}
	return data
}

// parts returns what the page reads of files opened together: each file, or its members in the
// groups that the page reads.
func parts(files []tracetest.Member) (names []string, parts [][][]byte) {
	var plain []string
	for _, f := range files {
		plain = append(plain, f.Name)
	}
	for _, pair := range input.Pair(plain) {
		f := files[pair[0]]
		if input.Sniff(f.Data[:min(len(f.Data), 4)], f.Name) != input.Zip {
			var part [][]byte
			for _, i := range pair {
				part = append(part, unpack(bytes.NewReader(files[i].Data), files[i].Name))
			}
			names, parts = append(names, f.Name), append(parts, part)
			continue
		}
		r := bytes.NewReader(f.Data)
		members, _ := input.Members(r, r.Size())
		var inside []string
		for _, m := range members {
			inside = append(inside, m.Name)
		}
		groups, _ := input.Choose(inside)
		unpacked := 0
		for _, group := range groups {
			var part [][]byte
			for _, i := range group {
				m := members[i]
				at, err := m.Start(r)
				if m.Odd != "" || err != nil || unpacked > mostUnpacked {
					continue
				}
				var data io.Reader = io.NewSectionReader(r, at, m.Size)
				if m.Deflated {
					data = flate.NewReader(data)
				}
				part = append(part, unpack(data, m.Name))
				unpacked += len(part[len(part)-1])
			}
			names, parts = append(names, inside[group[0]]), append(parts, part)
		}
	}
	return names, parts
}

// read reads files in pieces, as the page does. It returns the engine, or nil if there is nothing
// to show, and the total size of the messages to the page.
func read(files []tracetest.Member, piece int) (e *engine.Engine, size int64, err error) {
	e = engine.New(64 << 20)
	say := func(body message.Body) { size += encodedSize(body) }
	names, all := parts(files)
	open := false
	for i, part := range all {
		whole := bytes.Join(part, nil)
		head := whole[:min(len(whole), input.HeadSize)]
		kind := input.Sniff(head, names[i])
		switch {
		case kind == input.MethodTrace && !open:
			for again := true; again; again = e.Again() {
				e.Begin(names[i], int64(len(whole)), len(part) > 1)
				for data := whole; len(data) > 0 && !e.Full(); {
					n := min(piece, len(data))
					if err := e.Write(data[:n]); err != nil {
						break
					}
					data = data[n:]
					progress := e.Progress()
					say(&progress)
				}
				if e.End("") != nil {
					break
				}
				if !e.Again() {
					open = true
					say(e.Describe())
				}
			}
		case kind.MayHoldDump(head):
			room := e.Dumps()
			room.Begin(names[i], files[0].Name)
			for data := whole; len(data) > 0; {
				n := min(piece, len(data))
				room.Write(data[:n])
				data = data[n:]
			}
			if _, err := room.End(""); err != nil {
				size += int64(len(err.Error()))
			}
		default:
			size += int64(len(kind.Describe(head)))
		}
	}
	if d := e.Dumps().Open(); d != nil {
		say(d)
		return e, size, nil
	}
	if !open {
		return nil, size, nil
	}
	return e, size, nil
}

// encodedSize returns the size of a message after checking that the page can decode it.
func encodedSize(body message.Body) int64 {
	data := message.Encode(nil, 7, body)
	if _, _, err := message.Decode(data); err != nil {
		panic(fmt.Sprintf("the page cannot read a %T: %v", body, err))
	}
	return int64(len(data))
}

// sendAll sends every kind of request, first as the page's first requests and then with random
// fields, and returns the total size of the answers.
func sendAll(e *engine.Engine, rng *rand.Rand) (size int64) {
	var l scene.List
	for round := range 2 {
		for _, req := range message.Requests() {
			if round > 0 {
				soak.Wild(req, rng)
			}
			if _, req, err := message.Decode(message.Encode(nil, 7, req)); err == nil {
				size += encodedSize(e.Answer(req))
			}
		}
		for _, req := range message.Pictures() {
			if round > 0 {
				soak.Wild(req, rng)
			}
			if _, req, err := message.Decode(message.Encode(nil, 7, req)); err == nil && e.List(req.(message.Picture), &l) == nil {
				size += int64(len(l.Append(nil)))
			}
		}
	}
	return size
}

// mostAsked limits the cost of all requests on a file.
var mostAsked = soak.Bound{
	Steps:  soak.Line{Base: 2_000_000, Each: 2000},
	Memory: soak.Line{Base: 48 << 20, Each: 2000},
	Output: soak.Line{Base: 1 << 20, Each: 200},
}

// requests reads a case as the page does and sends every request.
func requests(c soak.Case, seed uint64) int64 {
	rng := rand.New(rand.NewPCG(seed, 12))
	e, size, err := read(c.Files, 1+rng.IntN(1<<14))
	if err != nil || e == nil {
		return size
	}
	return size + sendAll(e, rng)
}

// TestSoak sends every request on randomly damaged files, pairs and piles. Nothing may panic, and
// no file may cost more than the limit for its size.
func TestSoak(t *testing.T) {
	files, err := soak.NewFiles("../..")
	if err != nil {
		t.Fatal(err)
	}
	table := soak.NewTable(t)
	from, to := soak.Range(t, 20*soak.Classes)
	for seed := from; seed < to; seed++ {
		c := files.Case(seed)
		table.Add(c.Class, fmt.Sprint("seed ", seed), "requests", c.Size, soak.Measure(func() int64 { return requests(c, seed) }), mostAsked)
	}
	t.Log("\n" + table.String())
}

// TestHostile sends every request on hostile files of each kind, in two sizes. A file four times
// as large may cost about four times as much.
func TestHostile(t *testing.T) {
	table := soak.NewTable(t)
	for i, h := range soak.Hostiles() {
		var costs []soak.Cost
		for _, n := range []int{h.Number, 4 * h.Number} {
			c := h.Make(n)
			cost := soak.Measure(func() int64 { return requests(c, uint64(i)) })
			table.Add(c.Class, fmt.Sprint(n), "requests", c.Size, cost, mostAsked)
			costs = append(costs, cost)
		}
		table.Grown(h.Name, "requests", costs[0], costs[1])
	}
	t.Log("\n" + table.String())
}
