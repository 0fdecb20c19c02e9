package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
)

// read profiles the trace in one file, or in a .key and its .data. With keep it keeps every call.
// Without, it keeps only sums by calling context, so that memory does not grow with the file.
// also gets the bytes of the trace too.
func read(files []string, keep bool, also ...io.Writer) (*profile.Profile, error) {
	return readBy("", files, keep, also...)
}

// readBy is read with the event that measures samples. "" selects the usual one. Traces of calls
// have only that.
func readBy(event string, files []string, keep bool, also ...io.Writer) (*profile.Profile, error) {
	files, remove, err := spool(files)
	if err != nil {
		return nil, err
	}
	defer remove()
	samples, err := readSamples(files)
	if err != nil {
		return nil, err
	}
	if samples != nil {
		measure, err := measureOf(samples, event)
		if err != nil {
			return nil, err
		}
		calls, info := samples.Calls(measure, keep)
		info.Assign(owners)
		return profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil), nil
	}
	if event != "" {
		return nil, errors.New("-event is for recordings of samples, but this is a trace of calls")
	}
	replay, reader := call.NewReplay(keep)
	calls, info, err := replayed(files, replay, reader, also...)
	if err != nil {
		return nil, err
	}
	return profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil), nil
}

// readMethods profiles the methods of a trace, without calling contexts.
func readMethods(files []string) (*profile.Profile, error) {
	replay, reader := call.NewMethods()
	calls, info, err := replayed(files, replay, reader)
	if err != nil {
		return nil, err
	}
	return profile.OfMethods(calls, info), nil
}

// replayed reads a trace, twice if necessary.
func replayed(files []string, replay *call.Replay, reader *trace.Reader, also ...io.Writer) (*call.Table, *trace.Info, error) {
	files, remove, err := spool(files)
	if err != nil {
		return nil, nil, err
	}
	defer remove()
	for {
		notes, partial, err := feed(reader, files, func() int64 { return replay.Needs(pieceSize / 9) }, also...)
		if err != nil {
			return nil, nil, err
		}
		calls, info := replay.Finish(), reader.Info()
		if partial == "" {
			if replay, reader = replay.Again(); reader != nil {
				also = nil
				continue
			}
		} else {
			info.Complete = false
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: "partial", Count: 1, Offset: info.Bytes, Text: partial})
		}
		for _, n := range notes { // damage to the wrapping is damage to the trace
			info.Complete = info.Complete && n.Complete
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: n.Code, Count: 1, Offset: info.Bytes, Text: n.Text})
		}
		err = originals.trace(info)
		info.Assign(owners)
		return calls, info, err
	}
}

// readSamples reads a complete simpleperf recording. It returns nil for another file.
func readSamples(files []string) (*simpleperf.Reader, error) {
	source, err := archives.Open(files...)
	if err != nil {
		return nil, err
	}
	source.Close()
	if source.Kind != input.Simpleperf {
		return nil, nil
	}
	r := simpleperf.NewReader()
	r.Within(budget)
	notes, partial, err := feed(r, files, r.HeldBytes)
	if err != nil {
		return nil, err
	}
	if partial != "" {
		r.Note(trace.Note{Code: "partial", Count: 1, Offset: r.Bytes, Text: partial}, false)
	}
	for _, n := range notes {
		r.Note(trace.Note{Code: n.Code, Count: 1, Offset: r.Bytes, Text: n.Text}, n.Complete)
	}
	return r, originals.samples(r.Methods)
}

// measureOf returns the measure with the name in -event.
func measureOf(r *simpleperf.Reader, event string) (int, error) {
	if event == "" {
		return r.Measure(), nil
	}
	var names []string
	for i, m := range r.Measures() {
		if m.Name == event {
			return i, nil
		}
		names = append(names, m.Name)
	}
	return 0, fmt.Errorf("the recording has no event %q; it has %s", event, strings.Join(names, ", "))
}

