package message

// A Unit is what figures of two traces are given in, as package compare has them.
type Unit uint8

const (
	AsMeasured Unit = iota
	OfWhole         // in parts of a milliard of all calls of the trace, or of all time in them
	PerCall         // for each call of one method: ns, and calls in millionths
)

func (Unit) Last() uint8 { return uint8(PerCall) }

// A Scale is a Unit, and the method of PerCall as a Repair names it in B.
type Scale struct {
	Unit   Unit
	Method string
}
