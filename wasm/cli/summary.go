package main

import (
	"fmt"
	"io"

	"traceglass/parser/call"
	"traceglass/parser/input"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report"
)

// summary prints the summary of each file, and goes on after one that cannot be read.
func summary(paths []string, stdout, stderr io.Writer) (status int) {
	for _, group := range input.Pair(paths) {
		files := make([]string, len(group))
		for i, at := range group {
			files[i] = paths[at]
		}
		p, err := read(files)
		if err == nil {
			err = report.Summary(stdout, p)
		}
		if err != nil {
			fmt.Fprintf(stderr, "traceglass: %s: %v\n", files[0], err)
			status = 1
		}
	}
	return status
}

// read profiles the trace in one file, or in a .key and its .data. It keeps sums by
// calling context, not calls, so its memory does not grow with the file.
func read(files []string) (*profile.Profile, error) {
	replay, reader := call.NewReplay(false)
	for {
		notes, err := feed(reader, files)
		if err != nil {
			return nil, err
		}
		calls, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader != nil {
			continue
		}
		for _, n := range notes { // the wrapping's damage is the trace's
			info.Complete = false
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: n.Code, Count: 1, Offset: info.Bytes, Text: n.Text})
		}
		return profile.NewIndex(calls, info).Profile(profile.Whole), nil
	}
}

// feed reads the files through reader and closes it.
func feed(reader *trace.Reader, files []string) ([]input.Note, error) {
	source, err := input.Open(files...)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if source.Kind != input.MethodTrace {
		return nil, fmt.Errorf("%s", source.Kind.Describe(source.Head))
	}
	if source.Paired {
		reader.Paired()
	}
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, 1<<20)); err != nil {
		return nil, err
	}
	return source.Notes, reader.Close()
}

// onlyWriter hides all but Write, so that io.CopyBuffer uses its buffer.
type onlyWriter struct{ io.Writer }
