//go:build !js

// Command bench measures what the design promises and prints it as one table:
//
//	go run ./site/bench                        1.7, 14.5 and 143 MB
//	go run ./site/bench -huge                  1.41 GB too: takes minutes, 4 GB of memory, 2 GB of disk
//	go run ./site/bench -only native           rows whose name matches
//	go run ./site/bench -sizes 143 -runs 9
//
// A line is one thing measured at one size:
//
//	what                                     size    best  median    runs  budget  of budget  of yardstick  by medians
//	native: traceglass summary               143 MB  0.21  0.24 s    5     0.25    ×0.84      ×2.4          ×2.5
//
// "best" is the least disturbed of the runs and "median" the usual one: on a machine that does
// other work as well they lie far apart, and the best is the figure to compare. "of budget" is how
// many times the budget the best is, so ×1 or less is within; for a speed it is turned over, and
// ×1 or less is within too. "of yardstick" is how many times the cost of the yardstick,
// which was measured in the same run on the same file, the best is: of all figures the one that
// depends least on the machine. "by medians" is the same of the medians: of visits, a single one of which may
// have found a browser's processes just ready, it differs less from bench to bench. Yardsticks have lines of
// their own.
//
// Nothing here is a test: a slow figure is only shown. The bench fails if something does not work.
//
// Each container of method traces has rows beside version 3, of 4 million records: -only "read alone".
//
// What depends on a trace's calling contexts is measured of three shapes: few, the usual number and
// very many, as where an app starts.
//
// Traces are made by tracetest.Generate and kept in the user's cache folder. Lines of the table are
// declared in rows.go; a file each measures a group of them.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// A bench is one run of this command.
type bench struct {
	sizes   []size
	shapes  []size // as large as one of sizes, but with few or very many calling contexts
	runs    int
	only    *regexp.Regexp
	work    string // folder for what is compiled, removed at the end
	results results
	served  *site // nil until it is needed
	asked   int   // queries made so far
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	if len(os.Args) > 2 && os.Args[1] == timeCommand {
		if err := timeProgram(os.Args[2:]); err != nil {
			log.Fatal(err)
		}
		return
	}
	sizeList := flag.String("sizes", "1.7,14.5,143", "sizes to measure, in MB")
	huge := flag.Bool("huge", false, "measure 1.41 GB too")
	only := flag.String("only", "", "measure the rows whose name matches this regular expression")
	runs := flag.Int("runs", 5, "runs of everything, best and median of which are shown")
	out := flag.String("out", "site/bench/out/figures.json", "file to write the figures to, as JSON")
	profile := flag.Bool("profile", false, "measure nothing, but say in which functions the time goes at the largest size, and keep the profiles beside -out")
	flag.Parse()

	b := bench{runs: max(1, *runs), only: regexp.MustCompile(*only)}
	var err error
	if b.sizes, b.shapes, err = parseSizes(*sizeList, *huge); err != nil {
		log.Fatal(err)
	}
	if b.work, err = os.MkdirTemp("", "traceglass-bench-"); err != nil {
		log.Fatal(err)
	}
	if *profile {
		err = b.profile(filepath.Dir(*out))
	} else {
		err = b.run()
	}
	if b.served != nil {
		b.served.close()
	}
	os.RemoveAll(b.work)
	if len(b.results.figures) > 0 {
		b.results.print(os.Stdout)
		if err := b.results.write(*out); err != nil {
			log.Print(err)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

func (b *bench) run() error {
	fmt.Printf("%s, %s/%s, %d CPUs%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load())
	for _, s := range b.shaped() {
		if err := s.make(); err != nil {
			return err
		}
	}
	for _, p := range probes {
		if !b.wants(p.rows...) {
			continue
		}
		if err := p.measure(b); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// wants tells whether any of the rows is to be measured, or is the yardstick of one that is.
func (b *bench) wants(names ...string) bool {
	for _, name := range names {
		for i := range rows {
			if r := &rows[i]; (r.what == name || r.yardstick == name) && b.only.MatchString(r.what) {
				return true
			}
		}
	}
	return false
}

// add notes a figure of a row that is wanted.
func (b *bench) add(what string, s *size, value float64) {
	if b.wants(what) {
		b.results.add(what, s, value)
	}
}

// say tells what is being done, as this takes minutes.
func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "  "+format+"\n", args...)
}

// load says how busy the machine is, where it can be known: figures of a busy one mean little.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load " + strings.Fields(string(text))[0]
}
