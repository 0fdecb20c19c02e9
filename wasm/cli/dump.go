//go:build !js || tools

package main

import (
	"errors"
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/input"
)

// readDump reads files as a thread dump; it returns nil for what is none. Text that its
// first lines do not tell may still hold a dump further on.
func readDump(files []string) (*dump.Dump, error) {
	source, err := input.Open(files...)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	switch source.Kind {
	case input.ThreadDump, input.UTF16, input.Logcat, input.Unknown:
	default:
		return nil, nil
	}
	reader := dump.NewReader()
	if _, err := io.CopyBuffer(onlyWriter{reader}, source, make([]byte, 1<<20)); err != nil {
		return nil, err
	}
	d := reader.Close()
	switch {
	case len(d.Blocks) > 0:
	case d.Relative != dump.NoRelative:
		return nil, errors.New(d.Relative.Sentence())
	case source.Kind != input.ThreadDump:
		return nil, nil
	}
	for _, n := range source.Notes {
		d.Receipt.Notes = append(d.Receipt.Notes, dump.Note{Code: n.Code, Count: 1, Line: -1, Text: n.Text})
	}
	return d, nil
}
