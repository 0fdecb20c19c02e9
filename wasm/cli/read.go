//go:build !js

package main

import (
	"fmt"
	"io"

	"traceglass/parser/call"
	"traceglass/parser/input"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// read profiles the trace in one file, or in a .key and its .data. With keep it holds
// every call; without, only sums by calling context, so its memory does not grow with the
// file. What else wants the bytes of the trace gets them too.
func read(files []string, keep bool, also ...io.Writer) (*profile.Profile, error) {
	replay, reader := call.NewReplay(keep)
	for {
		notes, err := feed(reader, files, also...)
		if err != nil {
			return nil, err
		}
		calls, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader != nil {
			also = nil
			continue
		}
		for _, n := range notes { // the wrapping's damage is the trace's
			info.Complete = false
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: n.Code, Count: 1, Offset: info.Bytes, Text: n.Text})
		}
		return profile.NewIndex(calls, info).Profile(profile.Whole, nil), nil
	}
}

// feed reads the files through reader and closes it.
func feed(reader *trace.Reader, files []string, also ...io.Writer) ([]input.Note, error) {
	source, err := open(files)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if source.Paired {
		reader.Paired()
	}
	to := io.MultiWriter(append(also, reader)...)
	if _, err := io.CopyBuffer(onlyWriter{to}, source, make([]byte, 1<<20)); err != nil {
		return nil, err
	}
	return source.Notes, reader.Close()
}

// open opens files that are to be one method trace.
func open(files []string) (*input.Source, error) {
	source, err := input.Open(files...)
	if err != nil {
		return nil, err
	}
	if source.Kind != input.MethodTrace {
		source.Close()
		return nil, fmt.Errorf("%s", source.Kind.Describe(source.Head))
	}
	return source, nil
}

// onlyWriter hides all but Write, so that io.CopyBuffer uses its buffer.
type onlyWriter struct{ io.Writer }
