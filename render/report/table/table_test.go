//go:build !js

package table

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/parquet-go/parquet-go"

	"traceglass/parser/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite table.md")

// back is the section of table.md on links from a row to the page, as TestLinkOfTables in
// site/e2e follows them.
const back = `
## Back to a file

Every row has the digest of its file, and files has the path. A link from a row to the page is the page's address, followed by

    #file=NAME&hash=FILE&view=methods&clock=wall&method=METHOD    a row of methods, selected in the table of methods
    #file=NAME&hash=FILE&room=dump                                the verdict of claims

NAME and FILE are name and file of files, percent-encoded. METHOD is the FNV-1a of class, a point, name and signature, in 32 bits,
as eight hexadecimal digits. A method without a class has no point. The page asks for the file and reports if it has other bytes.
With ?open=PATH before the #, the page fetches the file from its own host. Tables made with -mapping have original names, and their
file is a digest of trace and map. No link leads back from these.
`

// TestDocument generates table.md from the structs and their comments.
func TestDocument(t *testing.T) {
	parsed, err := parser.ParseFile(token.NewFileSet(), "schema.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	about, columns := map[string]string{}, map[string]map[string]string{} // by struct, and by field
	for _, d := range parsed.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		spec := g.Specs[0].(*ast.TypeSpec)
		about[spec.Name.Name] = strings.Join(strings.Fields(g.Doc.Text()), " ")
		columns[spec.Name.Name] = map[string]string{}
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			columns[spec.Name.Name][f.Names[0].Name] = strings.TrimSpace(f.Comment.Text())
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "# The tables\n\n`traceglass table` and `wasm/fleet` write these tables as Parquet files. This is schema version %s. Every file has it in its\nmetadata as `%s`. It increases when a column changes its meaning or is removed. The end of a column's\nname is the unit of its times. `go test ./render/report/table -update` generates this page from schema.go.\n", Version, VersionKey)
	for _, table := range []struct {
		name string
		row  any
	}{
		{"files", File{}}, {"threads", Thread{}}, {"methods", Method{}}, {"edges", Edge{}}, {"findings", Finding{}}, {"claims", Claim{}}, {"reports", Report{}}, {"stacks", Stack{}},
		{"rejected", Reject{}}, {"method_spread", Spread{}}, {"anr_causes", Cause{}}, {"", Note{}}, {"", Line{}}, {"", VersionCount{}},
	} {
		typ := reflect.TypeOf(table.row)
		if table.name != "" {
			fmt.Fprintf(&s, "\n## %s\n", table.name)
		} else {
			fmt.Fprintf(&s, "\n## a %s\n", strings.ToLower(typ.Name()))
		}
		fmt.Fprintf(&s, "\n%s\n\n| column | type | |\n|---|---|---|\n", about[typ.Name()])
		for i := range typ.NumField() {
			f := typ.Field(i)
			comment := columns[typ.Name()][f.Name]
			if comment == "" {
				t.Errorf("%s.%s has no comment", typ.Name(), f.Name)
			}
			name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
			fmt.Fprintf(&s, "| `%s` | %s | %s |\n", name, sqlType(f.Type), comment)
		}
	}
	s.WriteString(back)
	if *update {
		if err := os.WriteFile("table.md", []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, _ := os.ReadFile("table.md"); string(have) != s.String() {
		t.Error("table.md is older than schema.go: go test ./render/report/table -update")
	}
}

func sqlType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return sqlType(t.Elem()) + ", may be null"
	case reflect.Slice:
		return "list of " + sqlType(t.Elem())
	case reflect.Struct:
		return strings.ToLower(t.Name())
	}
	return map[reflect.Kind]string{reflect.String: "text", reflect.Int32: "int32", reflect.Int64: "int64", reflect.Float64: "double", reflect.Bool: "bool"}[t.Kind()]
}

