package desk

import (
	"slices"
	"strconv"
	"strings"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/ask"
	"traceglass/wasm/ui/canvas"
)

// A ViewState is how a view looks, for links, saved pages and steps back: fields, each a letter with values,
// "s2.1_z-.1x0a9k2c". It holds nothing of a file but hashes, in fields of a capital letter: view.js leaves
// these out of a page without names.
type ViewState string

// With adds a field.
func (l ViewState) With(letter string, values ...string) ViewState {
	if l != "" {
		l += "_"
	}
	return l + ViewState(letter+strings.Join(values, "."))
}

// WithAll adds a field of values, if there are any.
func (l ViewState) WithAll(letter string, values []string) ViewState {
	if len(values) == 0 {
		return l
	}
	return l.With(letter, values...)
}

// Values are the values of a field, none where it lacks.
func (l ViewState) Values(letter string) []string {
	for field := range strings.SplitSeq(string(l), "_") {
		if values, ok := strings.CutPrefix(field, letter); ok && values != "" {
			return strings.Split(values, ".")
		}
	}
	return nil
}

// Numbers are the values of a field as so many numbers, from 0 to most; 0 for what is none.
func (l ViewState) Numbers(letter string, n int, most uint64) []uint64 {
	numbers := make([]uint64, n)
	for i, text := range l.Values(letter) {
		if v, err := strconv.ParseUint(text, 10, 64); err == nil && i < n && v <= most {
			numbers[i] = v
		}
	}
	return numbers
}

// ViewStates are how those views look that do not look as they begin.
type ViewStates []namedState

type namedState struct {
	view  string
	state ViewState
}

func (l ViewStates) of(view string) ViewState {
	if i := slices.IndexFunc(l, func(at namedState) bool { return at.view == view }); i >= 0 {
		return l[i].state
	}
	return ""
}

// with replaces a view's, without writing to what may be kept.
func (l ViewStates) with(view string, look ViewState) ViewStates {
	l = slices.DeleteFunc(slices.Clone(l), func(at namedState) bool { return at.view == view })
	if look != "" {
		l = append(l, namedState{view, look})
	}
	return l
}

// String writes all, "methods_s1*flamegraph_z-": letters that an address takes as they are.
func (l ViewStates) String() string {
	var all []string
	for _, at := range l {
		all = append(all, at.view+"_"+string(at.state))
	}
	return strings.Join(all, "*")
}

// ParseViewStates reads what String has written; of what is something else, nothing.
func ParseViewStates(text string) (l ViewStates) {
	for part := range strings.SplitSeq(text, "*") {
		if view, look, ok := strings.Cut(part, "_"); ok {
			l = l.with(view, ViewState(look))
		}
	}
	return l
}

// shared is the name of what all views of a trace have in common.
const shared = "trace"

// viewStates are how views look, and what they have in common, if there is a trace.
func (d *Desk) viewStates() ViewStates {
	if d.Trace == nil {
		return d.Page.ViewStates
	}
	is := map[bool]int{true: 1}
	var values []string
	for _, v := range [...]int{is[d.Fold], int(d.Sort), d.Share + 1, int(d.Colour), is[d.NoGaps]} {
		values = append(values, strconv.Itoa(v))
	}
	return d.Page.ViewStates.with(shared, ViewState("").With("a", values...))
}

// applyViewStates has the views look so, once they are shown. A link's colours are for now, not for the next visit; a
// step back leaves those that there are.
func (d *Desk) applyViewStates(l ViewStates, link bool) {
	d.Page.ViewStates = l.with(shared, "")
	common := l.of(shared)
	if d.Trace == nil || common == "" {
		return
	}
	v := common.Numbers("a", 5, 100)
	d.Fold, d.Sort, d.Share = v[0] == 1, message.ThreadSort(min(v[1], uint64(len(d.Trace.Drawn)-1))), int(v[2])-1
	if link {
		d.Colour, d.NoGaps = message.Colour(min(v[3], uint64(message.ColourByOrigin))), v[4] == 1
	}
}

// A ViewSync keeps how a view looks and what the desk has of it the same. Nodes are in it by their hashes,
// the first message.MostHashes of a field.
type ViewSync struct {
	View string // its name

	page       *Page
	reported   ViewState             // to the desk, or by it
	unresolved *message.Hashes       // what the desk's hashes stand for is asked for, nil if it is known
	onResolved func(*message.Hashed) // once it is
	base       message.Hashes        // without nodes: what hashes are of
	hashes     map[uint32]string     // by node
	query      ask.Query[*message.Hashed]
}

// Open begins with another file.
func (k *ViewSync) Open(p *Page) {
	*k = ViewSync{View: k.View, page: p}
	p.ViewStates = p.ViewStates.with(k.View, "")
}

// Requested is the look that a link gave the view, or a step back; ok is false for none.
func (k *ViewSync) Requested() (look ViewState, ok bool) {
	look = k.page.ViewStates.of(k.View)
	if ok = look != k.reported; ok {
		k.reported, k.unresolved = look, nil
	}
	return look, ok
}

// Resolve has Say ask for the nodes of hashes. Until they are known the look is as it was told.
func (k *ViewSync) Resolve(hashes []string, take func(*message.Hashed)) {
	if len(hashes) > 0 {
		k.unresolved, k.onResolved = &message.Hashes{Hashes: hashes[:min(len(hashes), 3*message.MostHashes)]}, take
	}
}

// Report tells the desk how the view looks, once the hashes of its nodes are known: look is given them.
func (k *ViewSync) Report(line *ask.Line, of message.Hashes, nodes []uint32, look func(hash func(nodes ...uint32) []string) ViewState) {
	if k.unresolved != nil {
		of.Hashes = k.unresolved.Hashes
		k.query.Want(line, &of, func(m *message.Hashed) {
			k.query.Invalidate()
			if k.unresolved == nil || len(m.Nodes) != len(k.unresolved.Hashes) || len(m.Methods) != len(m.Nodes) {
				return
			}
			if of.Of != message.HashChanges {
				k.page.Names.Learn(m.Names)
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
		k.page.ViewStates = k.page.ViewStates.with(k.View, now)
	}
}

// Linked are the first of nodes, as many as a link holds.
func Linked(nodes []uint32) []uint32 { return nodes[:min(len(nodes), message.MostHashes)] }

// parts is how fine a link has what is shown of a flame graph's width.
const parts = 1e9

// FrameNodes are the nodes in a flame graph's look.
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

// WithFrames adds how a flame graph looks: what it is zoomed into and which part of that is shown, the frame
// that is chosen, whether the root is at the bottom.
func (l ViewState) WithFrames(f *canvas.Frames, hash func(...uint32) []string) ViewState {
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
		l = l.With("v", number(v.From*parts), number(v.To*parts), number(v.ScrollY))
	}
	return l
}

// ApplyFrames has a flame graph look as a look says; took is called once its frames are known.
func (k *ViewSync) ApplyFrames(l ViewState, f *canvas.Frames, took func(*message.Hashed)) {
	f.Upward = len(l.Values("u")) > 0
	f.Path = nil
	f.Restart()
	show := func() {
		if v := l.Numbers("v", 3, parts); v[1] > v[0] {
			f.View.From, f.View.To = float64(v[0])/parts, float64(v[1])/parts
			f.View.ScrollY = float64(v[2])
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
