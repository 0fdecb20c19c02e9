package reading

import (
	"traceglass/parser/input"
	"traceglass/wasm/message"
)

// An item is one trace or thread dump to read: a file, a .key and its .data, or members of
// a zip file.
type item struct {
	name   string
	stored string // name of the file that was opened, and within a zip file of several traces and dumps that of the trace
	trace  bool   // by its name
	parts  []part
	zip    *zipped // that it is in, nil outside
	member message.Member
}

// size is how many bytes the item has as it is stored.
func (it *item) size() (n int64) {
	for _, p := range it.parts {
		n += p.size()
	}
	return n
}

// itemsOf lists what to read of a file, or of a .key and its .data. Failures say, a sentence each, what
// of it is not known.
func (r *Reading) itemsOf(files []File) (all []item, failures []string) {
	name := files[0].Name()
	var parts []part
	for _, file := range files {
		parts = append(parts, part{file: file})
	}
	whole := []item{{name: name, stored: name, trace: input.IsTraceName(name), parts: parts}}
	whole[0].member = message.Member{Name: name, Size: whole[0].size(), Packed: input.Plain(name) != name, Pair: len(files) > 1}
	if len(files) != 1 {
		return whole, nil
	}
	head := make([]byte, 4)
	if _, err := parts[0].file.ReadAt(head, 0); err != nil {
		return whole, nil // reading it will tell
	}
	kind := input.Sniff(head, "")
	if kind == input.Zip || kind == input.Gzip {
		if all, failures, ok := r.listZip(name, parts[0], kind); ok {
			return all, failures
		}
	}
	return whole, nil
}
