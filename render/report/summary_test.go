package report

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSummaryKeys holds that summary.md describes every key of the three summaries, and no
// other.
func TestSummaryKeys(t *testing.T) {
	text, err := os.ReadFile("summary.md")
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(string(text), -1) {
		for _, key := range strings.Split(row[1], ", ") {
			described = append(described, strings.Trim(key, "`"))
		}
	}
	described = append(described, "line") // in the words of the dump's warnings
	if !strings.Contains(string(text), "`line`, from 1") {
		t.Error("a dump's line is not described")
	}
	if missing := without(keys(reflect.TypeFor[summary](), reflect.TypeFor[simpleperfSummary](), reflect.TypeFor[dumpSummary]()), described); missing != nil {
		t.Errorf("not described: %s", missing)
	}
	if gone := without(described, keys(reflect.TypeFor[summary](), reflect.TypeFor[simpleperfSummary](), reflect.TypeFor[dumpSummary]())); gone != nil {
		t.Errorf("described, but no longer there: %s", gone)
	}
}

// keys are the names in JSON of all fields of the given types, and of theirs.
func keys(types ...reflect.Type) (all []string) {
	for _, t := range types {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			all = append(all, keys(t.Elem())...)
		case reflect.Struct:
			for f := range t.Fields() {
				if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
					all = append(all, name)
				}
				all = append(all, keys(f.Type)...)
			}
		}
	}
	return all
}

// without returns what of a is not in b.
func without(a, b []string) (rest []string) {
	for _, s := range a {
		if !slices.Contains(b, s) && !slices.Contains(rest, s) {
			rest = append(rest, s)
		}
	}
	return rest
}
