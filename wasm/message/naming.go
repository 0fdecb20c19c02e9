package message

// Naming has names that an optimiser has shortened shown with a map of names, or as the file has
// them. Answered by Named.
type Naming struct{ On bool }

func (m *Naming) code(c *Coder) { c.Bool(&m.On) }

func (*Naming) answer(*Named) {}

// Named says what a map of names gave what is open: as news when it has been read, and as the
// answer to Naming. All that was told before has other names then: it is to be asked for anew.
type Named struct {
	Label string       // "97.4 % named", or that names are as in the file; "" where nothing is open that has names
	Text  string       // sentences: how many names were found, and whether the map is of the same build
	File  string       // the map's name
	On    bool         // names are the original ones
	Trace *Description // as it is now, nil without one
	Dumps *Dumps       // likewise
}

func (m *Named) code(c *Coder) {
	c.String(&m.Label)
	c.String(&m.Text)
	c.String(&m.File)
	c.Bool(&m.On)
	trace, dumps := m.Trace != nil, m.Dumps != nil
	if c.Bool(&trace); trace {
		if m.Trace == nil {
			m.Trace = &Description{}
		}
		m.Trace.code(c)
	}
	if c.Bool(&dumps); dumps {
		if m.Dumps == nil {
			m.Dumps = &Dumps{}
		}
		m.Dumps.code(c)
	}
}
