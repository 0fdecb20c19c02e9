package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"traceglass/parser/pile"
	"traceglass/parser/profile"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// causeSummary is an object of PileJSON. Its keys never change.
type causeSummary struct {
	Count      int           `json:"count"`
	Share      float64       `json:"share"`
	Before     *earlierCause `json:"before,omitempty"`
	Change     pile.Change   `json:"change,omitempty"`
	Chance     *float64      `json:"chance,omitempty"`
	ID         string        `json:"id"`
	Category   string        `json:"category"`
	Library    string        `json:"library,omitempty"`
	Rule       string        `json:"rule"`
	WaitsFor   string        `json:"waitsFor,omitempty"`
	Holder     string        `json:"holder,omitempty"`
	Frames     string        `json:"frames,omitempty"`
	Example    string        `json:"example"` // sentence on the first of the files
	Advice     string        `json:"advice,omitempty"`
	AdviceText string        `json:"adviceText,omitempty"`
	First      string        `json:"first,omitempty"`
	Last       string        `json:"last,omitempty"`
	Versions   []tally       `json:"versions"`
	Releases   []tally       `json:"releases"`
	Builds     []tally       `json:"builds"`
	Processes  []tally       `json:"processes"`
	Kinds      []tally       `json:"kinds"`
	Devices    []tally       `json:"devices"`
	Days       []tally       `json:"days"`
	Issues     []tally       `json:"issues"`
	Files      []caseInFile  `json:"files"`
}

// facetSummary lists the values of a facet.
type facetSummary struct {
	Facet  string  `json:"facet"`
	Values []tally `json:"values"`
}

// versionChange is how a cause changed from one version of the app to another within a pile.
type versionChange struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	Causes []changedBy `json:"causes"`
}

type changedBy struct {
	ID     string      `json:"id"`
	Before int         `json:"before"`
	After  int         `json:"after"`
	Change pile.Change `json:"change"`
	Chance float64     `json:"chance"`
	Shown  bool        `json:"significant"`
}

// changeOfVersions compares the causes of the two latest versions. It returns nil without two
// versions.
func changeOfVersions(p *pile.Pile) *versionChange {
	from, to, ok := p.Latest(1)
	if !ok {
		return nil
	}
	two := p.Against(pile.Choice{Facet: pile.ByVersion, Values: []string{from}}, []string{to})
	v := versionChange{From: text(from), To: text(to), Causes: []changedBy{}}
	s := two.Sizes(0)
	for _, g := range two.Groups(0) {
		v.Causes = append(v.Causes, changedBy{pile.CauseID(g.Cause), len(g.Before), len(g.Cases), s.Change(&g), s.Chance(&g), s.BeyondChance(&g)})
	}
	return &v
}

// facetsOf lists the facets of a pile that have values.
func facetsOf(p *pile.Pile) []facetSummary {
	all := []facetSummary{}
	for f := range pile.Facets {
		if n := p.Counts(f, nil); len(n) > 0 {
			all = append(all, facetSummary{f.String(), tallies(n)})
		}
	}
	return all
}

// countsOf counts the values of a facet among rows of a pile.
func countsOf(p *pile.Pile, f pile.Facet, rows []int) []tally {
	some := *p
	some.Cases = nil
	for _, row := range rows {
		some.Cases = append(some.Cases, p.Cases[row])
	}
	return tallies(some.Counts(f, nil))
}

// earlierCause describes a cause in the earlier pile.
type earlierCause struct {
	Count     int          `json:"count"`
	Share     float64      `json:"share"`
	First     string       `json:"first,omitempty"`
	Last      string       `json:"last,omitempty"`
	Versions  []tally      `json:"versions"`
	Releases  []tally      `json:"releases"`
	Builds    []tally      `json:"builds"`
	Processes []tally      `json:"processes"`
	Files     []caseInFile `json:"files"`
}

type tally struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

type caseInFile struct {
	Name string `json:"name"`
	Line int    `json:"line"` // from 1
	Time string `json:"time,omitempty"`
}

func tallies(of []pile.Count) []tally {
	all := []tally{}
	for _, t := range of {
		all = append(all, tally{text(t.Name), t.Count})
	}
	return all
}

func casesInFiles(p *pile.Pile, rows []int) []caseInFile {
	all := []caseInFile{}
	for _, i := range rows {
		c := &p.Cases[i]
		all = append(all, caseInFile{text(c.Name), c.Line + 1, text(c.Printed)})
	}
	return all
}

