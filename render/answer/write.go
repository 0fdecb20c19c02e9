package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"traceglass/render/report"
	"traceglass/render/words"
)

// A Format is how an answer is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	JSON     Format = "json"
	Markdown Format = "markdown"
)

// Write writes an answer in at most limit bytes, see Limit. It leaves out items from the end of each group, and counts them.
func (a *Answer) Write(w io.Writer, format Format, limit int) error {
	_, err := w.Write(a.fit(format, Limit(limit)))
	return err
}

// fit returns the answer with as many items as the limit allows. Groups take turns, so each keeps its first items.
func (a *Answer) fit(format Format, limit int) []byte {
	if all := a.bytes(format); len(all) <= limit {
		return all
	}
	var groups []string
	rows := map[string][]int{} // of Items, by group
	for i := range a.Items {
		g := a.Items[i].Group
		if rows[g] == nil {
			groups = append(groups, g)
		}
		rows[g] = append(rows[g], i)
	}
	bare := *a
	bare.Items, bare.Omitted = nil, slices.Clone(a.Omitted)
	for _, g := range groups {
		bare.omit(g, len(rows[g]))
	}
	for len(bare.bytes(format)) > limit && bare.shorten() {
	}
	for most := mostName; len(bare.bytes(format)) > limit && most > 0; most /= 2 {
		bare.clip(most)
	}
	kept := make([]bool, len(a.Items))
	left := limit - len(bare.bytes(format))
	for turn, open := 0, slices.Clone(groups); len(open) > 0; turn++ {
		for g := 0; g < len(open); g++ {
			of := rows[open[g]]
			size := 0
			if turn < len(of) {
				size = len(a.Items[of[turn]].bytes(format)) + 1
				if turn == 0 && format != JSON {
					size += len(heading(format, open[g]))
				}
			}
			if turn >= len(of) || size > left {
				open = slices.Delete(open, g, g+1)
				g--
				continue
			}
			left -= size
			kept[of[turn]] = true
		}
	}
	for {
		short := bare
		short.Items, short.Omitted = nil, slices.Clone(a.Omitted)
		last := -1
		for i := range a.Items {
			if kept[i] {
				short.Items, last = append(short.Items, a.Items[i]), i
			} else {
				short.omit(a.Items[i].Group, 1)
			}
		}
		if all := short.bytes(format); len(all) <= limit || last < 0 {
			return all[:min(len(all), limit)]
		}
		kept[last] = false
	}
}

// shorten removes the least important sentence of an answer. It returns false if none is left.
func (a *Answer) shorten() bool {
	switch {
	case len(a.Next) > 0:
		a.Next = a.Next[:len(a.Next)-1]
	case len(a.Notes) > 0:
		a.Notes = a.Notes[:len(a.Notes)-1]
	case len(a.Facts) > 1:
		a.Facts = a.Facts[:len(a.Facts)-1]
	default:
		return false
	}
	return true
}

// clip cuts the texts of an answer to at most most bytes each.
func (a *Answer) clip(most int) {
	a.Question, a.File = words.ClipTo(a.Question, most), words.ClipTo(a.File, most)
	a.Facts = slices.Clone(a.Facts)
	for i := range a.Facts {
		a.Facts[i] = words.ClipTo(a.Facts[i], most)
	}
}

