package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A place is where a file or a folder is written: a path as the user gave it, or a name in a folder that is open,
// which no name leads out of.
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

// file creates the file, and for a path the folder around it.
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

// folder opens the folder, which it makes if it is not there.
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

// names makes the names of files in one folder from texts that are not ours. They differ regardless of case.
type names map[string]int // by lower-case name: how many there are

// of returns the name for a text, with an ending.
func (n names) of(text, ending string) string {
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

// longestName is how many bytes of a text a file's name has: file systems take 255, and endings follow.
const longestName = 120

// reserved are names that Windows gives to devices, whatever their ending.
const reserved = " con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9 "

// fileName is a text as the name of a file on any system, without its ending: no path, nothing that cannot be seen,
// not hidden, and never empty.
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
