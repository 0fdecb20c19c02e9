package story_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"traceglass/parser/profile"
	"traceglass/parser/story"
	"traceglass/parser/trace/tracetest"
)

// BenchmarkOverview reads traces and makes their first overviews. The metric of-reading is the time of an overview
// divided by the time that reading takes. The sizes are those of the bench. The corpus has an app's start.
func BenchmarkOverview(b *testing.B) {
	for _, size := range []struct {
		name   string
		config tracetest.Config
	}{
		{"1.7MB", tracetest.Config{Records: 100_000, Methods: 2_500, Threads: 20}},
		{"14.5MB", tracetest.Config{Records: 1_000_000, Methods: 5_000, Threads: 24}},
		{"143MB", tracetest.Config{Records: 10_000_000, Methods: 30_000, Threads: 24}},
	} {
		b.Run(size.name, func(b *testing.B) {
			var file bytes.Buffer
			if err := tracetest.Generate(&file, size.config); err != nil {
				b.Fatal(err)
			}
			measure(b, file.Bytes())
		})
	}
	files, _ := filepath.Glob("../../../shared/corpus/method-traces/setapp-game.trace.gz")
	for _, name := range files {
		b.Run("2.3MB", func(b *testing.B) { measure(b, unpacked(b, name)) })
	}
}

func measure(b *testing.B, data []byte) {
	read, rows, made := time.Hour, time.Hour, time.Hour // least of all runs: other work on the machine only adds
	for b.Loop() {
		start := time.Now()
		x := index(b, data)
		x.Profile(profile.WholeTrace, nil) // as the page does
		ready := time.Now()
		story.RowsOf(x, story.Main(x.Info))
		drawn := time.Now()
		story.Of(x, whole(x))
		read, rows, made = min(read, ready.Sub(start)), min(rows, drawn.Sub(ready)), min(made, time.Since(drawn))
	}
	b.ReportMetric(float64(read)/1e6, "read-ms")
	b.ReportMetric(float64(rows)/1e6, "rows-ms")
	b.ReportMetric(float64(made)/1e6, "overview-ms")
	b.ReportMetric(float64(made)/float64(read), "of-reading")
}
