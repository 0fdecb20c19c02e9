package page

import (
	"strings"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/script"
)

// A browser does what the interface asks of the browser alone. It has no state.
type browser struct{}

func (browser) Theme(name string) {
	data := js.Global().Get("document").Get("documentElement").Get("dataset")
	if name == "" {
		data.Delete("theme")
	} else {
		data.Set("theme", name)
	}
}

// Remember stores a setting beyond the visit, where the browser lets it: not in a sandboxed frame.
func (browser) Remember(key, value string) {
	if storage, err := script.Get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		script.Try(func() { storage.Call("setItem", "traceglass."+key, value) })
	}
}

func (browser) Recall(key string) (value string) {
	if storage, err := script.Get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		script.Try(func() {
			if v := storage.Call("getItem", "traceglass."+key); v.Type() == js.TypeString {
				value = v.String()
			}
		})
	}
	return value
}

func (browser) Recent() bool {
	return js.Global().Get("traceglassHandles").Get("recent").Get("able").Bool()
}

// Language is what the one is called that the next press of the button leads to.
func (browser) Language() string { return js.Global().Get("traceglassLanguage").Get("next").String() }

// Version is which commit, or version, the page was built from.
func (browser) Version() string {
	return js.Global().Get("document").Get("documentElement").Get("dataset").Get("version").String()
}

// Mod tells Apple's keyboards from others.
func (browser) Mod() string {
	platform := js.Global().Get("navigator").Get("platform")
	if platform.Type() == js.TypeString && (strings.HasPrefix(platform.String(), "Mac") || strings.HasPrefix(platform.String(), "iP")) {
		return "⌘"
	}
	return "Ctrl"
}

func (browser) Title(text string) { js.Global().Get("document").Set("title", text) }

// Print prints once the menu that asked for it is gone.
func (browser) Print() {
	window := js.Global()
	window.Call("setTimeout", window.Get("print").Call("bind", window), 100)
}

func (browser) Reload() { js.Global().Get("location").Call("reload") }

func (browser) Go(by int) { js.Global().Get("history").Call("go", by) }

func (browser) Script(what string) { js.Global().Call("traceglassDo", what) }

func (browser) Source(do, facts string) { js.Global().Call("traceglassDo", "source", do, facts) }

func (browser) Save(f *message.File) {
	save(js.Global().Get("Blob").New(script.Array(script.Buffer(f.Data)), script.Object("type", f.Type)), f.Name)
}

// Copy falls back on the old way where the clipboard is out of reach, as in a frame.
func (browser) Copy(text string) {
	old := func() {
		document := js.Global().Get("document")
		area := document.Call("createElement", "textarea")
		area.Set("value", text)
		document.Get("body").Call("append", area)
		area.Call("select")
		document.Call("execCommand", "copy")
		area.Call("remove")
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		old()
		return
	}
	go func() {
		if _, err := script.Await(clipboard.Call("writeText", text)); err != nil {
			old()
		}
	}()
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
