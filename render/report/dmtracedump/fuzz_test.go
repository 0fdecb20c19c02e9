package dmtracedump

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// readAll returns everything that a File reads from a trace in pieces that end at cuts. The text
// has its lists, the list of its records, and the profile with dmtracedump's faults or the reason
// for a missing profile.
func readAll(data []byte, cuts ...int) (string, *File) {
	var list bytes.Buffer
	e, r := NewEvents(&list, 0), NewReplay(1)
	from := 0
	for _, to := range append(cuts, len(data)) {
		e.File.Write(data[from:to])
		r.File.Write(data[from:to])
		from = to
	}
	e.Flush()
	p, err := r.Finish()
	var text bytes.Buffer
	if err == nil {
		p.Text(&text)
		p.Graph(&text, 20)
	}
	return fmt.Sprintf("%v %q %+v %+v\n%s%v\n%s", r.File.Ended, r.File.Version, r.File.Threads, r.File.Methods, &list, err, &text), r.File
}

// FuzzFile checks that bytes read the same wherever they are cut, and that the part before a cut
// reads as a file. The lists are sorted and no longer than the file. The result of the usual reader
// can be written.
func FuzzFile(f *testing.F) {
	for _, g := range golden {
		data := g.trace.Bytes()
		f.Add(data, uint16(len(data)/2))
	}
	for version := 1; version <= 3; version++ {
		f.Add(tracetest.Trace{Version: version, Records: "main 0>A 1>B 4<B 5!A t 3<B", NoThreads: version == 2}.Bytes(), uint16(20))
	}
	f.Add(bytes.Replace(golden[0].trace.Bytes(), []byte("*methods\n"), []byte("*methods\n\n*\n0x\n\t\t\n0xfffffffffff\tA\n"), 1), uint16(90))
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		at := int(cut) % (len(data) + 1)
		want, file := readAll(data)
		if got, _ := readAll(data, at); got != want {
			t.Errorf("cut at %d: %s", at, difference(got, want))
		}
		readAll(data[:at])
		if !slices.IsSortedFunc(file.Threads, func(a, b Thread) int { return a.ID - b.ID }) && file.Ended || len(file.Threads)+len(file.Methods) > len(data) {
			t.Errorf("%d threads, %d methods", len(file.Threads), len(file.Methods))
		}
		replay, reader := call.NewReplay(false)
		reader.Write(data)
		if reader.Close() != nil {
			return
		}
		p := profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil)
		text(t, FromFigures(p, first(p), file).Text)
	})
}

// TestLongLine checks that a line in many pieces is not searched again for each piece. Otherwise
// the test would take an hour.
func TestLongLine(t *testing.T) {
	f := NewFile(nil, nil)
	f.Write([]byte("*version\n3\n*threads\n1\t"))
	piece := bytes.Repeat([]byte("x"), 64)
	began := time.Now()
	for range 200_000 {
		f.Write(piece)
	}
	f.Write([]byte("\n*end\n"))
	if len(f.Threads) != 1 || len(f.Threads[0].Name) != 64*200_000 {
		t.Errorf("%d threads", len(f.Threads))
	}
	t.Log(time.Since(began))
}
