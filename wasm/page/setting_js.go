package page

import (
	"syscall/js"

	"traceglass/wasm/script"
)

func (p *page) Theme(name string) {
	data := js.Global().Get("document").Get("documentElement").Get("dataset")
	if name == "" {
		data.Delete("theme")
	} else {
		data.Set("theme", name)
	}
}

// Settings outlive the visit where the browser lets them: not in a sandboxed frame.
func (p *page) Remember(key, value string) {
	if storage, err := script.Get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		script.Try(func() { storage.Call("setItem", "traceglass."+key, value) })
	}
}

func (p *page) Recall(key string) (value string) {
	if storage, err := script.Get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		script.Try(func() {
			if v := storage.Call("getItem", "traceglass."+key); v.Type() == js.TypeString {
				value = v.String()
			}
		})
	}
	return value
}

// Language is what the one is called that the next press of the button leads to.
func (p *page) Recent() bool {
	return js.Global().Get("traceglassHandles").Get("recent").Get("able").Bool()
}

func (p *page) Language() string { return js.Global().Get("traceglassLanguage").Get("next").String() }

// Version is which commit, or version, the page was built from.
func (p *page) Version() string {
	return js.Global().Get("document").Get("documentElement").Get("dataset").Get("version").String()
}

// parameter returns a parameter of the page's address, or "".
func parameter(name string) string {
	if all := parameters(name); len(all) > 0 {
		return all[0]
	}
	return ""
}

// parameters returns all values of one, in order.
func parameters(name string) (all []string) {
	search := js.Global().Get("location").Get("search")
	values := js.Global().Get("URLSearchParams").New(search).Call("getAll", name)
	for i := range values.Length() {
		all = append(all, values.Index(i).String())
	}
	return all
}