// A reader reads the bytes of a trace.
type reader interface {
	io.Writer
	Close() error
}

// switched profiles the whole trace again with context switches as calls of a method. Calls must
// have been kept.
func switched(p *profile.Profile) *profile.Profile {
	profile.AddSwitchMethod(p.Info)
	return p.Index.Switched().Profile(profile.WholeTrace, nil)
}

// pieceSize is the number of bytes of a trace that are read at a time.
const pieceSize = 1 << 20

// feed copies the files to reader while the memory that needs returns is within the budget, and
// closes reader. partial is a sentence if it did not reach the end.
func feed(reader reader, files []string, needs func() int64, also ...io.Writer) (notes []input.Note, partial string, err error) {
	source, err := archives.Open(files...)
	if err != nil {
		return nil, "", err
	}
	defer source.Close()
	if calls, ok := reader.(*trace.Reader); ok {
		if err := source.AsTrace(); err != nil {
			return nil, "", err
		}
		if err := hasCalls(source); err != nil {
			return nil, "", err
		}
		if source.Paired {
			calls.Paired()
		}
	}
	to := io.MultiWriter(append(also, reader)...)
	from := &budgeted{Reader: source, needs: needs}
	if _, err := io.CopyBuffer(onlyWriter{to}, from, make([]byte, pieceSize)); err != nil {
		return nil, "", withNotes(err, source)
	}
	if err := reader.Close(); err != nil {
		return nil, "", withNotes(err, source)
	}
	if from.stopped {
		partial = from.partial()
	}
	return source.Notes, partial, nil
}

// open opens the files of one method trace.
func open(files []string) (*disk.Source, error) {
	source, err := archives.Open(files...)
	if err != nil {
		return nil, err
	}
	err = source.AsTrace()
	if err == nil {
		err = hasCalls(source)
	}
	if err != nil {
		source.Close()
		return nil, err
	}
	return source, nil
}

// hasCalls returns nil for a method trace. Otherwise the error says what the source is.
func hasCalls(source *disk.Source) error {
	switch source.Kind {
	case input.MethodTrace:
		return nil
	case input.Simpleperf:
		return errors.New("this is a recording of simpleperf: it has samples, but no records of calls to list")
	}
	return withNotes(errors.New(source.Kind.Describe(source.Head)), source)
}

// withNotes adds notes on the wrapping, which may have caused it, to an error.
func withNotes(err error, source *disk.Source) error {
	for _, n := range source.Notes {
		err = fmt.Errorf("%w %s", err, n.Text)
	}
	return err
}

// spool copies pipes to temporary files, because some traces must be read twice. remove deletes
// the copies.
func spool(files []string) (again []string, remove func(), err error) {
	again = slices.Clone(files)
	if archives != nil && archives.File != nil { // which opens no pipe
		return again, func() {}, nil
	}
	var copies []string
	remove = func() {
		for _, c := range copies {
			os.Remove(c)
		}
	}
	for i, name := range files {
		info, err := os.Stat(name)
		if err != nil || info.IsDir() || info.Mode().IsRegular() {
			continue // opening it reports the error
		}
		from, err := os.Open(name)
		if err != nil {
			remove()
			return nil, nil, err
		}
		to, err := os.CreateTemp("", "*-"+filepath.Base(name))
		if err == nil {
			copies = append(copies, to.Name())
			again[i] = to.Name()
			_, err = io.Copy(to, from)
			err = errors.Join(err, to.Close())
		}
		from.Close()
		if err != nil {
			remove()
			return nil, nil, err
		}
	}
	return again, remove, nil
}

// spoolOne is spool for one file.
func spoolOne(file string) (again string, remove func(), err error) {
	files, remove, err := spool([]string{file})
	if err != nil {
		return "", nil, err
	}
	return files[0], remove, nil
}

// onlyWriter hides all methods except Write, so that io.CopyBuffer uses its buffer.
type onlyWriter struct{ io.Writer }
