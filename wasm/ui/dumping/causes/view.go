// Package causes is the view of a pile of dumps: why the main thread did not answer in each
// file, equal causes put together, the most frequent first.
package causes

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/list"
	"traceglass/wasm/ui/node"
)

// A View is the groups, and the component of their panel.
type View struct {
	dumps *desk.Dumps
	query ask.Query[*message.CausesReply]
	reply *message.CausesReply // nil until it is here
	open  int                  // the group all of whose files are listed, -1 for none
	given list.Once[shown]
}

// shown is all that the panel depends on.
type shown struct {
	reply   *message.CausesReply
	open    int
	process uint32
}

// New makes the view.
func New(d *desk.Dumps) *View { return &View{dumps: d, open: -1} }

// Open begins with other dumps.
func (v *View) Open() { *v = View{dumps: v.dumps, open: -1} }

// Tab is the view's.
func (v *View) Tab() desk.Tab { return desk.Tab{ID: "causes", Name: "Causes"} }

// Offered reports whether there is more than one file to compare.
func (v *View) Offered() bool { return len(v.dumps.About.Files) > 1 }

// Wants asks for the groups.
func (v *View) Wants() {
	v.query.Want(&v.dumps.Page.Line, &message.Causes{}, func(m *message.CausesReply) { v.reply = m })
}

// Key is nobody's: the panel has no table.
func (v *View) Key(canvas.Key) bool { return false }

// Sized is of no box of the panel.
func (v *View) Sized(string, float64, float64) bool { return false }

func (v *View) shown() bool { return v.dumps.Tab == v.Tab().ID }

// fresh reports whether the browser does not have the groups yet.
func (v *View) fresh() bool {
	if !v.shown() {
		v.given.Forget()
		return false
	}
	return v.given.Fresh(shown{v.reply, v.open, v.dumps.Process})
}

// A group is one cause in the page.
type group struct {
	ID, Class, Count, Rule, Where, Text, Facts string
	Files                                      []file
	MoreID, More                               string
}

// A file is one dump of a cause.
type file struct{ ID, Class, Name string }

// few is how many files of a cause are listed until all are asked for, many how many then.
const few, many = 3, 200

// groups are the causes.
func (v *View) groups() []group {
	if v.reply == nil {
		return nil
	}
	var all []group
	for i := range v.reply.Groups {
		g := &v.reply.Groups[i]
		l := group{
			ID: node.ID("cause", i), Class: "alike", Count: words.Count(int64(g.Count)), Rule: strings.ReplaceAll(g.Rule, "-", " "),
			Where: words.Clip(where(g)), Text: words.Clip(g.Text), Facts: facts(g), MoreID: node.ID("cause-more", i),
		}
		n := min(len(g.Cases), few)
		if i == v.open {
			n = min(len(g.Cases), many)
		}
		for _, process := range g.Cases[:n] {
			p := &v.dumps.About.Processes[process]
			f := file{ID: node.ID("cause-case", int(process)), Class: "link", Name: words.Clip(v.dumps.About.Files[p.File].Name)}
			if process == v.dumps.Process {
				f.Class += " on"
				l.Class += " on"
			}
			l.Files = append(l.Files, f)
		}
		if more := int64(g.Count - n); more > 0 && i != v.open {
			l.More = words.Count(more) + " more"
		} else if more > 0 {
			l.More = "and " + words.Count(more) + " more, not listed"
		}
		all = append(all, l)
	}
	return all
}

// where is what tells a cause apart besides its rule.
func where(g *message.CauseGroup) string {
	var parts []string
	if g.Waits != "" {
		parts = append(parts, "for "+g.Waits)
	}
	if g.Holder != "" {
		parts = append(parts, "held up by "+g.Holder)
	}
	if g.Frames != "" {
		parts = append(parts, "in "+g.Frames)
	}
	return strings.Join(parts, ", ")
}

// facts are when and where a cause was met.
func facts(g *message.CauseGroup) string {
	var parts []string
	switch {
	case g.First == "":
	case g.First == g.Last:
		parts = append(parts, second(g.First))
	default:
		parts = append(parts, second(g.First)+" – "+second(g.Last))
	}
	if s := desk.NamesText(g.Releases); s != "" {
		parts = append(parts, "Android "+s)
	}
	if s := desk.NamesText(g.Processes); s != "" {
		parts = append(parts, s)
	}
	return strings.Join(parts, " · ")
}

// second is a time as dumps print it, without what is less than a second: "2024-01-01 10:00:00".
func second(time string) string { return time[:min(len(time), len("2024-01-01 10:00:00"))] }

// title counts.
func (v *View) title() string {
	r := v.reply
	if r == nil {
		return ""
	}
	s := words.Plural(int64(r.Dumps), "dump", "dumps") + ", " + words.Plural(int64(len(r.Groups)+r.Left), "cause", "causes")
	if r.Left > 0 {
		s += "; " + words.Count(int64(r.Left)) + " rare ones are not listed"
	}
	if r.Without > 0 {
		s += "; " + words.Plural(int64(r.Without), "file tells", "files tell") + " of none"
	}
	return s
}

// clicked shows the first dump of a cause, or the one that was clicked, or lists all.
func (v *View) clicked(event vugu.DOMEvent) {
	if v.reply == nil {
		return
	}
	node.Routes{
		"cause": func(n int) {
			if n < len(v.reply.Groups) {
				v.dumps.Choose(v.reply.Groups[n].Cases[0])
			}
		},
		"cause-case": func(n int) { v.dumps.Choose(uint32(n)) },
		"cause-more": func(n int) { v.open = n },
	}.Take(event)
}
