// Package filter changes the filter of a trace or of two compared traces, which limits their figures, and describes its terms.
package filter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
)

// A Target is what a filter limits.
type Target struct {
	Page   *desk.Page
	Filter *string
	Terms  *query.Terms // of Filter
	ID     string       // prefix of ids, "" for a trace
	Shown  string       // text of the first button
	Search func(string) // searches for a text. The id of the search field is Field
	Field  string
	Text   string     // in that field
	Edit   *desk.Edit // of a term, in that field

	Taken  [][]message.FilterTerm // the effects of the terms in a trace, or in A and in B, as far as they are known
	Figure func(*message.Times) string
	Calls  func(int64) string
}

// Of returns the target of a trace.
func Of(d *desk.Desk) *Target {
	return &Target{
		Page: d.Page, Filter: &d.Filter, Terms: &d.Terms, Shown: d.ShownText(), Search: d.Search.Find, Field: "find", Text: d.Search.Text, Edit: &d.Search.Edit,
		Taken:  [][]message.FilterTerm{d.FilterTerms()},
		Figure: func(t *message.Times) string { return d.Figure(t[d.Clock], d.Clock) }, Calls: d.CallsText,
	}
}

// terms returns the terms of the filter.
func (f *Target) terms() []string { return f.Terms.Of(*f.Filter) }

// Add adds terms to the filter. It returns false if they are too many.
func (f *Target) Add(more ...string) bool {
	return f.set(append(f.terms(), more...))
}

// set sets the terms of the filter. It returns false if they are too many.
func (f *Target) set(all []string) bool {
	if len(all) > query.MostTerms {
		f.Page.Notify(words.T("The filter is full. Remove a term first."))
		return false
	}
	*f.Filter = query.Join(all)
	return true
}

// Enter adds the terms of the search to the filter, or has them replace the term that is being changed. If
// they fit, it clears the search.
func (f *Target) Enter() {
	switch q := query.Parse(f.Text, query.OfMethods...); {
	case q.Refused != "":
		f.Page.Notify(q.Refused)
	case len(q.Terms) == 0:
	case f.edits() && f.Text == f.Edit.Shown: // not changed
		f.Search("")
	case f.edits():
		all, i := f.terms(), f.Edit.At
		if f.set(append(append(all[:i:i], q.Sources()...), all[i+1:]...)) {
			f.Search("")
		}
	case f.Add(q.Sources()...):
		f.Search("")
	}
}

// Takes reports whether Enter alone filters by the search: a term is being changed, or one only makes sense in a filter.
func (f *Target) Takes() bool {
	return f.edits() || slices.ContainsFunc(query.Parse(f.Text, query.OfMethods...).Terms, func(t query.Term) bool { return t.Filters() })
}

// edits reports whether a term is being changed.
func (f *Target) edits() bool { return f.Edit.In(f.terms()) }

// Chips returns a button that says how much of the time is shown, and a button for each term. A click opens its menu.
func (f *Target) Chips() (all []bar.Button) {
	if *f.Filter != "" {
		all = append(all, bar.Button{
			ID: f.ID + "chip-filter", Name: f.Shown, Title: words.T("The filter leaves out the rest. Click to remove the filter"), Do: func() { *f.Filter = "" },
		})
	}
	for i, term := range f.terms() {
		id, of, class := f.ID+"chip-filter-"+strconv.Itoa(i), f.effects(i, term), "word"
		if f.Edit.Of(i, term) {
			class += " edited"
		}
		all = append(all, bar.Button{
			ID: id, Name: f.text(term, of), Title: title(of[0]), Class: class, State: bar.Is(!strings.HasPrefix(term, query.OffKey)),
			Do: func() { f.openMenu(i, id) },
		}, bar.Button{
			ID: f.ID + "drop-filter-" + strconv.Itoa(i), Title: words.T("Remove the term"), Label: words.T("Remove the term"), Class: "drop",
			Do: func() { f.remove(i, term) },
		})
	}
	return all
}

// remove removes a term.
func (f *Target) remove(i int, term string) {
	if all := f.terms(); i < len(all) && all[i] == term {
		*f.Filter = query.Join(append(all[:i:i], all[i+1:]...))
		if i < f.Edit.At {
			f.Edit.At--
		}
	}
}

// Row returns the row of the buttons. It is hidden without a filter: Vugu reuses elements by their place.
func (f *Target) Row() *bar.Row {
	return &bar.Row{Class: "strip terms", Each: "chip term", Label: words.T("Filter"), Role: "group", Hidden: *f.Filter == "", Buttons: f.Chips()}
}

