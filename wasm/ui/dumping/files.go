package dumping

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/export"
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

// Exports returns the menu. While causes are shown, it has no exports of one process.
func (r *Room) Exports() []export.Group {
	switch d := r.dumps; {
	case d.Pile.Overview || r.On(r.causes):
		return []export.Group{export.Causes, export.Dumps}
	case d.About.Pile > 0:
		return []export.Group{export.Causes, export.Process, export.Dumps}
	}
	return []export.Group{export.Process, export.Dumps}
}

// Refusal explains why an export is not available, "" if it is. A process without stacks has only the first
// export.
func (r *Room) Refusal(e *export.Export) string {
	if e.Command[0] == "export" && e.ID != "markdown" && r.dumps.Chosen().Threads == 0 {
		return words.T("this process has no stacks")
	}
	return ""
}

// Job returns the job that makes an export of the selected process or of all files.
func (r *Room) Job(e *export.Export, part desk.Part) (desk.Job, string) {
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
