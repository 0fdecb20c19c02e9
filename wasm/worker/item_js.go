package worker

import (
	"errors"
	"fmt"
	"syscall/js"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/script"
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

// A zipped is what is known of a zip file while its items are read.
type zipped struct {
	name  string
	names []string // of all that is in it
	items int      // to read
	tried int      // have been read
	found int      // were a trace or a dump
}

// items lists what to read of a file, or of a .key and its .data. With an error there may be
// more in it that is not known.
func items(files []js.Value) ([]item, error) {
	name := files[0].Get("name").String()
	var parts []part
	for _, file := range files {
		parts = append(parts, part{blob: script.Blob{Value: file}})
	}
	whole := []item{{name: name, stored: name, trace: input.IsTraceName(name), parts: parts}}
	whole[0].member = message.Member{Name: name, Size: whole[0].size(), Packed: input.Plain(name) != name, Pair: len(files) > 1}
	if len(files) != 1 {
		return whole, nil
	}
	file := script.Blob{Value: files[0]}
	head := make([]byte, 4)
	if _, err := file.ReadAt(head, 0); err != nil || input.Sniff(head, "") != input.Zip {
		return whole, nil // reading it will tell
	}
	members, damage := input.Members(file, file.Size())
	if damage != nil {
		if len(members) == 0 {
			return nil, fmt.Errorf("The zip file %s cannot be opened: %w.", name, damage)
		}
		damage = fmt.Errorf("Of the zip file %s only the first %s known: %w.", name, words.Plural(int64(len(members)), "file is", "files are"), damage)
	}
	z, near := &zipped{name: name}, &window{blob: file}
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
		first := members[group[0]].Name
		it := item{name: input.Leaf(first), stored: name, trace: input.IsTraceName(first), zip: z}
		it.member = message.Member{Name: first, Packed: input.Plain(first) != first, Pair: len(group) > 1}
		if it.trace && len(groups) > 1 { // for the command, which else reads all of them
			it.stored = name + "/" + first
		}
		for _, i := range group {
			it.parts = append(it.parts, part{blob: file, member: &members[i], window: near})
			it.member.Size += members[i].Unpacked
		}
		all = append(all, it)
	}
	return all, damage
}

// A choice is which of several traces is read: its place among all that the files hold, as of
// so many. The zero choice is none.
type choice struct{ trace, of int }

// choose leaves out the traces of zip files that are not chosen. If one is yet to be, ask is
// true, and there is nothing to read. What there is to choose from is in members, nil where
// nothing is.
func (c choice) choose(all []item) (read []item, members *message.Members, ask bool) {
	traces, last := 0, -1
	var stored string
	several := false
	for i := range all {
		if !all[i].trace {
			continue
		}
		if z := all[i].zip; z != nil {
			if last >= 0 && all[last].zip == z {
				several = true
			}
			if stored == "" {
				stored = z.name
			}
		}
		traces, last = traces+1, i
	}
	if !several {
		return all, nil, false
	}
	members = &message.Members{Stored: stored, Chosen: -1, Others: len(all) - traces}
	if c.of == traces && c.trace >= 0 && c.trace < traces {
		members.Chosen = c.trace
	}
	for i := range all {
		switch it := &all[i]; {
		case !it.trace:
			read = append(read, *it)
		default:
			if len(members.Traces) == members.Chosen {
				read = append(read, *it)
			} else if it.zip != nil {
				it.zip.items--
			}
			members.Traces = append(members.Traces, it.member)
		}
	}
	return read, members, members.Chosen < 0
}
