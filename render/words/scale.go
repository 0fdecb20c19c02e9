package words

// A Scale is what figures of two traces are given in, as package compare has them.
type Scale uint8

const (
	AsMeasured Scale = iota
	OfWhole          // in parts of a milliard of all calls of a trace, or of all time in them
	PerCall          // for each call of one method: ns, and calls in millionths
)

// Time writes a figure of time or, counted, of what is counted in its place.
func (s Scale) Time(n int64, counted bool) string {
	if s == OfWhole {
		return Share(float64(n) / 1e9)
	}
	return Amount(n, counted)
}

// Calls writes a number of calls.
func (s Scale) Calls(n int64) string {
	switch s {
	case OfWhole:
		return Share(float64(n) / 1e9)
	case PerCall:
		return Figure(float64(n) / 1e6)
	}
	return Count(n)
}
