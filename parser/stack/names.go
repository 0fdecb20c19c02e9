package stack

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/wait"
)

// A Kind is the kind of a box in a tree of stacks. The kind of a frame is the origin of its code.
type Kind uint8

const (
	Group    Kind = iota // no frame: a process, or the threads of a name
	Own                  // Java code of the app
	Library              // Java code of a library
	Platform             // other Java code
	Native
	Main // no frame: the main thread of a process
)

// KindOf returns the origin of a frame in an app's process.
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

// Names numbers the parts of stacks, for all trees of the open dumps: equal frames have one number,
// in any file. The zero Names is empty.
type Names struct {
	Text []string // by number, as long as the file has it
	Kind []Kind   // by number

	ids map[key]uint32
	at  map[process][]uint32 // by PlaceID: number plus 1
}

// A process is the key for the origin of a stack line in a dump.
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

// Group returns the number of a box above frames: a process, or threads with one name.
func (n *Names) Group(text string) uint32 { return n.number(key{Group, text}, text) }

// Main returns the number of a main thread's name, which stands above its frames.
func (n *Names) Main(text string) uint32 { return n.number(key{Main, text}, text) }

// Frame returns the number of a stack line of an app's process.
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

// Folded returns the number of a stack line without the digits in its name, which differ between
// builds. It keeps no reference to the dump.
func (n *Names) Folded(d *dump.Dump, app platform.App, place dump.PlaceID) uint32 {
	f := d.Frame(place)
	text := wait.Fold(textOf(&f))
	return n.number(key{KindOf(app, &f), text}, text)
}

// textOf returns the displayed name of a frame.
func textOf(f *dump.Frame) string {
	if f.Kind == dump.NativeFrame && f.Symbol != "" {
		return f.Symbol
	}
	return strings.TrimSuffix(f.Name(), "!")
}

// Leave drops the cache for closed dumps. Numbers stay valid.
func (n *Names) Leave() { n.at = nil }
