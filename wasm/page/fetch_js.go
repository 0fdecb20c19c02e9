package page

import (
	"path"
	"strings"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// Fetch opens a file of our own site: one that lies in its folder, or where its build allows. The
// policy of the page forbids other sites; this says so before the browser does.
func (p *page) Fetch(url string) {
	p.fetch(url)
	address := js.Global().Call("traceglassFile", url)
	if address.IsNull() {
		p.unfetched(url, outside(url))
		return
	}
	turn := p.opening.turn
	go func() {
		file, err := script.Await(js.Global().Call("traceglassDownload", address))
		defer p.recovered()
		if !p.fetched(turn) {
			return
		}
		if err != nil {
			p.unfetched(url, notFetched(url, err.Error()))
			return
		}
		p.came(file, url)
		p.open(script.Array(file), false)
	}()
}

// fetchAll fetches several files of our own site, and then opens them.
func (p *page) fetchAll(urls []string, open func(files js.Value)) {
	p.fetch(strings.Join(urls, ", "))
	turn := p.opening.turn
	go func() {
		defer p.recovered()
		files := script.Array()
		for _, url := range urls {
			address := js.Global().Call("traceglassFile", url)
			if address.IsNull() {
				p.unfetched(url, outside(url))
				return
			}
			file, err := script.Await(js.Global().Call("traceglassDownload", address))
			if turn != p.opening.turn {
				return
			}
			if err != nil {
				p.unfetched(url, notFetched(url, err.Error()))
				return
			}
			file.Set("from", url)
			files.Call("push", file)
		}
		p.fetched(turn)
		open(files)
	}()
}

// outside says why a file cannot be opened by its address.
func outside(url string) string {
	return words.Say("Only files in the folder of this site can be opened by address. Save {1} and drop it here.", url)
}

// fetch shows that files will come: downloaded, or found in a folder. What is open stays until they
// have been read.
func (p *page) fetch(name string) {
	if p.opened.any() {
		p.dismiss()
		p.opening.turn++
		p.app.OpeningInBackground(name, 0)
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

func notFetched(url, why string) string {
	return words.Say("{1} could not be fetched: {2}", path.Base(url), why)
}

// came notes where a File is from.
func (p *page) came(file js.Value, url string) {
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
	p.came(file, parameter("open"))
	files := script.Array(file)
	name, _ := called(files)
	note("opening")
	p.begun(files, name, sizeOf(files), false, choice{})
}

// stream has the worker read a file while its pieces come by a port, of a download that was announced; false
// where that is over, or the worker has had a file.
func (p *page) stream(name string, size float64, line js.Value, turn int) bool {
	if turn != p.opening.turn || p.opened.any() || p.link.used || !p.link.worker.Truthy() {
		return false
	}
	p.link.used = true
	p.link.post(script.Object("kind", "take", "line", line, "name", name, "size", size, "budget", budget()), line)
	return true
}

// streamed is told that all of it has come.
func (p *page) streamed(files js.Value) {
	name, _ := called(files)
	note("opening")
	p.begun(files, name, int64(files.Index(0).Get("size").Float()), false, choice{})
}

// unstreamed ends a worker that waits for the rest of a file, which will not come.
func (p *page) unstreamed() {
	if p.link.used && !p.opened.any() {
		p.fresh()
	}
}

// missed is told that the first worker could not get the file.
func (p *page) missed(why string) {
	p.opening.fetching, p.link.used = false, false
	p.fail(notFetched(parameter("open"), why))
	p.unveil()
}
