package message

import (
	"bytes"
	"math/rand/v2"
	"reflect"
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
		v.SetUint(1 + rng.Uint64N(2)) // a clock too
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
	for kind, make := range bodies {
		body := make()
		if int(body.kind()) != kind {
			t.Errorf("%T says it is kind %d, the table says %d", body, body.kind(), kind)
		}
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

// FuzzDecode: any bytes give a body or an error, and a body that is read whole encodes
// to the same bytes.
func FuzzDecode(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, make := range bodies {
		body := make()
		fill(reflect.ValueOf(body), rng)
		f.Add(Encode(nil, 1, body))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		id, body, err := Decode(data)
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
