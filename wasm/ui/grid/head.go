package grid

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/node"
)

// The heads of the columns, for mouse and keyboard: Tab reaches one of them, arrow keys move between them,
// Enter sorts. One head opens the menu of columns.

// Ids of the heads before those of the figures, without the prefix.
const (
	rankHead    = "rank"
	nameHead    = "name"
	columnsHead = "columns"
)

// codeHeads are the ends of the ids of the switch of code, by message.Code.
var codeHeads = [...]string{"all", "own", "charged"}

func (c *Table) headID(head string) string { return c.Name + "-sort-" + head }

// headIDs returns the ids of all heads, from left to right.
func (c *Table) headIDs() []string {
	all := []string{c.headID(rankHead), c.headID(nameHead), c.headID(columnsHead)}
	if c.Groups.Set != nil {
		all = append(all, c.headID(ByHead))
	}
	if c.Desk.CanCharge() {
		for _, head := range codeHeads {
			all = append(all, c.headID(head))
		}
	}
	for i := range c.columns {
		all = append(all, c.sortID(i))
	}
	return all
}

// headKey handles a key while a head or the menu of columns has the focus.
func (c *Table) headKey(k canvas.Key) bool {
	if c.menu && k.Name == "Escape" {
		c.closeMenu()
		return true
	}
	if c.menu && strings.HasPrefix(k.Focus, c.menuID("")) {
		return c.step(c.stops(), k, "ArrowUp", "ArrowDown")
	}
	if !strings.HasPrefix(k.Focus, c.headID("")) {
		return false
	}
	if k.Name == "ArrowDown" {
		c.Desk.Host.Focus(c.Name + "-rows")
		c.RowKey(c.Desk.Host, k, c.view)
		return true
	}
	return k.Name == "ArrowUp" || c.step(c.headIDs(), k, "ArrowLeft", "ArrowRight")
}

// step moves the focus along ids by the keys back, on, Home and End. It returns false for other keys.
func (c *Table) step(ids []string, k canvas.Key, back, on string) bool {
	to := slices.Index(ids, k.Focus)
	switch k.Name {
	case back:
		to--
	case on:
		to++
	case "Home":
		to = 0
	case "End":
		to = len(ids) - 1
	default:
		return false
	}
	c.Desk.Host.Focus(ids[max(0, min(to, len(ids)-1))])
	return true
}

// An item is a line of the menu: a figure, or a clock to show always.
type item struct {
	ID, Name     string // id of its checkbox, and its label
	On           bool
	Moves        bool   // a figure, which can move
	Back, Onward string // ids of the buttons that move it
}

// menuID returns the id of an element of the menu.
func (c *Table) menuID(part string) string { return c.Name + "-columns-" + part }

// items returns the lines of the menu, nil while it is closed.
func (c *Table) items() []item {
	if !c.menu {
		return nil
	}
	var all []item
	d := c.Desk
	for i, f := range d.Columns.Order {
		n := strconv.Itoa(i)
		k := columnOf(d, f, d.Clock)
		all = append(all, item{c.menuID("figure-" + n), k.Title, !d.Columns.Hidden[f], true, c.menuID("back-" + n), c.menuID("onward-" + n)})
	}
	if clocks := d.Clocks(); len(clocks) > 1 {
		for _, clock := range clocks {
			all = append(all, item{ID: c.menuID("clock-" + strconv.Itoa(int(clock))), Name: words.Say("{1} always", d.ClockName(clock)), On: d.Columns.Always[clock]})
		}
	}
	return all
}

// stops returns the ids that arrow keys visit in the menu.
func (c *Table) stops() []string {
	var all []string
	for _, i := range c.items() {
		all = append(all, i.ID)
	}
	return append(all, c.menuID("usual"))
}

func (c *Table) openMenu() {
	if c.menu {
		c.closeMenu()
		return
	}
	c.menu = true
	c.Desk.Host.Focus(c.menuID("figure-0"))
}

func (c *Table) closeMenu() {
	c.menu = false
	c.Desk.Host.Focus(c.headID(columnsHead))
}

// columnsClicked handles a click in the menu.
func (c *Table) columnsClicked(event vugu.DOMEvent) {
	set := &c.Desk.Columns
	node.Routes{
		c.menuID("figure"): func(n int) {
			if n >= 0 && n < len(set.Order) {
				set.Toggle(set.Order[n])
			}
		},
		c.menuID("back"):   func(n int) { set.Move(n, -1) },
		c.menuID("onward"): func(n int) { set.Move(n, 1) },
		c.menuID("clock"): func(n int) {
			if clock := message.Clock(n); slices.Contains(c.Desk.Clocks(), clock) {
				set.ToggleClock(clock)
			}
		},
		c.menuID("usual"): func(int) { set.Reset() },
	}.Dispatch(event)
}
