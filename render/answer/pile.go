package answer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/pile"
	"traceglass/parser/wait"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// A Pile answers questions about many thread dumps.
type Pile struct {
	File string
	Pile *pile.Pile
	One  bool // all dumps come from one file; Dumps has them in the same order
}

// causeMark begins the handle of a cause.
const causeMark = "cause:"

// aboutCause reports whether a question is about a cause of a pile.
func aboutCause(about string) bool { return strings.HasPrefix(about, causeMark) }

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

// causes answers how often each cause occurs, or each that contains a word.
func (p *Pile) causes(r *Request) (*Answer, error) {
	a, groups := &Answer{Question: clipped(r.About, 120)}, p.Pile.Groups(pile.NoBaseline)
	sizes := p.Pile.Sizes(pile.NoBaseline)
	a.fact(fmt.Sprintf("%s with %s.", plural(int64(sizes.After), "dump", "dumps"), plural(int64(len(groups)), "cause", "causes")))
	if word := strings.ToLower(r.About); word != "" {
		groups = slices.DeleteFunc(groups, func(g pile.Group) bool {
			return !strings.Contains(strings.ToLower(title(&g)+" "+p.Pile.Cases[g.Example()].Text), word)
		})
		a.fact(plural(int64(len(groups)), "cause matches.", "causes match."))
	}
	if n := len(p.Pile.NoCause); n > 0 {
		a.note(fmt.Sprintf("%s without a cause: bug reports without an ANR, or dumps without threads.", plural(int64(n), "file", "files")))
	}
	for i := range groups {
		g := &groups[i]
		share := float64(len(g.Cases)) / float64(max(sizes.After, 1))
		a.add(Item{
			Group: "cause", Handle: causeMark + pile.CauseID(g.Cause), Name: title(g), Text: p.Pile.Cases[g.Example()].Text,
			Count: ns(int64(len(g.Cases))), Share: &share,
		})
	}
	if r.About != "" {
		for i := range groups {
			p.reports(a, &groups[i], "of "+causeMark+pile.CauseID(groups[i].Cause))
		}
	}
	if len(groups) > 0 {
		a.next("why " + causeMark + pile.CauseID(groups[0].Cause))
	}
	return a, nil
}

// reports adds the dumps of a cause.
func (p *Pile) reports(a *Answer, g *pile.Group, of string) {
	for _, row := range g.Cases {
		c := &p.Pile.Cases[row]
		i := Item{Group: "report", Name: c.Name, Line: c.Line + 1}
		if p.One && c.Source < wait.MostShots {
			i.Handle = fmt.Sprintf("d%d", c.Source+1)
			i.Name = i.Name[strings.LastIndexByte(i.Name, '/')+1:]
		}
		var parts []string
		for _, part := range []string{c.Process, c.Release(), c.Printed, of} {
			if part != "" {
				parts = append(parts, part)
			}
		}
		i.Text = strings.Join(parts, ", ")
		a.add(i)
	}
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
		for line := range strings.SplitSeq(p.Pile.Stacks(g.Cause), "\n") {
			if line != "" {
				a.add(Item{Group: "stack", Text: line})
			}
		}
		for _, v := range g.Facts.Versions {
			a.add(Item{Group: "version", Name: v.Name, Count: ns(int64(v.Count))})
		}
		p.reports(a, g, "")
		if last := a.Items[len(a.Items)-1]; last.Handle != "" {
			a.next("verdict " + last.Handle)
		}
		return a, nil
	}
	return nil, fmt.Errorf("no cause has the handle %q. The question causes lists them", clipped(r.About, 80))
}
