//go:build !js

package main

import (
	"bytes"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/simpleperf"
	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
)

// measureSamples reads a recording of samples. Its yardstick reads a method trace of the same size.
func measureSamples(b *bench) error {
	samples := simpleperftest.Generate(100_000)
	var calls bytes.Buffer
	if err := tracetest.Generate(&calls, tracetest.Config{Records: int64(len(samples)) / 14}); err != nil {
		return err
	}
	b.log("a recording of samples, %.0f MB", float64(len(samples))/1e6)
	for range b.runs {
		start := time.Now()
		r := simpleperf.NewReader()
		if _, err := r.Write(samples); err != nil {
			return err
		}
		if err := r.Close(); err != nil {
			return err
		}
		r.Calls(r.Measure(), true)
		b.add(samplesNative, nil, float64(len(samples))/1e6/time.Since(start).Seconds())

		start = time.Now()
		replay, reader := call.NewReplay(true)
		if _, err := reader.Write(calls.Bytes()); err != nil {
			return err
		}
		if err := reader.Close(); err != nil {
			return err
		}
		replay.Finish()
		b.add(samplesTrace, nil, float64(calls.Len())/1e6/time.Since(start).Seconds())
	}
	return nil
}
