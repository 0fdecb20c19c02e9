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
		switch ext(name) {
		case ".key":
			other = ".data"
		case ".data":
			other = ".key"
		}
		for j := i + 1; other != "" && j < len(names); j++ {
			if !taken[j] && ext(names[j]) == other && base(names[j]) == base(name) {
				taken[j] = true
				group = append(group, j)
				break
			}
		}
		if len(group) == 2 && ext(name) == ".data" {
			group[0], group[1] = group[1], group[0]
		}
		groups = append(groups, group)
	}
	return groups
}

// IsTraceName reports whether a file's name is one that method traces have.
func IsTraceName(name string) bool {
	switch ext(name) {
	case ".trace", ".key", ".data":
		return true
	}
	return false
}

// base is a name without the extension of a .key or .data, and without .gz.
func base(name string) string {
	name = plain(name)
	return name[:len(name)-len(ext(name))]
}

// plain is a name without .gz.
func plain(name string) string {
	if strings.HasSuffix(strings.ToLower(name), ".gz") {
		return name[:len(name)-len(".gz")]
	}
	return name
}
