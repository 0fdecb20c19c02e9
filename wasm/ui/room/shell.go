package room

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// A Shell holds the views of a room, and passes each event to the view that it is for. A room embeds it.
type Shell struct {
	Views []View // the tabs, in the order of their keys from 1
	Parts []Part // always visible
	Tabs  Tabs

	page *desk.Page
	stem string        // of the ids of tabs and panels
	tab  *string       // id of the visible view
	open func(string)  // makes a view visible
	keys func() []View // nil if all views have keys
}

// Init prepares the shell of a room. Ids of its tabs begin with stem. tab is the id of the visible view.
func (s *Shell) Init(page *desk.Page, stem string, label words.Text, tab *string) {
	s.page, s.stem, s.tab = page, stem, tab
	s.open = func(to string) { *tab = to }
	s.Tabs = Tabs{shell: s, label: label}
}

// Answers returns nil, for rooms without text for an assistant.
func (s *Shell) Answers(bool) message.Request[*message.AnswerTextReply] { return nil }

// OnShow replaces the function that makes a view visible.
func (s *Shell) OnShow(open func(tab string)) { s.open = open }

// OnlyKeys limits the tabs that are offered to those that keys returns, in the order of their keys.
func (s *Shell) OnlyKeys(keys func() []View) { s.keys = keys }

// Begin resets all views for newly opened files.
func (s *Shell) Begin() {
	for p := range s.all {
		p.Open()
	}
}

// all yields the parts and the views.
func (s *Shell) all(yield func(Part) bool) {
	for _, p := range s.Parts {
		if !yield(p) {
			return
		}
	}
	for _, v := range s.Views {
		if !yield(v) {
			return
		}
	}
}

// ordered returns the views in the order of their keys.
func (s *Shell) ordered() []View {
	if s.keys != nil {
		return s.keys()
	}
	return s.Views
}

// Current returns the visible view. If the chosen one is not offered, it shows the first instead.
func (s *Shell) Current() View {
	i := slices.IndexFunc(s.Views, func(v View) bool { return v.Tab().ID == *s.tab })
	if i < 0 || !s.offered(s.Views[i]) {
		v := s.ordered()[0]
		*s.tab = v.Tab().ID
		return v
	}
	return s.Views[i]
}

// On reports whether a view is visible.
func (s *Shell) On(v View) bool { return v.Tab().ID == *s.tab }

// Show makes a view visible, if it is offered.
func (s *Shell) Show(v View) {
	if s.offered(v) {
		s.open(v.Tab().ID)
	}
}

func (s *Shell) offered(v View) bool {
	return (s.keys == nil || slices.Contains(s.keys(), v)) && !v.Status().Hidden
}

// ShowTab shows the view of an act that selects a tab. It returns false for other acts.
func (s *Shell) ShowTab(act canvas.Act) bool {
	views := s.ordered()
	n, ok := canvas.TabOf(act)
	if ok = ok && n < len(views); ok {
		s.Show(views[n])
	}
	return ok
}

// TabNames returns the names of the tabs with keys, in the order of the keys. It stops at a hidden tab.
func (s *Shell) TabNames() (names []string) {
	for _, v := range s.ordered() {
		if !s.offered(v) {
			break
		}
		names = append(names, v.Tab().Name.String())
	}
	return names
}

// TabID returns the id of a view's tab.
func (s *Shell) TabID(v View) string { return s.stem + "tab-" + v.Tab().ID }

// Key handles a key outside text fields: it moves among the tabs, or the visible view handles it.
func (s *Shell) Key(k canvas.Key) bool {
	if k.Mod || k.Alt {
		return false
	}
	if !strings.HasPrefix(k.Focus, s.stem+"tab-") {
		return s.Current().Key(k)
	}
	views := slices.DeleteFunc(slices.Clone(s.ordered()), func(v View) bool { return !s.offered(v) })
	to, ok := k.Along(slices.Index(views, s.Current()), len(views))
	if ok {
		s.Show(views[to])
		s.page.Host.Focus(s.TabID(views[to]))
	}
	return ok || s.Current().Key(k)
}

// none stands for the part with an unknown canvas.
var none struct{ NoView }

// drawer returns the part with a canvas.
func (s *Shell) drawer(on canvas.ID) Part {
	for p := range s.all {
		if slices.Contains(p.Canvases(), on) {
			return p
		}
	}
	return &none
}

// Input handles an input on a canvas.
func (s *Shell) Input(in canvas.Input) { s.drawer(in.Canvas).Input(in) }

// Drawn stores the layout of the list that is now on a canvas.
func (s *Shell) Drawn(g canvas.Geometry) { s.drawer(g.Canvas).Drawn(g) }

// HideTips hides the tooltips on all canvases.
func (s *Shell) HideTips() {
	for p := range s.all {
		for _, on := range p.Canvases() {
			p.Input(canvas.Input{Canvas: on, Kind: canvas.HideTips})
		}
	}
}

// Sized stores the offset and the size of a scroll box. It returns false if that changes nothing.
func (s *Shell) Sized(box string, top, height float64) bool {
	for p := range s.all {
		if p.Sized(box, top, height) {
			return true
		}
	}
	return false
}

// Menu opens the context menu of an element, by its id.
func (s *Shell) Menu(id string, at desk.Place) bool {
	return len(s.Views) > 0 && s.Current().Menu(id, at) || slices.ContainsFunc(s.Parts, func(p Part) bool { return p.Menu(id, at) })
}

// Some rooms have no notes, exports or commands, and handle no keys in text fields.

func (s *Shell) Editing(canvas.Key) bool                          { return false }
func (s *Shell) Notes() []message.Note                            { return nil }
func (s *Shell) NotePlaces() string                               { return "" }
func (s *Shell) Commands() []desk.Command                         { return nil }
func (s *Shell) Exports() []export.Group                          { return nil }
func (s *Shell) Refusal(*export.Export) string                    { return "" }
func (s *Shell) Job(*export.Export, desk.Part) (desk.Job, string) { return desk.Job{}, "" }

// Tabs is the row of tabs, and its component.
type Tabs struct {
	shell *Shell
	label words.Text
}

func (c *Tabs) panelID(v View) string { return c.shell.stem + "panel-" + v.Tab().ID }

// key returns the tooltip of a tab: its key, nil if it has none.
func (c *Tabs) key(v View) any {
	if key := canvas.TabKey(max(0, slices.Index(c.shell.ordered(), v))); key != "" {
		return words.Say("Key {1}", key)
	}
	return nil
}

// clicked shows the view of the clicked tab.
func (c *Tabs) clicked(event vugu.DOMEvent) {
	id := event.PropString("target", "id")
	for _, v := range c.shell.Views {
		if c.shell.TabID(v) == id {
			c.shell.Show(v)
		}
	}
}

func (c *Tabs) class(v View) string { return "tab" + node.ClassIf(c.shell.On(v), " on") }
