package message

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// benchmarks are messages by name: those of each frame of a gesture, and replies with 100,000 rows.
func benchmarks() map[string]Body {
	rng := rand.New(rand.NewPCG(1, 2))
	timeline, flame, view := &Timeline{}, &Flame{}, &GraphView{}
	rows, dumps, many := &Rows{}, &StackRowsReply{}, &Hashed{}
	for _, body := range []Body{timeline, flame, view, rows, dumps, many} {
		fill(reflect.ValueOf(body), rng, 2)
	}
	var row Row
	var stack StackRow
	fill(reflect.ValueOf(&row), rng, 2)
	fill(reflect.ValueOf(&stack), rng, 2)
	rows.Rows, dumps.Rows, many.Nodes = make([]Row, 100_000), make([]StackRow, 100_000), make([]uint32, 100_000)
	for i := range rows.Rows {
		rows.Rows[i], dumps.Rows[i] = row, stack
	}
	return map[string]Body{"Timeline": timeline, "Flame": flame, "GraphView": view, "100k rows": rows, "100k threads": dumps, "100k numbers": many}
}

func BenchmarkEncode(b *testing.B) {
	for name, body := range benchmarks() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var buf []byte
			for b.Loop() {
				buf = Encode(buf[:0], 1, body)
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for name, body := range benchmarks() {
		data := Encode(nil, 1, body)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Decode(data)
			}
		})
	}
}
