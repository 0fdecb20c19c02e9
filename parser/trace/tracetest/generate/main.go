// Command generate writes the traces in testdata, the same bytes each time, or a large
// trace for measuring:
//
//	go run ./parser/trace/tracetest/generate                        # testdata
//	go run ./parser/trace/tracetest/generate -records 10000000 big.trace
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"traceglass/parser/trace/tracetest"
)

func main() {
	var c tracetest.Config
	flag.Int64Var(&c.Records, "records", 0, "write a large trace of so many records to the file named")
	flag.IntVar(&c.Threads, "threads", 0, "threads of the large trace")
	flag.IntVar(&c.Methods, "methods", 0, "methods of the large trace")
	flag.IntVar(&c.Depth, "depth", 0, "greatest depth of the large trace")
	flag.Float64Var(&c.Contexts, "contexts", 0, "calling contexts a call of the large trace, 0 for a usual number")
	flag.IntVar(&c.Version, "version", 0, "version of the large trace: 1, 2, 3, 0xF2, 0xF3")
	flag.Uint64Var(&c.Seed, "seed", 0, "seed of the large trace")
	dir := flag.String("testdata", "testdata", "folder of the small traces")
	flag.Parse()
	var err error
	switch {
	case c.Records > 0 && flag.NArg() == 1:
		err = writeLarge(flag.Arg(0), c)
	case c.Records == 0 && flag.NArg() == 0:
		err = writeSmall(*dir)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func writeLarge(name string, c tracetest.Config) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := tracetest.Generate(f, c); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func writeSmall(dir string) error {
	files := []struct {
		name  string
		write func(io.Writer) error
	}{
		{"sample.trace.gz", func(w io.Writer) error { return tracetest.Story(w, 3, 108) }},
		{"sample-streaming.trace.gz", func(w io.Writer) error { return tracetest.Story(w, 0xF3, 30) }},
		{"samples/startup.trace.gz", tracetest.AppStartup},
		{"nested.trace", func(w io.Writer) error {
			_, err := w.Write(tracetest.Bytes("main 0>A 1>B 2>C 3<C 3<B 4>B 5<B 5<A"))
			return err
		}},
		{"figures.trace", func(w io.Writer) error { // as site/docs/figures.md draws it
			_, err := w.Write(tracetest.Bytes("main 0/0>demo.Feed.show()V 1000/1000>demo.Feed.load()V 2000/2000>demo.Feed.load()V 3000/3000>demo.Disk.read()V" +
				" 5000/3000<demo.Disk.read()V 6000/4000<demo.Feed.load()V 7000/5000<demo.Feed.load()V 8000/6000>demo.View.draw()V 9500/7500<demo.View.draw()V 10000/8000<demo.Feed.show()V"))
			return err
		}},
	}
	for _, f := range files {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return err
		}
		out := b.Bytes()
		if filepath.Ext(f.name) == ".gz" {
			var zipped bytes.Buffer
			z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
			if err != nil {
				return err
			}
			z.Write(out)
			if err := z.Close(); err != nil {
				return err
			}
			out = zipped.Bytes()
		}
		if err := os.WriteFile(filepath.Join(dir, f.name), out, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, unwrapped %d\n", f.name, len(out), b.Len())
	}
	return nil
}
