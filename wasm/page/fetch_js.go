package page

import (
	"fmt"
	"path"
	"strings"
	"syscall/js"

	"traceglass/wasm/script"
)

// Fetch opens a file of our own site: one that lies in its folder, or where its build allows. The
// policy of the page forbids other sites; this says so before the browser does.
func (p *page) Fetch(url string) {
	var address js.Value
	location := js.Global().Get("location")
	err := script.Try(func() { address = js.Global().Get("URL").New(url, location.Get("href")) })
	beside := p.opened.any() // which stays until the file has been read
	failed := func(why string) {
		if beside {
			p.refuse(url, why)
		} else {
			p.fail(why)
		}
	}
	if beside {
		p.dismiss()
		p.opening.turn++
		p.app.Beside(url, 0)
	} else {
		p.fresh()
		p.app.Opening(url, 0, false)
	}
	if err != nil || !readable(address) {
		failed("Only files in the folder of this site can be opened by address. Save " + url + " and drop it here.")
		return
	}
	name := path.Base(address.Get("pathname").String())
	turn := p.opening.turn
	p.opening.fetching = true
	go func() {
		file, err := download(address, name)
		defer p.recovered()
		if turn != p.opening.turn { // cancelled, or another file was chosen meanwhile
			return
		}
		p.opening.fetching = false
		if err != nil {
			failed(name + " could not be fetched: " + err.Error())
			return
		}
		if url == parameter("open") {
			p.opening.named = file
		}
		file.Set("from", url)
		p.open(script.Array(file), false)
	}()
}

// readable reports whether a file may be opened by its address: it lies in one of the folders that
// the page's attribute data-open lists, as seen from the page. A link from anywhere can name a
// file, so no more of what else the host serves is asked for than its owner said.
func readable(address js.Value) bool {
	document := js.Global().Get("document")
	for folder := range strings.FieldsSeq(document.Get("documentElement").Get("dataset").Get("open").String()) {
		base := js.Global().Get("URL").New(folder, document.Get("baseURI"))
		if base.Get("origin").Equal(address.Get("origin")) && strings.HasPrefix(address.Get("pathname").String(), base.Get("pathname").String()) {
			return true
		}
	}
	return false
}

// download returns what lies at an address as a File. It is asked for without the user's cookies.
func download(address js.Value, name string) (js.Value, error) {
	response, err := script.Await(js.Global().Call("fetch", address, script.Object("credentials", "omit")))
	if err != nil {
		return js.Undefined(), err
	}
	if !response.Get("ok").Bool() {
		return js.Undefined(), fmt.Errorf("the server answered %d", response.Get("status").Int())
	}
	blob, err := script.Await(response.Call("blob"))
	if err != nil {
		return js.Undefined(), err
	}
	return js.Global().Get("File").New(script.Array(blob), name), nil
}
