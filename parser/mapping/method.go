package mapping

import (
	"cmp"
	"slices"
	"strings"
)

// A group holds the lines of a method with one range, the innermost first. Each is called by the
// next (section 2.3).
type group []entry

func (g group) outermost() *entry { return &g[len(g)-1] }

// A method is the groups that are of one method of the app.
type method struct {
	groups []group
	info   info
}

// methodsOf are the methods of a class that have a name in the app, in the order of the map.
func (m *Map) methodsOf(c *class, name string) []method {
	if found, ok := c.methods[name]; ok {
		return found
	}
	var found []method
	entries := c.entries[name]
	for at := 0; at < len(entries); {
		end := at
		for end+1 < len(entries) && entries[end].inner {
			end++
		}
		g := group(entries[at : end+1])
		at = end + 1
		said := m.infoOf(g)
		if n := len(found) - 1; n >= 0 && said.residual == "" && sameMethod(found[n].groups[0].outermost(), g.outermost()) {
			found[n].groups = append(found[n].groups, g)
			found[n].info.add(&said)
			continue
		}
		found = append(found, method{[]group{g}, said})
	}
	if c.methods == nil {
		c.methods = map[string][]method{}
	}
	c.methods[name] = found
	return found
}

func sameMethod(a, b *entry) bool {
	return a.holder == b.holder && a.name == b.name && a.types == b.types
}

// infoOf returns the facts in comments below any of a group's lines. They describe the outermost
// method.
func (m *Map) infoOf(g group) (all info) {
	for i := range g {
		if g[i].info != 0 {
			all.add(&m.infos[g[i].info-1])
		}
	}
	return all
}

func (n *info) add(more *info) {
	n.residual = cmp.Or(n.residual, more.residual)
	n.synthesized = n.synthesized || more.synthesized
	n.outline = n.outline || more.outline
}

// A Kind tells how a name was found.
type Kind uint8

const (
	UnknownClass Kind = iota // not in the map: code from elsewhere, or a class that was not renamed
	Kept                     // the class is in the map, the method is not: it kept its name
	Exact                    // one original
	Several                  // the method has several originals, and nothing tells which
	ByName                   // no method of that name has the signature; found by the name alone
	Synthetic                // made by the compiler, with nothing of the app's inside
	Outline                  // code that the compiler has cut out of several methods
)

// An Original is a method as in the source.
type Original struct {
	Class, Name string
	Types       string // "void(shop.Cart,int)"
}

// String returns "void shop.Cart.add(shop.Item,int)".
func (o Original) String() string {
	ret, args, ok := strings.Cut(o.Types, "(")
	if !ok {
		return o.label()
	}
	return ret + " " + o.label() + "(" + args
}

func (o Original) label() string { return o.Class + "." + o.Name }

func compareOriginals(a, b Original) int {
	return cmp.Or(strings.Compare(a.Class, b.Class), strings.Compare(a.Name, b.Name), strings.Compare(a.Types, b.Types))
}

// A Method is the original of a method of the app.
type Method struct {
	Kind      Kind
	Through   bool       // the originals are called by a method that the compiler has made
	Class     string     // of the one original, or of all; else see Name
	Name      string     // of several originals, which differ: "open or close", "work or shop.B.work"
	Signature string     // descriptor of the original, "" if originals differ in it
	File      string     // source file
	Inferred  bool       // File is a guess by the class's name
	Line      int32      // original line, 0 without
	Originals []Original // by name, at most mostCandidates; nil for UnknownClass and Kept. Shared, so callers must not modify it
	// Candidates is how many methods of the map these were chosen from, if they are more than were looked at.
	Candidates int
}

// Method returns the original of a method with this class, name and descriptor in the app. The
// descriptor decides between methods with one name (section 4.1). Line is a line of the method in
// the app, or 0.
func (m *Map) Method(class, name, signature string, line int32) Method {
	c := m.classes[class]
	if c == nil {
		return Method{Kind: UnknownClass, Class: class, Name: name, Signature: m.Descriptor(signature)}
	}
	all := m.methodsOf(c, name)
	if len(all) == 0 {
		found := Method{Kind: Kept, Class: c.original, Name: name, Signature: m.Descriptor(signature), Line: line}
		found.File, found.Inferred = m.file(c.original, "")
		return found
	}
	fit, kind := all, ByName
	if types, ok := m.types(signature); ok {
		fit = nil
		for i := range all {
			residual := all[i].info.residual
			if residual == signature || residual == "" && m.texts[all[i].groups[0].outermost().types] == types {
				fit = append(fit, all[i])
			}
		}
		kind = Exact
		if len(fit) == 0 {
			fit, kind = all, ByName
		}
	}
	origins := m.originsOf(c, name, fit, len(fit) == len(all))
	originals, through, outline := origins.all, origins.through, origins.outline
	named := signature == "" // the name is all there is to go by
	if _, names := distinct(originals); named && names == 1 {
		kind = Exact
	} else if named {
		kind = Several
	}
	switch {
	case outline:
		kind = Outline
	case kind == Exact && len(originals) > 1 && !named:
		kind = Several
	case kind == Exact && !through && fit[0].info.synthesized:
		kind = Synthetic
	}
	if named {
		originals = slices.CompactFunc(slices.Clone(originals), func(a, b Original) bool { return a.Class == b.Class && a.Name == b.Name })
	}
	found := Method{Kind: kind, Through: through, Originals: originals}
	if len(fit) > mostCandidates {
		found.Candidates = len(fit)
	}
	found.name(kind == ByName || named)
	if kind == Synthetic {
		found.Class = real(c, found.Class)
	}
	if found.Signature == "" {
		found.Signature = m.Descriptor(signature)
	}
	if found.File, found.Inferred = m.file(originals[0].Class, m.sources.fileName(c.original)); len(originals) > 1 {
		for _, o := range originals[1:] {
			if file, _ := m.file(o.Class, m.sources.fileName(c.original)); file != found.File {
				found.File = ""
			}
		}
	}
	if len(originals) == 1 && line > 0 {
		found.Line = lineOf(fit, line)
	}
	return found
}

