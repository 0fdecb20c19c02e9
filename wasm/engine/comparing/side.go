package comparing

import (
	"errors"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/wasm/message"
)

// errSide is of a side that is none.
var errSide = errors.New("what the other trace's worker sent cannot be read")

// written is a side as bytes, but for its contexts.
func written(s *compare.Side) []byte {
	const method = 128 + 100 // bytes, about
	return message.Written(func(c *message.Coder) {
		c.Grow(method * len(s.Methods))
		code(c, s)
	})
}

// read reads what written wrote. What does not fit together is an error.
func read(data []byte) (*compare.Side, error) {
	s := &compare.Side{}
	if err := message.Read(data, func(c *message.Coder) { code(c, s) }); err != nil || len(s.Costs) != len(s.Methods) {
		return nil, errSide
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

// writtenContexts are the contexts of a side as bytes.
func writtenContexts(s *compare.Side) []byte {
	const row = 4 + 4 + 8 + 3*8 // bytes
	return message.Written(func(c *message.Coder) {
		c.Grow(row*len(s.Method) + 64)
		codeContexts(c, &s.Columns)
	})
}

// readContexts reads what writtenContexts wrote of a side. What does not fit it is an error.
func readContexts(data []byte, of *compare.Side) error {
	var s compare.Columns
	if err := message.Read(data, func(c *message.Coder) { codeContexts(c, &s) }); err != nil {
		return errSide
	}
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
			fits = fits && int64(s.Method[row]) < int64(len(of.Methods)) && s.Parent[row] >= 0 && int(s.Parent[row]) < row
		}
	})
	if !fits {
		return errSide
	}
	s.Method[0], s.Parent[0] = call.NoMethod, profile.NoRow
	of.Columns = s
	return nil
}

// codeContexts codes contexts, in columns.
func codeContexts(c *message.Coder, s *compare.Columns) {
	message.Numbers(c, &s.Method)
	message.Numbers(c, &s.Parent)
	message.Numbers(c, &s.Calls)
	for i := range s.Exclusive {
		message.Numbers(c, &s.Exclusive[i])
	}
}

// code codes a side, but for its contexts.
func code(c *message.Coder, s *compare.Side) {
	c.String(&s.Name)
	clocks := uint8(s.Clocks)
	c.U8(&clocks)
	s.Clocks = trace.Clocks(clocks)
	for _, b := range [...]*bool{&s.Waiting, &s.Samples, &s.Complete, &s.Overflow} {
		c.Bool(b)
	}
	c.String(&s.Event)
	message.List(c, &s.Methods, 25, func(c *message.Coder, m *compare.Method) {
		for _, v := range [...]*string{&m.Class, &m.Name, &m.Signature, &m.Library} {
			c.String(v)
		}
		id := int64(m.ID)
		c.I64(&id)
		m.ID = trace.MethodID(id)
		c.Bool(&m.Own)
	})
	message.List(c, &s.Costs, 64, func(c *message.Coder, m *profile.Method) {
		c.I64(&m.Calls)
		c.I64(&m.Recursive)
		times(c, &m.Inclusive)
		times(c, &m.Exclusive)
	})
	for _, threads := range [...]*[]compare.Thread{&s.Threads, &s.Others} {
		message.List(c, threads, 49, func(c *message.Coder, t *compare.Thread) {
			c.String(&t.Name)
			c.String(&t.Pool)
			c.Bool(&t.Main)
			c.Int(&t.Count)
			c.I64(&t.Calls)
			times(c, &t.Time)
		})
	}
	message.Numbers(c, &s.Generated)
	message.List(c, &s.Links, 8, func(c *message.Coder, l *compare.Link) {
		c.U32((*uint32)(&l.Callee))
		c.U32((*uint32)(&l.Caller))
	})
}

func times(c *message.Coder, t *profile.Times) {
	for i := range t {
		c.I64(&t[i])
	}
}
