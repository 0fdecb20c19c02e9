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
func (a *arrivals) Fetch(url string) { a.fetchAll([]string{url}, a.session.Open) }

// fetchAll fetches files of our own site, and then opens them. The policy of the page forbids other sites. This says so
// before the browser does.
func (a *arrivals) fetchAll(urls []string, open func(files []*session.File)) {
	turn := a.session.Fetch(strings.Join(urls, ", "))
	go func() {
		defer a.recovered()
		var files []*session.File
		for _, url := range urls {
			address := js.Global().Call("traceglassFile", url)
			if address.IsNull() {
				a.session.NotFetched(turn, url, words.Say("Only files in the folder of this site can be opened by address. Save {1} and drop it here.", url))
				return
			}
			file, err := script.Await(js.Global().Call("traceglassDownload", address))
			if err != nil {
				a.session.NotFetched(turn, url, notFetched(url, err.Error()))
				return
			}
			files = append(files, came(file, url))
		}
		if a.session.Fetched(turn) {
			open(files)
		}
	}()
}

func notFetched(url, why string) string {
	return words.Say("{1} could not be fetched: {2}", path.Base(url), words.Filled(why).String())
}
