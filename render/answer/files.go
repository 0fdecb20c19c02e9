package answer

import (
	"path"
	"strings"
)

// A File is a row of Files.
type File struct {
	Path string
	Kind string // by its name, such as trace
	Size int64  // bytes
}

// Files returns an answer that lists the files below a folder, and the folders directly in it.
func Files(folder string, files []File, notes ...string) *Answer {
	a := &Answer{Schema: Schema, Question: clipped(strings.TrimSpace("files "+folder), mostName), File: clipped(folder, mostName)}
	a.fact(plural(int64(len(files)), "file.", "files."))
	for _, sub := range subfolders(folder, files) {
		a.add(sub)
	}
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

// subfolders returns an item for each folder directly in a folder, in the order of their first files.
func subfolders(folder string, files []File) (all []Item) {
	prefix := ""
	if clean := path.Clean(folder); clean != "." {
		prefix = clean + "/"
	}
	at := map[string]int{}
	for _, f := range files {
		name, _, ok := strings.Cut(strings.TrimPrefix(f.Path, prefix), "/")
		if !ok {
			continue
		}
		i, seen := at[name]
		if !seen {
			i = len(all)
			at[name] = i
			all = append(all, Item{Group: "folder", Name: prefix + name, Count: ns(0), Bytes: ns(0)})
		}
		*all[i].Count++
		*all[i].Bytes += f.Size
	}
	return all
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
