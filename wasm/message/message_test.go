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
	"strings"
	"testing"
)

// fill gives every field a random value: numbers of any size, valid values of enums, and slices of up to most items.
func fill(v reflect.Value, rng *rand.Rand, most int) {
	switch v.Kind() {
	case reflect.Pointer:
		fill(v.Elem(), rng, most)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), rng, most)
		}
	case reflect.Slice:
		if n := rng.IntN(most + 1); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), rng, most)
		}
	case reflect.String:
		v.SetString(strings.Repeat(string(rune('a'+rng.IntN(26))), rng.IntN(4)))
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Uint8:
		last := uint8(math.MaxUint8)
		if e, ok := v.Interface().(enum); ok {
			last = e.Last()
		}
		v.SetUint(rng.Uint64N(uint64(last) + 1))
	case reflect.Uint32:
		v.SetUint(rng.Uint64() >> 32)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(rng.Uint64()))
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64() * 1000)
	default:
		panic("no rule for " + v.Kind().String())
	}
}

// TestRoundTrip: every field of every body survives. Every cut of a message is an error.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range bodies {
		for most := range 5 {
			body := fresh(kind)
			fill(reflect.ValueOf(body), rng, most)
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
}

// TestKinds: the list has every type that embeds request, picture or reply, once.
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
	for _, reply := range replies {
		if reply != nil {
			listed[reply.Elem().Name()]++
		}
	}
	marks := 0
	marked := regexp.MustCompile(`(?m)^type (\w+) struct \{\n\t(?:request\[\*\w+\]|picture|reply)$`)
	for _, m := range marked.FindAllStringSubmatch(source(t), -1) {
		marks++
		if listed[m[1]] == 0 {
			t.Errorf("%s is not in the list of kinds, and answers no request", m[1])
		}
	}
	if marks != len(bodies) {
		t.Errorf("%d types have numbers, %d are marked", len(bodies), marks)
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

// source returns the text of the package.
func source(t *testing.T) (text string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			text += string(data)
		}
	}
	return text
}

// walk calls do with a type, its fields and its items, each with the tag of its field.
func walk(t reflect.Type, tag reflect.StructTag, do func(reflect.Type, reflect.StructTag)) {
	do(t, tag)
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			walk(t.Field(i).Type, t.Field(i).Tag, do)
		}
	case reflect.Slice, reflect.Array, reflect.Pointer:
		walk(t.Elem(), tag, do)
	}
}

// TestEnums: an invalid value of an enum is refused. Last returns the last constant of a type.
func TestEnums(t *testing.T) {
	data := Encode(nil, 1, &Search{Scope: Scope{Clock: Waiting + 1}})
	if _, body, err := Decode(data); err == nil || body.(*Search).Scope.Clock != Wall {
		t.Errorf("an invalid clock: %v, %+v", err, body)
	}
	enums := map[string]uint8{}
	for _, body := range bodies {
		walk(body, "", func(f reflect.Type, _ reflect.StructTag) {
			if e, ok := reflect.Zero(f).Interface().(enum); ok {
				enums[f.Name()] = e.Last()
			}
		})
	}
	constants := regexp.MustCompile(`(?ms)^const \(\n((?:\t//[^\n]*\n)*\t\w+ +(\w+) = iota.*?)^\)`)
	name := regexp.MustCompile(`(?m)^\t\w+`)
	found := 0
	for _, m := range constants.FindAllStringSubmatch(source(t), -1) {
		if last, ok := enums[m[2]]; ok {
			found++
			if n := len(name.FindAllString(m[1], -1)); n != int(last)+1 {
				t.Errorf("%s has %d constants, its last one is %d", m[2], n, last)
			}
		}
	}
	if found != len(enums)-1 {
		t.Errorf("found the constants of %d of %d enums, want all except those of Slot: %v", found, len(enums), enums)
	}
}

// TestBounds: every length and place of a picture has a bound.
func TestBounds(t *testing.T) {
	for _, p := range Pictures() {
		walk(reflect.TypeOf(p), "", func(f reflect.Type, tag reflect.StructTag) {
			if f.Kind() == reflect.Float64 && tag.Get("bound") == "" {
				t.Errorf("%T has a number without a bound", p)
			}
		})
	}
}

// FuzzDecode: any bytes, and any part of them from the start, give a body or an error. The memory for it is limited by the
// number of bytes. A decoded body survives a second round.
func FuzzDecode(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, kind := range bodies {
		body := fresh(kind)
		fill(reflect.ValueOf(body), rng, 2)
		f.Add(Encode(nil, 1, body), uint16(9))
	}
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		Decode(data[:int(cut)%(len(data)+1)])
		id, body, err := Decode(data)
		least := uint64(math.MaxUint64)
		for range 3 { // `go test -fuzz` allocates too, sometimes
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

// allocated returns the number of bytes that the program has allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestPlaces: a length or place that no canvas has, and an invalid number, are decoded as 0.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ sent, width, from float64 }{
		{0, 0, 0}, {1280, 1280, 1280}, {-1, -1, -1}, {1 << 40, 0, 1 << 40}, {1e18, 0, 0}, {math.Inf(1), 0, 0}, {math.Inf(-1), 0, 0}, {math.NaN(), 0, 0},
	} {
		_, body, err := Decode(Encode(nil, 1, &Timeline{View: Viewport{From: tt.sent, To: tt.sent, ScrollY: CSS(tt.sent), Width: CSS(tt.sent), Height: CSS(tt.sent)}}))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := body.(*Timeline).View, (Viewport{tt.from, tt.from, CSS(tt.from), CSS(tt.width), CSS(tt.width)}); got != want {
			t.Errorf("%v is read as %+v, want %+v", tt.sent, got, want)
		}
		if _, body, _ := Decode(Encode(nil, 1, &Minimap{Width: CSS(tt.sent), Height: CSS(tt.sent)})); body.(*Minimap).Width != CSS(tt.width) || body.(*Minimap).Height != CSS(tt.width) {
			t.Errorf("a minimap of %v is read as %+v", tt.sent, body)
		}
	}
}
