//go:build js && wasm && !dumps

package main

import (
	"fmt"
	"path"
	"syscall/js"

	"traceglass/wasm/message"
	"traceglass/wasm/ui"
)

var _ ui.Host = (*page)(nil)

func (p *page) Ask(body message.Body) uint32 {
	p.number++
	data := arrayBuffer(message.Encode(nil, p.number, body))
	p.link.post(object("kind", "ask", "data", data), data)
	return p.number
}

func (p *page) Show(c ui.Canvas, body message.Body) {
	of := &wanted{body: body, inputAt: p.inputAt, shownAt: now()}
	if old := p.canvases[c].next; old != nil && old.inputAt != 0 {
		of.inputAt, of.shownAt = old.inputAt, old.shownAt // the oldest event that still waits to be seen
	}
	p.canvases[c].next = of
	p.send(int(c))
}

func (p *page) Preview(c ui.Canvas, v message.Viewport) {
	p.canvases[c].surface.Call("preview", v.From, v.To, v.ScrollY)
}

func (p *page) Mark(c ui.Canvas, from, to, cursor float64) {
	p.canvases[c].surface.Call("mark", from, to, cursor)
}

func (p *page) Pick() { p.pick(false) }

func (p *page) Add() { p.pick(true) }

func (p *page) pick(adding bool) {
	p.adding = adding
	p.picker.Call("click")
}

// Fetch opens a file of our own site. The policy of the page forbids all others; this
// says so before the browser does.
func (p *page) Fetch(url string) {
	var address js.Value
	location := js.Global().Get("location")
	err := try(func() { address = js.Global().Get("URL").New(url, location.Get("href")) })
	p.fresh()
	p.app.Opening(url, 0, false)
	if err != nil || address.Get("origin").String() != location.Get("origin").String() {
		p.fail("Only files of this site can be opened by address. Save " + url + " and drop it here.")
		return
	}
	name := path.Base(address.Get("pathname").String())
	turn := p.turn
	p.fetching = true
	go func() {
		file, err := download(address, name)
		defer p.recovered()
		if turn != p.turn { // cancelled, or another file was chosen meanwhile
			return
		}
		p.fetching = false
		if err != nil {
			p.fail(name + " could not be fetched: " + err.Error())
			return
		}
		p.open(array(file), false)
	}()
}

// download returns what lies at an address as a File.
func download(address js.Value, name string) (js.Value, error) {
	response, err := await(js.Global().Call("fetch", address))
	if err != nil {
		return js.Undefined(), err
	}
	if !response.Get("ok").Bool() {
		return js.Undefined(), fmt.Errorf("the server answered %d", response.Get("status").Int())
	}
	blob, err := await(response.Call("blob"))
	if err != nil {
		return js.Undefined(), err
	}
	return js.Global().Get("File").New(array(blob), name), nil
}

func (p *page) Cancel() {
	if p.fetching {
		p.fresh()
		p.fail("The download was cancelled.")
		return
	}
	p.link.post(object("kind", "cancel"))
}

func (p *page) Close() {
	p.reset()
	p.link.start()
}

func (p *page) Restart() {
	if p.files.Truthy() {
		p.open(p.files, false)
	} else {
		p.Close()
	}
}

// Copy falls back on the old way where the clipboard is out of reach, as in a frame.
func (p *page) Copy(text string) {
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
		if _, err := await(clipboard.Call("writeText", text)); err != nil {
			old()
		}
	}()
}

func (p *page) Save(f *message.File) {
	save(js.Global().Get("Blob").New(array(arrayBuffer(f.Data)), object("type", f.Type)), f.Name)
}

// save hands a Blob to the browser as a download.
func save(blob js.Value, name string) {
	urls := js.Global().Get("URL")
	address := urls.Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	// The browser takes hold of the file while the click is handled, but some only later.
	js.Global().Call("setTimeout", urls.Get("revokeObjectURL").Call("bind", urls, address), 10_000)
}

func (p *page) Focus(id string) {
	p.focus = id
	p.Redraw()
}

func (p *page) ScrollTo(box string, top float64) {
	p.boxes.scrollTo(box, top)
	p.Redraw()
}

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
	if storage, err := get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		try(func() { storage.Call("setItem", "traceglass."+key, value) })
	}
}

func (p *page) Recall(key string) (value string) {
	if storage, err := get(js.Global(), "localStorage"); err == nil && storage.Truthy() {
		try(func() {
			if v := storage.Call("getItem", "traceglass."+key); v.Type() == js.TypeString {
				value = v.String()
			}
		})
	}
	return value
}

func (p *page) Redraw() {
	p.dirty = true
	p.draw.Call("wake")
}
