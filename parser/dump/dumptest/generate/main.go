// Command generate writes the thread dump in testdata, the same bytes each time, or a large
// one for measuring:
//
//	go run ./parser/dump/dumptest/generate                         # testdata
//	go run ./parser/dump/dumptest/generate -threads 100000 big.txt
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"traceglass/parser/dump/dumptest"
)

func main() {
	threads := flag.Int("threads", 0, "write a large dump of so many threads to the file named")
	dir := flag.String("testdata", "testdata", "folder of the small dump")
	flag.Parse()
	name, write := filepath.Join(*dir, "sample-anr.txt"), dumptest.Story
	if *threads > 0 && flag.NArg() == 1 {
		name = flag.Arg(0)
		write = func(w io.Writer) error { return dumptest.Large(w, *threads) }
	} else if *threads != 0 || flag.NArg() != 0 {
		flag.Usage()
		os.Exit(2)
	}
	f, err := os.Create(name)
	if err == nil {
		if err = write(f); err == nil {
			err = f.Close()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}
