package reading

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"traceglass/parser/input"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A zipped is the state of a zip file while its items are read.
type zipped struct {
	name  string
	names []string // of all that is in it
	left  []string // of these, files that are neither a trace nor a dump, by their names or by their content
	held  int64    // bytes of zip files in it, which are unpacked
	items int      // to read
	tried int      // have been read
	found int      // were a trace or a dump
}

// listZip lists what to read of a zip file; ok is false for a gzip that holds none.
func (r *Reading) listZip(name string, p part, kind input.Kind) (all []item, failures []string, ok bool) {
	z, file := &zipped{name: name}, p.file
	if kind == input.Gzip {
		var err error
		if file, err = unpackZip(r, z, p); err != nil || file == nil {
			return nil, nil, false
		}
	}
	all, failures = r.zipItems(z, file, "", 0)
	if z.items = len(all); z.items+len(failures) == 0 {
		failures = append(failures, input.NothingUseful(z.names).Text)
	}
	r.zips = append(r.zips, z)
	return all, failures, true
}

// zipItems lists what to read of a zip file, in which so many lie around it, and of those in it. Its
// files are called with a prefix.
func (r *Reading) zipItems(z *zipped, file File, prefix string, depth int) (all []item, failures []string) {
	members, damage := input.Members(file, file.Size())
	near := &window{file: file}
	names := make([]string, len(members))
	for i := range members {
		names[i] = members[i].Name
		if depth == input.MostNested || input.Ext(names[i]) != ".zip" {
			z.names = append(z.names, prefix+names[i])
		}
	}
	switch {
	case damage != nil && len(members) == 0:
		return nil, []string{fmt.Sprintf("The zip file %s cannot be opened: %v.", z.within(prefix), damage)}
	case damage != nil:
		failures = append(failures, fmt.Sprintf("Of the zip file %s only the first %s known: %v.", z.within(prefix), words.Plural(int64(len(members)), "file is", "files are"), damage))
	}
	groups, _ := input.Choose(names)
	nested, left := input.Unread(names, groups)
	for _, i := range left {
		z.left = append(z.left, prefix+names[i])
	}
	for _, group := range groups {
		first := prefix + names[group[0]]
		if input.Ext(first) == ".zip" {
			continue // it is alone
		}
		it := item{name: input.Leaf(first), stored: z.name, trace: input.IsTraceName(first), zip: z}
		it.member = message.Member{Name: first, Packed: input.Plain(first) != first, Pair: len(group) > 1}
		if it.trace && len(groups)+depth > 1 { // for the command, which else reads all of them
			it.stored = z.name + "/" + first
		}
		for _, i := range group {
			it.parts = append(it.parts, part{file: file, member: &members[i], window: near})
			it.member.Size += members[i].Unpacked
		}
		all = append(all, it)
	}
	for _, i := range nested {
		name := prefix + names[i]
		switch {
		case r.cancelled:
		case depth == input.MostNested:
			z.left = append(z.left, name)
		default:
			inner, err := unpackZip(r, z, part{file: file, member: &members[i], window: near})
			if err != nil {
				failures = append(failures, fmt.Sprintf("%s cannot be read: %v.", name, err))
				continue
			}
			more, why := r.zipItems(z, inner, name+"/", depth+1)
			all, failures = append(all, more...), append(failures, why...)
		}
	}
	return all, failures
}

// within is what to call the zip file whose files have that prefix.
func (z *zipped) within(prefix string) string {
	if prefix == "" {
		return z.name
	}
	return prefix[:len(prefix)-1]
}

// mostStored is how many zip files and folders are named of those that hold traces to choose from.
const mostStored = 3

// among leaves out the traces of zip files that are not chosen. If none was chosen yet, ask is
// true, and there is nothing to read. What there is to choose from is in members, nil where
// nothing is.
func among(c post.Choice, all []item) (read []item, members *message.Members, ask bool) {
	traces, last := 0, -1
	var stored []string // the first of those with traces
	several := false
	for i := range all {
		if !all[i].trace {
			continue
		}
		if z := all[i].zip; z != nil {
			if last >= 0 && all[last].zip == z {
				several = true
			}
			if !slices.Contains(stored, z.name) && len(stored) <= mostStored {
				stored = append(stored, z.name)
			}
		}
		traces, last = traces+1, i
	}
	if !several {
		return all, nil, false
	}
	if len(stored) > mostStored {
		stored[mostStored] = "…"
	}
	isSplit := len(stored) > 1
	members = &message.Members{Stored: strings.Join(stored, ", "), Chosen: -1, Others: len(all) - traces}
	if c.Of == traces && c.Trace >= 0 && c.Trace < traces {
		members.Chosen = c.Trace
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
			m := it.member
			if isSplit && it.zip != nil {
				m.Zip = it.zip.name
			}
			members.Traces = append(members.Traces, m)
		}
	}
	return read, members, members.Chosen < 0
}

// settle counts an item of a zip file that was read, or not. What holds nothing of use is no error, unless
// nothing else does.
func (it *item) settle(err error, useless bool) error {
	z := it.zip
	z.tried++
	switch {
	case !useless:
		z.found++
		return err
	case z.items == 1:
		return fmt.Errorf("%s in the zip file: %w", it.name, err)
	case z.tried == z.items && z.found == 0:
		return errors.New(input.NothingUseful(z.names).Text)
	}
	z.left = append(z.left, it.member.Name)
	return nil
}

// left says what of the zip files was left out, after what else was not read.
func (r *Reading) left(failures []string) []string {
	for _, z := range r.zips {
		if z.found > 0 && len(z.left) > 0 {
			failures = append(failures, input.LeftOut(z.left))
		}
	}
	return failures
}

// unpackZip unpacks a ZIP file that is in another or in a gzip into memory, within the limits of package input. It
// returns nil for a gzip that holds none.
func unpackZip(r *Reading, z *zipped, p part) (File, error) {
	of, err := p.stretch()
	if err != nil {
		return nil, err
	}
	size, other := int64(0), false
	file, err := p.file.Unpack(of, func(length int, head []byte) error {
		if r.cancelled {
			return errors.New("it was cancelled")
		}
		if size == 0 && p.member == nil && input.Sniff(head, "") != input.Zip {
			other = true
			return io.EOF
		}
		size += int64(length)
		z.held += int64(length)
		if size > input.NestedBytes || z.held > input.NestedInAll {
			return fmt.Errorf("it is a zip file of more than %d MB within another file, or such files have more than %d MB in all; unpack that first", input.NestedBytes>>20, input.NestedInAll>>20)
		}
		return nil
	})
	if other {
		return nil, nil
	}
	return file, err
}