// PileJSON writes one JSON object and a line feed: the dumps of a pile by cause, compared with
// the lot before unless that is pile.Whole. pile.md describes the keys.
func PileJSON(w io.Writer, p *pile.Pile, before int) error {
	sizes := p.Sizes(before)
	s := struct {
		Kind    string         `json:"kind"`
		Dumps   int            `json:"dumps"`
		Before  *int           `json:"before,omitempty"`
		Groups  []causeSummary `json:"groups"`
		Without []string       `json:"without"`
		Facets  []facetSummary `json:"facets"`
		Change  *versionChange `json:"versionChange"`
	}{"dump-groups", sizes.After, nil, []causeSummary{}, []string{}, facetsOf(p), changeOfVersions(p)}
	if before != pile.NoBaseline {
		s.Kind, s.Before = "dump-groups-compared", &sizes.Before
	}
	for _, name := range p.NoCause {
		s.Without = append(s.Without, text(name))
	}
	days := p.Days()
	for _, g := range p.Groups(before) {
		c := g.Cause
		was, is := sizes.Shares(&g)
		row := causeSummary{
			Count: len(g.Cases), Share: is, Rule: c.Rule, WaitsFor: text(c.Waits), Holder: text(c.Holder), Frames: text(c.Frames), Example: text(p.Cases[g.Example()].Text),
			Advice: p.Cases[g.Example()].Advice.String(), AdviceText: text(tell.Advice(p.Cases[g.Example()].Advice)),
			First: text(g.First), Last: text(g.Last), Versions: tallies(g.Versions), Releases: tallies(g.Releases), Builds: tallies(g.Builds), Processes: tallies(g.Processes),
			Files: casesInFiles(p, g.Cases), ID: pile.CauseID(c), Category: p.Cases[g.Example()].Category, Library: text(p.Cases[g.Example()].Library),
			Kinds: countsOf(p, pile.ByKind, g.Rows()), Devices: countsOf(p, pile.ByDevice, g.Rows()), Issues: countsOf(p, pile.ByIssue, g.Rows()), Days: []tally{},
		}
		for _, day := range p.Trend(days, g.Cases).Days {
			row.Days = append(row.Days, tally{day.Name, day.Count})
		}
		if before != pile.NoBaseline {
			chance := sizes.Chance(&g)
			row.Change, row.Chance = sizes.Change(&g), &chance
			row.Before = &earlierCause{
				Count: len(g.Before), Share: was, First: text(g.Was.First), Last: text(g.Was.Last), Versions: tallies(g.Was.Versions), Releases: tallies(g.Was.Releases),
				Builds: tallies(g.Was.Builds), Processes: tallies(g.Was.Processes), Files: casesInFiles(p, g.Before),
			}
		}
		s.Groups = append(s.Groups, row)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&s)
}

// PileCSV writes a table: a line for each dump of a pile, with the number of its group from 1. In a
// comparison, each line also has the pile of its dump and the change of the group.
func PileCSV(w io.Writer, p *pile.Pile, before int) error {
	out := csv.NewWriter(w)
	headings := []string{"group", "count", "rule", "waits_for", "holder", "frames", "file", "line", "time", "process", "release", "text", "version", "build"}
	if before != pile.NoBaseline {
		headings = append(headings, "pile", "before", "change", "chance")
	}
	out.Write(headings)
	sizes := p.Sizes(before)
	for n, g := range p.Groups(before) {
		for _, i := range g.Rows() {
			c := &p.Cases[i]
			fields := []string{
				strconv.Itoa(n + 1), strconv.Itoa(len(g.Cases)), g.Cause.Rule, g.Cause.Waits, g.Cause.Holder, g.Cause.Frames,
				c.Name, strconv.Itoa(c.Line + 1), c.Printed, c.Process, c.OS, c.Text, c.Release(), c.Build,
			}
			if before != pile.NoBaseline {
				side := "after"
				if c.Batch == before {
					side = "before"
				}
				fields = append(fields, side, strconv.Itoa(len(g.Before)), string(sizes.Change(&g)), strconv.FormatFloat(sizes.Chance(&g), 'g', 3, 64))
			}
			for f := range fields {
				fields[f] = Cell(text(fields[f]), CSV)
			}
			out.Write(fields)
		}
	}
	out.Flush()
	return out.Error()
}

