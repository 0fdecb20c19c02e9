package desk

import (
	"slices"
	"strings"

	"traceglass/wasm/message"
)

// A Figure is what a column of a table says of a method.
type Figure uint8

const (
	InclusiveShare Figure = iota
	Inclusive
	ExclusiveShare
	Exclusive
	Calls
	PerCall
	Figures // how many there are
)

// Columns is which columns the tables of figures have: those of the chosen clock, and of others
// that are to be seen beside it. The next visit begins with the same.
type Columns struct {
	host   Host
	Order  []Figure // all of them, seen or not
	Hidden [Figures]bool
	Always [3]bool // by clock: seen also while another is chosen
}

// columnsKey is what the columns are remembered under: "01-2345" says that the third is hidden,
// "01-2345/1" that the CPU clock's are seen beside those chosen.
const columnsKey = "columns"

// recall takes the columns of the last visit; without any, or by a text that is none of ours,
// they are the usual ones.
func (c *Columns) recall(host Host) {
	*c = Columns{host: host}
	figures, clocks, _ := strings.Cut(host.Recall(columnsKey), "/")
	hide := false
	for _, r := range figures {
		f := Figure(r - '0')
		switch {
		case r == '-':
			hide = true
			continue
		case r >= '0' && f < Figures && !slices.Contains(c.Order, f):
			c.Order = append(c.Order, f)
			c.Hidden[f] = hide
		}
		hide = false
	}
	if len(c.Order) < int(Figures) {
		c.SetDefault()
		return
	}
	for _, r := range clocks {
		if r >= '0' && r <= '2' {
			c.Always[r-'0'] = true
		}
	}
}

// SetDefault makes them the usual columns: all figures, of the chosen clock alone.
func (c *Columns) SetDefault() {
	*c = Columns{host: c.host}
	for f := range Figures {
		c.Order = append(c.Order, f)
	}
}

// keep has the next visit begin with these columns.
func (c *Columns) keep() {
	var b strings.Builder
	for _, f := range c.Order {
		if c.Hidden[f] {
			b.WriteByte('-')
		}
		b.WriteByte('0' + byte(f))
	}
	for clock, on := range c.Always {
		if on {
			if !strings.Contains(b.String(), "/") {
				b.WriteByte('/')
			}
			b.WriteByte('0' + byte(clock))
		}
	}
	c.host.Remember(columnsKey, b.String())
}

// Reset goes back to the usual columns.
func (c *Columns) Reset() {
	c.SetDefault()
	c.keep()
}

// Toggle shows a column, or no more.
func (c *Columns) Toggle(f Figure) {
	c.Hidden[f] = !c.Hidden[f]
	c.keep()
}

// ToggleClock shows a clock's columns beside those of the chosen one, or no more.
func (c *Columns) ToggleClock(clock message.Clock) {
	c.Always[clock] = !c.Always[clock]
	c.keep()
}

// Move moves the n-th column by so many places, as far as there are any.
func (c *Columns) Move(n, by int) {
	to := n + by
	if n < 0 || n >= len(c.Order) || to < 0 || to >= len(c.Order) {
		return
	}
	c.Order[n], c.Order[to] = c.Order[to], c.Order[n]
	c.keep()
}
