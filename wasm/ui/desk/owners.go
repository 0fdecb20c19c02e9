package desk

import (
	"strings"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// Owners say whose code packages are, where their names suggest another owner. The browser remembers them for all traces.
type Owners struct {
	Text  string // as in message.Assigned
	Here  string // as in message.Assigned, for links: they say nothing of other traces
	asked ask.Query[*message.Assigned]
}

const ownersKey = "owners"

// ownerParts is how many parts of a library's package the menu offers as the app's: com.example.shop, and not one of its packages.
const ownerParts = 3

// longestOwner is the most bytes of a package that gets an owner. Names of classes come from the file.
const longestOwner = 200

// Guessed opens the menu of a guess, which confirms or corrects it. The menu belongs to an element.
func (o *Owners) Guessed(d *Desk, element string) {
	guess := d.Trace.OwnGuess
	as := func(name words.Text, library bool) Command {
		return Command{Name: words.Say(name, words.Clip(guess)), Do: func() { o.assign(d, &message.Assign{Owners: o.Text, Prefix: guess, Library: library}) }}
	}
	d.OpenMenu(Menu{Title: words.Clip(guess), FullTitle: guess, Element: element, ReturnFocus: element, Items: []Command{as(ownItem, false), as(libraryItem, true)}})
}

// Names of the items that give a package to an owner.
const (
	ownItem     words.Text = "Treat {1} as my code"
	libraryItem words.Text = "Treat {1} as a library"
)

// Item returns the item of a method's menu that gives its package to the app, or to a library. ok is false for the code of
// others, and for a method without a package that Owners can hold.
func (o *Owners) Item(d *Desk, method uint32) (item Command, ok bool) {
	of := d.Names.known[method]
	parts, own := strings.Split(of.Class, "."), int(of.Origin) == int(scene.SlotOwn)
	if len(parts) < 2 || !own && int(of.Origin) != int(scene.SlotLibrary) {
		return item, false
	}
	name := libraryItem
	parts = parts[:len(parts)-1]
	if !own {
		parts, name = parts[:min(len(parts), ownerParts)], ownItem
	}
	prefix := strings.Join(parts, ".")
	if len(prefix) > longestOwner || strings.Contains(prefix, ",") {
		return item, false
	}
	item.Name = words.Say(name, words.Clip(prefix))
	item.Do = func() { o.assign(d, &message.Assign{Owners: o.Text, Prefix: prefix, Library: own}) }
	return item, true
}

// Set names the owners of a link or of a step back. The browser only remembers them if asked to.
func (o *Owners) Set(d *Desk, text string, remember bool) {
	if text == o.Here {
		return
	}
	o.Text, o.Here = text, text
	if remember {
		d.Host.Remember(ownersKey, text)
	}
	o.ask(d, &message.Assign{Owners: text}, nil)
}

// assign names owners of packages. The page requests again all that depends on them.
func (o *Owners) assign(d *Desk, req *message.Assign) {
	o.ask(d, req, func(owners string) { d.Host.Remember(ownersKey, owners) })
}

func (o *Owners) ask(d *Desk, req *message.Assign, done func(owners string)) {
	o.asked.Ask(&d.Line, req, func(m *message.Assigned) {
		o.Text, o.Here = m.Owners, m.Here
		if done != nil {
			done(m.Owners)
		}
		if d.Trace != nil {
			d.Trace.Origins, d.Trace.OwnFound, d.Trace.OwnGuess = m.Origins, m.OwnFound, m.OwnGuess
		}
		d.Names.Renew()
		d.Line.Renew()
	})
}

// Forget gives all packages back to the owners that their names suggest.
func (o *Owners) Forget(d *Desk) {
	if o.Text == "" {
		d.Notify(words.T("You have named no owner of a package. The menu of a method does so."))
		return
	}
	o.assign(d, &message.Assign{})
}

// Args returns the arguments of the command for the same owners.
func (o *Owners) Args() (args []string) {
	for part := range strings.SplitSeq(o.Text, ",") {
		if kind, prefix, ok := strings.Cut(part, ":"); ok {
			args = append(args, "-"+kind, prefix)
		}
	}
	return args
}
