package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

// A spawned worker is one that the page has started, and what listens to it.
type spawned struct {
	worker    js.Value // undefined without one
	events    []string // that are listened to
	listeners []js.Func
}

// start starts a worker whose script's address is a global of that name.
func (s *spawned) start(url string) error {
	return script.Try(func() { s.worker = js.Global().Get("Worker").New(js.Global().Get(url)) })
}

// on listens to an event, by the name of its property: "onmessage".
func (s *spawned) on(event string, f func(e js.Value)) {
	h := script.Handler(func(args []js.Value) { f(args[0]) })
	s.events, s.listeners = append(s.events, event), append(s.listeners, h)
	s.worker.Set(event, h)
}

// end ends the worker, whatever it is at.
func (s *spawned) end() {
	if s.worker.Truthy() {
		for _, event := range s.events {
			s.worker.Set(event, nil)
		}
		s.worker.Call("terminate")
	}
	for _, f := range s.listeners {
		f.Release()
	}
	*s = spawned{}
}
