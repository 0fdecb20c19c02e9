package message

// FrameNames is the first of the numbers by which Names knows what the canvases of dumps
// write into their boxes: frames, and the pools and processes above them. Those below are
// methods of a trace.
const FrameNames uint32 = 1 << 31

// SideNames is the first of the numbers of the methods of A, where both are drawn; those of B begin at
// twice that.
const SideNames uint32 = 1 << 28

// ChangeNames is the first of the numbers of what is written into the frames of two traces, each with
// its change. They end where those of dumps begin, and are never of two figures.
const ChangeNames uint32 = 1 << 30

// Names asks for the names of methods. Those of a table's rows come with the rows. The
// page keeps them: a name crosses once.
type Names struct {
	request[*NamesReply]

	Methods []uint32
}

// A NamesReply answers Names.
type NamesReply struct {
	reply

	Names []Name
}

// A Slot is a place in the palette, as scene.Slot without its flags.
type Slot uint8

func (Slot) Last() uint8 { return 74 }

// A Name is all that is known of a method but its figures.
type Name struct {
	Method    uint32
	ID        string // "0x1f40", as in the file
	Class     string // dotted; may be ""
	Name      string // may be ""
	Label     string // "java.util.Vector.get", "unknown 0x990"
	Signature string
	Params    string // "(long, int)" where another method of the trace has the same label, else ""
	File      string
	Line      int
	Rank      uint32 // place by inclusive time over the whole trace, from 0
	Colour    Slot   // by rank
	Package   Slot   // by package, the same in every trace
	Origin    Slot   // by origin: own, library, platform or native code
	Switches  bool   // it is the pseudo method that context switches are calls of
	Mark      string // stands before it wherever it is cut: a change
	Raw       string // what the file has, and what else is to be known, where a map has given the name; "" else
}
