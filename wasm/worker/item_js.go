package worker

import (
	"errors"
	"fmt"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/wasm/script"
)

// An item is one trace or thread dump to read: a file, a .key and its .data, or members of
// a zip file.
type item struct {
	name   string
	stored string // name of the file that was opened
	parts  []part
	zip    *zipped // that it is in, nil outside
}

// size is how many bytes the item has as it is stored.
func (it *item) size() (n int64) {
	for _, p := range it.parts {
		n += p.blob.Size()
	}
	return n
}

// A zipped is what is known of a zip file while its items are read.
type zipped struct {
	name  string
	names []string // of all that is in it
	items int      // to read
	tried int      // have been read
	found int      // were a trace or a dump
}

// items lists what to read of a file, or of a .key and its .data.
func items(files []js.Value) ([]item, error) {
	name := files[0].Get("name").String()
	var parts []part
	for _, file := range files {
		parts = append(parts, part{blob: script.Blob{Value: file}})
	}
	whole := []item{{name: name, parts: parts}}
	if len(files) != 1 {
		return whole, nil
	}
	file := script.Blob{Value: files[0]}
	head := make([]byte, 4)
	if _, err := file.ReadAt(head, 0); err != nil || input.Sniff(head, "") != input.Zip {
		return whole, nil // reading it will tell
	}
	members, err := input.Members(file, file.Size())
	if err != nil {
		return nil, fmt.Errorf("The zip file %s cannot be opened: %w.", name, err)
	}
	z := &zipped{name: name}
	for _, m := range members {
		z.names = append(z.names, m.Name)
	}
	groups, note := input.Choose(z.names)
	if note.Code != "" {
		return nil, errors.New(note.Text)
	}
	z.items = len(groups)
	var all []item
	for _, group := range groups {
		it := item{name: input.Leaf(members[group[0]].Name), zip: z}
		for _, i := range group {
			m := members[i]
			at, err := m.Start(file)
			if err != nil {
				return nil, fmt.Errorf("%s cannot be read from the zip file: %w.", m.Name, err)
			}
			p := part{blob: script.Blob{Value: file.Value.Call("slice", at, at+m.Size)}}
			if m.Deflated {
				p.format = "deflate-raw"
			}
			it.parts = append(it.parts, p)
		}
		all = append(all, it)
	}
	return all, nil
}
