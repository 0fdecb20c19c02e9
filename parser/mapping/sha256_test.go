package mapping

import (
	std "crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

func TestSHA256EqualsStandardLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 1000)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	for size := range text {
		sum := newSHA256()
		for rest := text[:size]; len(rest) > 0; {
			n := min(1+random.IntN(150), len(rest))
			sum.add(rest[:n])
			rest = rest[n:]
		}
		want := std.Sum256(text[:size])
		if got := sum.hex(); got != hex.EncodeToString(want[:]) {
			t.Fatalf("the checksum of %d bytes is %s, want %x", size, got, want)
		}
	}
}

func BenchmarkSHA256(b *testing.B) {
	text := make([]byte, 1<<16)
	b.Run("here", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		sum := newSHA256()
		for b.Loop() {
			sum.add(text)
		}
	})
	b.Run("standard", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		sum := std.New()
		for b.Loop() {
			sum.Write(text)
		}
	})
}
