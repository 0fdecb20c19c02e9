package link

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestSameComparesAllFields: a change of any field makes a moment different, except fields of its appearance. So the
// comparison of moments includes all fields.
func TestSameComparesAllFields(t *testing.T) {
	var m Moment
	var fields int
	var each func(name string, v reflect.Value)
	each = func(name string, v reflect.Value) {
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem() // unexported ones too
		before := reflect.New(v.Type()).Elem()
		before.Set(v)
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				each(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
			return
		case reflect.Array:
			for i := range v.Len() {
				each(name, v.Index(i))
			}
			return
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			defer v.Set(before)
			if v.Index(0).Kind() == reflect.Struct {
				each(name, v.Index(0))
			}
		case reflect.Bool:
			v.SetBool(true)
		case reflect.String:
			v.SetString("x")
		case reflect.Float64:
			v.SetFloat(1)
		case reflect.Int64:
			v.SetInt(1)
		case reflect.Uint8, reflect.Uint32, reflect.Uint, reflect.Uint64:
			v.SetUint(1)
		default:
			t.Fatalf("%s: of a kind that this test cannot change: %s", name, v.Kind())
		}
		fields++
		if other := (Moment{}); m.Same(other) != (name == ".Fields.TraceFields.Scroll" || name == ".Fields.Looks") {
			t.Errorf("%s: Same says %v", name, m.Same(other))
		}
		v.Set(before)
	}
	each("", reflect.ValueOf(&m).Elem())
	if fields < 30 {
		t.Errorf("%d fields were changed, want more", fields)
	}
}
