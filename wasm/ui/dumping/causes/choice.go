package causes

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
)

// FindID is the ID of the search field.
const FindID = "causes-find"

// An order is a sort order of the causes.
type order string

const (
	asSent  order = ""      // in the engine's order
	byCount order = "count" // the most frequent first
	byTitle order = "title"
)

// A choice is what selects and orders the listed causes.
type choice struct {
	find   string // the search text
	kind   string // title of the listed causes, "" for all
	marked state  // of the listed causes; anyState for all
	order  order
}

// isAll reports whether all causes are listed.
func (c *choice) isAll() bool { return c.find == "" && c.kind == "" && c.marked == anyState }

// rows returns the indices of the causes that match, in the selected order.
func (c *choice) rows(groups []message.CauseGroup, marked *marks) (rows []int) {
	terms := strings.Fields(strings.ToLower(c.find))
	for i := range groups {
		g := &groups[i]
		text := strings.ToLower(strings.Join([]string{g.Rule, g.Where, g.Text, g.Seen, g.Changed, g.Raw}, "\n"))
		misses := func(term string) bool {
			without, not := strings.CutPrefix(term, "-")
			return without != "" && strings.Contains(text, without) == not
		}
		if c.marked != anyState && marked.of(g.ID).State != c.marked {
			continue
		}
		if (c.kind == "" || c.kind == g.Rule) && !slices.ContainsFunc(terms, misses) {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		switch c.order {
		case byCount:
			return cmp.Compare(groups[b].Count, groups[a].Count)
		case byTitle:
			return cmp.Or(cmp.Compare(groups[a].Rule, groups[b].Rule), cmp.Compare(groups[a].Where, groups[b].Where))
		}
		return 0
	})
	return rows
}

// finds returns the search field.
func (c *choice) finds() *bar.Find {
	return &bar.Find{ID: FindID, Empty: "Search  ( / )", Named: "Search causes", Title: words.T("Words in a cause; -word to exclude"), Text: c.find, Do: func(text string) { c.find = text }}
}

// kinds returns the menu of the kind: the titles of the existing causes.
func (c *choice) kinds(reply *message.CausesReply) *bar.Select {
	all := []bar.Option{{Name: words.T("all"), On: c.kind == ""}}
	if reply != nil {
		for i := range reply.Groups {
			title := reply.Groups[i].Rule
			if !slices.ContainsFunc(all, func(o bar.Option) bool { return o.Value == title }) {
				all = append(all, bar.Option{Value: title, Name: title, On: c.kind == title})
			}
		}
	}
	return &bar.Select{ID: "causes-kind", Label: "Cause", Options: all, Do: func(value string) { c.kind = value }}
}

// orders returns the menu of the sort order.
func (c *choice) orders(compared bool) *bar.Select {
	first := words.T("number of dumps")
	if compared {
		first = words.T("change")
	}
	all := []bar.Option{{Name: first, On: c.order == asSent}, {Value: string(byTitle), Name: words.T("kind"), On: c.order == byTitle}}
	if compared {
		all = append(all, bar.Option{Value: string(byCount), Name: words.T("number of dumps"), On: c.order == byCount})
	}
	return &bar.Select{ID: "causes-sort", Label: "Sort by", Options: all, Do: func(value string) { c.order = order(value) }}
}

// marks returns the menu of the marks that listed causes have.
func (c *choice) marks(of *marks) *bar.Select {
	all := []bar.Option{{Value: string(anyState), Name: words.T("all"), On: c.marked == anyState}}
	for _, s := range states {
		all = append(all, bar.Option{Value: string(s.state), Name: s.name.String(), On: c.marked == s.state})
	}
	return &bar.Select{ID: "causes-marked", Label: "Marked", Hidden: !of.any(), Options: all, Do: func(value string) { c.marked = state(value) }}
}
