// Command generate writes the thread dumps in testdata, the same bytes each time, or a large
// one for measuring:
//
//	go run ./parser/dump/dumptest/generate                         # testdata
//	go run ./parser/dump/dumptest/generate -threads 100000 big.txt
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"traceglass/parser/dump/dumptest"
)

func main() {
	threads := flag.Int("threads", 0, "write a large dump of so many threads to the file named")
	dir := flag.String("testdata", "testdata", "folder of the small dumps")
	flag.Parse()
	var err error
	switch {
	case *threads > 0 && flag.NArg() == 1:
		err = create(flag.Arg(0), func(w io.Writer) error { return dumptest.Large(w, *threads) })
	case *threads == 0 && flag.NArg() == 0:
		for name, write := range dumptest.Files {
			err = errors.Join(err, create(filepath.Join(*dir, name), write))
		}
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
