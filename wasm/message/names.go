package message

import "strings"

// FrameNames is the first number of names in the boxes of dumps: frames, and the pools and processes above them. Lower numbers
// are methods of a trace.
const FrameNames uint32 = 1 << 31

// SideNames is the first number of the methods of A, if two traces are drawn. The methods of B start at twice SideNames.
const SideNames uint32 = 1 << 28

// ChangeNames is the first number of names in the frames of two traces. Such a name includes the change. The numbers end at
// FrameNames, and no number has two names.
const ChangeNames uint32 = 1 << 30

// Names asks for the names of methods. The names in a table come with its rows. The page keeps them, so each name is sent
// once.
type Names struct {
	request[*NamesReply]

	Methods []uint32
}

// A NamesReply answers Names.
type NamesReply struct {
	reply

	Names []Name
}

// A Slot is an index of the palette: a scene.Slot without its flags.
type Slot uint8

func (Slot) Last() uint8 { return 74 }

// A Name has all facts about a method except its figures.
type Name struct {
	Method    uint32
	ID        string // "0x1f40", as in the file
	Class     string // with dots; can be ""
	Name      string // can be ""
	Label     string // "java.util.Vector.get", "unknown 0x990"
	Signature string
	Params    string // "(long, int)" if another method of the trace has the same label, else ""
	File      string
	Line      int
	Rank      uint32 // by inclusive time in the whole trace, from 1
	Colour    Slot   // by rank
	Package   Slot   // by package, the same in every trace
	Origin    Slot   // by origin: own, library, platform or native code
	Switches  bool   // it is the pseudo method whose calls are context switches
	Mark      string // a change, which stays visible in front of a shortened name

	ReadableClass, ReadableName string // for a name that a compiler generated, else ""

	Raw string // the original name and more facts, if a map changed the name; else ""
}

// Readable returns the readable name with its class, if it has one, or "".
func (n *Name) Readable() string { return strings.TrimPrefix(n.ReadableClass+"."+n.ReadableName, ".") }

// Shown returns the class, the name and both as they are shown.
func (n *Name) Shown() (class, name, label string) {
	if n.ReadableName != "" {
		return n.ReadableClass, n.ReadableName, n.Readable()
	}
	return n.Class, n.Name, n.Label
}
