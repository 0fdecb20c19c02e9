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
// file may take in a part as well: saved.js some of those of boot.js.
var partLine = regexp.MustCompile(`(?m)^[\t ]*/\* @([A-Za-z0-9_/.-]+)@ \*/$`)

// wholeOf is the file that the file called name is a part of; there need be no such file.
func wholeOf(name string) string { return path.Dir(name) + path.Ext(name) }

// assemble returns the sources with every file whole, and without the parts. A file that lies where
// parts do and is not taken in once is an error: it would be missed, or loaded by itself.
func assemble(sources map[string][]byte) (map[string][]byte, error) {
	whole := maps.Clone(sources)
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		if _, ok := sources[wholeOf(name)]; ok {
			delete(whole, name)
		}
	}
	taken := make(map[string]int)
	for name, data := range whole {
		if mediaType(name) == "" {
			continue
		}
		whole[name] = partLine.ReplaceAllFunc(data, func(line []byte) []byte {
			part := string(partLine.FindSubmatch(line)[1])
			data, ok := sources[part]
			if _, isPart := sources[wholeOf(part)]; !ok || !isPart {
				return line // names a file that is no part: the bundler says whether there is one
			}
			if wholeOf(part) == name {
				taken[part]++
			}
			return data
		})
	}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		of := wholeOf(name)
		if _, ok := sources[of]; ok && taken[name] != 1 {
			return nil, fmt.Errorf("%s takes in its part %s %d times, want once", of, name, taken[name])
		}
	}
	return whole, nil
}
