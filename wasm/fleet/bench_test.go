package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
	"traceglass/render/report/table"
)

// summarize is the plain loop that the pipeline is measured beside.
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

// BenchmarkFleet measures whole processes: MB of files a second and processor, and peak memory. The
// small files are as many as -files says; of the large there are 24 of 2.8 MB.
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
		bytes := int64(0)
		filepath.WalkDir(in, func(path string, e fs.DirEntry, err error) error {
			if info, err := e.Info(); err == nil && !e.IsDir() {
				bytes += info.Size()
			}
			return err
		})
		for _, how := range []string{"summary/1", "fleet/1", "fleet/2"} {
			b.Run(filepath.Base(in)+"/"+how, func(b *testing.B) {
				var took, cpu time.Duration
				var peak int64
				for range b.N {
					c := exec.Command(os.Args[0])
					workers := how[strings.IndexByte(how, '/')+1:]
					c.Env = append(os.Environ(), "FLEET_IN="+in, "FLEET_OUT="+b.TempDir(), "GOMAXPROCS="+workers, "FLEET_WORKERS="+workers, "FLEET_HOW="+how)
					began := time.Now()
					if out, err := c.CombinedOutput(); err != nil {
						b.Fatalf("%v: %s", err, out)
					}
					took += time.Since(began)
					cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
					peak = max(peak, c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
				}
				mb := float64(bytes) * float64(b.N) / 1e6
				b.ReportMetric(mb/took.Seconds(), "MB/s")
				b.ReportMetric(mb/cpu.Seconds(), "MB/s/core")
				b.ReportMetric(float64(peak)/1e3, "MB-peak")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
