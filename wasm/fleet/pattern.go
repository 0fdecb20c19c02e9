package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// About is what is known of a file besides its bytes, "" where it is not.
type About struct {
	App, Version, Device, Build string `json:",omitzero"`
}

// set sets what a name stands for; false for a name that stands for nothing.
func (a *About) set(name, value string) bool {
	switch name {
	case "app":
		a.App = value
	case "version":
		a.Version = value
	case "device":
		a.Device = value
	case "build":
		a.Build = value
	default:
		return false
	}
	return true
}

// A pattern reads from a path what is known of the file.
type pattern struct{ re *regexp.Regexp }

var placeholder = regexp.MustCompile(`\{[^}]*\}|\*+|\.\.\.|…`)

// newPattern reads a pattern such as {app}/{version}/{device} or {app}-{version}/*/{build}.trace.
// It stands for the beginning of a path, folder by folder; {name} and * stand for any text
// without a slash, as short as can be, and what follows the pattern's last folder is free.
func newPattern(text string) (*pattern, error) {
	if text == "" {
		return nil, nil
	}
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(text, "…"), "..."), "**")
	text = strings.TrimSuffix(text, "/")
	var re strings.Builder
	re.WriteString("^")
	last := 0
	var names []string
	for _, at := range placeholder.FindAllStringIndex(text, -1) {
		re.WriteString(regexp.QuoteMeta(text[last:at[0]]))
		name, named := strings.CutPrefix(text[at[0]:at[1]], "{")
		name = strings.TrimSuffix(name, "}")
		if !named {
			re.WriteString("[^/]*?")
		} else {
			if !new(About).set(name, "") || slices.Contains(names, name) {
				return nil, fmt.Errorf("the pattern %q has {%s}; want app, version, device and build, each once at most", text, name)
			}
			names = append(names, name)
			re.WriteString("(?P<" + name + ">[^/]+?)")
		}
		last = at[1]
	}
	re.WriteString(regexp.QuoteMeta(text[last:]) + "(?:/.*)?$")
	compiled, err := regexp.Compile(re.String())
	return &pattern{compiled}, err
}

// read reads a path beneath the root.
func (p *pattern) read(relative string) (a About, ok bool) {
	if p == nil {
		return a, false
	}
	found := p.re.FindStringSubmatch(relative)
	for i, name := range p.re.SubexpNames() {
		if found != nil && name != "" {
			a.set(name, found[i])
		}
	}
	return a, found != nil
}

// root is the part of a glob before its first folder or file with a wildcard.
func root(glob string) string {
	if at := strings.IndexAny(glob, "*?["); at >= 0 {
		glob = glob[:at]
	}
	return glob[:strings.LastIndexByte(glob, '/')+1]
}

// A Known is what a list says of one path, given as it is or beneath the root.
type Known struct {
	Path string // beneath the root
	About
}

// readList reads a CSV file of what is known of paths.
func readList(r io.Reader, root string, do func(Known)) error {
	in := csv.NewReader(r)
	in.ReuseRecord = true
	head, err := in.Read()
	if err != nil {
		return fmt.Errorf("the list has no first line: %w", err)
	}
	columns := slices.Clone(head)
	for i, name := range columns {
		columns[i] = strings.ToLower(strings.TrimSpace(strings.TrimPrefix(name, "\uFEFF")))
	}
	at := slices.Index(columns, "path")
	if at < 0 {
		return fmt.Errorf("the list's first line is %q; want path, and app, version, device or build", head)
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the list: %w", err)
		}
		k := Known{Path: beneath(row[at], root)}
		for i, name := range columns {
			k.set(name, row[i])
		}
		do(k)
	}
}

// beneath is a path beneath the root, by which a list's lines are found.
func beneath(p, root string) string {
	return path.Clean(strings.TrimPrefix(filepath.ToSlash(p), root))
}
