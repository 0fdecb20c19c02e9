package tracing

import (
	"strconv"
	"strings"

	"traceglass/parser/trace"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// find is the search as methods match it.
type find struct {
	lower []string // by method: class.method signature in lower case, made at the first search
	text  string
	match []bool // by method
}

// origins are the words of a search by origin, "origin:own".
var origins = map[string]scene.Slot{
	"own": scene.SlotOwn, "library": scene.SlotLibrary, "platform": scene.SlotPlatform, "native": scene.SlotNative, "tracer": scene.SlotTracer, "unknown": scene.SlotUnknown,
}

// byOrigin takes apart a search for the methods of one origin: "origin:own", and behind a
// blank what else they are to match.
func byOrigin(text string) (slot scene.Slot, rest string, ok bool) {
	word, rest, _ := strings.Cut(text, " ")
	name, ok := strings.CutPrefix(word, "origin:")
	if !ok {
		return 0, text, false
	}
	slot, ok = origins[name]
	if !ok {
		return 0, text, false
	}
	return slot, strings.TrimSpace(rest), true
}

// byHash takes apart a search for the one method whose name has a hash, as a link has it:
// "hash:1a2b3c4d", of the name with its descriptor or without.
func byHash(text string) (hash uint32, ok bool) {
	digits, ok := strings.CutPrefix(text, "hash:")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return uint32(n), err == nil
}

// hashed goes on with the hash of a text, FNV-1a of 32 bits; view.js has the same.
func hashed(hash uint32, text string) uint32 {
	for i := range len(text) {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

// has reports whether a name has a hash, with its descriptor or without.
func has(label, signature string, hash uint32) bool {
	name := hashed(2166136261, label)
	return name == hash || hashed(name, signature) == hash
}

// matches returns which methods match a search text, nil for an empty one. Case counts
// only if the text has an upper-case letter.
func (tr *Trace) matches(text string) []bool {
	if text == "" {
		return nil
	}
	f := &tr.find
	if f.text == text && f.match != nil {
		return f.match
	}
	f.text = text
	methods := tr.index.Info.Methods
	if hash, ok := byHash(text); ok {
		f.match = make([]bool, len(methods))
		for m := range methods {
			f.match[m] = has(methods[m].Label(), methods[m].Signature, hash)
			if raw := methods[m].Raw; raw != nil { // which links name
				f.match[m] = f.match[m] || has(trace.Visible(raw.Class+"."+raw.Name), raw.Signature, hash)
			}
		}
		return f.match
	}
	slot, text, only := byOrigin(text)
	exact := strings.ToLower(text) != text
	if !exact && f.lower == nil {
		f.lower = make([]string, len(methods))
		for m := range methods {
			f.lower[m] = strings.ToLower(sought(&methods[m]))
		}
	}
	f.match = make([]bool, len(methods))
	for m := range methods {
		if exact {
			f.match[m] = strings.Contains(sought(&methods[m]), text)
		} else {
			f.match[m] = strings.Contains(f.lower[m], text)
		}
		if only {
			f.match[m] = f.match[m] && tr.looks.colour[message.ColourByOrigin][m] == slot
		}
	}
	return f.match
}

// sought is what of a method is searched, what the file has too where a map has given the name.
//
//go:noinline
func sought(m *trace.Method) string {
	s := m.Label() + " " + m.Signature
	if m.Raw != nil {
		s += " " + m.Raw.Text
	}
	return s
}

func (tr *Trace) search(req *message.Search) message.Body {
	p := tr.in(req.Scope)
	match := tr.matches(req.Text)
	reply := &message.Hits{Text: req.Text}
	if match == nil {
		return reply
	}
	for m := range p.Methods {
		if match[m] && p.Methods[m].Calls+p.Methods[m].Recursive > 0 {
			reply.Methods++
		}
	}
	reply.Times = message.Times(p.Matched(func(m trace.MethodIndex) bool { return match[m] }))
	reply.Share = share(reply.Times[req.Scope.Clock], p.Total()[req.Scope.Clock])
	return reply
}

// share is a part of a whole, 0 where there is no whole.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
