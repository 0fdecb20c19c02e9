package stack

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
)

// A Kind says what a box of a tree of stacks is, and whose code a frame is.
type Kind uint8

const (
	Group    Kind = iota // no frame: a process, or the threads of a name
	Own                  // Java code of the app
	Library              // Java code of a library
	Platform             // other Java code
	Native
	Main // no frame: the main thread of a process
)

// KindOf is whose code a frame of an app's process is.
func KindOf(app platform.App, f *dump.Frame) Kind {
	if f.Kind != dump.JavaFrame {
		return Native
	}
	switch app.Of(f.Class) {
	case platform.Own:
		return Own
	case platform.Library:
		return Library
	}
	return Platform
}

// Names number what stacks are made of, for all trees of the dumps that are open: equal frames
// have one number, in whichever file they are. The zero Names has none.
type Names struct {
	Text []string // by number, as long as the file has it
	Kind []Kind   // by number

	ids map[key]uint32
	at  map[process][]uint32 // by PlaceID: number plus 1
}

// A process is what tells whose code a stack line is, in which dump.
type process struct {
	d   *dump.Dump
	app platform.App
}

// A key is equal for frames that are.
type key struct {
	kind Kind
	text string
}

func (n *Names) number(k key, text string) uint32 {
	if n.ids == nil {
		n.ids = map[key]uint32{}
	}
	id, ok := n.ids[k]
	if !ok {
		id = uint32(len(n.Text))
		n.ids[k] = id
		n.Text, n.Kind = append(n.Text, text), append(n.Kind, k.kind)
	}
	return id
}

// Group is the number of what stands above frames: a process, or the threads of a name.
func (n *Names) Group(text string) uint32 { return n.number(key{Group, text}, text) }

// Main returns the number of a main thread's name, which stands above its frames.
func (n *Names) Main(text string) uint32 { return n.number(key{Main, text}, text) }

// Frame is the number of a stack line of an app's process.
func (n *Names) Frame(d *dump.Dump, app platform.App, place dump.PlaceID) uint32 {
	if n.at == nil {
		n.at = map[process][]uint32{}
	}
	at := n.at[process{d, app}]
	if at == nil {
		at = make([]uint32, d.Places())
		n.at[process{d, app}] = at
	}
	if at[place] == 0 {
		f := d.Frame(place)
		at[place] = n.number(key{KindOf(app, &f), f.Key()}, textOf(&f)) + 1
	}
	return at[place] - 1
}

// Folded is the number of a stack line without the numbers in its name, which differ from build
// to build. It keeps nothing of the dump.
func (n *Names) Folded(d *dump.Dump, app platform.App, place dump.PlaceID) uint32 {
	f := d.Frame(place)
	text := wait.Fold(textOf(&f))
	return n.number(key{KindOf(app, &f), text}, text)
}

// textOf is what a frame is called.
func textOf(f *dump.Frame) string {
	if f.Kind == dump.NativeFrame && f.Symbol != "" {
		return f.Symbol
	}
	return strings.TrimSuffix(f.Name(), "!")
}

// Leave forgets what it has kept of dumps that are closed. The numbers stay what they are.
func (n *Names) Leave() { n.at = nil }