// PileFolded writes the stacks of the main threads in the folded format of flame graphs:
// "outermost;...;innermost dumps". For a comparison it writes two counts, before and after, as
// tools for differential flame graphs expect.
func PileFolded(w io.Writer, p *pile.Pile, before int) error {
	type row struct{ before, after int }
	at := map[profile.Row]*row{}
	var leaves []profile.Row
	for i := range p.Cases {
		c := &p.Cases[i]
		if c.Leaf == profile.NoRow {
			continue
		}
		r := at[c.Leaf]
		if r == nil {
			r = &row{}
			at[c.Leaf] = r
			leaves = append(leaves, c.Leaf)
		}
		if c.Batch == before {
			r.before++
		} else {
			r.after++
		}
	}
	slices.Sort(leaves)
	out := bufio.NewWriter(w)
	for _, leaf := range leaves {
		for i, name := range p.Mains.Path(leaf) {
			if i > 0 {
				out.WriteByte(';')
			}
			out.WriteString(foldedName(text(name)))
		}
		if before != pile.NoBaseline {
			fmt.Fprintf(out, " %d", at[leaf].before)
		}
		fmt.Fprintf(out, " %d\n", at[leaf].after)
	}
	return out.Flush()
}

// causesShown limits the causes in Markdown, because people read it in a tracker.
const causesShown = 20

// PileMarkdown writes the causes of a pile for an issue tracker. Each has its count, its versions,
// and the stack of one main thread.
func PileMarkdown(to io.Writer, p *pile.Pile, before int) error {
	w := bufio.NewWriter(to)
	groups, sizes := p.Groups(before), p.Sizes(before)
	fmt.Fprintf(w, "## %s\n", InMarkdown(words.Plain(tell.PileTitle(sizes, groups, before))))
	if before != pile.NoBaseline {
		fmt.Fprintf(w, "\n%s\n", InMarkdown(words.Plain(tell.Reach(sizes))))
	}
	for i := range groups[:min(len(groups), causesShown)] {
		w.WriteString("\n")
		CauseMarkdown(w, p, &groups[i], before)
	}
	if more := len(groups) - causesShown; more > 0 {
		fmt.Fprintf(w, "\n%s\n", words.Say("and {1}", plural(more, "more cause", "more causes")))
	}
	return w.Flush()
}

// CauseMarkdown writes a cause of a pile for an issue tracker, in a few KB: what main does, its stack,
// how often and where it occurs, and the files of some reports.
func CauseMarkdown(w io.Writer, p *pile.Pile, g *pile.Group, before int) {
	sizes := p.Sizes(before)
	title := tell.CauseTitle(g.Cause.Rule)
	if where := tell.Where(g); where != "" {
		title = words.Say("{1}, {2}", title, where)
	}
	fmt.Fprintf(w, "### %s\n\n", InMarkdown(words.Plain(title)))
	fmt.Fprintf(w, "- %s\n", InMarkdown(words.Plain(words.Say("Dumps: {1}", tell.Share(sizes, g, before)))))
	if before != pile.NoBaseline {
		fmt.Fprintf(w, "- %s\n", InMarkdown(tell.Changed(sizes, g)))
	}
	for _, fact := range tell.Seen(g) {
		fmt.Fprintf(w, "- %s\n", InMarkdown(words.Plain(fact)))
	}
	var issues, files []string
	for _, issue := range g.Issues[:min(len(g.Issues), filesShown)] {
		issues = append(issues, issue.Name)
	}
	for _, row := range g.Rows()[:min(len(g.Rows()), filesShown)] {
		name := p.Cases[row].Name
		files = append(files, name[strings.LastIndexAny(name, "/\\")+1:])
	}
	if len(issues) > 0 {
		fmt.Fprintf(w, "- %s\n", InMarkdown(Clean(words.Say("Issues of the service: {1}", words.List(issues)))))
	}
	fmt.Fprintf(w, "- %s\n", InMarkdown(Clean(words.Say("Reports: {1}", words.List(files)))))
	c := &p.Cases[g.Example()]
	fmt.Fprintf(w, "\n%s\n", InMarkdown(c.Text))
	if advice := tell.Advice(c.Advice); advice != "" {
		fmt.Fprintf(w, "\n%s\n", InMarkdown(words.Say("What to do: {1}", advice)))
	}
	if stacks := p.Stacks(g.Cause); stacks != "" {
		var lines []string
		for line := range strings.Lines(stacks) {
			lines = append(lines, Clean(strings.TrimSuffix(line, "\n")))
		}
		fmt.Fprintf(w, "\n%s\n", fenced(strings.Join(lines, "\n")))
		return
	}
	if c.Leaf == profile.NoRow {
		return
	}
	frames := p.Mains.Path(c.Leaf)
	slices.Reverse(frames)
	var lines []string
	for _, frame := range frames[:min(len(frames), stackShown)] {
		lines = append(lines, "  at "+Clean(words.ClipTo(frame, valueShown)))
	}
	if more := len(frames) - len(lines); more > 0 {
		lines = append(lines, "  "+words.Say("and {1}", plural(more, "more frame", "more frames")))
	}
	fmt.Fprintf(w, "\n%s\n", fenced(words.Say("main in {1}", Clean(c.Name))+"\n"+strings.Join(lines, "\n")))
}

