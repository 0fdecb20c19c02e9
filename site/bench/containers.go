//go:build !js

package main

import (
	"bytes"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// containerRecords is how many records a trace of each container has.
const containerRecords = 4_000_000

// containers are the containers of method traces. Version 3 comes first: the others are compared with it.
// Reading and replaying any of them should reach half of its speed, in records.
//
// That goal does not hold for the reader alone, or in MB. Version 3 has 14 bytes a record, at fixed places.
// The slower containers have 2 to 9 bytes a record, in numbers of variable length, which can only be read in order.
// E5 and dumps without a header do not name the method where a call ends. The reader finds it on a stack of calls.
var containers = []struct {
	name string
	tracetest.Config
}{
	{"version 3", tracetest.Config{}},
	{"version 2", tracetest.Config{Version: 2}},
	{"version 1", tracetest.Config{Version: 1}},
	{"streaming, 0xF3", tracetest.Config{Version: 0xF3}},
	{"streaming, 0xF2", tracetest.Config{Version: 0xF2}},
	{"V2, E1", tracetest.Config{Encoding: "E1"}},
	{"V2, E2", tracetest.Config{Encoding: "E2"}},
	{"V2, E3", tracetest.Config{Encoding: "E3"}},
	{"V2, E4", tracetest.Config{Encoding: "E4"}},
	{"V2, E5", tracetest.Config{Encoding: "E5"}},
	{"V2, E4, one clock", tracetest.Config{Encoding: "E4", Version: 4, Clock: "wall"}},
	{"V2, E5, one clock", tracetest.Config{Encoding: "E5", Version: 4, Clock: "wall"}},
	{"long-running dump", tracetest.Config{Encoding: "long-running"}},
	{"low-overhead dump, heads of 8 bytes", tracetest.Config{Encoding: "bare8"}},
	{"low-overhead dump, heads of 12", tracetest.Config{Encoding: "bare12"}},
}

// The rows of a container. "Read alone" drops the records. "Replayed" also makes calls and a profile from them,
// as a summary does.
const (
	readBytes     = "read alone, native, by bytes"
	readRecords   = "read alone, native, by records"
	replayRecords = "read and replayed, native, by records"
)

// containerRow is the name of a row.
func containerRow(i int, what string) string {
	row := containers[i].name + ": " + what
	if i == 0 {
		row = "yardstick: " + row
	}
	return row
}

// containerRows are the rows of all containers.
func containerRows() (rows []row) {
	for _, m := range []struct{ what, unit string }{{readBytes, "MB/s"}, {readRecords, recordsUnit}, {replayRecords, recordsUnit}} {
		for i := range containers {
			r := row{what: containerRow(i, m.what), unit: m.unit}
			if i > 0 {
				r.yardstick = containerRow(0, m.what)
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func containerNames() (names []string) {
	for _, r := range containerRows() {
		names = append(names, r.what)
	}
	return names
}

// measureContainers reads a trace of each container, by turns.
func measureContainers(b *bench) error {
	files := make([][]byte, len(containers))
	for i, c := range containers {
		if i > 0 && !b.wants(containerRow(i, readBytes), containerRow(i, readRecords), containerRow(i, replayRecords)) {
			continue
		}
		var file bytes.Buffer
		c.Records = containerRecords
		if err := tracetest.Generate(&file, c.Config); err != nil {
			return err
		}
		files[i] = file.Bytes()
	}
	b.log("containers, %d records in each", containerRecords)
	for range b.runs {
		for i, file := range files {
			if file == nil {
				continue
			}
			alone, err := timeReader(trace.NewReader(nobody{}), file)
			if err != nil {
				return err
			}
			b.add(containerRow(i, readBytes), nil, float64(len(file))/1e6/alone)
			b.add(containerRow(i, readRecords), nil, containerRecords/1e6/alone)
			if !b.wants(containerRow(i, replayRecords)) {
				continue
			}
			replay, reader := call.NewReplay(false)
			replayed, err := timeReader(reader, file)
			if err != nil {
				return err
			}
			start := time.Now()
			replay.Finish()
			replayed += time.Since(start).Seconds()
			b.add(containerRow(i, replayRecords), nil, containerRecords/1e6/replayed)
		}
	}
	return nil
}

// timeReader reads a file in pieces as large as a browser's, and returns the time in seconds.
func timeReader(r *trace.Reader, file []byte) (seconds float64, err error) {
	start := time.Now()
	for len(file) > 0 {
		n := min(len(file), 2<<20)
		if _, err := r.Write(file[:n]); err != nil {
			return 0, err
		}
		file = file[n:]
	}
	err = r.Close()
	return time.Since(start).Seconds(), err
}

// nobody drops all records.
type nobody struct{}

func (nobody) Records([]trace.Record) {}
