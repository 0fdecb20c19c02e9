//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// measureWasm packs the program as site/build does.
func measureWasm(b *bench) error {
	site, err := b.site()
	if err != nil {
		return err
	}
	found, err := filepath.Glob(filepath.Join(site.dist, "assets/app.*.wasm"))
	if err != nil || len(found) != 1 {
		return fmt.Errorf("the site has %d programs: %v", len(found), err)
	}
	program, err := os.ReadFile(found[0])
	if err != nil {
		return err
	}
	b.add(wasmRaw, nil, float64(len(program))/1e3)
	pack := func(what string, w io.WriteCloser, packed *bytes.Buffer) error {
		if _, err := w.Write(program); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		b.add(what, nil, float64(packed.Len())/1e3)
		return nil
	}
	if b.wants(wasmGzip) {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		if err := pack(wasmGzip, w, &packed); err != nil {
			return err
		}
	}
	if b.wants(wasmBrotli) {
		b.say("brotli of app.wasm")
		var packed bytes.Buffer
		if err := pack(wasmBrotli, brotli.NewWriterLevel(&packed, brotli.BestCompression), &packed); err != nil {
			return err
		}
	}
	return nil
}
