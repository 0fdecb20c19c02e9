package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/render/words"
)

// raws maps original names, which a map of names gave, to the names in the files: of methods,
// with and without their packages, and of classes.
type raws map[string][]string

// Limits of the texts that are kept, and of the part shown of one text.
const (
	mostRaws  = 1 << 18 // names
	mostOfOne = 4       // names in the files for one original name
	mostShown = 6
)

// learn adds the names of a dump.
func (r raws) learn(d *dump.Dump) {
	raw := d.Raw()
	if raw == d {
		return
	}
	if d.Recording != nil {
		r.learn(d.Recording.Stacks)
	}
	seen := make([]bool, d.Places())
	for _, row := range d.Stack {
		if seen[row.Place] || d.FrameKind(row.Place) != dump.JavaFrame {
			continue
		}
		seen[row.Place] = true
		line := int(row.Line)
		was, ok := strings.CutPrefix(raw.Content(d.RawLine(line)), "at ")
		if !ok || was == strings.TrimPrefix(d.Content(line), "at ") {
			continue
		}
		was, _, _ = strings.Cut(was, "(")
		f := d.Frame(row.Place)
		method, _, _ := strings.Cut(f.Method, " or ") // with several originals, the first represents all
		name := f.Class + "." + strings.TrimSuffix(method, "!")
		was = strings.TrimSuffix(was, "!")
		r.add(name, was)
		r.add(words.ShortLabel(name), was)
	}
	for i := range d.Locks {
		line := int(d.Locks[i].Line)
		name, was := d.Lock(i).Object.Class, dump.ParseLock(raw.Content(d.RawLine(line))).Object.Class
		if name != was {
			name, _, _ = strings.Cut(name, " or ")
			r.add(name, was)
			r.add(words.ShortClass(name), was)
		}
	}
}

func (r raws) add(name, was string) {
	if all := r[name]; name != "" && was != "" && name != was && len(all) < mostOfOne && (all != nil || len(r) < mostRaws) && !slices.Contains(all, was) {
		r[name] = append(all, was)
	}
}

// namesIn returns the names that a text's names have in the files, separated by commas, or "". A
// word without a package counts as a name only if it contains a method or, with objects, if the
// text is about objects that threads lock.
func (r raws) namesIn(text string, objects bool) string {
	if len(r) == 0 {
		return ""
	}
	var all []string
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !dump.InName(c) }) {
		word = strings.Trim(word, ".")
		if !objects && !strings.Contains(word, ".") {
			continue
		}
		for _, was := range r[word] {
			if !slices.Contains(all, was) {
				all = append(all, was)
			}
		}
	}
	if len(all) > mostShown {
		all = append(all[:mostShown], "…")
	}
	return valid(strings.Join(all, ", "))
}
