package dumping

import (
	"slices"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/desk"
)

// Printed says what is open, which view of it is shown, and of a table which rows.
func (r *Room) Printed() string {
	v := r.current()
	s := r.Facts() + " · " + v.Tab().Name
	if t, ok := v.(interface{ Told() string }); ok && t.Told() != "" {
		s += ": " + t.Told()
	}
	return s
}

// Facts is the line that describes the files.
func (r *Room) Facts() string {
	about, p := r.dumps.About, r.dumps.Chosen()
	var parts []string
	if n := len(about.Files); n > 1 {
		parts = append(parts, words.Plural(int64(n), "file", "files"))
	}
	parts = append(parts, words.Plural(int64(len(about.Processes)), "process", "processes"), words.Plural(int64(about.Threads), "thread", "threads"))
	if p.Runtime != "" {
		parts = append(parts, p.Runtime)
	}
	if p.Release != "" {
		parts = append(parts, "Android "+words.Clip(p.Release))
	}
	return strings.Join(parts, " · ")
}

// Notes are the receipt's lines; places are lines of their files, from 1.
func (r *Room) Notes() []message.Note {
	about := r.dumps.About
	var all []message.Note
	for _, n := range about.Notes {
		file := &about.Files[n.File]
		note := message.Note{Code: n.Code, Text: n.Text, Count: n.Count, Offset: -1}
		if n.Line != message.NoNode {
			note.Offset = int64(n.Line-file.Line) + 1
		}
		if len(about.Files) > 1 {
			note.Text = file.Name + ": " + note.Text
		}
		all = append(all, note)
	}
	return all
}

// NotePlaces heads the column of the notes' places.
func (r *Room) NotePlaces() string { return "First line" }

// Read says how much was read, and how fast.
func (r *Room) Read() string {
	about := r.dumps.About
	return "read " + words.Size(about.Bytes) + " in " + words.Brief(max(1, int64(about.ReadMillis))*1e6)
}

// exports is the menu of what can be made of thread dumps.
var exports = []desk.ExportGroup{
	{Title: "Thread dumps", Exports: []desk.Export{
		{ID: "explain", Name: "Verdicts, text", About: "why main does not answer, deadlocks, who waits for whom", Ending: ".explained.txt", Command: []string{"explain", "-all"}},
		{ID: "dumps", Name: "Summary, JSON", About: "processes, states, deadlocks", Ending: ".summary.json", Command: []string{"summary"}},
	}},
}

// Exports is the menu.
func (r *Room) Exports() []desk.ExportGroup { return exports }

// Refusal says why an export cannot be made now: nothing is in the way of any.
func (r *Room) Refusal(*desk.Export) string { return "" }

// Job is what makes an export. It is of all files, whatever is chosen.
func (r *Room) Job(e *desk.Export, part bool) (desk.Job, string) {
	files := r.dumps.Stored()
	return desk.Job{Args: slices.Clone(e.Command), Files: files, Name: desk.Stem(files[0]) + e.Ending}, ""
}
