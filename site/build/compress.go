package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"path"

	"github.com/andybalholm/brotli"
)

// compress adds a compressed copy of each file: "x.js.gz", with a level of gzip, and in a release also "x.js.br". It skips
// files that are compressed already.
func compress(files map[string][]byte, level int, release bool) error {
	packed := make(map[string][]byte)
	for name, data := range files {
		switch path.Ext(name) {
		case ".gz", ".png", ".webp":
			continue
		}
		var err error
		packed[name+".gz"], err = pack(data, func(w io.Writer) (io.WriteCloser, error) {
			return gzip.NewWriterLevel(w, level)
		})
		if err != nil {
			return err
		}
		if !release {
			continue
		}
		packed[name+".br"], err = pack(data, func(w io.Writer) (io.WriteCloser, error) {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: widestWindow}), nil
		})
		if err != nil {
			return err
		}
	}
	for name, data := range packed {
		files[name] = data
	}
	return nil
}

// widestWindow is the base 2 logarithm of the number of bytes that brotli looks back for repeated text. 24 is the most that
// browsers accept (RFC 7932): the whole of app.wasm. The default is 22, a quarter of the program.
const widestWindow = 24

func pack(data []byte, to func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	var buf bytes.Buffer
	w, err := to(&buf)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
