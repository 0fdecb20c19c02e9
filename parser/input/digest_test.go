package input

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
)

// TestDigest: sums equal those of XXH64, for any division of the bytes.
func TestDigest(t *testing.T) {
	for text, want := range map[string]string{
		"":    "ef46db3751d8e999-0",
		"a":   "d24ec4f1a98c6e5b-1",
		"abc": "44bc2cf5ad770999-3",
		"Nobody inspects the spammish repetition": "fbcea83c8a378bf1-13",
	} {
		if got, _, err := DigestOf(strings.NewReader(text)); got != want || err != nil {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
	data := make([]byte, 1000)
	for i := range data {
		data[i] = byte(i * i)
	}
	for n := range data {
		whole, size, _ := DigestOf(bytes.NewReader(data[:n]))
		if apart, _, _ := DigestOf(iotest.OneByteReader(bytes.NewReader(data[:n]))); apart != whole || size != int64(n) {
			t.Fatalf("%d bytes: %s at once, and %s one by one", n, whole, apart)
		}
	}
}

func BenchmarkDigest(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		NewDigest().Write(data)
	}
}
