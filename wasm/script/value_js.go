package script

import (
	"errors"
	"strings"
	"syscall/js"
)

var (
	object      = js.Global().Get("Object")
	array       = js.Global().Get("Array")
	performance = js.Global().Get("performance")
)

// Object returns a JavaScript object of alternating keys and values.
func Object(keysAndValues ...any) js.Value {
	o := object.New()
	for i := 0; i < len(keysAndValues); i += 2 {
		o.Set(keysAndValues[i].(string), keysAndValues[i+1])
	}
	return o
}

// Array returns a JavaScript array of values.
func Array(values ...any) js.Value { return array.Call("of", values...) }

// ArrayFrom returns an array with the current items of an array-like object, such as a FileList.
func ArrayFrom(list js.Value) js.Value { return array.Call("from", list) }

// All returns the values of an array.
func All(array js.Value) []js.Value {
	all := make([]js.Value, array.Length())
	for i := range all {
		all[i] = array.Index(i)
	}
	return all
}

// String returns JavaScript's own conversion of a value to a string.
func String(v js.Value) string { return js.Global().Get("String").Invoke(v).String() }

// Now returns the milliseconds since the page or the worker started.
func Now() float64 { return performance.Call("now").Float() }

// Mark records a mark with the current time in the browser's performance timeline.
func Mark(name string) { performance.Call("mark", name) }

// Try calls f and returns what JavaScript threw. It can catch only a Call, Invoke or New that
// throws. A getter that throws ends the program: see Get.
func Try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case js.Error:
			err = thrown(r.Value)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Get reads a property whose getter may throw, such as localStorage where it is forbidden.
func Get(of js.Value, name string) (v js.Value, err error) {
	err = Try(func() { v = js.Global().Get("Reflect").Call("get", of, name) })
	return v, err
}

// ErrAborted is the error if the user cancelled a request of the browser.
var ErrAborted = errors.New("it was cancelled")

// thrown converts what JavaScript threw to an error.
func thrown(v js.Value) error {
	if v.Type() == js.TypeObject && String(v.Get("name")) == "AbortError" {
		return ErrAborted
	}
	if v.Type() == js.TypeObject && v.Get("message").Type() == js.TypeString {
		text := v.Get("message").String()
		// "Failed to execute 'close' on 'Writer': Why." tells a user no more than "Why."
		if _, why, ok := strings.Cut(text, "': "); ok && strings.HasPrefix(text, "Failed to execute") {
			text = why
		}
		return errors.New(text)
	}
	return errors.New(String(v))
}
