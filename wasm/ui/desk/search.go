package desk

import (
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
)

// Search is the search in a trace. All views highlight its matches. The table of methods steps through them.
type Search struct {
	Text   string
	Only   bool          // the table lists only matches
	Hits   *message.Hits // nil until the reply arrives
	Number int           // position of the current match, from 1
	None   bool          // nothing matches
	Part   string        // name of the part of the overview that the search marks; "" for none
	Edit   Edit

	query ask.Query[*message.Hits]
}

// An Edit is the change of a filter's term in a search field. The filter keeps the term until the new one is entered.
type Edit struct {
	Term  string // "" for none
	At    int    // index of the term in the filter
	Shown string // the text that the search began with: a name for the hash of a term
}

// Of reports whether term at of a filter is being changed.
func (e Edit) Of(at int, term string) bool { return e.Term != "" && e.At == at && e.Term == term }

// In reports whether the filter with some terms has the term that is being changed.
func (e Edit) In(terms []string) bool { return e.At < len(terms) && e.Of(e.At, terms[e.At]) }

// Type searches for a text that the user typed. A term that is being changed stays so.
func (f *Search) Type(text string) {
	edit := f.Edit
	f.Find(text)
	f.Edit = edit
}

// Find searches for text, "" to clear the search.
func (f *Search) Find(text string) {
	if text != f.Text {
		*f = Search{Text: text, Only: f.Only, query: f.query}
	}
	f.Edit = Edit{}
	if text == "" {
		f.query.Invalidate()
	}
}

// originMark is the prefix of searches by the legend.
const originMark = "origin:"

// Origin returns the origin that the table lists alone, as a search by the legend; "" for none.
func (f *Search) Origin() string {
	if f.Only && strings.HasPrefix(f.Text, originMark) {
		return f.Text
	}
	return ""
}

// ShowOrigin lists the methods of an origin alone, and marks them. With "", it ends such a list. Other searches stay.
func (f *Search) ShowOrigin(text string) {
	if text != f.Origin() && strings.HasPrefix(text+originMark, originMark) {
		f.Find(text)
		f.Only = text != ""
	}
}

// request requests the matches in a scope.
func (f *Search) request(line *ask.Line, scope message.Scope) {
	if f.Text == "" {
		return
	}
	f.query.Want(line, &message.Search{Scope: scope, Text: f.Text}, func(m *message.Hits) {
		if m.Text == f.Text {
			f.Hits = m
		}
	})
}

// FindPart searches for the methods of a part of the overview. Without a search it only names the part; "" names none.
func (f *Search) FindPart(name, text string) {
	f.Find(text)
	f.Part = name
}

// Tally describes the matches: "12 of 340, 18.2 % of the time".
func (f *Search) Tally() string { return f.Matches() + f.Share() }

// Language describes the search language in one line.
func (f *Search) Language() string {
	return words.T(`Parts of class, name or signature; all must match ( / ): word, "two words", a*b, -word, /regex/, thread:name, tid:1, origin:own, library, platform, native, tracer or unknown, wait:lock or another cause`)
}

// Hint explains why a search is invalid, or what to try if nothing matches; else "".
func (f *Search) Hint() string {
	switch {
	case f.Text == "" || f.Hits == nil:
	case f.Hits.Refused != "":
		return f.Hits.Refused
	case f.Hits.Others > 0:
		return words.Say("Only your code is listed, and no method there matches. Other code: {1}.", words.Plural(int64(f.Hits.Others), "match", "matches"))
	case f.Hits.Methods == 0 && f.Edit.Term == "": // the filter can leave out the methods of its own term
		return words.T(`No method matches here. Try fewer letters, all threads, or a*b, "two words", -word, /regex/, thread:main, origin:own.`)
	}
	return ""
}

// Others counts the matches in code that the views leave out, "" if the code that they show has matches: "3 matches in other code".
func (f *Search) Others() string {
	if f.Text == "" || f.Hits == nil || f.Hits.Others == 0 {
		return ""
	}
	return words.Plural(int64(f.Hits.Others), "match in other code", "matches in other code")
}

// ShowsMatchButtons reports whether the page shows the buttons that step through the matches or list them alone.
func (f *Search) ShowsMatchButtons() bool {
	return f.Text != "" && f.Others() == "" && f.Edit.Term == ""
}

// FilterName returns the text of the button that filters by the search. It does what Enter does while a term is changed.
func (f *Search) FilterName() string {
	if f.Edit.Term != "" {
		return words.T("Replace")
	}
	return words.T("Filter")
}

// FilterTitle returns the tooltip of that button.
func (f *Search) FilterTitle() string {
	if f.Edit.Term != "" {
		return words.T("Replace the term of the filter (Enter)")
	}
	return words.T("Filter: figures contain only the time while a match is on the stack (Ctrl + Enter)")
}

// Matches counts the matching methods: "12 of 340".
func (f *Search) Matches() string {
	switch {
	case f.Text == "":
		return ""
	case f.Hits != nil && f.Hits.Refused != "":
		return words.T("unreadable")
	case f.Others() != "": // a button says it
		return ""
	case f.None || f.Hits != nil && f.Hits.Methods == 0:
		if f.Edit.Term != "" { // as in Hint
			return ""
		}
		return words.T("no match")
	case f.Hits == nil:
		return "…"
	}
	s := words.Count(int64(f.Hits.Methods))
	if f.Number > 0 {
		s = words.Say("{1} of {2}", strconv.Itoa(f.Number), s)
	}
	return s
}

// Share returns the matches' share of the time, to follow Matches; "" without matches.
func (f *Search) Share() string {
	if f.Text == "" || f.None || f.Hits == nil || f.Hits.Methods == 0 {
		return ""
	}
	return words.Say(", {1} of the time", words.Percent(f.Hits.Share))
}
