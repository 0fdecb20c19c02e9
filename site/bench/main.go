//go:build !js

// Command bench measures the figures that the design promises and prints them as a table:
//
//	go run ./site/bench                        1.7, 14.5 and 143 MB
//	go run ./site/bench -huge                  1.41 GB too: takes minutes, 4 GB of memory, 2 GB of disk
//	go run ./site/bench -only native           rows whose name matches
//	go run ./site/bench -sizes 143 -runs 9
//
// A line is one thing measured at one size:
//
//	what                                  size    median      best  runs  budget  of budget  of yardstick
//	new profile: navigation → interface…  1.7 MB     402  ms   371     5   ×6.50      ×0.84         ×5.44
//	columns of the calls, two clocks      143 MB    26.1  B   26.1     1      27      ×0.97
//
// The median of the runs comes first, and all ratios are of medians. "best" is the run with the least disturbance.
//
// A yardstick is the least that any program needs for the same task: a plain loop, an empty page. The same run measures
// it, and it has lines of its own. "of yardstick" is the row's cost in times its yardstick's cost. No other figure
// depends less on the machine. A speed's ratio is turned over, so less is always better.
//
// A budget is in the row's unit, or with × in times its yardstick's cost. Within the budget, "of budget" is at most ×1.
// Budgets are for medians of at least 5 runs.
//
// Nothing here is a test: a slow figure is only shown. The bench fails if something does not work.
//
// Each container of method traces has rows of 4 million records, compared with version 3: -only "read alone".
//
// Rows that depend on a trace's calling contexts exist for three shapes: few contexts, the usual number, and
// very many, as when an app starts.
//
// tracetest.Generate makes the traces. They stay in the user's cache folder. rows.go declares the lines of
// the table. Each other file measures a group of them.
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
	work    string // folder for compiled programs and files, removed at the end
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
	runs := flag.Int("runs", 5, "times to measure each row")
	out := flag.String("out", "site/bench/out/figures.json", "file to write the figures to, as JSON")
	profile := flag.Bool("profile", false, "list the functions that take the most time at the largest size, and write their profiles to the folder of -out")
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
		if err := s.generate(); err != nil {
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

// wants reports whether -only selects any of the rows, or a row that has one of them as its yardstick.
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

// add records a value of a row, if -only selects it.
func (b *bench) add(what string, s *size, value float64) {
	if b.wants(what) {
		b.results.add(what, s, value)
	}
}

// log prints the current step, since the bench takes minutes.
func (b *bench) log(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "  "+format+"\n", args...)
}

// load returns how busy the machine is, "" if unknown. Figures of a busy machine mean little.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	return ", load " + strings.Fields(string(text))[0]
}
