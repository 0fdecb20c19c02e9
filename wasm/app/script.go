//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"syscall/js"
	"unsafe"
)

var (
	jsObject      = js.Global().Get("Object")
	jsArray       = js.Global().Get("Array")
	jsUint8Array  = js.Global().Get("Uint8Array")
	jsArrayBuffer = js.Global().Get("ArrayBuffer")
	performance   = js.Global().Get("performance")
)

// now returns milliseconds since the page, or the worker, began.
func now() float64 { return performance.Call("now").Float() }

// object returns a JavaScript object of keys and values by turns.
func object(keysAndValues ...any) js.Value {
	o := jsObject.New()
	for i := 0; i < len(keysAndValues); i += 2 {
		o.Set(keysAndValues[i].(string), keysAndValues[i+1])
	}
	return o
}

func array(values ...any) js.Value { return jsArray.Call("of", values...) }

// arrayBuffer returns a new ArrayBuffer that holds data.
func arrayBuffer(data []byte) js.Value {
	a := jsUint8Array.New(len(data))
	js.CopyBytesToJS(a, data)
	return a.Get("buffer")
}

// goBytes copies an ArrayBuffer.
func goBytes(buffer js.Value) []byte {
	a := jsUint8Array.New(buffer)
	data := make([]byte, a.Length())
	js.CopyBytesToGo(data, a)
	return data
}

// floats copies the first of the numbers of a Float64Array, given as a Uint8Array.
func floats(to []float64, from js.Value) {
	if len(to) > 0 {
		js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&to[0])), 8*len(to)), from)
	}
}

// try calls f and returns what JavaScript threw meanwhile. Only a Call, Invoke or New that
// throws can be caught; a getter that throws ends the program, see get.
func try(f func()) (err error) {
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

// get reads a property whose getter may throw, as localStorage does where it is forbidden.
func get(of js.Value, name string) (v js.Value, err error) {
	err = try(func() { v = js.Global().Get("Reflect").Call("get", of, name) })
	return v, err
}

// thrown makes an error of what JavaScript threw.
func thrown(v js.Value) error {
	if v.Type() == js.TypeObject && v.Get("message").Type() == js.TypeString {
		text := v.Get("message").String()
		// "Failed to execute 'close' on 'Writer': Why." says no more to a user than "Why."
		if _, why, ok := strings.Cut(text, "': "); ok && strings.HasPrefix(text, "Failed to execute") {
			text = why
		}
		return errors.New(text)
	}
	return errors.New(jsString(v))
}

func jsString(v js.Value) string { return js.Global().Get("String").Invoke(v).String() }

// await waits until a promise is kept or broken. It must not be called by a handler, only
// by a goroutine of its own.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: thrown(args[0])}
		return nil
	})
	defer kept.Release()
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-done
	return o.value, o.err
}

var nothing = js.FuncOf(func(js.Value, []js.Value) any { return nil })

// ignore lets a promise be broken: otherwise the console would be told.
func ignore(promise js.Value) { promise.Call("catch", nothing) }

// handler returns a function for JavaScript to call, for as long as the program runs.
func handler(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args)
		return nil
	})
}

// listen calls f at every event of that type.
func listen(target js.Value, event string, options any, f func(e js.Value)) {
	target.Call("addEventListener", event, handler(func(args []js.Value) { f(args[0]) }), options)
}