func save(t *testing.T, dir, path string) (hash string) {
	t.Helper()
	hash, size, err := Hash(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Read(t.Context(), []string{path}, Limits{}, Names{})
	if err != nil {
		t.Fatal(err)
	}
	c.File.File, c.File.Bytes = hash, size
	if err := Save(dir, c); err != nil {
		t.Fatal(err)
	}
	return hash
}

func load[T any](t *testing.T, dir, table string) []T {
	t.Helper()
	rows, err := parquet.ReadFile[T](filepath.Join(dir, table+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestRows reads back the rows of a small trace with recursion, groups of threads and callers.
func TestRows(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.trace")
	records := "main 0/0>a.B.c()V 10/5>a.B.d()V 20/6>a.B.c()V 30/9<a.B.c()V 50/10<a.B.d()V 60/11<a.B.c()V pool-1-thread-1 60/0>java.X.y()V 65/1<java.X.y()V pool-1-thread-2 70/0>java.X.y()V 72/2<java.X.y()V"
	if err := os.WriteFile(path, tracetest.Bytes(records), 0o644); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, save(t, dir, path))
	var got []string
	for _, m := range load[Method](t, at, "methods") {
		got = append(got, fmt.Sprint(m.Group, m.Main, " ", m.Class, ".", m.Name, m.Own, " ", m.Calls, "+", m.Recursive, " ", *m.InclWall, " ", *m.ExclWall, " ", *m.InclCPU, " ", *m.ExclCPU))
	}
	want := []string{
		"maintrue a.B.ctrue 1+1 60000 30000 11000 9000",
		"maintrue a.B.dtrue 1+0 40000 30000 5000 2000",
		"pool-#-thread-#false java.X.yfalse 2+0 7000 7000 3000 3000",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("methods:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	got = nil
	for _, e := range load[Edge](t, at, "edges") {
		from := "nothing"
		if e.Caller != nil {
			from = *e.Caller
		}
		got = append(got, fmt.Sprint(e.Group, " ", from, " ", e.Callee, " ", e.Calls, "+", e.Recursive, " ", *e.InclWall, " ", *e.InclCPU))
	}
	want = []string{"main 0x4 0x0 0+1 0 0", "main nothing 0x0 1+0 60000 11000", "main 0x0 0x4 1+0 40000 5000", "pool-#-thread-# nothing 0x8 2+0 7000 3000"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("edges:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if f := load[File](t, at, "files"); len(f) != 1 || f[0].Threads != 3 || *f[0].TotalWall != 67_000 || f[0].Name != "a.trace" {
		t.Errorf("files: %+v", f)
	}
	file, err := os.Open(filepath.Join(at, "edges.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, _ := file.Stat()
	opened, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := opened.Lookup(VersionKey); v != Version {
		t.Errorf("the schema's version is %q in the file, want %q", v, Version)
	}
}

// TestHeld checks that an input is released once its rows are added, even if they are few.
func TestHeld(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for name, data := range map[string][]byte{
		"a.trace": tracetest.Bytes("main 0>a.B.c()V 5<a.B.c()V"),
		"anr.txt": []byte("----- pid 7 at 2026-01-02 03:04:05 -----\nCmd line: a.b\n\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(B.java:1)\n\n----- end 7 -----\n"),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := Read(context.Background(), []string{path}, Limits{}, Names{})
		if err != nil {
			t.Fatal(err)
		}
		var held func() bool
		if c.Profile != nil {
			info := weak.Make(c.Profile.Info)
			held = func() bool { return info.Value() != nil }
		} else {
			d := weak.Make(c.Dumps[0].Dump)
			held = func() bool { return d.Value() != nil }
		}
		if err := w.Add(c); err != nil {
			t.Fatal(err)
		}
		c = nil
		runtime.GC()
		if held() {
			t.Errorf("%s is held after its rows were added", name)
		}
	}
}

// TestPlace checks that a folder appears only when complete, that an existing one stays, and that
// Sweep removes leftovers.
func TestPlace(t *testing.T) {
	dir := t.TempDir()
	fill := func(text string, err error) func(string) error {
		return func(temporary string) error {
			if Has(dir, "x") && text == "first" {
				t.Error("it is there before it is whole")
			}
			return errors.Join(os.WriteFile(filepath.Join(temporary, "a.parquet"), []byte(text), 0o644), err)
		}
	}
	if err := Place(dir, "x", fill("half", errors.New("no more"))); err == nil || Has(dir, "x") {
		t.Errorf("half of the table exists, error %v", err)
	}
	for _, text := range []string{"first", "second"} {
		if err := Place(dir, "x", fill(text, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if have, _ := os.ReadFile(filepath.Join(dir, "x/a.parquet")); string(have) != "first" {
		t.Errorf("it holds %q", have)
	}
	left := filepath.Join(dir, temporaries, "killed")
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Sweep(dir, time.Hour); err != nil || !Has(filepath.Join(dir, temporaries), "killed") {
		t.Errorf("what another may be at is swept, error %v", err)
	}
	if err := Sweep(dir, 0); err != nil || Has(dir, temporaries) {
		t.Errorf("leavings stay, error %v", err)
	}
}

// TestLimits checks the error for an input that exceeds its memory or time.
func TestLimits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	heading := "----- pid 1 at 2026-01-02 03:04:05 -----\nCmd line: a.b\n\n\"main\" prio=5 tid=1 Runnable\n"
	if err := os.WriteFile(path, []byte(heading+strings.Repeat("  at a.B.c(B.java:1)\n", 100_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(t.Context(), []string{path}, Limits{Memory: 1 << 20}, Names{}); err == nil || !strings.Contains(err.Error(), "of memory") {
		t.Errorf("over its memory: %v", err)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := Read(late, []string{path}, Limits{}, Names{}); err == nil || !strings.Contains(err.Error(), "longer than is allowed") {
		t.Errorf("over its time: %v", err)
	}
	if c, err := Read(t.Context(), []string{path}, Limits{Memory: 64 << 20}, Names{}); err != nil || len(c.Dumps) != 1 {
		t.Errorf("within its limits: %v", err)
	}
}

// TestLeftOut checks that the receipt of a zip file of dumps lists the members without rows, and
// that the file is incomplete if one of them may be a dump.
func TestLeftOut(t *testing.T) {
	const anr = "----- pid 7 at 2026-01-02 03:04:05 -----\nCmd line: a.b\n\n\"main\" prio=5 tid=1 Runnable\n  at a.B.c(B.java:1)\n\n----- end 7 -----\n"
	for _, tt := range []struct {
		name     string
		files    []string // names and contents
		complete bool
		want     string // expected receipt
	}{
		{"nothing", []string{"anr_1", anr, "anr_2", anr}, true, ""},
		{"others", []string{"anr_1", anr, "notes.txt", "as it was", "random.bin", anr, "more.zip", "PK"}, true, "left-out 3 Left out of the zip file, because it is neither a method trace nor a thread dump: more.zip, random.bin and notes.txt."},
		{"one that is damaged", []string{"anr_1", anr, "anr_2", "packed by a method that nobody knows"}, false, "left-out 1 Left out of the zip file, because it is neither a method trace nor a thread dump: anr_2 ("},
		{"a bug report", []string{"bugreport-a.txt", "== dumpstate: 2024\n" + anr, "version.txt", "1.0", "FS/data/anr/anr_1", anr, "FS/proc/1/maps", ""}, true, ""},
	} {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(tt.files); i += 2 {
			create := z.Create
			if !tt.complete && i > 0 {
				create = func(name string) (io.Writer, error) { return z.CreateRaw(&zip.FileHeader{Name: name, Method: 97}) }
			}
			w, err := create(tt.files[i])
			if err == nil {
				_, err = io.WriteString(w, tt.files[i+1])
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(t.TempDir(), "x.zip")
		if err := cmp.Or(z.Close(), os.WriteFile(path, b.Bytes(), 0o644)); err != nil {
			t.Fatal(err)
		}
		c, err := Read(t.Context(), []string{path}, Limits{}, Names{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range c.File.Receipt {
			if n.Code == "left-out" {
				got += fmt.Sprint(n.Code, " ", n.Count, " ", n.Text)
			}
		}
		if !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") || c.File.Complete != tt.complete {
			t.Errorf("%s: complete %v, %q, want %v, %q", tt.name, c.File.Complete, got, tt.complete, tt.want)
		}
	}
}
