// Command generate writes the recording of simpleperf in testdata, the same bytes each time:
//
//	go run ./parser/simpleperf/simpleperftest/generate
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"

	"traceglass/parser/simpleperf/simpleperftest"
)

const name = "testdata/samples/decode.trace.gz"

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write() error {
	data := simpleperftest.Decode()
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes, unwrapped %d\n", name, packed.Len(), len(data))
	return os.WriteFile(name, packed.Bytes(), 0o644)
}
