// Command fleet makes tables of very many traces and thread dumps, up to a hundred thousand. It is an
// Apache Beam pipeline that reads files with the same packages as traceglass table, writes the same
// Parquet tables, and aggregates them by version of the app. README.md has the commands.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

// Options are the options of a run.
type Options struct {
	In      string // folder or glob; ** matches any depth on a local file system
	Out     string // folder of the tables
	Pattern string // see newPattern; may be ""
	List    string // CSV file of facts about paths, or ""
	Parts   int    // number of parts into which the files of a run are divided
	Workers int    // files that one part reads at a time
	Limits  Limits // of each file
}

// Limits limit the resources for one file.
type Limits struct {
	Bytes  int64 // as stored
	Memory int64 // bytes
	Time   time.Duration
}

func main() {
	var o Options
	flag.StringVar(&o.In, "in", "", "`glob` of the files, or a local folder with all files below it")
	flag.StringVar(&o.Out, "out", "", "`folder` for the tables; files whose tables it already contains are not read again")
	flag.StringVar(&o.Pattern, "pattern", "", "meaning of a file's `path` below the folder, or below the part before the glob's first wildcard: {app}/{version}/{device}/{build}; * matches any name")
	flag.StringVar(&o.List, "list", "", "CSV `file` to use instead of -pattern: its first line is path,app,version,device,build, or path and some of the others")
	flag.IntVar(&o.Parts, "parts", 64, "`number` of parts; after an interruption, only unfinished parts are read again")
	flag.IntVar(&o.Workers, "workers", runtime.GOMAXPROCS(0), "`number` of files that a part reads at the same time")
	megabytes := flag.Int64("memory", 1024, "most memory for a file, in `MB`")
	stored := flag.Int64("bytes", 8192, "largest size of a file, in `MB`")
	flag.DurationVar(&o.Limits.Time, "time", 5*time.Minute, "most `time` for a file")
	flag.Parse()
	beam.Init()
	o.Limits.Memory, o.Limits.Bytes = *megabytes*1_000_000, *stored*1_000_000
	if o.In == "" || o.Out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(context.Background(), o, beamx.Run); err != nil {
		fmt.Fprintf(os.Stderr, "fleet: %v\n", err)
		os.Exit(1)
	}
}

// run builds the pipeline and executes it with on.
func run(ctx context.Context, o Options, on func(context.Context, *beam.Pipeline) error) error {
	if isLocal(o.In) && !strings.ContainsAny(o.In, "*?[") {
		if info, err := os.Stat(o.In); err != nil {
			return err
		} else if info.IsDir() {
			o.In = filepath.Join(o.In, "**")
		}
	}
	if _, err := newPattern(o.Pattern); err != nil {
		return err
	}
	kept, err := prepare(ctx, o.Out)
	if err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, o, kept)
	return on(ctx, p)
}
