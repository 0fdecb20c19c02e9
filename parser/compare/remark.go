package compare

import (
	"fmt"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// Clocks returns the clocks with comparable figures on both sides.
func (c *Comparison) Clocks() []profile.Clock {
	return Clocks(&c.Sides[0].About, &c.Sides[1].About)
}

// Clocks returns the clocks with comparable figures in both recordings.
func Clocks(a, b *About) (clocks []profile.Clock) {
	for _, clock := range []profile.Clock{profile.Wall, profile.CPU, profile.Waiting} {
		if a.HasClock(clock) && b.HasClock(clock) && (clock != profile.CPU || a.Event == b.Event) {
			clocks = append(clocks, clock)
		}
	}
	return clocks
}

// Refusal returns the reason, in one sentence, that two sides cannot be compared, or nil.
func (c *Comparison) Refusal() error {
	a, b := c.Sides[0], c.Sides[1]
	for _, s := range c.Sides {
		if len(s.Methods) == 0 {
			return fmt.Errorf("%s has no calls that could be compared", s.Name)
		}
	}
	for _, p := range c.Pairs {
		if p.A != None && p.B != None {
			return nil
		}
	}
	return fmt.Errorf("%s and %s have no method in common, so there is nothing to compare", a.Name, b.Name)
}

// Remarks returns one sentence for each limit of the comparison that results from how the sides
// were recorded.
func (c *Comparison) Remarks() []string {
	a, b := c.Sides[0], c.Sides[1]
	remarks := Remarks(&a.About, &b.About, c.AreStrangers())
	for _, s := range c.Sides {
		if s.Overflow {
			remarks = append(remarks, fmt.Sprintf("The recording of %s was cut off when its buffer was full: later calls are missing from it. Record it again with a larger buffer.", s.Name))
		} else if !s.Complete {
			remarks = append(remarks, fmt.Sprintf("%s was not read to the end of its recording, so its figures are too small.", s.Name))
		}
	}
	return remarks
}

// AreStrangers reports whether both sides have own methods, but none in common: they seem to be of different apps.
func (c *Comparison) AreStrangers() bool {
	for i, p := range c.Pairs {
		if p.A != None && p.B != None && c.Name(i).Own {
			return false
		}
	}
	return hasOwn(c.Sides[0]) && hasOwn(c.Sides[1])
}

// Remarks returns one sentence for each limit of comparing two recordings. Strangers share no app
// code.
func Remarks(a, b *About, strangers bool) (remarks []string) {
	say := func(format string, args ...any) { remarks = append(remarks, fmt.Sprintf(format, args...)) }
	if len(Clocks(a, b)) == 0 {
		say("%s was timed by %s and %s by %s: their times cannot be compared, so only counts are compared.", a.Name, timed(a), b.Name, timed(b))
	} else if timed(a) != timed(b) {
		say("%s was timed by %s, %s by %s: only the clocks of both are compared.", a.Name, timed(a), b.Name, timed(b))
	}
	if a.Samples != b.Samples {
		sampled, whole := a, b
		if b.Samples {
			sampled, whole = b, a
		}
		say("%s was recorded by sampling and %s call by call: their counts cannot be compared. The first may lack short methods. Times of the second include what recording each call took.", sampled.Name, whole.Name)
	} else if a.Samples {
		say("Both were recorded by sampling: a method counts once for all samples in a row that show it. Counts and short times differ by chance.")
	}
	if strangers {
		say("No method of the apps' own code is in both, so these seem to be recordings of two apps. Only methods of Android and of libraries have a counterpart.")
	}
	return remarks
}

func hasOwn(s *Side) bool {
	for i := range s.Methods {
		if s.Methods[i].Own {
			return true
		}
	}
	return false
}

// timed returns words for the clocks of a recording's figures.
func timed(s *About) string {
	cpu := "CPU time"
	if s.Event != "" {
		cpu = "counts of " + trace.Visible(s.Event)
	}
	switch s.Clocks {
	case trace.Wall:
		return "wall time alone"
	case trace.CPU:
		return cpu + " alone"
	case trace.Dual:
		return "wall time and " + cpu
	}
	return "no clock"
}
