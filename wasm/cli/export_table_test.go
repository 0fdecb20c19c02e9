package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"traceglass/render/report/formats"
	"traceglass/wasm/export"
)

// TestExportTable checks that each row of wasm/export has a writer, a command and a help text, and that each writer has a
// row. No two entries of a menu have the same id or write the same file.
func TestExportTable(t *testing.T) {
	for _, tt := range []struct {
		kind    string
		rows    []*export.Export
		writers []string
	}{
		{"a trace", export.Formats("export", export.Trace...), keys(formats.Trace)},
		{"a process", export.Formats("export", export.Process), keys(formats.Process)},
		{"causes", export.Formats("explain", export.Causes), keys(formats.Causes)},
	} {
		for _, e := range tt.rows {
			if !slices.Contains(tt.writers, e.Format()) {
				t.Errorf("%s: render/report/formats has no writer of %s", tt.kind, e.Format())
			}
			if e.Usage == "" {
				t.Errorf("%s: %s has no help text", tt.kind, e.Format())
			}
		}
		for _, name := range tt.writers {
			if export.Formatted(name, tt.rows) == nil {
				t.Errorf("%s: wasm/export has no row of %s", tt.kind, name)
			}
		}
	}
	for kind, groups := range map[string][]export.Group{
		"a trace": export.Trace, "dumps": {export.Causes, export.Process, export.Dumps}, "a comparison": {export.Changes, export.ChangesFlame, export.ChangesTimelines},
	} {
		ids, endings := map[string]bool{}, map[string]bool{}
		for _, g := range groups {
			for i := range g.Exports {
				e := &g.Exports[i]
				if ids[e.ID] || endings[e.Ending] && e.Ending != ".folded" || !strings.HasPrefix(e.Ending, ".") {
					t.Errorf("%s: two entries have the id %s, or write %s", kind, e.ID, e.Ending)
				}
				ids[e.ID], endings[e.Ending] = true, true
				if e.Canvas == export.NoCanvas && !slices.ContainsFunc(newRoot().Commands(), func(c *cobra.Command) bool { return c.Name() == e.Command[0] }) {
					t.Errorf("%s: %s runs the unknown command %q", kind, e.ID, e.Command)
				}
			}
		}
	}
}

// TestExportRows: the arguments of each row of wasm/export write the file that the option of the same name writes. The
// page adds the options in Takes to them, which TestExportsFollowTheSelection in wasm/ui/tracing checks.
func TestExportRows(t *testing.T) {
	const sample = "../../testdata/sample.trace.gz"
	written := func(args ...string) string {
		t.Helper()
		for i, arg := range args {
			if file := filepath.Join(t.TempDir(), arg); strings.HasSuffix(arg, ".zip") {
				args[i] = file
				output(t, append(args, sample)...)
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return string(data)
			}
		}
		return string(output(t, append(args, sample)...))
	}
	commands := map[string][]string{
		"overview":             {"overview", "-format", "markdown", "-readable"},
		"summary":              {"summary"},
		"dmtracedump":          {"dmtracedump"},
		"events":               {"dmtracedump", "-o"},
		"cut":                  {"cut", "-o", "-"},
		"cut-hash":             {"cut", "-hash", "-o", "-"},
		"flamegraphs":          {"flamegraph", "-o", "a.zip"},
		"flamegraphs-inverted": {"flamegraph", "-o", "a.zip", "-reverse"},
	}
	files := map[string]string{}
	for _, g := range export.Trace {
		for i := range g.Exports {
			e := &g.Exports[i]
			if e.Command == nil || e.ID == export.Page { // TestPage writes pages
				continue
			}
			args := slices.Clone(e.Command)
			if e.Takes&export.AClock != 0 {
				args = append(args, "-clock", "wall")
			}
			want := commands[e.ID]
			if want == nil {
				want = []string{"export", "-format", e.ID, "-clock", "wall"}
			}
			got := written(args...)
			if got != written(slices.Clone(want)...) {
				t.Errorf("%s: %q writes another file than %q", e.ID, args, want)
			}
			if other := files[got]; other != "" || len(got) < 100 {
				t.Errorf("%s has %d bytes, the same as %q", e.ID, len(got), other)
			}
			files[got] = e.ID
		}
	}
	if len(files) < 18 {
		t.Errorf("only %d exports write a file", len(files))
	}
}

func keys[V any](m map[string]V) (all []string) {
	for name := range m {
		all = append(all, name)
	}
	return all
}
