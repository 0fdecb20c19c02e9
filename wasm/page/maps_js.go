package page

import (
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
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
		p.link.post(script.Object("kind", "keep map"))
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

// keepMap keeps a map that a worker has packed, or says why that cannot be.
func (p *page) keepMap(m js.Value) {
	named := p.app.Naming()
	if named == nil {
		return
	}
	go func() {
		err := error(nil)
		if m.Get("kind").String() == "map" {
			_, err = script.Await(keptMaps().Call("keep", script.Object("blob", m.Get("blob"), "name", named.Name, "by", named.By, "id", named.ID)))
		}
		defer p.recovered()
		switch why := m.Get("reason"); {
		case why.Truthy():
			p.app.Notify(words.Say("{1} was not kept: {2}", words.Clip(named.Name), why.String()))
		case err != nil:
			p.app.Notify(words.Say("{1} was not kept: {2}", words.Clip(named.Name), err.Error()))
		default:
			p.app.Keeps(app.IsKept)
			p.app.Notify(words.Say("This browser keeps a copy of {1}, {2}: files of the same build get their names from it. “Privacy” shows and forgets it.", words.Clip(named.Name), words.Size(int64(m.Get("blob").Get("size").Float()))))
		}
	}()
}

// findMaps looks for kept maps for what has been opened: one that a file names is applied, of others the
// page says that they are there. It costs nothing where none is kept.
func (p *page) findMaps() {
	if !p.opened.any() || p.app.Naming() != nil || !keptMaps().Get("any").Invoke().Bool() {
		return
	}
	ids := [...]string{p.opened.mapID, ""}
	sides := 1
	if b := p.pair; b != nil {
		ids, sides = [...]string{b.opened[0].mapID, b.opened[1].mapID}, 2
	}
	turn := p.opening.turn
	go func() {
		var found [2]js.Value
		for i, id := range ids {
			if id != "" && (i == 0 || id != ids[0]) {
				found[i], _ = script.Await(keptMaps().Call("find", id))
			}
		}
		defer p.recovered()
		if turn != p.opening.turn || p.app.Naming() != nil {
			return
		}
		switch {
		case found[0].Truthy() && (sides == 1 || ids[0] == ids[1]):
			p.nameBy(script.Array(found[0]))
		case found[0].Truthy():
			p.later = found[1]
			p.nameBy(script.Array(found[0]), 0)
		case found[1].Truthy():
			p.nameBy(script.Array(found[1]), 1)
		case ids[0] == "" && (sides == 1 || ids[1] == ""):
			p.app.OfferMaps()
		}
	}()
}

// mapID is the map of names that what a message describes names.
func mapID(body message.Body) string {
	switch body := body.(type) {
	case *message.Description:
		return body.MapID
	case *message.Dumps:
		return body.MapID
	}
	return ""
}
