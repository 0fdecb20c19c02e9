package dumping

import (
	"slices"
	"strings"

	"traceglass/parser/dump"
	"traceglass/render/words"
)

// raws are the names that files have, by the original ones that a map of names gave in their place: of methods,
// whole and without their packages, and of classes.
type raws map[string][]string

// What of them is kept, and shown of one text.
const (
	mostRaws  = 1 << 18 // names
	mostOfOne = 4       // that one original has
	mostShown = 6
)

// learn notes what the names in a dump are in its file.
func (r raws) learn(d *dump.Dump) {
	raw := d.Raw()
	if raw == d {
		return
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
		method, _, _ := strings.Cut(f.Method, " or ") // of several originals the first stands for all
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

// of are the names in a text as files have them, parted by commas; "" without any. A word without a package is a name
// only where it has a method, or with objects, where what is said of are the objects that threads lock.
func (r raws) of(text string, objects bool) string {
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
