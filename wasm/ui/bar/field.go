package bar

import (
	"strconv"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/ui/node"
)

// A Field is a *Select or a *Find. It has no event handlers of its own, because Vugu drops those of an element that a
// build leaves out. The toolbar around it calls Handle.
type Field interface {
	edited() (id string, do func(value string))
}

// Handle handles an event of one of the fields. It returns false for an event of another element.
func Handle(event vugu.DOMEvent, fields ...Field) bool {
	target := event.PropString("target", "id")
	for _, f := range fields {
		if id, do := f.edited(); id == target {
			do(node.Value(event))
			return true
		}
	}
	return false
}

// A Select is a menu of values with its label, and its component.
type Select struct {
	ID      string
	Label   words.Text // before it, "" for none
	Named   words.Text // names it for screen readers if it has no label
	Title   string     // "" for none
	Hidden  bool
	Options []Option
	Do      func(value string) // handles a choice
}

func (c *Select) edited() (id string, do func(value string)) { return c.ID, c.Do }

// An Option is an option of a Select.
type Option struct {
	Value, Name string
	On          bool
}

// Numbered returns options with the values 0, 1 and so on.
func Numbered(names []words.Text, on int) []Option {
	all := make([]Option, len(names))
	for i, name := range names {
		all[i] = Option{strconv.Itoa(i), name.String(), i == on}
	}
	return all
}

// Number returns a Do for options whose values are numbers from 0.
func Number(do func(n int)) func(value string) {
	return func(value string) {
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			do(n)
		}
	}
}

// A Find is a search field, and its component.
type Find struct {
	ID    string
	Empty words.Text // shown while the field is empty: what to search for, or the key that leads here
	Named words.Text // names it for screen readers
	Title string     // "" for none
	Text  string
	Do    func(text string) // handles an edit
}

func (c *Find) edited() (id string, do func(value string)) { return c.ID, c.Do }
