package words

// A Scale is the unit of the figures of two traces. See package compare.
type Scale uint8

const (
	AsMeasured Scale = iota
	OfWhole          // in billionths of all calls of a trace, or of the time in them
	PerCall          // per call of one method: times in ns, calls in millionths
)

// Time formats a time in ns or, if counted, a count of the measured events.
func (s Scale) Time(n int64, counted bool) string {
	if s == OfWhole {
		return Share(float64(n) / 1e9)
	}
	return Amount(n, counted)
}

// Calls formats a number of calls.
func (s Scale) Calls(n int64) string {
	switch s {
	case OfWhole:
		return Share(float64(n) / 1e9)
	case PerCall:
		return Figure(float64(n) / 1e6)
	}
	return Count(n)
}
