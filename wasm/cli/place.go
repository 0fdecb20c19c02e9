package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A place is where a file or a folder is written: a path from the user, or a name in an open
// folder, which no name can leave.
type place struct {
	in   *os.Root // nil for a path
	name string
}

func (p place) String() string {
	if p.in == nil {
		return p.name
	}
	return filepath.Join(p.in.Name(), p.name)
}

// file creates the file and, for a path, the folder that contains it.
func (p place) file() (*os.File, error) {
	if p.in != nil {
		return p.in.Create(p.name)
	}
	if dir := filepath.Dir(p.name); dir != "." {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
	}
	return os.Create(p.name)
}

func (p place) remove() {
	if p.in != nil {
		p.in.Remove(p.name)
	} else {
		os.Remove(p.name)
	}
}

// folder opens the folder. It creates the folder if necessary.
func (p place) folder() (*os.Root, error) {
	if p.in == nil {
		if err := os.MkdirAll(p.name, 0o777); err != nil {
			return nil, err
		}
		return os.OpenRoot(p.name)
	}
	if err := p.in.MkdirAll(p.name, 0o777); err != nil {
		return nil, err
	}
	return p.in.OpenRoot(p.name)
}

// names makes names of files in one folder from untrusted texts. They differ even if case is
// ignored.
type names map[string]int // by lower-case name: how often it was used

// nameFor returns the name for a text, with an ending.
func (n names) nameFor(text, ending string) string {
	name := fileName(text)
	for {
		key := strings.ToLower(name)
		n[key]++
		if n[key] == 1 {
			return name + ending
		}
		name = fmt.Sprint(name, "-", n[key])
	}
}

// longestName limits the part of a file's name that comes from a text, in bytes. File systems
// allow 255, including endings.
const longestName = 120

// reserved are the names that Windows uses for devices, with any extension.
const reserved = " con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9 "

// fileName makes a text a valid name of a file on any system, without its ending: no path, no
// invisible characters, not hidden, and never empty.
func fileName(text string) string {
	name := strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) || strings.ContainsRune(`<>:"/\|?*`, c) {
			return '_'
		}
		return c
	}, text)
	for len(name) > longestName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	name = strings.TrimRight(name, ". ")
	if rest := strings.TrimLeft(name, ". "); rest != name {
		name = "_" + rest
	}
	if stem, _, _ := strings.Cut(strings.ToLower(name), "."); name == "" || strings.Contains(reserved, " "+stem+" ") {
		name = "_" + name
	}
	return name
}
