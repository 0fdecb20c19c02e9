package session

import (
	"slices"

	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A naming is a map of names that the workers of the open files are reading. They read nothing else again, except the
// dumps of a pile. Only names change. The selection and the views stay.
type naming struct {
	files []*File
	waits []*Worker         // which are yet to answer
	gave  [2]*message.Named // its effects, by side; nil for none
	why   string            // one of them did not
	next  []mapFor          // maps that came meanwhile
}

// A mapFor is a map of names for some sides.
type mapFor struct {
	files []*File
	sides []int
}

// applyMap applies a map to the open files: to both of two traces, or to the given sides. A map that is in use stays if this one
// does not fit.
func (o *open) applyMap(files []*File, sides ...int) {
	if len(sides) == 0 {
		for i := range o.sides {
			sides = append(sides, i)
		}
	}
	if n := o.naming; n != nil { // a worker reads one map at a time
		n.next = append(n.next, mapFor{files, sides})
		return
	}
	n := &naming{files: files}
	o.naming = n
	name, size := nameOf(files), sizeOf(files)
	o.out.do(func(host Host) { host.OpeningInBackground(name, size) })
	for _, i := range sides {
		n.waits = append(n.waits, o.sides[i].worker)
		o.out.send(o.sides[i].worker, &post.Name{Files: blobsOf(files), Only: o.compare != nil || o.sides[i].named})
	}
}

// cancel has the workers leave the map. Their answers are still heard.
func (n *naming) cancel(out *outbox) {
	for _, w := range n.waits {
		out.send(w, &post.Cancel{})
	}
}

// handle handles what a worker says about the map that it reads. It returns false for all else.
func (n *naming) handle(o *open, w *Worker, p post.Post) bool {
	at := slices.Index(n.waits, w)
	if at < 0 {
		return false
	}
	switch p := p.(type) {
	case *post.NotNamed:
		n.why = p.Reason
	case *post.Answer:
		if p.Number != 0 {
			return false
		}
		_, body := decoded(p.Data)
		switch body := body.(type) {
		case *message.Named:
			n.gave[o.sideOf(w)] = body
		case *message.Progress:
			o.out.show(0, body)
			return true
		default:
			return false
		}
	default:
		return false
	}
	n.waits = slices.Delete(n.waits, at, at+1)
	if len(n.waits) == 0 {
		o.naming = nil
		n.end(o)
	}
	return true
}

// end shows the effect of the map, and applies the next.
func (n *naming) end(o *open) {
	paired := o.compare != nil
	switch {
	case n.gave == [2]*message.Named{}:
		if n.why != "" && len(n.next) == 0 {
			o.refuse(nameOf(n.files), n.why)
		}
	case paired:
		for i, gave := range n.gave {
			if gave != nil && gave.On {
				n.keep(o.sides[i])
			}
		}
		gave := n.gave
		o.out.do(func(host Host) {
			host.RenameBoth(gave)
			host.Redraw()
		})
	case o.sides[0].named && !n.gave[0].On:
		o.refuse(nameOf(n.files), n.gave[0].Text)
	default:
		n.keep(o.sides[0])
		o.out.do(Host.Redraw)
		o.out.show(0, n.gave[0])
	}
	for _, next := range n.next {
		o.applyMap(next.files, next.sides...)
	}
}

// keep adds the map to the files of a side.
func (n *naming) keep(of *side) {
	of.from.Files = slices.Concat(of.from.Files, n.files)
	of.named = true
}

// askNamed switches between original and shortened names in each of two traces that has a map.
func (o *open) askNamed(turn *message.Naming) uint32 {
	for _, of := range o.sides {
		if of.named {
			p, _ := o.out.encode(turn)
			o.out.send(of.worker, p)
		}
	}
	return o.out.number
}

// KeepMap requests the map of names that is in use. Host.Kept gets the answer.
func (s *Session) KeepMap() {
	defer s.out.flush()
	s.out.send(s.Worker(), &post.KeepMap{})
}

// findMaps looks for stored maps of names for the open files. turn comes back with them.
func (o *open) findMaps(turn int) {
	if slices.ContainsFunc(o.sides, func(of *side) bool { return of.named }) {
		return
	}
	ids := []string{}
	for _, of := range o.sides {
		ids = append(ids, of.mapID)
	}
	o.out.do(func(host Host) { host.FindMaps(turn, ids) })
}

// MapsFound applies the stored maps that were found, by side, nil for none.
func (s *Session) MapsFound(turn int, found []*File) {
	defer s.out.flush()
	o := s.open()
	if o == nil || !s.Wanted(turn) || len(found) != len(o.sides) {
		return
	}
	if len(found) == 2 && found[0] != nil && found[0] == found[1] {
		o.applyMap(found[:1])
		return
	}
	for i, f := range found {
		if f != nil {
			o.applyMap([]*File{f}, i)
		}
	}
}
