package desk

import (
	"slices"
	"strings"
	"unicode/utf8"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/list"
)

// Owners say whose code packages are, where their names suggest another owner. The browser remembers them for all traces.
type Owners struct {
	Text  string // as in message.Assigned
	Here  string // as in message.Assigned, for links: they say nothing of other traces
	asked ask.Query[*message.Assigned]
}

const ownersKey = "owners"

// longestOwner is the most bytes of a package that gets an owner. Names of classes come from the file.
const longestOwner = 200

// Guessed opens the menu of a guess, which confirms or corrects it. The menu belongs to an element.
func (o *Owners) Guessed(d *Desk, element string) {
	guess := d.Trace.OwnGuess
	d.OpenMenu(Menu{Title: words.Clip(guess), FullTitle: guess, Element: element, ReturnFocus: element, Items: []Command{o.item(d, guess, false), o.item(d, guess, true)}})
}

// treat finds the commands in the palette.
const treat = "treat as mine or as a library"

// item returns the item that gives a package to the app, or to a library.
func (o *Owners) item(d *Desk, prefix string, library bool) Command {
	name := words.Text("Treat as my code: {1}")
	if library {
		name = "Treat as a library: {1}"
	}
	return Command{
		Name: words.Say(name, shortPackage(prefix)), Also: words.T(treat),
		Do: func() { o.assign(d, &message.Assign{Owners: o.Text, Prefix: prefix, Library: library}) },
	}
}

// shortPackage leaves out the middle of a long package, so that its name fits in a menu. Its end tells it apart from others.
func shortPackage(name string) string {
	const most = 28
	letters := []rune(name)
	if len(letters) <= most {
		return name
	}
	first, rest, _ := strings.Cut(name, ".")
	for head := first + "…"; rest != ""; _, rest, _ = strings.Cut(rest, ".") {
		if utf8.RuneCountInString(head+rest) <= most {
			return head + rest
		}
	}
	return string(letters[:8]) + "…" + string(letters[len(letters)-most+9:])
}

// Items returns the items of a method's menu that change the owner of its package, or of a wider one. A library's package becomes
// the app's, and the reverse. Items returns nil for the code of others, and for a method without a package.
func (o *Owners) Items(d *Desk, method uint32) (items []Command) {
	of := d.Names.known[method]
	own := int(of.Origin) == int(scene.SlotOwn)
	at := strings.LastIndexByte(of.Class, '.')
	if at < 0 || !own && int(of.Origin) != int(scene.SlotLibrary) {
		return nil
	}
	for _, prefix := range o.levels(of.Class, of.Class[:at]) {
		if len(prefix) <= longestOwner && !strings.Contains(prefix, ",") {
			items = append(items, o.item(d, prefix, own))
		}
	}
	return items
}

// levels returns the packages that the menu of a class offers, the shortest first: the first two from the second level on, and
// its own package. The one whose owner is named comes before others.
func (o *Owners) levels(class, pkg string) (all []string) {
	parts := strings.Split(pkg, ".")
	for n := min(2, len(parts)); n <= len(parts); n++ {
		all = append(all, strings.Join(parts[:n], "."))
	}
	if n := len(all); n > 3 {
		all = []string{all[0], all[1], all[n-1]}
	}
	named := ""
	for _, n := range ownersIn(o.Text) {
		if in := class == n.prefix || strings.HasPrefix(class, n.prefix+".") || strings.HasPrefix(class, n.prefix+"$"); in && len(n.prefix) > len(named) {
			named = n.prefix
		}
	}
	if named != "" && !slices.Contains(all, named) {
		if len(all) == 3 {
			all = slices.Delete(all, 1, 2)
		}
		all = append(all, named)
		all = list.Sorted(all, func(a, b *string) int { return len(*a) - len(*b) })
	}
	return all
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

// forget gives some packages back to the owners that their names suggest.
func (o *Owners) forget(d *Desk, some string) {
	gone := strings.Split(some, ",")
	kept := slices.DeleteFunc(strings.Split(o.Text, ","), func(part string) bool { return slices.Contains(gone, part) })
	o.assign(d, &message.Assign{Owners: strings.Join(kept, ",")})
}

// ForgetHere is Forget for the packages of the trace.
func (o *Owners) ForgetHere(d *Desk) { o.forget(d, o.Here) }

// Named opens the menu of the packages of the trace whose owner is named, which changes or forgets each. It belongs to an element.
func (o *Owners) Named(d *Desk, element string) {
	m := Menu{Title: words.T("Whose code packages are"), Element: element, ReturnFocus: element}
	for _, n := range ownersIn(o.Here) {
		m.Items = append(m.Items, Command{}, o.item(d, n.prefix, n.kind == "own"),
			Command{Name: words.Say("Forget: {1}", shortPackage(n.prefix)), Do: func() { o.forget(d, n.kind+":"+n.prefix) }})
	}
	d.OpenMenu(m)
}

// HereText says whose code packages of the trace are, as the user named them; "" for none.
func (o *Owners) HereText() string {
	var own, library []string
	for _, n := range ownersIn(o.Here) {
		if n.kind == "own" {
			own = append(own, n.prefix)
		} else {
			library = append(library, n.prefix)
		}
	}
	var parts []string
	if len(own) > 0 {
		parts = append(parts, words.Say("your code: {1}", strings.Join(own, ", ")))
	}
	if len(library) > 0 {
		parts = append(parts, words.Say("library: {1}", strings.Join(library, ", ")))
	}
	return words.Clip(strings.Join(parts, " · "))
}

// Commands returns the commands of the palette. show lists all packages.
func (o *Owners) Commands(d *Desk, show func()) []Command {
	return append(o.Items(d, d.Method),
		Command{Name: words.T("Say whose code a package is…"), Also: words.T(treat), Do: func() {
			show()
			d.WidenCode() // libraries, too
			d.Notify(words.T("Open the menu of a package to say whose it is."))
		}},
		Command{Name: words.T("Forget whose code packages are"), Do: func() { o.Forget(d) }})
}

// Args returns the arguments of the command for the same owners.
func (o *Owners) Args() (args []string) {
	for _, n := range ownersIn(o.Text) {
		args = append(args, "-"+n.kind, n.prefix)
	}
	return args
}

// An owner is a package and whose it is.
type owner struct{ kind, prefix string } // kind is "own" or "library"

// ownersIn returns the owners of a text, as in message.Assigned.
func ownersIn(text string) (all []owner) {
	for part := range strings.SplitSeq(text, ",") {
		if kind, prefix, ok := strings.Cut(part, ":"); ok {
			all = append(all, owner{kind, prefix})
		}
	}
	return all
}
