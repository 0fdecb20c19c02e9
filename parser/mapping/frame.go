package mapping

import (
	"math"
	"slices"
	"strings"

	"traceglass/parser/mapping/mapid"
)

// NoNumber is the line of a frame without any.
const NoNumber int32 = math.MinInt32

// A Frame is a frame of a stack, as in the app or as in the source.
type Frame struct {
	Class, Method string
	File          string // "" without
	Line          int32  // NoNumber without
}

// A Remark is additional information about a frame.
type Remark uint8

const (
	NoRemark   Remark = iota
	Unlisted          // its line is in no range of its method: the map may be another build's
	Between           // its line is one of several: from Line to Last
	Made              // made by the compiler
	OtherBuild        // it carries another map's id, and is left alone
	OtherApp          // its file names another app, and it is left alone
)

// A Found is a frame of a stack with its original names. A frame with inlined methods has several,
// the innermost first, as in a dump.
type Found struct {
	Frame
	From     int  // row of the frame of the app that it is of
	Inlined  bool // into the frame below
	Inferred bool // its File is a guess
	Remark   Remark
	Last     int32 // with Between
	// Others lists the originals of a frame if they cannot be told apart: at most mostCandidates,
	// by name. Class and Method then combine several (as Method.Name) and have no lines.
	Others     []Original
	Candidates int // how many originals there are, if they are more than Others has
	Fits       Fits
}

// Fits tells whether a frame shows that map and file belong together.
type Fits uint8

const (
	FitUnknown Fits = iota // nothing: no number, or a class that is not in the map
	FitInRange
	FitOutside
)

// line returns the original line for a line in an entry's range, or 0. For ranges of different
// length the original is any line from line to last.
func (e *entry) line(n int32) (line, last int32) {
	switch {
	case e.ofrom < 0:
		return n, n
	case e.ofrom == e.oto:
		return e.ofrom, e.ofrom
	case e.to-e.from == e.oto-e.ofrom:
		return e.ofrom + n - e.from, e.ofrom + n - e.from
	}
	return e.ofrom, e.oto
}

// all is a range that is none.
const all = 65535

func (e *entry) everything() bool { return e.from == 0 && e.to == all }

// Stack returns the original frames of a stack, the newest first. One frame of the app may give
// several, or none for an outline, which passes its line number to the frame below (section 4.5).
func (m *Map) Stack(frames []Frame) []Found {
	var all []Found
	m.eachFrame(frames, func(found []Found) { all = append(all, found...) })
	return all
}

// eachFrame calls do with the original frames of each frame of a stack. Do must not keep its
// argument: a hostile map can have hundreds for each frame.
func (m *Map) eachFrame(frames []Frame, do func(found []Found)) {
	var found []Found
	handed := NoNumber
	for i, f := range frames {
		found, handed = m.known(found[:0], f, handed)
		for j := range found {
			found[j].From = i
		}
		do(found)
	}
}

// mostKnown limits how many frames are cached with their originals.
const mostKnown = 10_000

// An answer holds the originals of a frame that receives no line number from an outline above.
type answer struct {
	found  []Found
	handed int32
}

// known is frame, which works out each frame once: a stack that recurses has one a thousand times.
func (m *Map) known(found []Found, f Frame, handed int32) ([]Found, int32) {
	if handed != NoNumber {
		return m.frame(found, f, handed)
	}
	a, ok := m.answers[f]
	if !ok {
		a.found, a.handed = m.frame(nil, f, handed)
		if m.answers == nil || len(m.answers) == mostKnown {
			m.answers = map[Frame]answer{}
		}
		f.Class, f.Method, f.File = strings.Clone(f.Class), strings.Clone(f.Method), strings.Clone(f.File)
		m.answers[f] = a
	}
	return append(found, a.found...), a.handed
}

// Foreign returns the remark for a frame whose source file names another build or another app
// (section 5).
func (m *Map) Foreign(file string) Remark {
	if strings.HasPrefix(file, ":") && len(file) > 1 {
		return OtherApp
	}
	id, ok := strings.CutPrefix(file, mapid.Prefix)
	if !ok || m.ID == "" || m.Matches(id) {
		return NoRemark
	}
	return OtherBuild
}

// Matches reports whether an id that a file names is the map's: the first digits of a long one are
// enough.
func (m *Map) Matches(id string) bool {
	const short = 7
	for _, own := range [...]string{m.ID, m.Hash} {
		if own != "" && (own == id || min(len(own), len(id)) >= short && (strings.HasPrefix(own, id) || strings.HasPrefix(id, own))) {
			return true
		}
	}
	return false
}

