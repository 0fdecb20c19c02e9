// Package filter changes the filter of a trace, which is what its tables, trees and graphs leave out, and describes its
// terms.
package filter

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/query"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
)

// terms returns the terms of the filter.
func terms(d *desk.Desk) (all []string) {
	for _, t := range query.Parse(d.Filter, query.OfMethods...).Terms {
		all = append(all, t.Source)
	}
	return all
}

// Add adds terms to the filter.
func Add(d *desk.Desk, more ...string) {
	all := append(terms(d), more...)
	if len(all) > query.MostTerms {
		d.Notify(words.T("The filter is full. Remove a term first."))
		return
	}
	d.Filter = query.Join(all)
}

// BySearch moves the text of the search to the filter.
func BySearch(d *desk.Desk) {
	q := query.Parse(d.Search.Text, query.OfMethods...)
	if q.Refused != "" || len(q.Terms) == 0 {
		return
	}
	var all []string
	for i := range q.Terms {
		all = append(all, q.Terms[i].Source)
	}
	Add(d, all...)
	d.Search.Find("")
}

// InSearch reports whether the text of the search has a term that only makes sense in a filter.
func InSearch(d *desk.Desk) bool {
	return slices.ContainsFunc(query.Parse(d.Search.Text, query.OfMethods...).Terms, func(t query.Term) bool { return t.Filters() })
}

// Chips returns a button that says how much of the time is shown, and a button for each term. A click opens its menu.
func Chips(d *desk.Desk) (all []bar.Button) {
	if d.Filter != "" {
		all = append(all, bar.Button{
			ID: "chip-filter", Name: d.ShownText(), Title: words.T("The filter leaves out the rest. Click to remove the filter"), Do: func() { d.Filter = "" },
		})
	}
	for i, term := range terms(d) {
		id, of := "chip-filter-"+strconv.Itoa(i), taken(d, i, term)
		all = append(all, bar.Button{
			ID: id, Name: text(d, term, of), Title: title(of), State: bar.Is(!strings.HasPrefix(term, query.OffKey)),
			Do: func() { openMenu(d, i, id) },
		})
	}
	return all
}

// openMenu opens the menu of a term next to its button.
func openMenu(d *desk.Desk, i int, element string) {
	all := terms(d)
	if i >= len(all) {
		return
	}
	term := all[i]
	m := desk.Menu{Element: element, ReturnFocus: element, Title: text(d, term, taken(d, i, term))}
	add := func(name words.Text, to string) {
		m.Items = append(m.Items, desk.Command{Name: name.String(), Do: func() { d.Filter = to }})
	}
	with := func(replaced int, by ...string) string {
		return query.Join(slices.Replace(slices.Clone(all), replaced, replaced+max(1, len(by)), by...))
	}
	on, off := strings.CutPrefix(term, query.OffKey)
	if off {
		add("Switch it on", with(i, on))
	} else {
		add("Switch it off", with(i, query.OffKey+on))
	}
	if i > 0 {
		add("Apply it earlier", with(i-1, term, all[i-1]))
	}
	if i+1 < len(all) {
		add("Apply it later", with(i, all[i+1], term))
	}
	rest := with(i)
	m.Items = append(m.Items, desk.Command{Name: words.T("Change it"), Do: func() {
		d.Filter = rest
		d.Search.Find(term)
		d.Host.Focus("find")
	}})
	add("Remove it", rest)
	if len(all) > 1 {
		add("Remove all terms", "")
	}
	d.OpenMenu(m)
}

// taken returns the effect of a term, nil until it is known.
func taken(d *desk.Desk, i int, term string) *message.FilterTerm {
	if known := d.FilterTerms(); i < len(known) && known[i].Text == term {
		return &known[i]
	}
	return nil
}

// text returns a term with its effect: "drop:feed −12.3 ms".
func text(d *desk.Desk, term string, t *message.FilterTerm) string {
	text := words.Clip(term)
	if t == nil {
		return text
	}
	if verb, _, ok := strings.Cut(term, "hash:"); ok && t.Name != "" {
		text = words.Clip(verb + t.Name)
	}
	switch {
	case t.Off:
		return text
	case t.Takes == message.QuickCalls:
		return words.Say("{1} −{2}", text, d.CallsText(t.Count))
	case t.Found == 0:
		return words.Say("{1} matches nothing", text)
	case t.Takes == message.OtherThreads:
		return words.Say("{1} −{2}", text, words.Plural(t.Count, "thread", "threads"))
	case t.Moves:
		return words.Say("{1} moves {2}", text, d.Figure(t.Took[d.Clock], d.Clock))
	}
	return words.Say("{1} −{2}", text, d.Figure(t.Took[d.Clock], d.Clock))
}

// title explains what a term takes.
func title(t *message.FilterTerm) string {
	switch {
	case t == nil || t.Off:
		return words.T("A term of the filter. Click to change, move, switch or remove it")
	case t.Moves:
		return words.T("The frames of these methods are taken away, and their time belongs to their callers. Click to change, move, switch or remove the term")
	case t.Takes == message.QuickCalls:
		return words.T("Quicker calls are left out, and their time belongs to their callers. Click to change, move, switch or remove the term")
	}
	return words.T("Figures leave this out. Click to change, move, switch or remove the term")
}
