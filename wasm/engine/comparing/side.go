package comparing

import (
	"errors"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/report/changes"
	"traceglass/wasm/message"
)

// errSide is the error for bytes that are not a side.
var errSide = errors.New("what the other trace's worker sent cannot be read")

// A side has the figures of a trace. Its contexts and its story come later.
type side struct {
	*compare.Side
	story changes.Story
}

// packed is a side without its contexts, as it is encoded. Methods and links are in columns, because encoding them field
// by field is slow.
type packed struct {
	compare.About
	generated        []trace.MethodIndex
	threads, leftOut []compare.Thread
	idle             profile.Times
	noIdle           bool

	text    string   // class, name, signature and library of each method, concatenated
	lengths []uint32 // of the parts of text, in bytes
	ids     []int64
	own     []trace.MethodIndex // methods of the app's own code
	costs   []int64             // costFigures per method
	links   []trace.MethodIndex // alternating callee and caller
}

// contexts are the rest of a side.
type contexts struct {
	compare.Columns
	story changes.Story
}

// names is the number of names per method, costFigures the number of figures.
const names, costFigures = 4, 8

var (
	sideEncoding    message.Encoding[packed]
	contextEncoding message.Encoding[contexts]
)

// pack packs a side.
func pack(s *side) *packed {
	p := &packed{About: s.About, generated: s.Generated, threads: s.Threads, leftOut: s.LeftOut, idle: s.Idle, noIdle: s.NoIdle, lengths: make([]uint32, 0, names*len(s.Methods)), ids: make([]int64, len(s.Methods)), costs: make([]int64, 0, costFigures*len(s.Costs))}
	size := 0
	for i := range s.Methods {
		m := &s.Methods[i]
		size += len(m.Class) + len(m.Name) + len(m.Signature) + len(m.Library)
	}
	text := make([]byte, 0, size)
	for i := range s.Methods {
		m := &s.Methods[i]
		p.ids[i] = int64(m.ID)
		if m.Own {
			p.own = append(p.own, trace.MethodIndex(i))
		}
		text = append(append(append(append(text, m.Class...), m.Name...), m.Signature...), m.Library...)
		p.lengths = append(p.lengths, uint32(len(m.Class)), uint32(len(m.Name)), uint32(len(m.Signature)), uint32(len(m.Library)))
	}
	p.text = string(text)
	for i := range s.Costs {
		c := &s.Costs[i]
		p.costs = append(append(append(p.costs, c.Calls, c.Recursive), c.Inclusive[:]...), c.Exclusive[:]...)
	}
	for _, l := range s.Links {
		p.links = append(p.links, l.Callee, l.Caller)
	}
	return p
}

// unpack returns the side. It returns an error if the columns do not match.
func (p *packed) unpack() (*side, error) {
	s := &side{Side: &compare.Side{About: p.About, Generated: p.generated, Threads: p.threads, LeftOut: p.leftOut, Idle: p.idle, NoIdle: p.noIdle}}
	methods := len(p.ids)
	if len(p.lengths) != names*methods || len(p.costs) != costFigures*methods || len(p.links)%2 != 0 {
		return nil, errSide
	}
	s.Methods, s.Costs, s.Links = make([]compare.Method, methods), make([]profile.Method, methods), make([]compare.Link, len(p.links)/2)
	text := p.text
	for i := range s.Methods {
		m := &s.Methods[i]
		for k, v := range [names]*string{&m.Class, &m.Name, &m.Signature, &m.Library} {
			n := p.lengths[names*i+k]
			if int64(n) > int64(len(text)) {
				return nil, errSide
			}
			*v, text = text[:n], text[n:]
		}
		m.ID = trace.MethodID(p.ids[i])
		c, of := &s.Costs[i], p.costs[costFigures*i:]
		c.Calls, c.Recursive, c.Inclusive, c.Exclusive = of[0], of[1], profile.Times(of[2:5]), profile.Times(of[5:8])
	}
	for _, i := range p.own {
		if int64(i) >= int64(methods) {
			return nil, errSide
		}
		s.Methods[i].Own = true
	}
	for i := range s.Links {
		s.Links[i] = compare.Link{Callee: p.links[2*i], Caller: p.links[2*i+1]}
	}
	return s, nil
}

// written encodes a side without its contexts and its story.
func written(s *side) []byte {
	p := pack(s)
	size := len(p.text) + 4*len(p.lengths) + 8*len(p.ids) + 8*len(p.costs) + 4*len(p.links) + 1000
	return sideEncoding.Append(make([]byte, 0, size), p)
}

// read decodes what written encoded. It returns an error if the parts do not match.
func read(data []byte) (*side, error) {
	var p packed
	if err := sideEncoding.Decode(data, &p); err != nil {
		return nil, errSide
	}
	s, err := p.unpack()
	if err != nil {
		return nil, err
	}
	has := func(m trace.MethodIndex) bool { return int64(m) < int64(len(s.Methods)) }
	for i, m := range s.Generated {
		if !has(m) || i > 0 && m <= s.Generated[i-1] {
			return nil, errSide
		}
	}
	for _, l := range s.Links {
		if !has(l.Callee) || l.Caller != compare.None && !has(l.Caller) {
			return nil, errSide
		}
	}
	return s, nil
}

// writtenContexts encodes the contexts and the story of a side.
func writtenContexts(s *side) []byte {
	const row = 4 + 4 + 8 + 3*8 // bytes
	return contextEncoding.Append(make([]byte, 0, row*len(s.Method)+64), &contexts{s.Columns, s.story})
}

// readContexts decodes what writtenContexts encoded, into the side. It returns an error if the contexts
// do not match the side.
func readContexts(data []byte, of *side) error {
	var decoded contexts
	if err := contextEncoding.Decode(data, &decoded); err != nil {
		return errSide
	}
	s := decoded.Columns
	rows := len(s.Method)
	if rows == 0 || len(s.Parent) != rows || len(s.Calls) != rows {
		return errSide
	}
	for i := range s.Exclusive {
		if s.Exclusive[i] != nil && len(s.Exclusive[i]) != rows {
			return errSide
		}
	}
	fits := true
	profile.Blocks(rows, func(a, b int) {
		for row := max(1, a); row < b; row++ {
			fits = fits && int64(s.Method[row]) < int64(len(of.Methods)) && int(s.Parent[row]) < row
		}
	})
	if !fits {
		return errSide
	}
	s.Method[0], s.Parent[0] = call.NoMethod, profile.NoRow
	of.Columns, of.story = s, decoded.story
	return nil
}
