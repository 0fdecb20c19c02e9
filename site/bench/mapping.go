//go:build !js

package main

import (
	"bytes"
	"time"

	"traceglass/parser/mapping"
	"traceglass/parser/mapping/mappingtest"
)

// measureMapping reads a map of names for a trace that needs 5,000 of them, and beside it finds its
// lines and no more.
func measureMapping(b *bench) error {
	var text []byte
	mappingtest.Large(100_000_000, func(p []byte) { text = append(text, p...) })
	b.say("a map of names, %.0f MB", float64(len(text))/1e6)
	for range b.runs {
		start := time.Now()
		r := mapping.NewReader(mappingtest.Wanted(5000))
		r.Write(text)
		if _, err := r.Close(); err != nil {
			return err
		}
		b.add(mapNative, nil, float64(len(text))/1e6/time.Since(start).Seconds())
		b.add(mapMemory, nil, float64(r.Held())/1e6)

		start = time.Now()
		classes := 0
		for line := range bytes.Lines(text) {
			if line[0] != ' ' && bytes.Contains(line, []byte("->")) {
				classes++
			}
		}
		b.add(mapScanned, nil, float64(len(text))/1e6/time.Since(start).Seconds())
	}
	return nil
}
