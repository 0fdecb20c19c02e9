//go:build !js

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"traceglass/parser/mapping"
	"traceglass/parser/mapping/mappingtest"
	"traceglass/parser/trace/tracetest"
)

// measureMapping reads a map of names for a trace that needs 5,000 of them. Its yardstick only finds the map's lines.
func measureMapping(b *bench) error {
	var text []byte
	mappingtest.Large(100_000_000, func(p []byte) { text = append(text, p...) })
	b.log("a map of names, %.0f MB", float64(len(text))/1e6)
	for range b.runs {
		start := time.Now()
		r := mapping.NewReader(mappingtest.Wanted(5000))
		r.Write(text)
		if _, err := r.Close(); err != nil {
			return err
		}
		b.add(mapNative, nil, float64(len(text))/1e6/time.Since(start).Seconds())
		b.add(mapMemory, nil, float64(r.HeldBytes())/1e6)

		start = time.Now()
		classes := 0
		for line := range bytes.Lines(text) {
			if line[0] != ' ' && bytes.Contains(line, []byte("->")) {
				classes++
			}
		}
		b.add(mapScanned, nil, float64(len(text))/1e6/time.Since(start).Seconds())
	}
	if !b.wants(mapWorker) {
		return nil
	}
	return b.loadMapping(text)
}

// loadMapping opens the map in the page, together with a trace that has the 5,000 names.
func (b *bench) loadMapping(text []byte) error {
	var calls strings.Builder
	calls.WriteString("main")
	for i := range 5000 {
		fmt.Fprintf(&calls, " %d>c%d.%c()V %d<c%d.%[3]c()V", 2*i, i/8*17, 'a'+i%8, 2*i+1, i/8*17)
	}
	names, trace := filepath.Join(b.work, "mapping.txt"), filepath.Join(b.work, "mapped.trace")
	if err := os.WriteFile(names, text, 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(trace, tracetest.Bytes(calls.String()), 0o644); err != nil {
		return err
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	for range b.runs {
		t, err := site.started()
		if err != nil {
			return err
		}
		read, open := 0.0, 0.0
		if err = t.choose(trace, names); err == nil {
			read, err = t.marked("traceglass:read", 1)
		}
		if err == nil {
			open, err = t.marked("bench:open", 1)
		}
		if err == nil {
			err = t.err()
		}
		t.close()
		if err != nil {
			return err
		}
		b.add(mapWorker, nil, float64(len(text))/1e6/(read-open)*1000)
	}
	return nil
}
