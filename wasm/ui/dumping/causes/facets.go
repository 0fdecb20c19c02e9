package causes

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/node"
)

// versionFacet is the key of the facet whose values can be compared.
const versionFacet = "version"

// fewFacets is how many facets are listed at first.
const fewFacets = 4

// perFacet separates the numbers of facts in element IDs: fact i of facet f is f*perFacet + i.
const perFacet = 1000

// A facet is a line of facts in the page.
type facet struct {
	Name, More string
	Facts      []fact
}

// A fact is a button that chooses the dumps with it.
type fact struct{ ID, Class, Name, Count, Pressed, Title string }

// facets returns the lines of facts.
func (v *View) facets() (all []facet) {
	if v.reply == nil || v.picked() {
		return nil
	}
	for n := range v.reply.Facets {
		f := &v.reply.Facets[n]
		chosen := slices.ContainsFunc(f.Values, func(c message.CauseValue) bool { return c.Chosen })
		if n >= fewFacets && !v.all && !chosen {
			continue
		}
		line := facet{Name: f.Name}
		for i := range f.Values {
			c := &f.Values[i]
			b := fact{ID: node.ID("fact", n*perFacet+i), Class: "fact", Name: words.ClipTo(c.Name, 40), Count: words.Count(int64(c.Count)), Pressed: "false", Title: words.Clip(c.Name)}
			if c.Chosen {
				b.Class, b.Pressed = "fact on", "true"
			}
			line.Facts = append(line.Facts, b)
		}
		if f.More > 0 {
			line.More = words.Say("{1} more", words.Count(int64(f.More)))
		}
		all = append(all, line)
	}
	return all
}

// countsAll says in a comparison that the numbers of facts are of all dumps, "" without one.
func countsAll(of *message.CausesReply, compared bool) string {
	if of == nil || len(of.Facets) == 0 || !compared {
		return ""
	}
	return words.T("The numbers above count all dumps, not only the compared ones.")
}

// moreFacts returns the text of the button that lists all facets, or "".
func (v *View) moreFacts() string {
	switch {
	case v.reply == nil || len(v.reply.Facets) <= fewFacets:
		return ""
	case v.all:
		return words.T("Fewer facts")
	}
	return words.Plural(int64(len(v.reply.Facets)-fewFacets), "more fact", "more facts")
}

// chosen reports whether facts are chosen.
func (v *View) chosen() bool { return v.dumps.Pile.Only != "" }

// toggle chooses a fact, or gives it up.
func (v *View) toggle(at int) {
	if v.reply == nil || at/perFacet >= len(v.reply.Facets) || at%perFacet >= len(v.reply.Facets[at/perFacet].Values) {
		return
	}
	f := &v.reply.Facets[at/perFacet]
	line := f.Key + "=" + strings.ReplaceAll(f.Values[at%perFacet].Value, "\n", " ")
	h := &v.dumps.Pile
	lines := strings.FieldsFunc(h.Only, func(r rune) bool { return r == '\n' })
	if i := slices.Index(lines, line); i >= 0 {
		lines = slices.Delete(lines, i, i+1)
	} else {
		lines = append(lines, line)
	}
	v.show(desk.PileView{Only: strings.Join(lines, "\n"), BaseLot: h.BaseLot, Since: h.Since})
}

// bars are the heights of a day in a small picture.
var bars = []rune("▁▂▃▄▅▆▇█")

// mostBars is how many bars a small picture has. Of a longer time, several days share a bar.
const mostBars = 31

// spark draws the numbers of days as a line of bars; "" for fewer than two.
func spark(days []int) string {
	if len(days) < 2 {
		return ""
	}
	each := (len(days) + mostBars - 1) / mostBars
	var sums []int
	for from := 0; from < len(days); from += each {
		sum := 0
		for _, n := range days[from:min(from+each, len(days))] {
			sum += n
		}
		sums = append(sums, sum)
	}
	top := max(1, slices.Max(sums))
	var s strings.Builder
	for _, n := range sums {
		if n == 0 {
			s.WriteRune('·')
			continue
		}
		s.WriteRune(bars[(n*len(bars)-1)/top%len(bars)])
	}
	return s.String()
}

// startsLast reports whether dumps of a cause begin on the last day with dumps, although other dumps are older.
func startsLast(days []int, all []message.CauseDay) bool {
	last, others := -1, false
	for i := range min(len(days), len(all)) {
		if all[i].Count > 0 {
			others, last = others || last >= 0, i
		}
	}
	for i := range max(0, last) {
		if days[i] > 0 {
			return false
		}
	}
	return others && days[last] > 0
}

// inDays returns the numbers of dumps by day in words: "2026-09-21 to 2026-09-23: 2, 0, 1".
func inDays(days []message.CauseDay, counts []int) string {
	if len(counts) < 2 || len(counts) != len(days) {
		return ""
	}
	var numbers []string
	for _, n := range counts {
		numbers = append(numbers, strconv.Itoa(n))
	}
	return words.Say("Dumps by day, {1} to {2}: {3}", days[0].Day, days[len(days)-1].Day, strings.Join(numbers, ", "))
}

// A chart is a small picture of dumps by day, and their numbers in words.
type chart struct{ Picture, Words string }

// chart returns the chart of all dumps.
func (v *View) chart() chart {
	if v.reply == nil {
		return chart{}
	}
	var counts []int
	for _, day := range v.reply.Days {
		counts = append(counts, day.Count)
	}
	return chart{spark(counts), inDays(v.reply.Days, counts)}
}

// issues returns the groups of the service without a report in the pile.
func (v *View) issues() []string {
	if v.reply == nil || v.picked() {
		return nil
	}
	return v.reply.Issues
}
