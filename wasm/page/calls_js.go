package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/script"
)

// acceptCalls sets traceglassApp, an object with the functions that the site's scripts call in Go. The
// names of their parameters are those of the variables that take them, in order.
func (p *page) acceptCalls() {
	app := script.Object()
	for name, act := range p.actions() {
		app.Set(name, script.Handler(func(args []js.Value) {
			defer p.recovered()
			act(args)
		}))
	}
	for name, question := range p.questions() {
		app.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			defer p.recovered()
			return question(args)
		}))
	}
	js.Global().Set("traceglassApp", app)
}

// actions are the functions of traceglassApp that return nothing.
func (p *page) actions() map[string]func(args []js.Value) {
	return map[string]func(args []js.Value){
		// setDragging: files are dragged onto the page or off it.
		"setDragging": func(args []js.Value) {
			over := args[0].Bool()
			p.app.Drag(over)
		},
		// openOrAdd: files were dropped, or chosen from a list. turn is optional: startFetch returned it.
		"openOrAdd": func(args []js.Value) {
			files, add := filesIn(args[0]), args[1].Bool()
			if turn := args[2:]; len(turn) == 0 || p.Fetched(turn[0].Int()) {
				p.OpenOrAdd(files, add)
			}
		},
		// openChosen: files were chosen with the element file.
		"openChosen": func(args []js.Value) {
			files := filesIn(args[0])
			p.chosen(files, p.chooser.adding)
		},
		// failFetch: the files of startFetch do not come.
		"failFetch": func(args []js.Value) {
			turn, name, why := args[0].Int(), args[1].String(), words.Filled(args[2].String())
			p.NotFetched(turn, name, why.String())
		},
		// notify shows a temporary message.
		"notify": func(args []js.Value) {
			text := words.Filled(args[0].String())
			p.app.Notify(text.String())
		},
		// copyText copies a text to the clipboard.
		"copyText": func(args []js.Value) {
			text := args[0].String()
			p.Copy(text)
		},
		// setLanguage: the language has changed.
		"setLanguage": func(args []js.Value) {
			catalogue := args[0].String()
			words.SetCatalogue(catalogue)
			p.Speak(catalogue)
			p.redraw()
			p.app.LanguageChanged()
		},
		// mapsChanged: the browser has stored or deleted a map of names.
		"mapsChanged": func([]js.Value) { p.sayKept() },
		// applyView shows a view: a moment as link.Apply reads it, and a theme. ranges, of two traces, is optional.
		"applyView": func(args []js.Value) {
			moment, theme, ranges := script.Bytes(args[0]), args[1].String(), rangesOf(args[2:])
			p.app.ApplyView(moment, theme, ranges)
		},
		// linkFollowed: the address is that of a link, and its view follows.
		"linkFollowed": func([]js.Value) {
			p.byHand = false
			p.app.Follows()
		},
		// swapTraces swaps A and B.
		"swapTraces": func([]js.Value) { p.app.Swap() },
		// moveRun moves a run that was dragged into a group.
		"moveRun": func(args []js.Value) {
			run, group := args[0].Int(), args[1].Int()
			p.app.MoveRun(run, group)
		},
	}
}

// questions are the functions of traceglassApp that return an answer.
func (p *page) questions() map[string]func(args []js.Value) any {
	return map[string]func(args []js.Value) any{
		// startFetch: files will come, but take time. It returns a number for them, turn.
		"startFetch": func(args []js.Value) any {
			name := args[0].String()
			return p.Session.Fetch(name)
		},
		// isWanted returns false if the user has cancelled since, or opened other files.
		"isWanted": func(args []js.Value) any {
			turn := args[0].Int()
			return p.Wanted(turn)
		},
		// openFetched opens the files of startFetch, and closes the open ones. The user chose nothing, so they get no
		// entry of their own in the history. The session forgets the files of all earlier entries. It returns a new turn.
		"openFetched": func(args []js.Value) any {
			turn, files := args[0].Int(), filesIn(args[1])
			if p.Fetched(turn) {
				p.ForgetVisits()
				p.Open(files)
			}
			return p.Turn()
		},
		// startStream reads a file of startFetch while it comes through a MessagePort. It returns whether it can.
		"startStream": func(args []js.Value) any {
			turn, port, name, size := args[0].Int(), args[1], args[2].String(), int64(args[3].Float())
			return p.Stream(turn, port, name, size)
		},
		// endStream: all of the file of startStream has come. It returns a new turn.
		"endStream": func(args []js.Value) any {
			turn, file := args[0].Int(), fileOf(args[1])
			p.ForgetVisits()
			p.Streamed(turn, file)
			return p.Turn()
		},
		// currentView returns {view, files, both, ranges}, or null if no link can show the open files. view is encoded by
		// link.Encode. files are those in front. both and ranges are of two traces, else undefined and empty.
		"currentView": func([]js.Value) any {
			if !p.HoldsViews() {
				return nil
			}
			return script.Object("view", script.Buffer(p.app.EncodeView()), "files", arrayOf(p.Files()), "both", bothOf(p.Both()), "ranges", p.ranges())
		},
	}
}
