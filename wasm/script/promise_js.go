package script

import "syscall/js"

// Await waits until a promise is settled. Call it only from a goroutine, never from a handler.
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

// Ignore ignores the rejection of a promise, which the browser's console would report.
func Ignore(promise js.Value) { promise.Call("catch", nothing) }