// frame appends the originals of a frame. Handed is the line number from an outline above, and the
// second result is the one for the frame below; NoNumber stands for none.
func (m *Map) frame(found []Found, f Frame, handed int32) ([]Found, int32) {
	if foreign := m.Foreign(f.File); foreign != NoRemark {
		return append(found, Found{Frame: f, Remark: foreign}), NoNumber
	}
	c := m.classes[f.Class]
	if c == nil {
		return append(found, Found{Frame: f}), NoNumber
	}
	o := m.overloadsOf(c, f.Method)
	if len(o.methods) == 0 {
		kept := Found{Frame: Frame{c.original, f.Method, f.File, f.Line}}
		m.setFile(&kept, c, f)
		return append(found, kept), NoNumber
	}
	n := f.Line
	if n < 0 {
		n = NoNumber
	}
	places, total := o.holding(n, place{})
	if n == 0 && total == 0 {
		n = NoNumber
	}
	if handed != NoNumber && n != NoNumber {
		if to, at, ok := m.callsite(o, places, handed); ok {
			n = to
			if places, total = o.holding(n, at); total == 0 {
				places, total = o.holding(n, place{})
			}
		}
	}
	if outline, inlined := m.outlined(c, o, places, n, f); outline {
		return append(found, inlined...), n
	}
	return append(found, m.blocks(c, o, places, total, n, f)...), NoNumber
}

// callsite returns the original line of an outline's line, if a frame in one of the places calls
// the outline. At is the first place to search for that line: R8 3.3 reuses lines for the next
// call.
func (m *Map) callsite(o *overloads, places []place, handed int32) (to int32, at place, ok bool) {
	for _, at := range places {
		for _, e := range o.group(at) {
			if e.info == 0 || m.infos[e.info-1].positions == nil {
				continue
			}
			to, ok := m.infos[e.info-1].positions[handed]
			if !ok {
				to = handed
			}
			return to, at, true
		}
	}
	return 0, place{}, false
}

// outlined reports whether the frame at n is an outline, and returns the frames that were inlined into it.
func (m *Map) outlined(c *class, o *overloads, places []place, n int32, f Frame) (outline bool, inlined []Found) {
	for _, at := range places {
		if !o.methods[at.method].info.outline {
			continue
		}
		g := o.group(at)
		g = g[max(0, len(g)-1-mostInlined) : len(g)-1]
		for j := range g {
			inlined = append(inlined, m.foundAt(c, &g[j], n, f, false))
			inlined[len(inlined)-1].Inlined = true
		}
		return true, inlined
	}
	return false, nil
}

// blocks returns the frames at line n of the methods with one name; total groups contain n (section
// 4.2).
func (m *Map) blocks(c *class, o *overloads, places []place, total int, n int32, f Frame) []Found {
	if n == NoNumber {
		return m.unnumbered(c, o, f)
	}
	if total > 0 {
		return m.chosen(c, m.candidates(c, o, places, total), n, f, FitInRange)
	}
	if o.rangeless == nil {
		without := m.candidates(c, o, o.withoutRange(), 0)
		o.rangeless = &without
	}
	if o.rangeless.total > 0 {
		return m.chosen(c, *o.rangeless, n, f, FitUnknown)
	}
	found := m.unnumbered(c, o, f)
	for i := range found {
		found[i].Fits = FitOutside
		found[i].Line = NoNumber
		if found[i].Remark == NoRemark {
			found[i].Remark = Unlisted
		}
	}
	return found
}

// mostCandidates is how many originals of one frame are looked at: a map can be made to have thousands for a name.
const mostCandidates = 100

// candidates are groups of methods with one name that a frame may belong to.
type candidates struct {
	all   []candidate // mostCandidates at most
	total int
}

type candidate struct {
	one *method
	g   group
}

// candidates are the groups in the places, which are some of total that fit.
func (m *Map) candidates(in *class, o *overloads, places []place, total int) candidates {
	c := candidates{total: max(total, len(places))}
	first := map[Original]bool{} // R8 takes the first of one method's: the others are there for outlines
	for _, at := range places {
		if len(c.all) == mostCandidates {
			break
		}
		one, g := &o.methods[at.method], o.group(at)
		shown := one.shown(g)
		outermost := m.originalOf(in, &shown[len(shown)-1])
		if first[outermost] {
			c.total--
			continue
		}
		first[outermost] = true
		c.all = append(c.all, candidate{one, g})
	}
	return c
}

// shown returns the displayed part of a group: without the outermost entry if the compiler
// generated it and it has inner ones (section 4.3).
func (one *method) shown(g group) group {
	if one.info.synthesized && len(g) > 1 {
		return g[:len(g)-1]
	}
	return g
}

// unnumbered is the frame of methods of one name where no number tells more.
func (m *Map) unnumbered(c *class, o *overloads, f Frame) []Found {
	if o.unnumbered == nil {
		o.unnumbered = m.anyOf(c, o.methods)
	}
	found := *o.unnumbered
	m.setFile(&found, c, f)
	return []Found{found}
}

