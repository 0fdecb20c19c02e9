package page

import (
	"errors"
	"slices"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/app"
)

// A page that is loaded again offers the file that was open in its tab. The tab's own storage keeps the name, the size
// and the time of reading. If the browser gave handles of the files, a database of the site keeps them, since no other
// storage can. A handle alone opens nothing: the browser asks the user. Closing the file, or opening another, deletes
// all of this.

var errNotAllowed = errors.New("the browser was not allowed to read it")

// again is the stored state of the open file.
type again struct {
	*base
	session  *session.Session
	arrivals *arrivals
	tab      string // names this tab's handles in the database; "" until it is needed
	turn     int    // raised by each that is kept or forgotten
}

const (
	againKey = "traceglass.open" // of the tab's storage: the stored state, as JSON
	tabKey   = "traceglass.tab"  // of the tab's storage: its name
	maxKept  = 1 << 53           // the greatest whole number that JSON carries exactly
)

// tabStorage calls f with the tab's own storage, where the browser gives it.
func tabStorage(f func(storage js.Value)) {
	if storage, err := script.Get(js.Global(), "sessionStorage"); err == nil && storage.Truthy() {
		script.Try(func() { f(storage) })
	}
}

// remember stores the open files, for a page that is loaded again to offer them.
func (a *again) remember(from session.Source) {
	files, with := from.Files, 0 // of two traces the files of A come first, and so many
	if from.With != nil {
		with = len(files)
		files = slices.Concat(files, from.With.Files)
	}
	size, address := 0.0, js.Undefined()
	for _, f := range files {
		size += float64(f.Size)
	}
	if len(files) == 1 && files[0].From != "" {
		address = js.ValueOf(files[0].From)
	}
	handles := handlesOf(files)
	clock := js.Global().Get("Date").New().Call("toTimeString").String()[:len("14:03")]
	kept := script.Object("name", from.Name(), "size", size, "at", clock, "from", address, "trace", from.Choice.Trace, "of", from.Choice.Of, "with", with)
	tabStorage(func(storage js.Value) {
		storage.Call("setItem", againKey, js.Global().Get("JSON").Call("stringify", kept))
	})
	a.turn++
	if handles.IsUndefined() {
		a.keepHandles(handles)
		return
	}
	turn := a.turn
	go func() {
		all, err := script.Await(js.Global().Get("Promise").Call("all", handles))
		defer a.recovered()
		if turn == a.turn {
			if err != nil || all.Call("includes", js.Null()).Bool() {
				all = js.Undefined()
			}
			a.keepHandles(all)
		}
	}()
}

// forget deletes the stored state.
func (a *again) forget() {
	tabStorage(func(storage js.Value) { storage.Call("removeItem", againKey) })
	a.turn++
	a.keepHandles(js.Undefined())
}

// keepHandles stores the handles of the open files, undefined for none.
func (a *again) keepHandles(handles js.Value) {
	if a.tab == "" {
		if handles.IsUndefined() {
			return // and so none were kept
		}
		tabStorage(func(storage js.Value) {
			a.tab = script.String(js.Global().Get("Math").Call("random"))
			storage.Call("setItem", tabKey, a.tab)
		})
	}
	js.Global().Get("traceglassHandles").Call("keep", a.tab, handles)
}

// A kept describes the file that a tab had open before a reload.
type kept struct {
	name, at, from string // from is the address it came from, or ""
	size           int64
	choice         post.Choice
	with           int // files of A, of two traces; otherwise all of them
}

// recalled returns the kept description, or false. It removes a value that keep cannot have written.
func recalled() (was kept, ok bool) {
	tabStorage(func(storage js.Value) {
		text := storage.Call("getItem", againKey)
		if !text.Truthy() {
			return
		}
		if was, ok = keptIn(text.String()); !ok {
			storage.Call("removeItem", againKey)
		}
	})
	return was, ok
}

// keptIn parses the JSON that keep writes. It returns false if a field is missing or has the wrong type.
func keptIn(text string) (was kept, ok bool) {
	var v js.Value
	if err := script.Try(func() { v = js.Global().Get("JSON").Call("parse", text) }); err != nil || v.Type() != js.TypeObject {
		return was, false
	}
	number := func(name string) float64 {
		f := v.Get(name)
		if f.Type() != js.TypeNumber || !(f.Float() >= 0 && f.Float() <= maxKept) {
			ok = false
			return 0
		}
		return f.Float()
	}
	str := func(name string) string {
		s := v.Get(name)
		if s.Type() != js.TypeString {
			ok = false
			return ""
		}
		return s.String()
	}
	ok = true
	was = kept{name: str("name"), at: str("at"), size: int64(number("size")), choice: post.Choice{Trace: int(number("trace")), Of: int(number("of"))}, with: int(number("with"))}
	if !v.Get("from").IsUndefined() {
		was.from = str("from")
	}
	return was, ok
}

// recallTab finds this tab's name again.
func (a *again) recallTab() {
	tabStorage(func(storage js.Value) {
		if tab := storage.Call("getItem", tabKey); tab.Truthy() {
			a.tab = tab.String()
		}
	})
}

// offer offers the files that were open before the page was loaded again.
func (a *again) offer() {
	a.recallTab()
	was, ok := recalled()
	if !ok {
		return
	}
	before := app.Before{Name: was.name, Size: was.size, At: was.at}
	if was.from != "" {
		before.Opens = true
		a.app.Offer(before)
		return
	}
	go func() {
		defer a.recovered()
		before.Opens = a.handles().Truthy()
		if !a.session.Holds() {
			a.app.Offer(before)
		}
	}()
}

// handles are this tab's, undefined for none. It waits.
func (a *again) handles() js.Value {
	if a.tab == "" {
		return js.Undefined()
	}
	found, _ := script.Await(js.Global().Get("traceglassHandles").Call("of", a.tab))
	return found
}

// Again opens the files that were open before the page was loaded again. The browser asks whether it may.
func (a *again) Again() {
	was, ok := recalled()
	if !ok {
		return
	}
	if was.from != "" {
		a.arrivals.Fetch(was.from)
		return
	}
	turn := a.session.Claim()
	go func() {
		defer a.recovered()
		files, err := filesOf(a.handles())
		if !a.session.Wanted(turn) { // another file was chosen meanwhile
			return
		}
		if err != nil || len(files) == 0 {
			why := words.T("the browser no longer gives access to it")
			if err != nil {
				why = words.Filled(err.Error()).String()
			}
			a.app.Offer(app.Before{Name: was.name, Size: was.size, At: was.at, Why: why})
			return
		}
		from := session.Source{Files: files, Choice: was.choice}
		if was.with > 0 && len(files) > was.with {
			from.Files, from.With = files[:was.with], &session.Source{Files: files[was.with:]}
		}
		a.session.Reopen(from)
	}()
}

// filesOf returns the Files of handles, once the user has let the page read them. It waits.
func filesOf(handles js.Value) (files []*session.File, err error) {
	if handles.IsUndefined() {
		return files, nil
	}
	for i := range handles.Length() {
		handle := handles.Index(i)
		if handle.Get("requestPermission").Truthy() {
			granted, err := script.Await(handle.Call("requestPermission", script.Object("mode", "read")))
			if err != nil {
				return files, err
			}
			if granted.String() != "granted" {
				return files, errNotAllowed
			}
		}
		file, err := script.Await(handle.Call("getFile"))
		if err != nil {
			return files, err
		}
		file.Set("handle", js.Global().Get("Promise").Call("resolve", handle))
		files = append(files, fileOf(file))
	}
	return files, nil
}
