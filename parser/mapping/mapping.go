// Package mapping reads the maps (mapping.txt) that R8 and ProGuard write when they shorten an
// app's names. It finds the original names of the methods in a trace and of the frames in a thread
// dump. It is a side branch of the path: original names replace those that were read.
//
// The file format.md describes the format and the rules; section numbers in comments refer to it.
package mapping

import "strings"

// A Map holds the Wanted part of a map, and the source files of all classes. Class names are
// dotted.
type Map struct {
	Head
	Classes int64 // classes that have a name in the app
	Lines   int64
	Unread  int64 // lines that fit nothing
	Notes   []Note

	classes map[string]*class // by the name in the app
	sources sources
	texts   []string // strings that entries refer to
	infos   []info
	first   string // line of a class, for example
	answers map[Frame]answer
}

// A Head holds the fields that the map states about itself; missing fields are "".
type Head struct {
	Compiler string // "R8", "D8", "L8"
	Version  string // of the compiler: "8.13.6"
	ID       string // pg_map_id, which frames of the same build may have as their source file
	Hash     string // SHA-256 of all that follows its line, in hexadecimal digits
	Format   string // newest version of the format: "2.2"
	HashFits Fit
}

// Fit is the state of a map file: whether it is complete and unchanged.
type Fit uint8

const (
	HashUnknown Fit = iota // it has no hash
	HashRight
	HashWrong
)

// A Note is an unusual property of a map.
type Note struct {
	Code  string // stable, lower case, hyphenated: "line-unread"
	Count int64
	Line  int64  // first occurrence, from 1; or 0
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

// A Class is the original of a class name in the app.
type Class struct {
	Name      string   // original name; the name in the app if the map does not contain it
	Known     bool     // it is in the map
	Originals []string // all, by name, of several that were merged into it
	Merged    bool     // others may have been merged into it, and the map does not say which
}

// String returns the name to display.
func (c Class) String() string {
	switch {
	case len(c.Originals) > 1:
		return join(c.Originals)
	case c.Merged:
		return c.Name + " or a class merged into it"
	}
	return c.Name
}

// Class returns the original of a class, which may be an array: "a.b[][]".
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

// Wanted lists the names that an open file needs. A Reader keeps no others.
type Wanted struct {
	classes      map[string]map[string]struct{} // names of methods by class; nil of a class that is a type alone
	wholeClasses map[string]struct{}            // classes with all methods wanted
}

// NewWanted returns an empty list.
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

// Add adds all names of another list.
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

// Includes reports whether w contains all names of another list.
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

// Classes returns the number of classes.
func (w *Wanted) Classes() int { return len(w.classes) }
