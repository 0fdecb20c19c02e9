package main

import (
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

func keys[V any](m map[string]V) (all []string) {
	for name := range m {
		all = append(all, name)
	}
	return all
}
