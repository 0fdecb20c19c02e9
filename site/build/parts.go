package main

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
)

// A file of the site may be kept in parts, a subject each: draw.js in those of the folder draw,
// style.css in those of style. It takes each in where a line of it is a comment with the
// part's name, "/* @draw/list.js@ */", and so states their order. The page loads the one file. Another
// file may take in a part as well: saved.js some of those of boot.js. And a file may take in others whole,
// as page.js does: each that is asked for by itself costs the browser's processes some milliseconds, and a
// worker's waits for the one before.
var partLine = regexp.MustCompile(`(?m)^[\t ]*/\* @([A-Za-z0-9_/.-]+)@ \*/$`)

// wholeOf is the file that the file called name is a part of; there need be no such file.
func wholeOf(name string) string { return path.Dir(name) + path.Ext(name) }

// assemble returns the sources with every file whole, and without the parts; and which files others take in
// whole. A file that lies where parts do and is not taken in once is an error: it would be missed, or
// loaded by itself.
func assemble(sources map[string][]byte) (whole map[string][]byte, within map[string]bool, err error) {
	whole, within = make(map[string][]byte), make(map[string]bool)
	// text is a source with what it takes in.
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
				return line // the bundler says that there is none
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