// bytes writes the whole answer.
func (a *Answer) bytes(format Format) []byte {
	if format == JSON {
		whole := *a
		whole.Facts, whole.Items, whole.Omitted = append([]string{}, a.Facts...), append([]Item{}, a.Items...), append([]Omitted{}, a.Omitted...)
		return object(&whole)
	}
	var out bytes.Buffer
	mark := format == Markdown
	begin := map[bool]string{true: "- ", false: ""}[mark]
	if mark {
		fmt.Fprintf(&out, "## %s\n\n", inert(format, a.Question))
	} else {
		fmt.Fprintf(&out, "%s\n", a.Question)
	}
	for _, f := range a.Facts {
		fmt.Fprintf(&out, "%s%s\n", begin, inert(format, f))
	}
	group := ""
	for i := range a.Items {
		if g := a.Items[i].Group; g != group {
			group = g
			out.WriteString(heading(format, g))
		}
		out.Write(a.Items[i].bytes(format))
		out.WriteByte('\n')
	}
	tail := func(title string, all []string) {
		if len(all) > 0 {
			fmt.Fprintf(&out, "%s%s\n", heading(format, title), begin+strings.Join(all, "\n"+begin))
		}
	}
	var omitted, notes []string
	for _, o := range a.Omitted {
		omitted = append(omitted, fmt.Sprintf("%s: %s", o.Group, words.Count(int64(o.Count))))
	}
	if len(omitted) > 0 {
		tail("left out", []string{strings.Join(omitted, "; ") + ". A larger limit or a next question shows more."})
	}
	for _, n := range a.Notes {
		notes = append(notes, inert(format, n))
	}
	tail("notes", notes)
	var next []string
	for _, n := range a.Next {
		next = append(next, inert(format, n))
	}
	tail("next questions", next)
	return out.Bytes()
}

// heading begins a group.
func heading(format Format, group string) string {
	if format == Markdown {
		return "\n### " + group + "\n\n"
	}
	return "\n" + group + "\n"
}

// inert makes text harmless in a format.
func inert(format Format, s string) string {
	if format == Markdown {
		return report.InMarkdown(s)
	}
	return s
}

// bytes writes an item alone.
func (i *Item) bytes(format Format) []byte {
	if format == JSON {
		return bytes.TrimSuffix(object(i), []byte("\n"))
	}
	var parts []string
	add := func(pattern string, n *int64, figure func(int64) string) {
		if n != nil {
			parts = append(parts, fmt.Sprintf(pattern, words.Plain(figure(*n))))
		}
	}
	count := func(n int64) string { return words.Count(n) }
	if i.Line > 0 && !i.isLine() {
		parts = append(parts, fmt.Sprintf("line %d", i.Line))
	}
	add("%s ×", i.Count, count)
	if i.WasCount != nil {
		add("was %s ×", i.WasCount, count)
	}
	add("%s wall", i.Wall, words.Brief)
	add("%s CPU", i.CPU, words.Brief)
	add("%s waiting", i.Waiting, words.Brief)
	add("%s events", i.Events, count)
	add("%s", i.Bytes, words.Size)
	add("was %s", i.Was, words.Brief)
	add("self %s", i.Self, words.Brief)
	add("self was %s", i.WasSelf, words.Brief)
	if i.Share != nil {
		parts = append(parts, words.Plain(words.Share(*i.Share)))
	}
	if i.From != nil && i.To != nil {
		parts = append(parts, fmt.Sprintf("at %s", words.Plain(words.Precise(*i.From))))
	}
	if i.Thread != "" {
		parts = append(parts, "on "+inert(format, i.Thread))
	}
	if i.Certainty != "" {
		parts = append(parts, i.Certainty)
	}
	var line []string
	if i.Handle != "" {
		handle := i.Handle
		if format == Markdown {
			handle = "`" + handle + "`"
		}
		line = append(line, handle)
	}
	switch {
	case i.isLine() && format == Markdown:
		line = append(line, fmt.Sprintf("%d:", i.Line))
	case i.isLine():
		line = append(line, fmt.Sprintf("%6d", i.Line))
	}
	if i.Name != "" {
		line = append(line, inert(format, i.Name))
	}
	if i.Text != "" {
		line = append(line, inert(format, i.Text))
	}
	text := strings.Join(line, "  ")
	if len(parts) > 0 {
		if text != "" {
			text += "  "
		}
		text += "(" + strings.Join(parts, ", ") + ")"
	}
	if format == Markdown {
		return []byte("- " + text)
	}
	return []byte("  " + text)
}

// isLine reports whether an item is a line of the file.
func (i *Item) isLine() bool { return i.Line > 0 && i.Handle == "" && i.Name == "" }

// object writes a value as JSON with a line feed. It has no value that JSON cannot write.
func object(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return out.Bytes()
}
