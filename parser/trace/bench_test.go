package trace_test

import (
	"bytes"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// BenchmarkReader reads four million records in pieces, as a file arrives.
func BenchmarkReader(b *testing.B) {
	const piece = 1 << 20
	tests := []struct {
		name string
		tracetest.Config
	}{
		{"v3", tracetest.Config{Records: 4_000_000}},
		{"v3-60000-methods", tracetest.Config{Records: 4_000_000, Methods: 60_000}},
		{"v2", tracetest.Config{Records: 4_000_000, Version: 2}},
		{"v1", tracetest.Config{Records: 4_000_000, Version: 1}},
		{"streaming", tracetest.Config{Records: 4_000_000, Version: 0xF3}},
	}
	for _, e := range tracetest.Encodings {
		tests = append(tests, struct {
			name string
			tracetest.Config
		}{e, tracetest.Config{Records: 4_000_000, Encoding: e}})
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			var file bytes.Buffer
			if err := tracetest.Generate(&file, tt.Config); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				r := trace.NewReader(new(gone))
				for p := file.Bytes(); len(p) > 0; {
					n := min(len(p), piece)
					if _, err := r.Write(p[:n]); err != nil {
						b.Fatal(err)
					}
					p = p[n:]
				}
				if err := r.Close(); err != nil || r.Info().Records != tt.Records {
					b.Fatal(err, r.Info().Records)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tt.Records), "ns/record")
		})
	}
}
