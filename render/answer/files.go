package answer

import "strings"

// A File is a row of Files.
type File struct {
	Path string
	Kind string // by its name, such as trace
	Size int64  // bytes
}

// Files returns an answer that lists files in a folder.
func Files(folder string, files []File, notes ...string) *Answer {
	a := &Answer{Schema: Schema, Question: clipped(strings.TrimSpace("files "+folder), mostName), File: clipped(folder, mostName)}
	a.fact(plural(int64(len(files)), "file.", "files."))
	for _, kind := range kinds(files) {
		for _, f := range files {
			if f.Kind == kind {
				a.add(Item{Group: kind, Name: f.Path, Bytes: ns(f.Size)})
			}
		}
	}
	for _, n := range notes {
		a.note(n)
	}
	return a
}

// kinds lists the kinds of files, in the order of the first of each.
func kinds(files []File) (all []string) {
	seen := map[string]bool{}
	for _, f := range files {
		if !seen[f.Kind] {
			seen[f.Kind] = true
			all = append(all, f.Kind)
		}
	}
	return all
}
