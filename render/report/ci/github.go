package ci

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// mostAnnotations is how many annotations of each level GitHub shows for a step.
const mostAnnotations = 10

var githubLevels = [...]string{Note: "notice", Warning: "warning", Error: "error"}

// Each workflow command is one line. Only a line break could end it, and a colon or comma its properties.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// GitHub writes workflow commands. With these GitHub annotates a job and its files. It writes as many as GitHub shows,
// the most severe first, and a notice on how many are left out.
func GitHub(to io.Writer, r *Run) error {
	w := bufio.NewWriter(to)
	titles := map[string]string{unreadable: unreadable}
	used, _ := r.rules()
	for _, rule := range used {
		titles[rule.ID] = rule.Title
	}
	notes := lines(r.Notes)
	results := r.withFailed()
	shown := 0
	for level := Error; level >= Note; level-- {
		most := mostAnnotations
		if level == Note {
			most -= 1 + min(len(notes), 1) // the notices below
		}
		for i := range results {
			if one := &results[i]; one.Level == level && most > 0 {
				command(w, level, &one.Place, titles[one.Rule], one.Message)
				most--
				shown++
			}
		}
	}
	if len(notes) > 0 {
		command(w, Note, &Place{}, "traceglass "+r.Command, notes)
	}
	if more := len(r.failed) + r.failedOmitted + r.found + r.omitted - shown; more > 0 {
		command(w, Note, &Place{}, "traceglass "+r.Command, []string{fmt.Sprintf("%d more results are left out. -format sarif has up to %d.", more, MostResults)})
	}
	return w.Flush()
}

// command writes one workflow command.
func command(w *bufio.Writer, level Level, at *Place, title string, message []string) {
	w.WriteString("::" + githubLevels[level])
	between := byte(' ')
	property := func(name, value string) {
		if value != "" {
			w.WriteByte(between)
			w.WriteString(name + "=" + githubProperty.Replace(value))
			between = ','
		}
	}
	property("file", at.File)
	if at.File != "" && at.Line > 0 {
		property("line", strconv.Itoa(at.Line))
	}
	property("title", title)
	w.WriteString("::" + githubData.Replace(strings.Join(message, "\n")) + "\n")
}
