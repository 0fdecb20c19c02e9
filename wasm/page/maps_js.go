package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
	"traceglass/wasm/session"
	"traceglass/wasm/ui/app"
)

// A map of names can be kept in the browser, where the user says so: handles.js has the store. A file that names
// a map which is kept gets its names by that; of one that names none the page offers those that there
// are.

// keptMaps is the store of maps.
func keptMaps() js.Value { return js.Global().Get("traceglassHandles").Get("maps") }

// sayKept tells the interface whether the map in use is kept, or can be.
func (p *page) sayKept() {
	named := p.app.Naming()
	if named == nil || !keptMaps().Get("able").Bool() {
		p.app.Keeps(app.NotKept)
		return
	}
	p.app.Keeps(app.CanKeep)
	go func() {
		has, err := script.Await(keptMaps().Call("has", named.ID, named.Name))
		defer p.recovered()
		if err == nil && has.Bool() && p.app.Naming() == named {
			p.app.Keeps(app.IsKept)
		}
	}()
}

// Keep keeps the map of names that is in use, or forgets it.
func (p *page) Keep(on bool) {
	named := p.app.Naming()
	if named == nil {
		return
	}
	if on {
		p.KeepMap()
		return
	}
	go func() {
		_, err := script.Await(keptMaps().Call("drop", named.ID, named.Name))
		defer p.recovered()
		if err == nil {
			p.app.Keeps(app.CanKeep)
			p.app.Notify(words.Say("The copy of {1} was deleted.", words.Clip(named.Name)))
		}
	}()
}

// Kept keeps a map that a worker has packed, or says why that cannot be.
func (h screen) Kept(m post.Post) {
	p, named := h.page, h.page.app.Naming()
	if named == nil {
		return
	}
	packed, ok := m.(*post.Map)
	if !ok {
		p.app.Notify(words.Say("{1} was not kept: {2}", words.Clip(named.Name), words.Filled(m.(*post.NoMap).Reason).String()))
		return
	}
	go func() {
		blob := packed.Blob.(js.Value)
		_, err := script.Await(keptMaps().Call("keep", script.Object("blob", blob, "name", named.Name, "by", named.By, "id", named.ID)))
		defer p.recovered()
		if err != nil {
			p.app.Notify(words.Say("{1} was not kept: {2}", words.Clip(named.Name), words.Filled(err.Error()).String()))
			return
		}
		p.app.Keeps(app.IsKept)
		p.app.Notify(words.Say("This browser keeps a copy of {1}, {2}: files of the same build get their names from it. “Privacy” shows and forgets it.", words.Clip(named.Name), words.Size(int64(blob.Get("size").Float()))))
	}()
}

// FindMaps looks for kept maps: one that a file names is applied, of others the page says that they are there. It costs
// nothing where none is kept.
func (h screen) FindMaps(turn int, ids []string) {
	p := h.page
	if p.app.Naming() != nil || !keptMaps().Get("any").Invoke().Bool() {
		return
	}
	go func() {
		found, byID := make([]*session.File, len(ids)), map[string]*session.File{"": nil}
		for i, id := range ids {
			if _, looked := byID[id]; !looked {
				byID[id] = nil
				if file, err := script.Await(keptMaps().Call("find", id)); err == nil && file.Truthy() {
					byID[id] = fileOf(file)
				}
			}
			found[i] = byID[id]
		}
		defer p.recovered()
		if !p.Wanted(turn) || p.app.Naming() != nil {
			return
		}
		if len(byID) == 1 { // no file names a map
			p.app.OfferMaps()
			return
		}
		p.MapsFound(turn, found)
	}()
}