// filesShown limits how many files of a group are named.
const filesShown = 3

// Pile writes the causes of a pile for people, the most frequent first. For a comparison it
// writes how each changed, the largest growth of the share first.
func Pile(to io.Writer, p *pile.Pile, before int) error {
	w := bufio.NewWriter(to)
	groups, sizes := p.Groups(before), p.Sizes(before)
	fmt.Fprintln(w, words.Plain(tell.PileTitle(sizes, groups, before)))
	if before != pile.NoBaseline {
		fmt.Fprintln(w, words.Plain(tell.Reach(sizes)))
	}
	for _, g := range groups {
		c := g.Cause
		if before == pile.NoBaseline {
			fmt.Fprintf(w, "\n%7d  %s", len(g.Cases), tell.CauseTitle(c.Rule))
		} else {
			fmt.Fprintf(w, "\n%7s  %s: %s\n         %s", tell.Changed(sizes, &g), words.Plain(tell.Number(&g, before)), words.Plain(tell.Share(sizes, &g, before)), tell.CauseTitle(c.Rule))
		}
		if c.Waits != "" {
			fmt.Fprint(w, words.Say(", for {1}", clip(c.Waits)))
		}
		if c.Holder != "" {
			fmt.Fprint(w, words.Say(", blocked by {1}", clip(c.Holder)))
		}
		if c.Frames != "" {
			fmt.Fprintf(w, "\n         %s", words.Say("in {1}", Clean(c.Frames)))
		}
		fmt.Fprintf(w, "\n         %s\n", Clean(p.Cases[g.Example()].Text))
		if advice := tell.Advice(p.Cases[g.Example()].Advice); advice != "" {
			fmt.Fprintf(w, "         %s\n", words.Say("What to do: {1}", advice))
		}
		facts := tell.Seen(&g)
		if before == pile.NoBaseline && len(facts) > 0 {
			facts = []string{words.List(facts)}
		}
		for _, fact := range facts { // in a comparison one pile may fill a line
			fmt.Fprintf(w, "         %s\n", Clean(words.Plain(fact)))
		}
		for n, i := range g.Rows() {
			if n == filesShown {
				fmt.Fprintf(w, "         %s\n", words.Say("and {1}", plural(len(g.Rows())-n, "more file", "more files")))
				break
			}
			fmt.Fprintf(w, "         %s\n", words.Say("{1}, line {2}", words.Say(labelOfPile(p, i, before), Clean(p.Cases[i].Name)), strconv.Itoa(p.Cases[i].Line+1)))
		}
	}
	if len(p.NoCause) > 0 {
		first := Clean(p.NoCause[0])
		if more := len(p.NoCause) - 1; more > 0 {
			first = words.Say("{1} and {2} more", first, strconv.Itoa(more))
		}
		fmt.Fprintf(w, "\n%s\n", words.Say("{1} without a cause (a bug report without an ANR, or no thread that shows a cause): {2}", plural(len(p.NoCause), "file", "files"), first))
	}
	if alone := p.Alone(); len(alone) > 0 {
		fmt.Fprintf(w, "\n%s\n", words.Say("{1} of the service without a report here:", plural(len(alone), "group", "groups")))
		for n, i := range alone {
			if n == causesShown {
				fmt.Fprintf(w, "         %s\n", words.Say("and {1}", plural(len(alone)-n, "more group", "more groups")))
				break
			}
			fmt.Fprintf(w, "%7d  %s\n", i.Count, Clean(words.List(slices.DeleteFunc([]string{i.Cause, i.Location}, func(s string) bool { return s == "" }))))
		}
	}
	return w.Flush()
}

// labelOfPile returns the pattern that marks the pile of a case, if two are compared.
func labelOfPile(p *pile.Pile, row, before int) words.Text {
	switch {
	case before == pile.NoBaseline:
		return "{1}"
	case p.Cases[row].Batch == before:
		return "{1} (before)"
	}
	return "{1} (after)"
}
