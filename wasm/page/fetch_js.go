package page

import (
	"path"
	"syscall/js"

	"traceglass/wasm/script"
)

// Fetch opens a file of our own site: one that lies in its folder, or where its build allows. The
// policy of the page forbids other sites; this says so before the browser does.
func (p *page) Fetch(url string) {
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
	address := js.Global().Call("traceglassFile", url)
	if address.IsNull() {
		failed("Only files in the folder of this site can be opened by address. Save " + url + " and drop it here.")
		return
	}
	turn := p.opening.turn
	p.opening.fetching = true
	go func() {
		file, err := script.Await(js.Global().Call("traceglassDownload", address))
		defer p.recovered()
		if turn != p.opening.turn { // cancelled, or another file was chosen meanwhile
			return
		}
		p.opening.fetching = false
		if err != nil {
			failed(notFetched(url, err.Error()))
			return
		}
		p.fetched(file, url)
		p.open(script.Array(file), false)
	}()
}

func notFetched(url, why string) string { return path.Base(url) + " could not be fetched: " + why }

// fetched notes where a File is from.
func (p *page) fetched(file js.Value, url string) {
	if url == parameter("open") {
		p.opening.named = file
	}
	file.Set("from", url)
}

// expect says that the file which the page's address names is on its way: the first worker gets it,
// and reads it.
func (p *page) expect(url string) {
	p.app.Opening(url, 0, false)
	p.opening.fetching, p.link.used = true, true
}

// arrived is told that the first worker has the file, which it reads now.
func (p *page) arrived(file js.Value) {
	p.opening.fetching = false
	p.fetched(file, parameter("open"))
	files := script.Array(file)
	name, _ := called(files)
	note("opening")
	p.begun(files, name, int64(file.Get("size").Float()), false, choice{})
}

// missed is told that the first worker could not get the file.
func (p *page) missed(why string) {
	p.opening.fetching, p.link.used = false, false
	p.fail(notFetched(parameter("open"), why))
}