// origins holds the originals of methods with one name.
type origins struct {
	all              []Original
	through, outline bool
}

// originsOf returns the originals of the first mostCandidates methods that fit. The originals of
// all methods with a name are computed once, because a trace can have thousands of signatures that
// are not in the map.
func (m *Map) originsOf(c *class, name string, fit []method, whole bool) (o origins) {
	if whole {
		if known, ok := c.origins[name]; ok {
			return known
		}
	}
	o.all, o.through, o.outline = m.originals(c, fit[:min(len(fit), mostCandidates)])
	o.all = o.all[:min(len(o.all), mostCandidates)]
	if whole {
		if c.origins == nil {
			c.origins = map[string]origins{}
		}
		c.origins[name] = o
	}
	return o
}

// lineOf is the original of a line of methods that are one, 0 without.
func lineOf(methods []method, line int32) int32 {
	for i := range methods {
		for _, g := range methods[i].groups {
			if e := g[0]; e.from <= line && line <= e.to {
				at, _ := g.outermost().line(line)
				return at
			}
		}
	}
	return 0
}

// originals returns the originals of methods, by name (sections 4.1 and 4.3). For a method that the
// compiler generated it returns the methods that it calls, and sets through.
func (m *Map) originals(c *class, methods []method) (all []Original, through, outline bool) {
	for i := range methods {
		one := &methods[i]
		if one.info.outline {
			outline = true
		}
		if inside := m.inside(c, one); len(inside) > 0 {
			all, through = append(all, inside...), true
			continue
		}
		all = append(all, m.originalOf(c, one.groups[0].outermost()))
	}
	slices.SortFunc(all, compareOriginals)
	return slices.Compact(all), through, outline
}

// inside returns the methods that a generated method calls. Those with its own name come first;
// others may be helpers.
func (m *Map) inside(c *class, made *method) (all []Original) {
	if !made.info.synthesized || made.info.outline {
		return nil
	}
	named := false
	for _, g := range made.groups {
		if len(g) < 2 {
			continue
		}
		e := &g[len(g)-2]
		same := e.name == g.outermost().name
		if same && !named {
			named, all = true, nil
		}
		if same == named {
			all = append(all, m.originalOf(c, e))
		}
	}
	return all
}

// originalOf is the method of a line.
func (m *Map) originalOf(c *class, e *entry) Original {
	return Original{cmp.Or(m.texts[e.holder], c.original), m.texts[e.name], m.texts[e.types]}
}

// real returns the class of a generated method. The map may name a synthetic class (section 2.2)
// that combines the app's package and the original name; then the class is that of the section.
func real(c *class, holder string) string {
	if simple(holder) == simple(c.original) {
		return c.original
	}
	return holder
}

// simple is a class's name without its package.
func simple(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }

// name sets the displayed name from the sorted originals. If byName, overloads count as one.
func (f *Method) name(byName bool) {
	f.Class, f.Name = namesOf(f.Originals)
	f.Signature = descriptor(f.Originals[0].Types)
	for _, o := range f.Originals[1:] {
		if o.Types != f.Originals[0].Types {
			f.Signature = ""
		}
	}
	if byName {
		f.Signature = ""
	}
}

// namesOf returns a class and a method name for sorted originals. For several different ones they
// are not real names, but joined with a dot they read as a list of all.
func namesOf(all []Original) (class, name string) {
	class = all[0].Class
	one := true
	for _, o := range all {
		one = one && o.Class == class
	}
	var names []string
	for i, o := range all {
		text := o.Name
		if i > 0 && !one {
			text = o.label()
		}
		if len(names) == 0 || !slices.Contains(names[max(0, len(names)-mostNamed-1):], text) {
			names = append(names, text)
		}
	}
	return class, join(names)
}
