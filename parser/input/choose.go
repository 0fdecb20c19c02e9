package input

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"traceglass/parser/sorting"
)

// Choose selects the files to read from a zip file, given their names. It returns one group per
// trace or thread dump, as Pair does, in natural order. From a bug report it selects the text and
// the dumps that the system kept. A single file is selected whatever its name. Otherwise it selects
// the files named like traces or dumps, and like exports of ANRs if no name is that of a trace. Files
// without a dump are skipped silently unless nothing is left. The caller opens one trace at a time.
//
// If there is nothing to read, note describes the reason; its Code is "" otherwise.
func Choose(names []string) (groups [][]int, note Note) {
	files := filesOf(names)
	chosen := files
	if report := bugReport(names, files); len(report) > 0 {
		chosen = report
	} else if len(files) > 1 {
		chosen = nil
		traces := slices.ContainsFunc(files, func(i int) bool { return IsTraceName(names[i]) })
		for _, i := range files {
			if IsTraceName(names[i]) || IsDumpName(names[i]) || IsMappingName(names[i]) || !traces && IsExportName(names[i]) {
				chosen = append(chosen, i)
			}
		}
	}
	var wanted []string
	for _, i := range chosen {
		wanted = append(wanted, names[i])
	}
	groups = Pair(wanted)
	for _, group := range groups {
		for i := range group {
			group[i] = chosen[group[i]]
		}
	}
	if len(groups) == 0 {
		return nil, NothingUseful(names)
	}
	return groups, Note{}
}

// Traces returns the groups from Choose that are named like traces.
func Traces(names []string, groups [][]int) (traces [][]int) {
	for _, group := range groups {
		if IsTraceName(names[group[0]]) {
			traces = append(traces, group)
		}
	}
	return traces
}

// Unread returns the files that Choose did not select: zip files, to be searched in turn, and files
// left out. It omits the many other files of a bug report.
func Unread(names []string, groups [][]int) (zips, left []int) {
	files := filesOf(names)
	chosen := make([]bool, len(names))
	for _, group := range groups {
		for _, i := range group {
			chosen[i] = !isZipName(names[i])
		}
	}
	report := len(bugReport(names, files)) > 0
	for _, i := range files {
		switch {
		case chosen[i]:
		case isZipName(names[i]):
			zips = append(zips, i)
		case !report:
			left = append(left, i)
		}
	}
	return zips, left
}

func isZipName(name string) bool { return Ext(name) == ".zip" }

// LeftOut returns a sentence about files of a zip file that were not read.
func LeftOut(names []string) string {
	return "Left out of the zip file, because it is neither a method trace nor a thread dump: " + fewNames(names) + "."
}

// NothingUseful returns the note on a zip file without traces and thread dumps, by its names or
// because reading has shown it.
func NothingUseful(names []string) Note {
	return Note{Code: "zip-without-trace", Text: "The zip file holds neither a method trace nor a thread dump: " + contents(names) + "."}
}

// filesOf lists the files that IsFile accepts, in natural order.
func filesOf(names []string) []int {
	var files []int
	for i, name := range names {
		if IsFile(name) {
			files = append(files, i)
		}
	}
	sorting.Stable(files, func(a, b int) int { return Natural(names[a], names[b]) })
	return files
}

// contents returns words with a few of the file names.
func contents(names []string) string {
	var files []string
	for _, i := range filesOf(names) {
		files = append(files, names[i])
	}
	switch len(files) {
	case 0:
		return "it is empty"
	case 1:
		return "in it is " + fewNames(files)
	}
	return "in it are " + fewNames(files)
}

// fewNames returns words with a few of the names.
func fewNames(names []string) string {
	const most = 3
	switch last := len(names) - 1; {
	case last >= most:
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	case last == 0:
		return names[0]
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
}

// IsFile reports whether a name is a file of the zip's author, not a folder or a file that an
// operating system adds.
func IsFile(name string) bool {
	last := Leaf(name)
	return last != "" && last != ".DS_Store" && last != "Thumbs.db" && !strings.HasPrefix(last, "._")
}

// bugReport lists the files to read of a bug report: the report, a text next to the folder FS, and
// the dumps that the system kept in FS/data/anr. It returns nil if the zip file is not a bug
// report.
func bugReport(names []string, files []int) []int {
	const kept = "FS/data/anr/"
	root, found := "", false
	for _, i := range files {
		name := strings.ReplaceAll(names[i], `\`, "/")
		at := strings.Index("/"+name, "/"+kept)
		if at < 0 && Leaf(name) == "main_entry.txt" {
			at = len(name) - len("main_entry.txt")
		}
		if at >= 0 {
			root, found = name[:at], true
			break
		}
	}
	if !found {
		return nil
	}
	var reports, dumps []int
	for _, i := range files {
		name, ok := strings.CutPrefix(strings.ReplaceAll(names[i], `\`, "/"), root)
		switch {
		case !ok:
		case strings.HasPrefix(name, kept):
			dumps = append(dumps, i)
		case !strings.Contains(name, "/") && isReportName(name):
			reports = append(reports, i)
		}
	}
	return append(reports, dumps...)
}

// isReportName reports whether a name is the report's text, not one of the small files next to it:
// version.txt, dumpstate_log.txt ...
func isReportName(name string) bool {
	name = strings.ToLower(Plain(name))
	return strings.HasPrefix(name, "bugreport") && Ext(name) == ".txt" || strings.HasPrefix(name, "dumpstate-") || strings.HasPrefix(name, "dumpstate_sm-")
}

// IsDumpName reports whether a file name is typical for thread dumps or for any text.
func IsDumpName(name string) bool {
	switch Ext(name) {
	case "", ".txt", ".log", ".anr", ".dump", ".tdump", ".out", ".threads":
		return true
	}
	last := strings.ToLower(Leaf(name))
	return strings.HasPrefix(last, "anr") || strings.HasPrefix(last, "traces")
}

// IsExportName reports whether a file name is typical for exports of ANRs and notes on them.
func IsExportName(name string) bool {
	switch Ext(name) {
	case ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".envelope", ".md":
		return true
	}
	return false
}

// IsMappingName reports whether a file name is typical for maps.
func IsMappingName(name string) bool {
	name = Plain(name)
	return strings.HasSuffix(name, "mapping.txt") || strings.HasSuffix(name, "proguard.map")
}

// Leaf returns a name without its folders.
func Leaf(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

// Natural compares names in natural order: numbers by value, so that anr_2 comes before anr_10, and
// the rest byte by byte.
func Natural(a, b string) int {
	x, y := a, b
	for x != "" && y != "" {
		if isDigit(x[0]) && isDigit(y[0]) {
			var m, n string
			m, x = leadingNumber(x)
			n, y = leadingNumber(y)
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(a, b))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// leadingNumber cuts off the number at the start of s, and its leading zeros.
func leadingNumber(s string) (number, rest string) {
	end := 0
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	return strings.TrimLeft(s[:end], "0"), s[end:]
}
