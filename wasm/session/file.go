package session

import (
	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A File is a file of the browser.
type File struct {
	Name     string
	Size     int64   // bytes
	Modified float64 // ms since 1970
	From     string  // address that it was downloaded from, "" for none
	Blob     any     // the browser's own
}

// A Source is files to read.
type Source struct {
	Files  []*File
	Choice post.Choice      // of the traces in them
	Runs   bool             // as many runs
	Part   message.RunsPart // of those
	With   *Source          // the other trace to compare, B; nil for none
}

// isEmpty reports whether there is no file.
func (s *Source) isEmpty() bool { return len(s.Files) == 0 }

// Name returns what to call the files.
func (s *Source) Name() string {
	if s.With != nil {
		return nameOf(s.Files) + ", " + nameOf(s.With.Files)
	}
	return nameOf(s.Files)
}

// nameOf returns what to call files together, "" for none.
func nameOf(files []*File) string {
	groups := input.Pair(namesOf(files))
	switch n := len(groups); n {
	case 0:
		return ""
	case 1:
		return files[groups[0][0]].Name
	default:
		return words.Say("{1} and {2} more", files[groups[0][0]].Name, words.Count(int64(n-1)))
	}
}

func namesOf(files []*File) []string {
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	return names
}

// blobsOf returns the browser's files.
func blobsOf(files []*File) []any {
	blobs := make([]any, len(files))
	for i, f := range files {
		blobs[i] = f.Blob
	}
	return blobs
}

// openPost returns the Post that has a worker read files.
func openPost(from Source, budget int64) *post.Open {
	return &post.Open{Files: blobsOf(from.Files), Budget: budget, Trace: from.Choice.Trace, Of: from.Choice.Of}
}

// sizeOf returns the bytes in files.
func sizeOf(files []*File) (size int64) {
	for _, f := range files {
		size += f.Size
	}
	return size
}

// groupsOf groups files by input.Pair, and counts the groups that are traces by their names.
func groupsOf(files []*File) (groups [][]*File, traces int) {
	names := namesOf(files)
	for _, group := range input.Pair(names) {
		one := make([]*File, len(group))
		for i, at := range group {
			one[i] = files[at]
		}
		groups = append(groups, one)
		if input.IsTraceName(one[0].Name) {
			traces++
		}
	}
	return groups, traces
}

// isOneTrace reports whether files are one trace by their names.
func isOneTrace(files []*File) bool {
	groups, traces := groupsOf(files)
	return len(groups) == 1 && traces == 1
}

// twoTraces parts files that are two traces by their names. B is the one that was changed last.
func twoTraces(files []*File) (a, b []*File, ok bool) {
	groups, traces := groupsOf(files)
	if len(groups) != 2 || traces != 2 {
		return nil, nil, false
	}
	if groups[0][0].Modified > groups[1][0].Modified {
		return groups[1], groups[0], true
	}
	return groups[0], groups[1], true
}

// partMaps parts files into maps of names, by the names of the files, and others.
func partMaps(files []*File) (maps, others []*File) {
	for _, f := range files {
		if input.IsMappingName(f.Name) {
			maps = append(maps, f)
		} else {
			others = append(others, f)
		}
	}
	return maps, others
}
