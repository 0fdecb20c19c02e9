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

// About has the facts about a file that are not in its bytes, "" if unknown.
type About struct {
	App, Version, Device, Build string `json:",omitzero"`
}

// set sets the field of a name. It returns false for an unknown name.
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

// A pattern extracts facts about a file from its path.
type pattern struct{ re *regexp.Regexp }

var placeholder = regexp.MustCompile(`\{[^}]*\}|\*+|\.\.\.|…`)

// newPattern parses a pattern such as {app}/{version}/{device} or
// {app}-{version}/*/{build}.trace. It matches the beginning of a path, folder by folder. {name}
// and * match the shortest text without a slash. Anything may follow the pattern's last folder.
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
				return nil, fmt.Errorf("the pattern %q has {%s}: use app, version, device and build, each at most once", text, name)
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

// read matches a path below the root.
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

// root returns the part of a glob before the first folder or file with a wildcard.
func root(glob string) string {
	if at := strings.IndexAny(glob, "*?["); at >= 0 {
		glob = glob[:at]
	}
	return glob[:strings.LastIndexByte(glob, '/')+1]
}

// A Known has the facts that a list gives about one path. The list's path is absolute or relative
// to the root.
type Known struct {
	Path string // below the root
	About
}

// readList reads a CSV file of facts about paths.
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
		return fmt.Errorf("the list's first line is %q: it must name path, and can name app, version, device and build", head)
	}
	for {
		row, err := in.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the list: %w", err)
		}
		k := Known{Path: belowRoot(row[at], root)}
		for i, name := range columns {
			k.set(name, row[i])
		}
		do(k)
	}
}

// belowRoot returns the part of a path below the root, which identifies it in a list.
func belowRoot(p, root string) string {
	return path.Clean(strings.TrimPrefix(filepath.ToSlash(p), root))
}