// openMenu opens the menu of a term next to its button.
func (f *Target) openMenu(i int, element string) {
	all := f.terms()
	if i >= len(all) {
		return
	}
	term := all[i]
	m := desk.Menu{Element: element, ReturnFocus: element, Title: f.text(term, f.effects(i, term))}
	add := func(name words.Text, to string) {
		m.Items = append(m.Items, desk.Command{Name: name.String(), Do: func() { *f.Filter = to }})
	}
	with := func(replaced int, by ...string) string {
		return query.Join(append(append(all[:replaced:replaced], by...), all[replaced+len(by):]...)) // slices.Replace adds 6 KB to app.wasm
	}
	exchange := func(name words.Text, first int) { // with the next term
		m.Items = append(m.Items, desk.Command{Name: name.String(), Do: func() {
			*f.Filter = with(first, all[first+1], all[first])
			switch f.Edit.At {
			case first:
				f.Edit.At++
			case first + 1:
				f.Edit.At--
			}
		}})
	}
	turn := func(name words.Text, to string) {
		m.Items = append(m.Items, desk.Command{Name: name.String(), Do: func() {
			if *f.Filter = with(i, to); f.Edit.Of(i, term) { // Enter still replaces it
				f.Edit.Term = to
			}
		}})
	}
	on, off := strings.CutPrefix(term, query.OffKey)
	if off {
		turn("Switch it on", on)
	} else {
		turn("Switch it off", query.OffKey+on)
	}
	if i > 0 {
		exchange("Apply it earlier", i-1)
	}
	if i+1 < len(all) {
		exchange("Apply it later", i)
	}
	m.Items = append(m.Items, desk.Command{Name: words.T("Change it"), Do: func() {
		shown := term
		for _, of := range f.effects(i, term) {
			if of != nil && shown == term {
				shown = quoted(term, of.Whole)
			}
		}
		f.Search(shown)
		*f.Edit = desk.Edit{Term: term, At: i, Shown: shown}
		f.Page.Host.Focus(f.Field)
		f.Page.Notify(words.T("Enter replaces the term. Esc leaves it as it was."))
	}})
	m.Items = append(m.Items, desk.Command{Name: words.T("Remove it"), Do: func() { f.remove(i, term) }})
	if len(all) > 1 {
		add("Remove all terms", "")
	}
	f.Page.OpenMenu(m)
}

// effects returns the effects of a term, by trace. They are nil until they are known.
func (f *Target) effects(i int, term string) (all []*message.FilterTerm) {
	for _, of := range f.Taken {
		if i >= len(of) || of[i].Text != term {
			return make([]*message.FilterTerm, len(f.Taken))
		}
		all = append(all, &of[i])
	}
	return all
}

// text returns a term with its effect: "drop:feed −12.3 ms", or "drop:feed A −12.3 ms, B matches nothing".
func (f *Target) text(term string, of []*message.FilterTerm) string {
	text, t := words.Clip(term), of[0]
	if t == nil {
		return text
	}
	if len(of) > 1 && !t.Off {
		side := func(i int) string { return strings.TrimSpace(f.effect("", of[i])) }
		return words.Say("{1}: A {2}, B {3}", nameOf(term, cmp.Or(t.Name, of[1].Name)), side(0), side(1))
	}
	text = nameOf(term, t.Name)
	if t.Keeps && t.Found > 0 && !t.Off {
		return words.Say("only {1}, −{2}", text, f.Figure(&t.Took))
	}
	return f.effect(text, t)
}

// nameOf returns the text of a term that names a method or package by its hash, or of another.
func nameOf(term, name string) string {
	return words.Clip(withName(term, strings.TrimSuffix(words.ShortLabel(name), ".")))
}

// withName returns a term with a name instead of its hash, if it has one.
func withName(term, name string) string {
	if verb, _, ok := strings.Cut(term, "hash:"); ok && name != "" {
		return verb + name
	}
	return term
}

// quoted returns a term with the whole name of a method, class or package instead of its hash, if it has one.
func quoted(term, name string) string {
	if name == "" || strings.Contains(name, `"`) {
		return term
	}
	name = `"` + name + `"`
	if verb, _, _ := strings.Cut(term, "hash:"); !strings.HasSuffix(verb, ":") || verb == query.OffKey {
		name = "through:" + name // only the names of terms with a verb are whole
	}
	return withName(term, name)
}

// effect returns a name with the effect of a term.
func (f *Target) effect(text string, t *message.FilterTerm) string {
	switch {
	case t.Off:
		return text
	case t.Takes == message.QuickCalls:
		return words.Say("{1} −{2}", text, f.Calls(t.Count))
	case t.Found == 0:
		return words.Say("{1} matches nothing", text)
	case t.Takes == message.OtherThreads:
		return words.Say("{1} −{2}", text, words.Plural(t.Count, "thread", "threads"))
	case t.Moves:
		return words.Say("{1} moves {2}", text, f.Figure(&t.Took))
	}
	return words.Say("{1} −{2}", text, f.Figure(&t.Took))
}

// title explains what a term takes.
func title(t *message.FilterTerm) string {
	switch {
	case t == nil || t.Off:
		return words.T("A term of the filter. Click to change, move, switch or remove it")
	case t.Keeps:
		return words.T("Figures keep only this. Click to change, move, switch or remove the term")
	case t.Moves:
		return words.T("The frames of these methods are taken away, and their time belongs to their callers. Click to change, move, switch or remove the term")
	case t.Takes == message.QuickCalls:
		return words.T("Quicker calls are left out, and their time belongs to their callers. Click to change, move, switch or remove the term")
	}
	return words.T("Figures leave this out. Click to change, move, switch or remove the term")
}
