package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// causeSummary is an object of PileJSON; its keys are never renamed.
type causeSummary struct {
	Count     int          `json:"count"`
	Rule      string       `json:"rule"`
	WaitsFor  string       `json:"waitsFor,omitempty"`
	Holder    string       `json:"holder,omitempty"`
	Frames    string       `json:"frames,omitempty"`
	Example   string       `json:"example"` // sentence on the first of the files
	First     string       `json:"first,omitempty"`
	Last      string       `json:"last,omitempty"`
	Releases  []tally      `json:"releases"`
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

func tallies(of []wait.Tally) []tally {
	all := []tally{}
	for _, t := range of {
		all = append(all, tally{text(t.Name), t.Count})
	}
	return all
}

// PileJSON writes one JSON object and a line feed: the dumps of a pile by their causes. The keys
// are described in pile.md beside this file.
func PileJSON(w io.Writer, p *wait.Pile) error {
	s := struct {
		Kind    string         `json:"kind"`
		Dumps   int            `json:"dumps"`
		Groups  []causeSummary `json:"groups"`
		Without []string       `json:"without"`
	}{"dump-groups", len(p.Cases), []causeSummary{}, []string{}}
	for _, name := range p.Without {
		s.Without = append(s.Without, text(name))
	}
	for _, g := range p.Groups() {
		c := g.Cause
		row := causeSummary{
			Count: len(g.Cases), Rule: c.Rule, WaitsFor: text(c.Waits), Holder: text(c.Holder), Frames: text(c.Frames), Example: text(tell.Claim(&p.Cases[g.Cases[0]].Claim)),
			First: text(g.First), Last: text(g.Last), Releases: tallies(g.Releases), Processes: tallies(g.Processes),
		}
		for _, i := range g.Cases {
			row.Files = append(row.Files, caseInFile{text(p.Cases[i].Name), p.Cases[i].Line + 1, text(p.Cases[i].Time)})
		}
		s.Groups = append(s.Groups, row)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&s)
}

// PileCSV writes a line for each dump of a pile, with the number of its group from 1, below a line
// of headings.
func PileCSV(w io.Writer, p *wait.Pile) error {
	out := csv.NewWriter(w)
	out.Write([]string{"group", "count", "rule", "waits_for", "holder", "frames", "file", "line", "time", "process", "release", "text"})
	for n, g := range p.Groups() {
		for _, i := range g.Cases {
			c := &p.Cases[i]
			fields := []string{
				strconv.Itoa(n + 1), strconv.Itoa(len(g.Cases)), g.Cause.Rule, g.Cause.Waits, g.Cause.Holder, g.Cause.Frames,
				c.Name, strconv.Itoa(c.Line + 1), c.Time, c.Process, c.Release, tell.Claim(&c.Claim),
			}
			for f := range fields {
				fields[f] = cell(text(fields[f]), CSV)
			}
			out.Write(fields)
		}
	}
	out.Flush()
	return out.Error()
}

// filesShown bounds how many files of a group are named one by one.
const filesShown = 3

// Pile writes for reading: the causes of a pile, the most frequent first.
func Pile(to io.Writer, p *wait.Pile) error {
	w := bufio.NewWriter(to)
	groups := p.Groups()
	fmt.Fprintf(w, "%s, %s\n", plural(len(p.Cases), "dump", "dumps"), plural(len(groups), "cause", "causes"))
	for _, g := range groups {
		c := g.Cause
		fmt.Fprintf(w, "\n%7d  %s", len(g.Cases), c.Rule)
		if c.Waits != "" {
			fmt.Fprintf(w, ", for %s", clip(c.Waits))
		}
		if c.Holder != "" {
			fmt.Fprintf(w, ", which %s has", clip(c.Holder))
		}
		if c.Frames != "" {
			fmt.Fprintf(w, "\n         in %s", Clean(c.Frames))
		}
		fmt.Fprintf(w, "\n         %s\n", Clean(tell.Claim(&p.Cases[g.Cases[0]].Claim)))
		var facts []string
		switch {
		case g.First == g.Last && g.First != "":
			facts = append(facts, Clean(g.First))
		case g.First != "":
			facts = append(facts, Clean(g.First)+" to "+Clean(g.Last))
		}
		facts = append(facts, counted("Android ", g.Releases)...)
		facts = append(facts, counted("", g.Processes)...)
		if len(facts) > 0 {
			fmt.Fprintf(w, "         %s\n", strings.Join(facts, ", "))
		}
		for n, i := range g.Cases {
			if n == filesShown && len(g.Cases) > n {
				fmt.Fprintf(w, "         and %s\n", plural(len(g.Cases)-n, "more file", "more files"))
				break
			}
			fmt.Fprintf(w, "         %s, line %d\n", Clean(p.Cases[i].Name), p.Cases[i].Line+1)
		}
	}
	if len(p.Without) > 0 {
		fmt.Fprintf(w, "\n%s of no cause, a bug report without an ANR or no thread that tells: %s", plural(len(p.Without), "file", "files"), Clean(p.Without[0]))
		if more := len(p.Without) - 1; more > 0 {
			fmt.Fprintf(w, " and %d more", more)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// counted names the most frequent of what was counted: "Android 14 × 3, 13 × 2".
func counted(before string, of []wait.Tally) (all []string) {
	for i, t := range of {
		if i == filesShown {
			all = append(all, plural(len(of)-i, "other", "others"))
			break
		}
		if i > 0 {
			before = ""
		}
		all = append(all, fmt.Sprintf("%s%s × %d", before, Clean(t.Name), t.Count))
	}
	return all
}
