package app

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// A runRoom is the room of many runs.
type runRoom interface {
	room
	Open(m *message.Runs, do desk.RunActions)
	Put(run, group int) // moves a run into a group: 0 is A, 1 is B, 2 is left out
}

// openRuns shows runs that were read.
func (c *files) openRuns(m *message.Runs) {
	read := 0
	for i := range m.Runs {
		if m.Runs[i].Why == "" {
			read++
		}
	}
	if read < 2 && m.Part.IsWhole() { // the user can choose another part in the room
		why := words.T("Fewer than two files could be read as runs.")
		if len(m.Runs) > 0 && m.Runs[0].Why != "" {
			why = words.Say("{1} {2}: {3}", why, words.Clip(m.Runs[0].Name), words.Filled(m.Runs[0].Why).String())
		}
		c.fail(why)
		return
	}
	c.forget()
	c.opening.stage, c.page.Room = opened, desk.RunsRoom
	c.runs.Open(m, desk.RunActions{Show: c.openRun, Read: c.readRuns})
	if again := &c.opening.again; !again.contains(again.at) {
		c.requestData() // the room reports its state before the history starts
	}
	c.enterHistory()
	c.opening.again = history{} // the room can read another part
	c.notifyReplaced()
}

// openRun opens a run as a trace, with the compared part selected.
func (c *files) openRun(run message.Run) {
	c.host.OpenRun(run)
	c.opening.part = &[2]int64{run.From, run.To}
}

// readRuns reads another part of the open runs.
func (c *files) readRuns(part message.RunsPart, back bool) {
	o, before, beforeAt, steps := &c.opening, c.opening.replaced, c.opening.replacedAt, c.past.history
	c.host.ReadRuns(part)
	o.replaced, o.replacedAt, o.replacing, o.again = before, beforeAt, false, steps // the files are the same
	o.back = back
}

// MoveRun moves a run that was dragged into a group.
func (c *files) MoveRun(run, group int) {
	if c.running() {
		c.runs.Put(run, group)
		c.past.changed()
	}
}

// compareMembers compares all traces of the ZIP file in the dialog.
func (c *Dialog) compareMembers() {
	from := c.choosing.from
	c.closeDialog()
	c.host.CompareMembers(from)
}
