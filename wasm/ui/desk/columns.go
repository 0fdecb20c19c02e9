package desk

import (
	"slices"
	"strings"

	"traceglass/wasm/message"
)

// A Figure is a kind of column in the tables of figures.
type Figure uint8

const (
	InclusiveShare Figure = iota
	Inclusive
	ExclusiveShare
	Exclusive
	Calls
	PerCall
	Figures // the number of figures
)

// Columns are the columns of the tables of figures: the order and visibility of the figures, and the clocks
// that have columns even while another clock is selected. The browser stores them for the next visit.
type Columns struct {
	host   Host
	Order  []Figure // all figures, hidden ones too
	Hidden [Figures]bool
	Always [3]bool // by clock: shown even while another clock is selected
}

// columnsKey is the key of the stored columns. "01-2345" hides the third figure. "01-2345/1" also always shows
// the CPU clock.
const columnsKey = "columns"

// recall restores the columns of the last visit. It uses the defaults if nothing valid is stored.
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

// SetDefault shows all figures, of the selected clock only.
func (c *Columns) SetDefault() {
	*c = Columns{host: c.host}
	for f := range Figures {
		c.Order = append(c.Order, f)
	}
}

// keep stores the columns for the next visit.
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

// Reset restores and stores the default columns.
func (c *Columns) Reset() {
	c.SetDefault()
	c.keep()
}

// Toggle shows or hides a column.
func (c *Columns) Toggle(f Figure) {
	c.Hidden[f] = !c.Hidden[f]
	c.keep()
}

// ToggleClock sets whether a clock has columns even while another clock is selected.
func (c *Columns) ToggleClock(clock message.Clock) {
	c.Always[clock] = !c.Always[clock]
	c.keep()
}

// Move moves column n by a number of places. It does nothing if the target is out of range.
func (c *Columns) Move(n, by int) {
	to := n + by
	if n < 0 || n >= len(c.Order) || to < 0 || to >= len(c.Order) {
		return
	}
	c.Order[n], c.Order[to] = c.Order[to], c.Order[n]
	c.keep()
}
