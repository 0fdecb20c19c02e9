package soak

import (
	"bytes"
	"encoding/binary"
	"flag"
	"runtime/coverage"
	"testing"
)

// Steps are the blocks of code that a build with -covermode=atomic counts: its coverage counters
// also measure work.

// Main must be called by a package's TestMain. It first runs an empty round of tests, because the
// counters can be read only after one.
func Main(m *testing.M) int {
	if Counted() {
		flag.Parse()
		run := flag.Lookup("test.run").Value
		asked := run.String()
		run.Set("^$")
		m.Run()
		run.Set(asked)
	}
	return m.Run()
}

// Counted reports whether steps are counted.
func Counted() bool { return testing.CoverMode() == "atomic" }

func clearSteps() {
	if Counted() {
		must(coverage.ClearCounters())
	}
}

// Layout of the counters, little-endian. Source: Go's internal/coverage/defs.go, version 1.
const (
	countersFlavor = 24 // u1, 2 for ULEB128
	countersHead   = 32
	functionsAt    = 0  // u8
	namesAt        = 8  // u4 bytes
	argumentsAt    = 12 // u4 bytes
	segmentHead    = 16 // then names and arguments, padded to 4 bytes, then functions
)

// steps returns the number of steps since clearSteps.
func steps() (sum int64) {
	if !Counted() {
		return 0
	}
	var file bytes.Buffer
	must(coverage.WriteCounters(&file))
	b := file.Bytes()
	if b[countersFlavor] != 2 {
		panic("soak: counters are written in another way")
	}
	b = b[countersHead:]
	le := binary.LittleEndian
	functions := le.Uint64(b[functionsAt:])
	b = b[(segmentHead+le.Uint32(b[namesAt:])+le.Uint32(b[argumentsAt:])+3)&^3:]
	next := func() uint64 {
		v, n := binary.Uvarint(b)
		b = b[n:]
		return v
	}
	for range functions {
		counters := next()
		next() // package
		next() // function
		for range counters {
			sum += int64(next())
		}
	}
	return sum
}

func must(err error) {
	if err != nil {
		panic("soak: " + err.Error())
	}
}