// anyOf returns the frame that stands for any of the methods, without a file.
func (m *Map) anyOf(c *class, methods []method) *Found {
	var without []method
	all := 0
	for i := range methods {
		if methods[i].groups[0][0].from < 0 {
			if all++; len(without) < mostCandidates {
				without = append(without, methods[i])
			}
		}
	}
	if all > 0 {
		methods = without
	} else if all = len(methods); all > mostCandidates {
		methods = methods[:mostCandidates]
	}
	originals, _, _ := m.originals(c, methods)
	found := Found{Frame: Frame{Line: NoNumber}}
	found.Class, found.Method = namesOf(originals)
	if _, names := distinct(originals); names > 1 {
		found.Others = originals[:min(len(originals), mostCandidates)]
		if all > len(found.Others) && all > len(methods) {
			found.Candidates = all
		}
	}
	if len(methods) == 1 {
		one := &methods[0]
		if one.info.synthesized && len(m.inside(c, one)) == 0 {
			found.Remark, found.Class = Made, real(c, found.Class)
		}
		if e := one.groups[0].outermost(); len(one.groups) == 1 && (e.everything() || e.from < 0) && e.ofrom > 0 && e.ofrom == e.oto {
			found.Line = e.ofrom
		}
	}
	return &found
}

// distinct counts originals that read differently without their types.
func distinct(all []Original) (first Original, n int) {
	for i, o := range all {
		if i == 0 || o.Class != all[i-1].Class || o.Name != all[i-1].Name {
			n++
		}
	}
	return all[0], n
}

// mostInlined is how many frames of one group are shown, the outermost ones.
const mostInlined = 256

// block is the frames of a group at n, the innermost first.
func (m *Map) block(c *class, one *method, g group, n int32, f Frame) (frames []Found) {
	shown := one.shown(g)
	if over := len(shown) - mostInlined; over > 0 {
		shown = shown[over:]
	}
	for i := range shown {
		frames = append(frames, m.foundAt(c, &shown[i], n, f, one.info.synthesized && len(g) == 1))
		frames[i].Inlined = i < len(shown)-1
	}
	return frames
}

// foundAt is the frame of one line of the map.
func (m *Map) foundAt(c *class, e *entry, n int32, f Frame, made bool) Found {
	o := m.originalOf(c, e)
	if made {
		o.Class = real(c, o.Class)
	}
	found := Found{Frame: Frame{Class: o.Class, Method: o.Name}}
	line, last := e.line(n)
	switch {
	case line <= 0 && e.ofrom >= 0:
		line = NoNumber
	case last != line:
		found.Remark, found.Last = Between, last
	}
	if found.Line = line; made {
		found.Remark, found.Line = Made, NoNumber
	}
	m.setFile(&found, c, f)
	return found
}

// setFile sets the source file by the class. The app's file name is never shown with original
// names.
func (m *Map) setFile(found *Found, c *class, f Frame) {
	if strings.EqualFold(f.File, "native method") {
		found.File = f.File
		return
	}
	beside := m.sources.fileName(c.original)
	if strings.HasSuffix(f.File, ".kt") {
		beside = f.File
	}
	found.File, found.Inferred = m.file(found.Class, beside)
}

// chosen is the one of a frame's candidates, or where there are several that differ a frame that
// stands for all.
func (m *Map) chosen(c *class, of candidates, n int32, f Frame, fits Fits) []Found {
	if of.total == 1 {
		frames := m.block(c, of.all[0].one, of.all[0].g, n, f)
		for i := range frames {
			frames[i].Fits = fits
		}
		return frames
	}
	var outermost []Original
	line, file, inferred := NoNumber, "", false
	for i, one := range of.all {
		shown := one.one.shown(one.g)
		last := &shown[len(shown)-1]
		outermost = append(outermost, m.originalOf(c, last))
		at := m.foundAt(c, last, n, f, one.one.info.synthesized && len(one.g) == 1)
		if i == 0 {
			line, file, inferred = at.Line, at.File, at.Inferred
		} else {
			if line != at.Line {
				line = NoNumber
			}
			if file != at.File {
				file = ""
			}
		}
	}
	slices.SortFunc(outermost, compareOriginals)
	outermost = slices.Compact(outermost)
	found := Found{Frame: Frame{File: file, Line: line}, Fits: fits, Inferred: inferred}
	if file == "" {
		found.Line = NoNumber
	}
	found.Class, found.Method = namesOf(outermost)
	if _, names := distinct(outermost); names > 1 {
		found.Others = outermost
		if of.total > len(of.all) {
			found.Candidates = of.total
		}
	}
	return []Found{found}
}
