package compare_test

import (
	"bytes"
	"testing"

	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
)

// BenchmarkOf compares two traces of 143 MB after reading: it makes and compares their sides, and
// sorts the methods.
func BenchmarkOf(b *testing.B) {
	var profiles [2]*profile.Profile
	for i := range profiles {
		var file bytes.Buffer
		if err := tracetest.Generate(&file, tracetest.Config{Records: 10_000_000, Seed: uint64(i + 1)}); err != nil {
			b.Fatal(err)
		}
		profiles[i] = profileOf(b, file.Bytes(), profile.WholeTrace)
	}
	var c *compare.Comparison
	b.Run("sides", func(b *testing.B) {
		for b.Loop() {
			compare.NewSide(profiles[0], "a")
		}
	})
	a, z := compare.NewSide(profiles[0], "a"), compare.NewSide(profiles[1], "b")
	b.Run("match", func(b *testing.B) {
		for b.Loop() {
			compare.Match(a, z, nil)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			c = compare.Of(a, z, nil, nil)
			c.Changes(compare.ByExclusive, profile.Wall, compare.Rose)
		}
	})
	b.Run("contexts", func(b *testing.B) {
		for b.Loop() {
			compare.Of(a, z, nil, nil).Contexts()
		}
	})
	b.Run("moves", func(b *testing.B) {
		for b.Loop() {
			c.Contexts().Moves(profile.Wall)
		}
	})
	b.ReportMetric(float64(len(a.Method)), "contexts")
}
