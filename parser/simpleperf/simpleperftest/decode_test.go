package simpleperftest_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
)

// TestDecode checks that the generator writes the committed recording.
func TestDecode(t *testing.T) {
	f, err := os.Open("../../../testdata/samples/decode.trace.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, simpleperftest.Decode()) {
		t.Error("samples/decode.trace.gz is not what the generator writes: go run ./parser/simpleperf/simpleperftest/generate")
	}
}
