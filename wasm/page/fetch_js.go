package page

import (
	"path"
	"strings"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// Fetch opens a file of our own site: one that lies in its folder, or where its build allows.
func (p *page) Fetch(url string) { p.fetchAll([]string{url}, p.Open) }

// fetchAll fetches files of our own site, and then opens them. The policy of the page forbids other sites. This says so
// before the browser does.
func (p *page) fetchAll(urls []string, open func(files []*session.File)) {
	turn := p.Session.Fetch(strings.Join(urls, ", "))
	go func() {
		defer p.recovered()
		var files []*session.File
		for _, url := range urls {
			address := js.Global().Call("traceglassFile", url)
			if address.IsNull() {
				p.NotFetched(turn, url, words.Say("Only files in the folder of this site can be opened by address. Save {1} and drop it here.", url))
				return
			}
			file, err := script.Await(js.Global().Call("traceglassDownload", address))
			if err != nil {
				p.NotFetched(turn, url, notFetched(url, err.Error()))
				return
			}
			files = append(files, came(file, url))
		}
		if p.Fetched(turn) {
			open(files)
		}
	}()
}

func notFetched(url, why string) string {
	return words.Say("{1} could not be fetched: {2}", path.Base(url), why)
}
