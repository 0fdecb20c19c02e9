package ui

import (
	"strconv"

	"traceglass/wasm/message"
)

// find is the search. It highlights in every view; in the method table it steps.
type find struct {
	text   string
	only   bool // the table shows only what matches
	query  query
	hits   *message.Hits
	locate query
	number int // of the hit stepped to, from 1
	none   bool
}

// search looks for text.
func (c *App) search(text string) {
	if text != c.find.text {
		c.find.text = text
		c.find.number, c.find.none, c.find.hits = 0, false, nil
	}
}

// clearFind ends the search.
func (c *App) clearFind() {
	c.search("")
	c.find.query.asked = ""
}

// step goes to the next hit in the method table, or the one before.
func (c *App) step(back bool) {
	if c.find.text == "" {
		return
	}
	c.find.locate.ask(c.host, &message.Locate{
		Table: *c.methodRows(), Method: message.NoNode, After: c.methods.cursor, Back: back})
}

// locateMethod asks where in the table the selected method stands.
func (c *App) locateMethod() {
	c.find.locate.ask(c.host, &message.Locate{Table: *c.methodRows(), Method: c.sel.Method, After: -1})
}

// located moves the table to the row asked for. Where a hit was asked for, and only
// then, the answer has a number, and its method is selected.
func (c *App) located(at *message.Location) {
	c.find.none = c.find.text != "" && at.Hits == 0
	hit := at.Number > 0
	if at.Row < 0 || !hit && at.Method != c.sel.Method {
		return
	}
	if hit {
		c.find.number = at.Number
		if at.Wrapped {
			c.notice = "The search started over."
		}
		c.sel.setMethod(at.Method)
		c.names.need(at.Method)
	}
	c.methods.cursor = at.Row
	c.methods.bring(c, at.Row)
}

// tally says how much the search matches: "12 of 340, 18.2 %".
func (f *find) tally() string {
	switch {
	case f.text == "":
		return ""
	case f.none || f.hits != nil && f.hits.Methods == 0:
		return "no match"
	case f.hits == nil:
		return "…"
	}
	s := count(int64(f.hits.Methods))
	if f.number > 0 {
		s = strconv.Itoa(f.number) + " of " + s
	}
	return s + ", " + percent(f.hits.Share)
}
