package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// readDumps opens the files again with the program that reads thread dumps, which is loaded
// the first time; unless reading was cancelled while that was found out.
func (p *page) readDumps() {
	if p.opening.over {
		p.cancelled()
		return
	}
	p.loadDumps(func() {
		p.link.module = p.opening.reader
		p.link.start()
		p.link.show()
		p.link.used = true
		p.link.post(reading(p.opened.files, budget(), p.opened.choice))
		if p.more == nil { // what this program cannot show
			p.pass(nil)
		}
	})
}

// loadDumps loads the program that reads thread dumps, unless it is there, and goes on with
// then. If it cannot be had, the page says so, and what is open stays.
func (p *page) loadDumps(then func()) {
	if !p.opening.reader.IsUndefined() {
		then()
		return
	}
	turn := p.opening.turn
	p.opening.fetching = !p.opened.any() // what reading stands still for it can be cancelled
	if p.opened.any() {
		p.app.Remark(words.T("Loading what reads thread dumps…"))
	}
	go func() {
		defer p.recovered()
		module, err := script.Await(js.Global().Call("traceglassCompile", js.Global().Get("traceglassDumpsURL")))
		if err == nil {
			p.opening.reader = module
		}
		if turn != p.opening.turn { // cancelled, or another file was chosen meanwhile
			return
		}
		p.opening.fetching = false
		if err != nil {
			why := words.Say("Thread dumps are read by a program of their own, which could not be loaded: {1}", err.Error())
			if p.opened.any() {
				p.refuse("", why)
			} else {
				p.fail(why)
			}
			return
		}
		then()
	}()
}
