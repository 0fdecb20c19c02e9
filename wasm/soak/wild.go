package soak

import (
	"math"
	"math/rand/v2"
	"reflect"

	"traceglass/wasm/message"
)

// Wild fills a request with values that a page should not send: numbers out of range, and invalid
// floats. Most numbers are small, so that they have an effect.
func Wild(req message.Body, rng *rand.Rand) { wild(reflect.ValueOf(req).Elem(), rng) }

func wild(v reflect.Value, rng *rand.Rand) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			wild(v.Field(i), rng)
		}
	case reflect.Slice:
		if rng.IntN(2) == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 3, 3))
			for i := range v.Len() {
				wild(v.Index(i), rng)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			wild(v.Index(i), rng)
		}
	case reflect.String:
		v.SetString([]string{"", "", "a", "Native", "\xff", "java.", "main"}[rng.IntN(7)])
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Uint8:
		v.SetUint([]uint64{0, 0, 1, 2, 3, 10, 255}[rng.IntN(7)])
	case reflect.Uint32:
		v.SetUint([]uint64{0, 0, 0, 1, 2, 5, 40, 1 << 31, 1<<31 + 3, math.MaxUint32}[rng.IntN(10)])
	case reflect.Int, reflect.Int64:
		v.SetInt([]int64{0, 0, 1, 5, 1000, 1 << 40, -1, math.MinInt64, math.MaxInt64}[rng.IntN(9)])
	case reflect.Float64:
		v.SetFloat([]float64{0, 0, 1, 1, 300, 800, -1, 1e18, math.Inf(1), math.Inf(-1), math.NaN()}[rng.IntN(11)])
	default:
		panic("no rule for " + v.Kind().String())
	}
}
