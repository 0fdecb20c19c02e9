package app

import "traceglass/wasm/message"

// The page goes on with another program when files are opened whose views this one has not. What
// belongs to no file passes from one to the other, and what is known of the files that are read.

// pass codes it.
func (c *App) pass(to *message.Coder) {
	o, x := &c.opening, &c.exports
	for _, v := range [...]*string{&c.page.File, &o.replaced, (*string)(&c.theme), &c.desk.Tab, &x.name, &x.job} {
		to.String(v)
	}
	for _, v := range [...]*bool{&o.dumpFirst, &o.replacing, &c.updated} {
		to.Bool(v)
	}
	for _, v := range [...]*int64{&o.began, &o.progress.Size} {
		to.I64(v)
	}
	to.Int(&c.serials)
	n := len(x.waiting)
	to.Int(&n)
	for i := range n {
		if i == len(x.waiting) {
			x.waiting = append(x.waiting, waiting{})
		}
		to.String(&x.waiting[i].name)
		to.String(&x.waiting[i].job)
	}
}

// Pass tells the program that goes on what it must know.
func (c *App) Pass() []byte { return message.Written(c.pass) }

// GoOn takes up what another program passed: files are being read.
func (c *App) GoOn(data []byte) {
	if message.Read(data, c.pass) == nil {
		c.opening.stage = reading
		c.host.Theme(string(c.theme))
	}
	c.changed()
}
