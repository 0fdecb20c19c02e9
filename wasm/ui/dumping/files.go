package dumping

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// Printed describes the open files, the view and the rows of its table, for print.
func (r *Room) Printed() string {
	v := r.Current()
	s := r.Facts() + " · " + v.Tab().Name.String()
	if rows := v.Status().Rows; rows != "" {
		s += ": " + rows
	}
	return s
}

// Facts describes the files in one line.
func (r *Room) Facts() string {
	about, p := r.dumps.About, r.dumps.Chosen()
	if r.dumps.Pile.Overview {
		return words.Plural(int64(about.Pile), "dump", "dumps")
	}
	var parts []string
	if n := len(about.Files); n > 1 {
		parts = append(parts, words.Plural(int64(n), "file", "files"))
	}
	parts = append(parts, r.processes, words.Plural(int64(about.Threads), "thread", "threads"))
	if p.Runtime != "" {
		parts = append(parts, p.Runtime)
	}
	if p.Release != "" {
		parts = append(parts, words.Say("Android {1}", words.Clip(p.Release)))
	}
	return strings.Join(parts, " · ")
}

// Notes returns the warnings of the receipt. Their places are lines of their files, from 1.
func (r *Room) Notes() []message.Note {
	about := r.dumps.About
	if r.dumps.Pile.Overview && about.Single {
		return nil // the notes belong to the open dump
	}
	var all []message.Note
	for _, n := range about.Notes {
		file := &about.Files[n.File]
		note := message.Note{Code: n.Code, Text: n.Text, Count: n.Count, Offset: -1, Thread: message.NoNode, At: -1}
		if n.Line != message.NoNode {
			note.Offset, note.At = int64(n.Line-file.Line)+1, int64(n.Line)
		}
		if len(about.Files) > 1 {
			note.Text = file.Name + ": " + note.Text
		}
		all = append(all, note)
	}
	return all
}

// NotePlaces returns the head of the column with the places of the notes.
func (r *Room) NotePlaces() string { return words.T("First line") }

// Read returns the number of bytes read and the time this took, as text.
func (r *Room) Read() string {
	about := r.dumps.About
	return words.Say("read {1} in {2}", words.Size(about.Bytes), words.Brief(max(1, int64(about.ReadMillis))*1e6))
}

// exports is the menu of the exports of the selected process and of all processes.
var exports = []desk.ExportGroup{
	{Title: "This process", Exports: []desk.Export{
		{ID: "markdown", Name: "For an issue tracker, Markdown", About: "verdict, who waits for whom, main's stack, build", Ending: ".md", Command: []string{"export", "-format", "markdown"}},
		{ID: "threads", Name: "Threads, CSV", About: "one line per thread, for spreadsheets", Ending: ".threads.csv", Command: []string{"export", "-format", "csv"}},
		{ID: "stacks", Name: "Folded stacks", About: "for flame graphs; without idle threads", Ending: ".folded", Command: []string{"export", "-format", "folded"}},
		{ID: "stackflame", Name: "Flame graph, SVG", About: "of the stacks; with zoom and search", Ending: ".flame.svg", Command: []string{"export", "-format", "svg"}},
		{ID: "locks", Name: "Lock graph, SVG", About: "who waits for whom", Ending: ".locks.svg", Command: []string{"export", "-format", "locks"}},
	}},
	{Title: "All files", Exports: []desk.Export{
		{ID: "explain", Name: "Verdicts, text", About: "why main does not answer, deadlocks, who waits for whom", Ending: ".explained.txt", Command: []string{"explain", "-all"}},
		{ID: "dumps", Name: "Summary, JSON", About: "processes, states, deadlocks", Ending: ".summary.json", Command: []string{"summary"}},
		{ID: "page", Name: "One page, HTML…", About: "the viewer with the dumps inside, opens from disk", Ending: ".html", Command: []string{desk.PageCommand, "-o", "-"}},
	}},
}

// pileExports is the menu of the exports of a pile.
var pileExports = desk.ExportGroup{Title: "Causes", Exports: []desk.Export{
	{ID: "causes", Name: "Causes, text", About: "how often each cause occurs, with its versions and files", Ending: ".causes.txt", Command: []string{"explain", "-group"}},
	{ID: "causes-markdown", Name: "Causes for an issue tracker, Markdown", About: "counts, versions and one stack of each", Ending: ".causes.md", Command: []string{"explain", "-group", "-format", "markdown"}},
	{ID: "causes-csv", Name: "Causes, CSV", About: "one line per dump", Ending: ".causes.csv", Command: []string{"explain", "-group", "-format", "csv"}},
	{ID: "causes-json", Name: "Causes, JSON", About: "an object", Ending: ".causes.json", Command: []string{"explain", "-group", "-format", "json"}},
	{ID: "causes-folded", Name: "Main threads, folded stacks", About: "for a flame graph of all dumps", Ending: ".folded", Command: []string{"explain", "-group", "-format", "folded"}},
}}

// Exports returns the menu. While causes are shown, it has no exports of one process.
func (r *Room) Exports() []desk.ExportGroup {
	switch d := r.dumps; {
	case d.Pile.Overview || r.On(r.causes):
		return append([]desk.ExportGroup{pileExports}, exports[1:]...)
	case d.About.Pile > 0:
		return append([]desk.ExportGroup{pileExports}, exports...)
	}
	return exports
}

// Refusal explains why an export is not available, "" if it is. A process without stacks has only the first
// export.
func (r *Room) Refusal(e *desk.Export) string {
	if e.Command[0] == "export" && e.ID != "markdown" && r.dumps.Chosen().Threads == 0 {
		return words.T("this process has no stacks")
	}
	return ""
}

// Job returns the job that makes an export of the selected process or of all files.
func (r *Room) Job(e *desk.Export, part desk.Part) (desk.Job, string) {
	d := r.dumps
	files := d.Stored()
	args := slices.Clone(e.Command)
	if e.Command[0] == "export" {
		p := d.Chosen()
		f := &d.About.Files[p.File]
		files = []string{f.Stored}
		args = append(args, "-process", strconv.Itoa(d.Number()))
		if f.Name != f.Stored {
			args = append(args, "-dump", f.Name)
		}
	}
	return desk.Job{Args: args, Files: files, Name: desk.Stem(files[0]) + e.Ending}, ""
}
