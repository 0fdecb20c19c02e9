package script

import "syscall/js"

// Handler returns a function for JavaScript to call. It is never released.
func Handler(f func(args []js.Value)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args)
		return nil
	})
}

// Listen calls f for every event of a type.
func Listen(target js.Value, event string, options any, f func(e js.Value)) {
	target.Call("addEventListener", event, Handler(func(args []js.Value) { f(args[0]) }), options)
}
