package message

import (
	"bytes"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime/metrics"
	"slices"
	"testing"
)

// fill gives every field a value of its own, slices two items.
func fill(v reflect.Value, rng *rand.Rand) {
	switch v.Kind() {
	case reflect.Pointer:
		fill(v.Elem(), rng)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), rng)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), rng)
		}
	case reflect.String:
		v.SetString(string(rune('a' + rng.IntN(26))))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(1 + rng.Uint64N(2)) // all enums have three values at least
	case reflect.Uint32:
		v.SetUint(rng.Uint64() >> 32)
	case reflect.Int, reflect.Int64:
		v.SetInt(rng.Int64())
	case reflect.Float64:
		v.SetFloat(rng.Float64())
	default:
		panic("no rule for " + v.Kind().String())
	}
}

// TestRoundTrip: every field of every body survives, and no cut of a message does harm.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range bodies {
		body := fresh(kind)
		fill(reflect.ValueOf(body), rng)
		data := Encode(nil, 42, body)
		id, got, err := Decode(data)
		if err != nil || id != 42 || !reflect.DeepEqual(body, got) {
			t.Errorf("%T: %v\n got %+v\nwant %+v", body, err, got, body)
		}
		for cut := range data {
			if _, _, err := Decode(data[:cut]); err == nil {
				t.Errorf("%T cut to %d of %d bytes: no error", body, cut, len(data))
			}
		}
		if _, _, err := Decode(append(data, 0)); err == nil {
			t.Errorf("%T with a byte too many: no error", body)
		}
	}
}

// TestKinds: the list has every type that has a body's methods, once, and each request's reply.
func TestKinds(t *testing.T) {
	listed := map[string]int{}
	for _, k := range kinds() {
		listed[k.body.Elem().Name()]++
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if listed[name] != 1 {
			t.Errorf("%s is listed %d times", name, listed[name])
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	marks := 0
	marked := regexp.MustCompile(`(?m)^func \(\*(\w+)\) (?:answer\(\*(\w+)\)|picture\(\)) \{\}$`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range marked.FindAllStringSubmatch(string(text), -1) {
			marks++
			if listed[m[1]] == 0 {
				t.Errorf("%s: %s is not in the list of kinds", file, m[1])
			}
			for n, reply := range replies {
				if reply != nil && bodies[n].Elem().Name() == m[1] && reply.Elem().Name() != m[2] {
					t.Errorf("%s is answered by %v", m[1], reply)
				}
			}
		}
	}
	if n := len(Requests()) + len(Pictures()); n != marks {
		t.Errorf("%d requests and pictures are listed, %d are marked", n, marks)
	}
	if len(bodies) > 255 || len(bodies) != len(replies) {
		t.Errorf("%d types have numbers, %d replies", len(bodies), len(replies))
	}
	for n, body := range bodies {
		if slices.Index(bodies, body) != n {
			t.Errorf("%v has two numbers", body)
		}
	}
}

// TestEnums: what is read of an enum is a value that there is.
func TestEnums(t *testing.T) {
	data := Encode(nil, 1, &Search{Scope: Scope{Clock: Waiting + 1}})
	if _, body, err := Decode(data); err == nil || body.(*Search).Scope.Clock != Wall {
		t.Errorf("a clock that there is not: %v, %+v", err, body)
	}
}

// FuzzDecode: any bytes give a body or an error, and so does each beginning of them, in memory that
// is bounded by the bytes; and a body that is read whole encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range bodies {
		body := fresh(kind)
		fill(reflect.ValueOf(body), rng)
		f.Add(Encode(nil, 1, body), uint16(9))
	}
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		Decode(data[:int(cut)%(len(data)+1)])
		id, body, err := Decode(data)
		least := uint64(math.MaxUint64)
		for range 3 { // what fuzzes allocates now and then too
			before := allocated()
			Decode(data)
			least = min(least, allocated()-before)
		}
		if least > 64<<10+200*uint64(len(data)) {
			t.Fatalf("%d bytes allocated for %d", least, len(data))
		}
		if err != nil {
			return
		}
		again := Encode(nil, id, body)
		_, second, err := Decode(again)
		if err != nil || !bytes.Equal(again, Encode(nil, id, second)) {
			t.Fatalf("%T does not survive a second round: %v", body, err)
		}
	})
}

// allocated is how many bytes have been allocated in all.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestPlaces: what no canvas is as large as, and what is no number, is read as 0.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ sent, width, from float64 }{
		{0, 0, 0}, {1280, 1280, 1280}, {-1, -1, -1}, {1 << 40, 0, 1 << 40}, {1e18, 0, 0}, {math.Inf(1), 0, 0}, {math.Inf(-1), 0, 0}, {math.NaN(), 0, 0},
	} {
		_, body, err := Decode(Encode(nil, 1, &Timeline{View: Viewport{From: tt.sent, To: tt.sent, ScrollY: tt.sent, Width: tt.sent, Height: tt.sent}}))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.(*Timeline).View, (Viewport{tt.from, tt.from, tt.from, tt.width, tt.width}); got != want {
			t.Errorf("%v is read as %+v, want %+v", tt.sent, got, want)
		}
		if _, body, _ := Decode(Encode(nil, 1, &Minimap{Width: tt.sent, Height: tt.sent})); body.(*Minimap).Width != tt.width || body.(*Minimap).Height != tt.width {
			t.Errorf("a minimap of %v is read as %+v", tt.sent, body)
		}
	}
}
