package overtime

import (
	"cmp"
	"fmt"
	"slices"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// signs are the engine's findings over all dumps of a thread.
var signs = [...]words.Text{"", "idle", "unchanged", "stuck", "busy loop"}

// A line is a thread's row in the table.
type line struct {
	ID, Class, Name, Sign, Run, CPU string
	Index                           int
	Cells                           []cell
}

// A cell is the work of a thread in one dump.
type cell struct{ ID, Class, Text, Title string }

func (l line) equal(other line) bool {
	return l.ID == other.ID && l.Class == other.Class && l.Name == other.Name && l.Sign == other.Sign && l.Run == other.Run &&
		l.CPU == other.CPU && slices.Equal(l.Cells, other.Cells)
}

// changedRows returns the visible rows if they differ from those in the browser.
func (v *View) changedRows() []line {
	if v.reply == nil {
		return nil
	}
	var all []line
	for i := range v.reply.Rows {
		r := &v.reply.Rows[i]
		l := line{
			Index: v.reply.First + i, Class: "row course", Name: words.Clip(r.Name),
			Sign: signs[min(int(r.Sign), len(signs)-1)].String(), CPU: words.CPUTime(r.CPU),
		}
		l.ID = node.ID("course-row", l.Index)
		if r.Sign >= message.Unchanged {
			l.Run = words.Say("in {1} dumps", words.Count(int64(r.Run)))
		}
		switch r.Sign {
		case message.Stuck:
			l.Class += " stuck"
		case message.Loops:
			l.Class += " loops"
		}
		for k := range r.Cells {
			l.Cells = append(l.Cells, v.cell(l.Index, k, &r.Cells[k]))
		}
		all = append(all, l)
	}
	return list.ChangedFunc(&v.rows, all, line{Class: "none"}, line.equal)
}

func (v *View) cell(row, column int, c *message.CourseCell) cell {
	class, text := "course-cell missing", "–"
	if c.Thread != message.NoNode {
		class, text = "course-cell "+desk.StateName(c.Class), words.Clip(c.State)
		if c.Same {
			text = "= " + text
		}
		if c.CPU >= 0 {
			text += " +" + words.CPUTime(c.CPU)
		}
		if c.Top != "" {
			text += " · " + words.Clip(words.ShortLabel(cmp.Or(c.ReadableTop, c.Top)))
		}
		if c.Thread == v.dumps.Thread {
			class += " chosen"
		}
	}
	if row == v.list.Cursor && column == v.column {
		class += " cursor"
	}
	title := text
	if c.Raw != "" {
		title += "\n" + desk.InFile(c.Raw)
	}
	return cell{cellID(row, column), class, text, title}
}

func cellID(row, column int) string { return node.ID(node.ID("course", column), row) }

// A head is the head of a column.
type head struct{ Class, Name, After, Title string }

// changedHeads returns the heads if they differ from those in the browser: first the columns about the whole
// thread, then one for each dump.
func (v *View) changedHeads() []head {
	if v.reply == nil || !v.heads.Changed(fmt.Sprint(v.reply.Dumps)) {
		return nil
	}
	all := []head{
		{"name", words.T("Thread"), "", words.T("The thread's name in the last dump that has it")},
		{"sign", words.T("Sign"), "", words.T("All dumps together")},
		{"num", "CPU", "", words.T("Processor time used from the first dump to the last")},
	}
	for _, d := range v.reply.Dumps {
		h := head{Name: words.Clip(d.Name), Title: words.Clip(d.Time)}
		if d.After >= 0 {
			h.After = "+" + words.Elapsed(d.After)
		}
		all = append(all, h)
	}
	return all
}

func (v *View) gridStyle() string {
	n := 2
	if v.reply != nil {
		n = len(v.reply.Dumps)
	}
	return fmt.Sprintf("--name-min:150px;--columns:minmax(150px,1fr) 92px 72px repeat(%d,minmax(190px,1.4fr));--least:%dpx", n, 314+190*n)
}

// first returns the first visible row, -1 for none.
func (v *View) first() int {
	if v.reply == nil {
		return -1
	}
	return v.reply.First
}

func (v *View) columns() int {
	if v.reply == nil {
		return 3
	}
	return 3 + len(v.reply.Dumps)
}
