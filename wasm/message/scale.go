package message

// A Unit is the unit of figures of two traces, as in package compare.
type Unit uint8

const (
	AsMeasured Unit = iota
	OfWhole         // billionths of all calls of the trace, or of the time in them
	PerCall         // for each call of one method: ns, and millionths of calls
)

func (Unit) Last() uint8 { return uint8(PerCall) }

// A Scale is a Unit, with the method of PerCall as a Repair names it in B.
type Scale struct {
	Unit   Unit
	Method string
}
