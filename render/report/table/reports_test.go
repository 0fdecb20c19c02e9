//go:build !js

package table

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"traceglass/parser/input/disk"
)

// TestReports: each record of an export is a row of reports, with the reason and counts of its issue,
// which may be in another file of the zip file.
func TestReports(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "week.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	record := func(id int) string {
		return fmt.Sprintf(`{"name": "apps/com.app/%d", "type": "APPLICATION_NOT_RESPONDING", "issue": "apps/com.app/i", "eventTime": "2026-08-20T10:00:00Z", "osVersion": {"apiLevel": "34"}, "reportText": "\"main\" tid=1 Native\n  at a.B.c (B.java:1)\n"}`, id)
	}
	for name, text := range map[string]string{
		"reports.json": `{"errorReports": [` + record(1) + `,` + record(2) + `]}`,
		"issues.json":  `{"errorIssues": [{"name": "apps/com.app/i", "type": "APPLICATION_NOT_RESPONDING", "cause": "Input dispatching timed out", "errorReportCount": "31", "distinctUsers": "21"}]}`,
		"README.md":    "# Exports\n\nof a week\n",
	} {
		w, _ := z.Create(name)
		w.Write([]byte(text))
	}
	z.Close()
	f.Close()
	c, err := Read(t.Context(), []string{path}, Limits{Archives: &disk.Archives{}}, Names{})
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	w, err := Create(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(c); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[Report](filepath.Join(out, "reports.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		got := fmt.Sprint(r.Member, " ", r.Source, " ", *r.ID, " ", *r.Process, " ", *r.APILevel, " ", r.OS == nil, " ", *r.TimeIs, " ", *r.UnixMillis, " ", *r.Reason, " ", *r.ReasonKind, " ", *r.Users, " ", *r.Events, " ", *r.Category != "" && *r.Cause != "")
		want := fmt.Sprintf("reports.json #%d play-reporting apps/com.app/%[1]d com.app 34 true hour 1787220000000 Input dispatching timed out input 21 31 true", i+1)
		if got != want {
			t.Errorf("row %d is\n%s\nwant\n%s", i, got, want)
		}
	}
	if len(rows) != 2 {
		t.Errorf("%d rows, want 2", len(rows))
	}
}
