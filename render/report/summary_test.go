package report

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSummaryKeys checks that summary.md describes every key of the three summaries, and no other
// key.
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
	described = append(described, "line") // described with the dump's warnings
	if !strings.Contains(string(text), "`line`, from 1") {
		t.Error("a dump's line is not described")
	}
	if missing := difference(keys(reflect.TypeFor[summary](), reflect.TypeFor[simpleperfSummary](), reflect.TypeFor[dumpSummary]()), described); missing != nil {
		t.Errorf("not described: %s", missing)
	}
	if gone := difference(described, keys(reflect.TypeFor[summary](), reflect.TypeFor[simpleperfSummary](), reflect.TypeFor[dumpSummary]())); gone != nil {
		t.Errorf("described, but no longer there: %s", gone)
	}
}

// keys returns the JSON names of all fields of the types and of the types they contain.
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

// difference returns the strings of a that are not in b.
func difference(a, b []string) (rest []string) {
	for _, s := range a {
		if !slices.Contains(b, s) && !slices.Contains(rest, s) {
			rest = append(rest, s)
		}
	}
	return rest
}
