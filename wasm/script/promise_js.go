package script

import "syscall/js"

// Await waits until a promise is kept or broken. It must not be called by a handler, only
// by a goroutine of its own.
func Await(promise js.Value) (js.Value, error) {
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

// Ignore lets a promise be broken: otherwise the console would be told.
func Ignore(promise js.Value) { promise.Call("catch", nothing) }
