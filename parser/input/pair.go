package input

import "strings"

// Pair groups files by name: a .key and the .data with the same name form one trace, key first;
// every other file is its own group. It returns indices into names, in the order of each group's
// first file. The browser's files are paired with it too.
func Pair(names []string) [][]int {
	var groups [][]int
	lacking := map[string][]int{} // groups with one half of a pair, by the name of the missing half
	for i, name := range names {
		half, other := Ext(name), ""
		switch half {
		case ".key":
			other = ".data"
		case ".data":
			other = ".key"
		default:
			groups = append(groups, []int{i})
			continue
		}
		base := Base(name)
		if found := lacking[base+half]; len(found) > 0 {
			lacking[base+half] = found[1:]
			group := append(groups[found[0]], i)
			if half == ".key" {
				group[0], group[1] = group[1], group[0]
			}
			groups[found[0]] = group
			continue
		}
		lacking[base+other] = append(lacking[base+other], len(groups))
		groups = append(groups, []int{i})
	}
	return groups
}

// IsTraceName reports whether a file name is typical for method traces.
func IsTraceName(name string) bool {
	switch Ext(name) {
	case ".trace", ".key", ".data":
		return true
	}
	return false
}

// Base returns a name without the extensions .key, .data and .gz.
func Base(name string) string {
	name = Plain(name)
	return name[:len(name)-len(Ext(name))]
}

// Plain returns a name without .gz.
func Plain(name string) string {
	if strings.HasSuffix(strings.ToLower(name), ".gz") {
		return name[:len(name)-len(".gz")]
	}
	return name
}
