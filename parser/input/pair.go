package input

import "strings"

// Pair groups files by their names: a .key and the .data of the same name are one trace,
// the key first, every other file one of its own. It returns indices into names, in the
// order of each group's first file. The browser's files are paired by it too.
func Pair(names []string) [][]int {
	var groups [][]int
	taken := make([]bool, len(names))
	for i, name := range names {
		if taken[i] {
			continue
		}
		taken[i] = true
		group := []int{i}
		var other string
		switch Ext(name) {
		case ".key":
			other = ".data"
		case ".data":
			other = ".key"
		}
		for j := i + 1; other != "" && j < len(names); j++ {
			if !taken[j] && Ext(names[j]) == other && Base(names[j]) == Base(name) {
				taken[j] = true
				group = append(group, j)
				break
			}
		}
		if len(group) == 2 && Ext(name) == ".data" {
			group[0], group[1] = group[1], group[0]
		}
		groups = append(groups, group)
	}
	return groups
}

// IsTraceName reports whether a file's name is one that method traces have.
func IsTraceName(name string) bool {
	switch Ext(name) {
	case ".trace", ".key", ".data":
		return true
	}
	return false
}

// Base is a name without the extension of a .key or .data, and without .gz.
func Base(name string) string {
	name = Plain(name)
	return name[:len(name)-len(Ext(name))]
}

// Plain is a name without .gz.
func Plain(name string) string {
	if strings.HasSuffix(strings.ToLower(name), ".gz") {
		return name[:len(name)-len(".gz")]
	}
	return name
}
