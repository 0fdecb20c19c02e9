//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
)

// measureWasm compresses the program as site/build does.
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
	if b.wants(wasmGzip) {
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(program); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		b.add(wasmGzip, nil, float64(out.Len())/1e3)
	}
	if b.wants(wasmBrotli) {
		b.log("brotli of app.wasm")
		data, err := packed(program)
		if err != nil {
			return err
		}
		b.add(wasmBrotli, nil, float64(len(data))/1e3)
	}
	return nil
}
