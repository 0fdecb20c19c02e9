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
	p.fetch(url)
	if err != nil || !readable(address) {
		p.unfetched(url, "Only files in the folder of this site can be opened by address. Save "+url+" and drop it here.")
		return
	}
	name := path.Base(address.Get("pathname").String())
	turn := p.opening.turn
	go func() {
		file, err := download(address, name)
		defer p.recovered()
		if !p.fetched(turn) {
			return
		}
		if err != nil {
			p.unfetched(url, name+" could not be fetched: "+err.Error())
			return
		}
		if url == parameter("open") {
			p.opening.named = file
		}
		file.Set("from", url)
		p.open(script.Array(file), false)
	}()
}

// fetch shows that files will come: downloaded, or found in a folder. What is open stays until they
// have been read.
func (p *page) fetch(name string) {
	if p.opened.any() {
		p.dismiss()
		p.opening.turn++
		p.app.Beside(name, 0)
	} else {
		p.fresh()
		p.app.Opening(name, 0, false)
	}
	p.opening.fetching = true
}

// fetched ends that, unless it was cancelled or another file was chosen meanwhile.
func (p *page) fetched(turn int) bool {
	if turn == p.opening.turn {
		p.opening.fetching = false
	}
	return turn == p.opening.turn
}

// unfetched says why nothing has come.
func (p *page) unfetched(name, why string) {
	p.opening.fetching = false
	if p.opened.any() {
		p.refuse(name, why)
	} else {
		p.fail(why)
	}
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
