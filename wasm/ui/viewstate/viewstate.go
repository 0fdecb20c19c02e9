// Package viewstate is the state of views in links, saved pages and the history: how each view looks, as a short text. It
// keeps that text in step with the view.
package viewstate

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// A State is the state of a view. It is a list of fields, each a letter and its values: "s2.1_z-.1x0a9k2c". From the
// file it holds only hashes, in fields with a capital letter. view.js removes those fields from pages without names.
type State string

// With returns the state with a field added.
func (l State) With(letter string, values ...string) State {
	if l != "" {
		l += "_"
	}
	return l + State(letter+strings.Join(values, "."))
}

// WithAll returns the state with a field added, or unchanged if values is empty.
func (l State) WithAll(letter string, values []string) State {
	if len(values) == 0 {
		return l
	}
	return l.With(letter, values...)
}

// Values returns the values of a field, nil if the state lacks it.
func (l State) Values(letter string) []string {
	for field := range strings.SplitSeq(string(l), "_") {
		if values, ok := strings.CutPrefix(field, letter); ok && values != "" {
			return strings.Split(values, ".")
		}
	}
	return nil
}

// Numbers returns the first n values of a field as numbers. Missing and invalid values, and those above most,
// are 0.
func (l State) Numbers(letter string, n int, most uint64) []uint64 {
	numbers := make([]uint64, n)
	for i, text := range l.Values(letter) {
		if v, err := strconv.ParseUint(text, 10, 64); err == nil && i < n && v <= most {
			numbers[i] = v
		}
	}
	return numbers
}

// All are the states of all views that differ from their initial state.
type All []namedState

type namedState struct {
	view  string
	state State
}

// Of returns the state of a view, "" if it looks as at first.
func (l All) Of(view string) State {
	if i := slices.IndexFunc(l, func(at namedState) bool { return at.view == view }); i >= 0 {
		return l[i].state
	}
	return ""
}

// With returns a copy with the state of one view replaced. An empty state removes the view.
func (l All) With(view string, look State) All {
	l = slices.DeleteFunc(slices.Clone(l), func(at namedState) bool { return at.view == view })
	if look != "" {
		l = append(l, namedState{view, look})
	}
	return l
}

// String encodes all states with characters that URLs do not escape: "methods_s1*flamegraph_z-".
func (l All) String() string {
	var all []string
	for _, at := range l {
		all = append(all, at.view+"_"+string(at.state))
	}
	return strings.Join(all, "*")
}

// Parse parses the result of String. It skips invalid parts.
func Parse(text string) (l All) {
	for part := range strings.SplitSeq(text, "*") {
		if view, look, ok := strings.Cut(part, "_"); ok {
			l = l.With(view, State(look))
		}
	}
	return l
}

// Names stores names of methods.
type Names interface{ Learn([]message.Name) }

// A Sync keeps a view's state and the page's copy in step. States name nodes by hashes, at most
// message.MostHashes in a field.
type Sync struct {
	View string // key of the view in the list

	all        *All // the states of all views
	names      Names
	reported   State                 // the state last sent to the page, or read from it
	unresolved *message.Hashes       // request for the nodes of the page's hashes; nil once resolved
	onResolved func(*message.Hashed) // called with the resolved nodes
	base       message.Hashes        // the tree that the hashes belong to, without nodes
	hashes     map[uint32]string     // by node
	query      ask.Query[*message.Hashed]
}

// Open resets the state for another file.
func (k *Sync) Open(all *All, names Names) {
	*k = Sync{View: k.View, all: all, names: names}
	*all = all.With(k.View, "")
}

// Requested returns the state that a link or a step in the history requests for the view. ok is false if
// nothing new is requested.
func (k *Sync) Requested() (look State, ok bool) {
	look = k.all.Of(k.View)
	if ok = look != k.reported; ok {
		k.reported, k.unresolved = look, nil
	}
	return look, ok
}

// Resolve makes Report request the nodes of hashes, and calls take with them. Report leaves the page's state
// unchanged until they arrive.
func (k *Sync) Resolve(hashes []string, take func(*message.Hashed)) {
	if len(hashes) > 0 {
		k.unresolved, k.onResolved = &message.Hashes{Hashes: hashes[:min(len(hashes), 3*message.MostHashes)]}, take
	}
}

