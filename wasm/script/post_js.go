package script

import (
	"reflect"
	"strings"
	"syscall/js"

	"traceglass/wasm/message/post"
)

// A Transfer is an ArrayBuffer on its way between page and worker: a post.Buffer.
type Transfer struct{ Value js.Value }

// Bytes returns a copy of its content.
func (t Transfer) Bytes() []byte { return Bytes(t.Value) }

var messagePort = js.Global().Get("MessagePort")

// Posted returns a Post as the object to post, and what of it is transferred.
func Posted(p post.Post) (m js.Value, transfers []any) {
	m = Object("kind", post.Kind(p))
	of := reflect.ValueOf(p).Elem()
	for i := range of.NumField() {
		name := property(of.Type().Field(i).Name)
		switch v := of.Field(i).Interface().(type) {
		case nil:
		case int64:
			m.Set(name, float64(v))
		case []byte:
			if v != nil {
				data := Buffer(v)
				m.Set(name, data)
				transfers = append(transfers, data)
			}
		case Transfer:
			m.Set(name, v.Value)
			transfers = append(transfers, v.Value)
		case []any:
			m.Set(name, Array(v...))
		case js.Value:
			m.Set(name, v)
			if v.InstanceOf(messagePort) {
				transfers = append(transfers, v)
			}
		default:
			m.Set(name, v)
		}
	}
	return m, transfers
}

// property returns the name of the property for a field.
func property(field string) string { return strings.ToLower(field[:1]) + field[1:] }

// ReadPost returns the Post in an object, nil if its kind is unknown.
func ReadPost(m js.Value) post.Post {
	p := post.New(m.Get("kind").String())
	if p == nil {
		return nil
	}
	of := reflect.ValueOf(p).Elem()
	for i := range of.NumField() {
		v := m.Get(property(of.Type().Field(i).Name))
		if v.IsUndefined() || v.IsNull() {
			continue
		}
		switch to := of.Field(i).Addr().Interface().(type) {
		case *string:
			*to = String(v)
		case *bool:
			*to = v.Truthy()
		case *int:
			*to = v.Int()
		case *int64:
			*to = int64(v.Float())
		case *uint32:
			*to = uint32(v.Float())
		case *[]byte:
			*to = Bytes(v)
		case *post.Buffer:
			*to = Transfer{v}
		case *[]float64:
			*to = make([]float64, v.Length())
			for i := range *to {
				(*to)[i] = v.Index(i).Float()
			}
		case *[]any:
			for _, one := range All(v) {
				*to = append(*to, one)
			}
		case *map[string]string:
			*to = map[string]string{}
			for _, name := range All(object.Call("keys", v)) {
				(*to)[name.String()] = v.Get(name.String()).String()
			}
		case *any:
			*to = v
		}
	}
	return p
}
