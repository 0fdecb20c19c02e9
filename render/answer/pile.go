package answer

import (
	"errors"
	"fmt"
	"strings"

	"traceglass/parser/pile"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Pile answers questions about many thread dumps.
type Pile struct {
	File string
	Pile *pile.Pile
}

// causeMark begins the handle of a cause.
const causeMark = "cause:"

// AboutCause reports whether a question is about a cause of a pile.
func AboutCause(about string) bool { return strings.HasPrefix(about, causeMark) }

func (p *Pile) kind() Kinds { return OfPile }

func (p *Pile) ask(q *Question, r *Request) (*Answer, error) {
	if r.Thread != "" || r.To > 0 || r.From > 0 || r.HasClock {
		return nil, errors.New("a thread, a range and a clock are for traces")
	}
	a, err := q.pile(p, r)
	if err == nil {
		a.File = p.File
	}
	return a, err
}

// title returns what a cause is.
func title(g *pile.Group) string {
	s := tell.CauseTitle(g.Cause.Rule)
	if where := tell.Where(g); where != "" {
		s += " " + where
	}
	return words.Plain(s)
}

// causes answers how often each cause occurs.
func (p *Pile) causes(*Request) (*Answer, error) {
	a, groups := &Answer{}, p.Pile.Groups(pile.NoBaseline)
	sizes := p.Pile.Sizes(pile.NoBaseline)
	a.fact(fmt.Sprintf("%s with %s.", words.Plural(int64(sizes.After), "dump", "dumps"), words.Plural(int64(len(groups)), "cause", "causes")))
	if n := len(p.Pile.NoCause); n > 0 {
		a.note(fmt.Sprintf("%s without a cause: bug reports without an ANR, or dumps without threads.", words.Plural(int64(n), "file", "files")))
	}
	for i := range groups {
		g := &groups[i]
		share := float64(len(g.Cases)) / float64(max(sizes.After, 1))
		a.add(Item{
			Group: "cause", Handle: causeMark + pile.CauseID(g.Cause), Name: title(g), Text: p.Pile.Cases[g.Example()].Text,
			Count: ns(int64(len(g.Cases))), Share: &share,
		})
	}
	if len(groups) > 0 {
		a.next("why " + causeMark + pile.CauseID(groups[0].Cause))
	}
	return a, nil
}

// why explains a cause.
func (p *Pile) why(r *Request) (*Answer, error) {
	groups := p.Pile.Groups(pile.NoBaseline)
	for i := range groups {
		g := &groups[i]
		if causeMark+pile.CauseID(g.Cause) != r.About {
			continue
		}
		a := &Answer{Question: r.About}
		a.fact(title(g) + ".")
		a.fact(words.Plain(tell.Share(p.Pile.Sizes(pile.NoBaseline), g, pile.NoBaseline)) + " of the dumps.")
		a.fact(p.Pile.Cases[g.Example()].Text)
		for _, s := range tell.Seen(g) {
			a.fact(words.Plain(s))
		}
		for n, line := range strings.Split(strings.TrimRight(p.Pile.Stacks(g.Cause), "\n"), "\n") {
			if line != "" {
				a.add(Item{Group: "stack", Text: line, Line: n + 1})
			}
		}
		for _, row := range g.Cases {
			c := &p.Pile.Cases[row]
			a.add(Item{Group: "report", Name: c.Name, Text: strings.TrimSpace(c.Process + " " + c.Printed), Line: c.Line + 1})
		}
		return a, nil
	}
	return nil, fmt.Errorf("no cause has the handle %q. The question causes lists them", clipped(r.About, 80))
}
