package main

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
)

// partLine matches a comment such as "/* @draw/list.js@ */", where assemble inserts that file.
//
// A file of the site may be split into parts, one a subject: the parts of draw.js are in the folder draw,
// those of style.css in the folder style. The main file lists its parts in order, and the page loads one file.
// Another file may include a part too: saved.js includes some parts of boot.js. A file may also include whole
// files, as page.js does. Each separate request costs the browser's processes some milliseconds, and a worker
// loads its scripts one after the other.
var partLine = regexp.MustCompile(`(?m)^[\t ]*/\* @([A-Za-z0-9_/.-]+)@ \*/$`)

// wholeOf returns the file that the file called name would be a part of. That file need not exist.
func wholeOf(name string) string { return path.Dir(name) + path.Ext(name) }

// assemble returns the sources with each file whole and without the parts, and the set of files that others
// include whole. It returns an error if a file lies in a folder of parts but is not included exactly once:
// such a file would be missing, or loaded separately.
func assemble(sources map[string][]byte) (whole map[string][]byte, within map[string]bool, err error) {
	whole, within = make(map[string][]byte), make(map[string]bool)
	// text returns a source with the files that it includes.
	var text func(name string, deep int) []byte
	text = func(name string, deep int) []byte {
		if mediaType(name) == "" {
			return sources[name]
		}
		if deep == 0 && partLine.Match(sources[name]) {
			err = fmt.Errorf("%s is taken in too far within others, or takes itself in", name)
			return nil
		}
		return partLine.ReplaceAllFunc(sources[name], func(line []byte) []byte {
			part := string(partLine.FindSubmatch(line)[1])
			if _, ok := sources[part]; !ok {
				return line // the bundler reports the missing file
			}
			if _, isPart := sources[wholeOf(part)]; !isPart {
				within[part] = true
			}
			return text(part, deep-1)
		})
	}
	const deepest = 3 // page.js, draw.js, draw/list.js
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		of := wholeOf(name)
		if _, isPart := sources[of]; !isPart {
			whole[name] = text(name, deepest)
			continue
		}
		n := 0
		for _, line := range partLine.FindAllSubmatch(sources[of], -1) {
			if string(line[1]) == name {
				n++
			}
		}
		if n != 1 {
			return nil, nil, fmt.Errorf("%s takes in its part %s %d times, want once", of, name, n)
		}
	}
	return whole, within, err
}