// Report sends the view's state to the page. It first requests the hashes of nodes, and then calls look, which
// returns the state with them.
func (k *Sync) Report(line *ask.Line, of message.Hashes, nodes []uint32, look func(hash func(nodes ...uint32) []string) State) {
	if k.unresolved != nil {
		of.Hashes = k.unresolved.Hashes
		k.query.Want(line, &of, func(m *message.Hashed) {
			k.query.Invalidate()
			if k.unresolved == nil || len(m.Nodes) != len(k.unresolved.Hashes) || len(m.Methods) != len(m.Nodes) {
				return
			}
			if of.Of != message.HashChanges {
				k.names.Learn(m.Names)
			}
			k.unresolved = nil
			k.onResolved(m)
		})
		return
	}
	if k.base.Of != of.Of || k.base.Fold != of.Fold || k.base.Stacks != of.Stacks {
		k.hashes = nil
	}
	k.base = of
	for _, n := range nodes {
		if _, ok := k.hashes[n]; !ok {
			of.Nodes = nodes
			k.query.Want(line, &of, func(m *message.Hashed) {
				k.query.Invalidate()
				k.hashes = map[uint32]string{}
				for i, n := range of.Nodes {
					if i < len(m.Hashes) {
						k.hashes[n] = m.Hashes[i]
					}
				}
			})
			return
		}
	}
	now := look(func(nodes ...uint32) (hashes []string) {
		for _, n := range nodes {
			if h := k.hashes[n]; h != "" {
				hashes = append(hashes, h)
			}
		}
		return hashes
	})
	if now != k.reported {
		k.reported = now
		*k.all = k.all.With(k.View, now)
	}
}

// Linked returns the first nodes, as many as a link holds.
func Linked(nodes []uint32) []uint32 { return nodes[:min(len(nodes), message.MostHashes)] }

// parts is the resolution of a flame graph's horizontal range in links.
const parts = 1e9

// FrameNodes returns the nodes in a flame graph's state: the path that it is zoomed into, and the selected
// frame.
func FrameNodes(f *canvas.Frames) (nodes []uint32) {
	for _, crumb := range f.Path {
		nodes = append(nodes, crumb.Node)
	}
	nodes = Linked(nodes)
	if f.HasSelected {
		nodes = append(nodes, f.Selected.Node)
	}
	return nodes
}

// WithFrames returns the state with a flame graph's fields added: the zoomed path, the visible part, the
// selected frame, and whether the root is at the bottom.
func (l State) WithFrames(f *canvas.Frames, hash func(...uint32) []string) State {
	nodes := FrameNodes(f)
	if f.HasSelected {
		l = l.WithAll("F", hash(nodes[len(nodes)-1]))
		nodes = nodes[:len(nodes)-1]
	}
	l = l.WithAll("Z", hash(nodes...))
	if f.Upward {
		l = l.With("u", "1")
	}
	if v := &f.View; !f.AllInView() || v.ScrollY > 0 && !f.Upward {
		number := func(v float64) string { return strconv.FormatInt(int64(max(0, v)), 10) }
		l = l.With("v", number(v.From*parts), number(v.To*parts), number(float64(v.ScrollY)))
	}
	return l
}

// ApplyFrames applies a state to a flame graph. took is called when the nodes of its frames are known.
func (k *Sync) ApplyFrames(l State, f *canvas.Frames, took func(*message.Hashed)) {
	f.Upward = len(l.Values("u")) > 0
	f.Path = nil
	f.Restart()
	show := func() {
		if v := l.Numbers("v", 3, parts); v[1] > v[0] {
			f.View.From, f.View.To = float64(v[0])/parts, float64(v[1])/parts
			f.View.ScrollY = message.CSS(v[2])
		}
	}
	show()
	way, chosen := l.Values("Z"), l.Values("F")
	k.Resolve(append(slices.Clone(way), chosen...), func(m *message.Hashed) {
		for i, n := range m.Nodes {
			at := canvas.Crumb{Node: n, Method: m.Methods[i]}
			switch {
			case n == message.NoNode:
			case i < len(way):
				f.Path = append(f.Path, at)
			default:
				f.Selected, f.HasSelected = at, true
			}
		}
		show()
		took(m)
	})
}
