package tracing

import (
	"strings"

	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// find is the search as methods match it.
type find struct {
	lower []string // by method: class.method signature in lower case, made at the first search
	text  string
	match []bool // by method
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
	methods := tr.index.Info.Methods
	exact := strings.ToLower(text) != text
	if !exact && f.lower == nil {
		f.lower = make([]string, len(methods))
		for m := range methods {
			f.lower[m] = strings.ToLower(methods[m].Label() + " " + methods[m].Signature)
		}
	}
	f.text, f.match = text, make([]bool, len(methods))
	for m := range methods {
		if exact {
			f.match[m] = strings.Contains(methods[m].Label()+" "+methods[m].Signature, text)
		} else {
			f.match[m] = strings.Contains(f.lower[m], text)
		}
	}
	return f.match
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
