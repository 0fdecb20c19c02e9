// Package mapping reads the maps that R8 and ProGuard write when they shorten an app's names,
// mapping.txt, and finds in them the original names of what a method trace or a thread dump has.
// It stands beside the path: what it finds takes the place of names that were read.
//
// The format and the rules are described in format.md beside this file; section numbers in
// comments refer to it.
package mapping

import "strings"

// A Map is what a Reader kept of a map: what was Wanted, and which source file classes are from.
// Names of classes are dotted.
type Map struct {
	Head
	Classes int64 // classes that have a name in the app
	Lines   int64
	Unread  int64 // lines that fit nothing
	Notes   []Note

	classes map[string]*class // by the name in the app
	sources sources
	texts   []string // what entries refer to
	infos   []info
	first   string // line of a class, for example
	answers map[Frame]answer
}

// A Head is what the map says of itself, "" where it does not.
type Head struct {
	Compiler string // "R8", "D8", "L8"
	Version  string // of the compiler: "8.13.6"
	ID       string // pg_map_id, which frames of the same build may have as their source file
	Hash     string // SHA-256 of all that follows its line, in hexadecimal digits
	Format   string // newest version of the format: "2.2"
	HashFits Fit
}

// Fit tells whether the map is as it was written.
type Fit uint8

const (
	HashUnknown Fit = iota // it has no hash
	HashRight
	HashWrong
)

// A Note is what is odd about a map.
type Note struct {
	Code  string // stable, lower case, hyphenated: "line-unread"
	Count int64
	Line  int64  // the first, from 1; 0 where none applies
	Text  string // one sentence for a person
}

// A class is one of the app that was wanted.
type class struct {
	original    string
	synthesized bool     // made by the compiler
	merged      []string // originals of a class that several were merged into, by name; else nil
	foreign     bool     // others may be merged into it, and which is not said
	entries     map[string][]entry
	methods     map[string][]method   // built when first looked up
	overloads   map[string]*overloads // of frames of a name, built when first looked up
	origins     map[string]origins    // of all methods of a name, built when first asked for
}

// A Class is what a name of a class in the app stands for.
type Class struct {
	Name      string   // the original; what was asked for if it is not in the map
	Known     bool     // it is in the map
	Originals []string // all, by name, of several that were merged into it
	Merged    bool     // others may have been merged into it, and the map does not say which
}

// String is what a person sees.
func (c Class) String() string {
	switch {
	case len(c.Originals) > 1:
		return join(c.Originals)
	case c.Merged:
		return c.Name + " or a class merged into it"
	}
	return c.Name
}

// Class finds a class, which may be an array's: "a.b[][]".
func (m *Map) Class(name string) Class {
	element := strings.TrimRight(name, "[]")
	array := name[len(element):]
	c := m.classes[element]
	if c == nil {
		return Class{Name: name}
	}
	found := Class{Name: c.original + array, Known: true, Merged: c.foreign}
	if len(c.merged) > 1 {
		found.Merged = false
		for _, one := range c.merged {
			found.Originals = append(found.Originals, one+array)
		}
	}
	return found
}

// original is the original name of a class, or its own.
func (m *Map) original(name string) string {
	if c := m.classes[name]; c != nil {
		return c.original
	}
	return name
}

// mostNamed is how many of several originals are named (section 4.6).
const mostNamed = 3

// join names the first of several originals.
func join(names []string) string {
	if rest := len(names) - mostNamed; rest > 0 {
		return strings.Join(names[:mostNamed], " or ") + " and " + count(rest) + " more"
	}
	return strings.Join(names, " or ")
}

// Wanted is what of a map an open file needs: nothing else of it is kept.
type Wanted struct {
	classes      map[string]map[string]struct{} // names of methods by class; nil of a class that is a type alone
	wholeClasses map[string]struct{}            // classes of which all methods are wanted
}

// NewWanted wants nothing yet.
func NewWanted() *Wanted {
	return &Wanted{classes: map[string]map[string]struct{}{}, wholeClasses: map[string]struct{}{}}
}

// Class adds a class by its name in the app.
func (w *Wanted) Class(name string) {
	name = strings.TrimRight(name, "[]")
	if _, ok := w.classes[name]; !ok {
		w.classes[name] = nil
	}
}

// Method adds a method, and its class.
func (w *Wanted) Method(class, name string) {
	names := w.classes[class]
	if names == nil {
		names = map[string]struct{}{}
		w.classes[class] = names
	}
	names[name] = struct{}{}
}

// WholeClass adds a class with all its methods.
func (w *Wanted) WholeClass(class string) {
	w.Class(class)
	w.wholeClasses[class] = struct{}{}
}

// Signature adds the classes in a descriptor.
func (w *Wanted) Signature(descriptor string) {
	for {
		_, after, ok := strings.Cut(descriptor, "L")
		if !ok {
			return
		}
		name, rest, ok := strings.Cut(after, ";")
		if !ok {
			return
		}
		w.Class(dotted(name))
		descriptor = rest
	}
}

// Add adds what others want.
func (w *Wanted) Add(more *Wanted) {
	for class, names := range more.classes {
		w.Class(class)
		for name := range names {
			w.Method(class, name)
		}
	}
	for class := range more.wholeClasses {
		w.WholeClass(class)
	}
}

// Includes reports whether all of it is wanted.
func (w *Wanted) Includes(more *Wanted) bool {
	for class, names := range more.classes {
		own, ok := w.classes[class]
		if !ok {
			return false
		}
		_, whole := w.wholeClasses[class]
		for name := range names {
			if _, ok := own[name]; !ok && !whole {
				return false
			}
		}
	}
	for class := range more.wholeClasses {
		if _, ok := w.wholeClasses[class]; !ok {
			return false
		}
	}
	return true
}

// Classes is how many classes are wanted.
func (w *Wanted) Classes() int { return len(w.classes) }
