package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"traceglass/parser/call"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// read profiles the trace in one file, or in a .key and its .data. With keep it holds
// every call; without, only sums by calling context, so its memory does not grow with the
// file. What else wants the bytes of the trace gets them too.
func read(files []string, keep bool, also ...io.Writer) (*profile.Profile, error) {
	replay, reader := call.NewReplay(keep)
	calls, info, err := replayed(files, replay, reader, also...)
	if err != nil {
		return nil, err
	}
	return profile.NewIndex(calls, info).Profile(profile.Whole, nil), nil
}

// readMethods profiles the methods of a trace, and no calling contexts.
func readMethods(files []string) (*profile.Profile, error) {
	replay, reader := call.NewMethods()
	calls, info, err := replayed(files, replay, reader)
	if err != nil {
		return nil, err
	}
	return profile.OfMethods(calls, info), nil
}

// replayed reads a trace, twice if need be.
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
		for _, n := range notes { // the wrapping's damage is the trace's
			info.Complete = info.Complete && n.Whole
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: n.Code, Count: 1, Offset: info.Bytes, Text: n.Text})
		}
		return calls, info, nil
	}
}

// switched profiles the whole trace again, which must have been read with its calls, such
// that context switches are calls of a method of their own.
func switched(p *profile.Profile) *profile.Profile {
	profile.AddSwitchMethod(p.Info)
	return p.Index.Switched().Profile(profile.Whole, nil)
}

// pieceSize is how many bytes of a trace are read at a time.
const pieceSize = 1 << 20

// feed reads the files through reader, as far as the memory goes that needs tells of, and
// closes it. If it did not get to the end, partial is a sentence on that.
func feed(reader *trace.Reader, files []string, needs func() int64, also ...io.Writer) (notes []input.Note, partial string, err error) {
	source, err := open(files)
	if err != nil {
		return nil, "", err
	}
	defer source.Close()
	if source.Paired {
		reader.Paired()
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

// open opens files that are to be one method trace.
func open(files []string) (*disk.Source, error) {
	source, err := disk.Open(files...)
	if err != nil {
		return nil, err
	}
	if source.Kind != input.MethodTrace {
		source.Close()
		return nil, withNotes(errors.New(source.Kind.Describe(source.Head)), source)
	}
	return source, nil
}

// withNotes is an error with what the wrapping may have to do with it.
func withNotes(err error, source *disk.Source) error {
	for _, n := range source.Notes {
		err = fmt.Errorf("%w %s", err, n.Text)
	}
	return err
}

// spool copies what can be read but once, a pipe, to files that remove deletes: some
// traces must be read twice.
func spool(files []string) (again []string, remove func(), err error) {
	again = slices.Clone(files)
	var copies []string
	remove = func() {
		for _, c := range copies {
			os.Remove(c)
		}
	}
	for i, name := range files {
		info, err := os.Stat(name)
		if err != nil || info.IsDir() || info.Mode().IsRegular() {
			continue // what is wrong with it is told on opening
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

// onlyWriter hides all but Write, so that io.CopyBuffer uses its buffer.
type onlyWriter struct{ io.Writer }
