package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
	"traceglass/render/report/table"
)

// summarize is a plain loop, for comparison with the pipeline.
func summarize(in string) error {
	return filepath.WalkDir(in, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		c, err := table.Read(context.Background(), []string{path}, table.Limits{}, table.Names{})
		if err != nil {
			return err
		}
		if c.Profile != nil {
			return report.Summary(io.Discard, "", c.Profile)
		}
		return report.Dump(io.Discard, "", c.Dumps[0].Dump)
	})
}

// BenchmarkFleet measures whole processes: MB of files per second and processor, and peak memory.
// It compares the pipeline, reading one or two files at a time, with summary in a loop. In
// "worker" the engine is another process, and memory and time are the worker's. -files sets the
// number of small files. There are 24 large ones of 2.8 MB.
//
//	go test -run '^$' -bench . -benchtime 1x -files 2000
func BenchmarkFleet(b *testing.B) {
	small, large := filepath.Join(b.TempDir(), "small"), filepath.Join(b.TempDir(), "large")
	generate(b, small, 0, *files)
	for i := range 24 {
		at := filepath.Join(large, "com.example", fmt.Sprint("1.", i%3), "phone")
		if err := os.MkdirAll(at, 0o755); err != nil {
			b.Fatal(err)
		}
		f, err := os.Create(filepath.Join(at, fmt.Sprint(i, ".trace")))
		if err != nil {
			b.Fatal(err)
		}
		if err := tracetest.Generate(f, tracetest.Config{Records: 200_000, Methods: 4000, Seed: uint64(i)}); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
	for _, in := range []string{small, large} {
		bytes := size(in)
		for _, how := range []string{"summary/1", "fleet/1", "fleet/2", "worker/2"} {
			b.Run(filepath.Base(in)+"/"+how, func(b *testing.B) {
				what, workers := how[:len(how)-2], int(how[len(how)-1]-'0')
				var args []string
				if what == "worker" { // the engine and its memory are in another process
					what, args = "fleet", start(b, "prism").args("--runner=flink")
				}
				var took, cpu time.Duration
				var peak int64
				for range b.N {
					o := options(in, b.TempDir())
					o.Workers = workers
					c := child(what, o, args...)
					c.Env = append(c.Env, fmt.Sprint("GOMAXPROCS=", workers))
					began := time.Now()
					out, err := c.Output()
					if err != nil {
						b.Fatalf("%v: %s", err, out)
					}
					took += time.Since(began)
					cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
					peak = max(peak, resultsIn(b, out).Peak)
				}
				mb := float64(bytes) * float64(b.N) / 1e6
				b.ReportMetric(mb/took.Seconds(), "MB/s")
				b.ReportMetric(mb/cpu.Seconds(), "MB/s/core")
				b.ReportMetric(float64(peak)/1e6, "MB-peak")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkEngines measures the pipeline on each engine that is on this machine: MB of files per
// second and processor, of the worker alone and with the engine, and the peak memory of both. The
// engine's start is not counted.
//
//	go test -run '^$' -bench Engines -benchtime 1x -files 2000
func BenchmarkEngines(b *testing.B) {
	in := filepath.Join(b.TempDir(), "in")
	generate(b, in, 0, *files)
	megabytes := float64(size(in)) / 1e6
	for _, e := range []struct {
		name, server string
		args         []string
	}{
		{"prism", "prism", []string{"--runner=flink"}},
		{"flink_1", "flink", []string{"--runner=flink", "--parallelism=1"}},
		{"flink_2", "flink", []string{"--runner=flink", "--parallelism=2"}},
		{"spark", "spark", []string{"--runner=spark"}},
	} {
		b.Run(e.name, func(b *testing.B) {
			s := start(b, e.server)
			_, before := spent(s.pid)
			var took, worker time.Duration
			var peak int64
			for range b.N {
				c := child("fleet", options(in+"/**", b.TempDir()), s.args(e.args...)...)
				began := time.Now()
				out, err := c.Output()
				if err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				took += time.Since(began)
				worker += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
				peak = max(peak, resultsIn(b, out).Peak)
			}
			enginePeak, after := spent(s.pid)
			all := megabytes * float64(b.N)
			b.ReportMetric(all/took.Seconds(), "MB/s")
			b.ReportMetric(all/(worker+after-before).Seconds(), "MB/s/core")
			b.ReportMetric(all/worker.Seconds(), "MB/s/core-worker")
			b.ReportMetric(float64(peak)/1e6, "MB-worker")
			b.ReportMetric(float64(enginePeak)/1e6, "MB-engine")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// size returns the bytes of all files in a folder.
func size(folder string) (n int64) {
	filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := e.Info(); err == nil && !e.IsDir() {
			n += info.Size()
		}
		return nil
	})
	return n
}
