package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"traceglass/parser/input/disk"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/report/table"
)

// duckDB returns a folder with DuckDB for node. npm downloads it once into the user's cache, by
// the checksums in package-lock.json. (npm ci does not work, because it needs the packages of all
// platforms, which npm omits from that file.)
func duckDB(t *testing.T) (dir string) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("there is no cache folder to keep DuckDB in: %v", err)
	}
	lock, err := os.ReadFile("queries/package.json")
	if err != nil {
		t.Fatal(err)
	}
	_, version, _ := strings.Cut(string(lock), `node-api": "`)
	version, _, _ = strings.Cut(version, `"`)
	dir = filepath.Join(cache, "traceglass", "duckdb-"+version)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		t.Skipf("DuckDB cannot be kept: %v", err)
	}
	fetched, err := os.MkdirTemp(filepath.Dir(dir), ".duckdb-*")
	if err != nil {
		t.Skipf("DuckDB cannot be kept: %v", err)
	}
	defer os.RemoveAll(fetched)
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile("queries/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(fetched, name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=0")
	c.Dir = fetched
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("npm cannot fetch DuckDB, which the queries are tested in: %v: %s", err, out)
	}
	if err := os.Rename(fetched, dir); err != nil {
		if _, other := os.Stat(dir); other != nil {
			t.Skipf("DuckDB cannot be kept: %v", err)
		}
	}
	return dir
}

// query runs one of queries/*.sql and returns its rows.
func query[T any](t *testing.T, name string, settings ...string) (rows []T) {
	t.Helper()
	dir := duckDB(t)
	script, err := os.ReadFile("queries/ask.mjs")
	if err != nil {
		t.Fatal(err)
	}
	sql, err := filepath.Abs("queries/" + name + ".sql")
	if err != nil {
		t.Fatal(err)
	}
	// A script from standard input finds DuckDB in the current folder.
	c := exec.Command("node", append([]string{"--input-type=module", "-", sql}, settings...)...)
	c.Dir = dir
	c.Stdin = strings.NewReader(string(script))
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, errs.String())
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	return rows
}

// TestQueriesOfCommand checks that the queries also read the tables of the command, which have a folder for each file.
func TestQueriesOfCommand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.trace")
	if err := os.WriteFile(file, tracetest.Bytes("main 0>x.A.a()V 200000>x.A.b()V 500000<x.A.b()V 600000<x.A.a()V"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := table.Read(t.Context(), []string{file}, table.Limits{Memory: 1 << 30, Archives: &disk.Archives{}}, table.Names{})
	if err != nil {
		t.Fatal(err)
	}
	c.File.File = "abc"
	out := filepath.Join(dir, "tables")
	if err := table.Save(out, c); err != nil {
		t.Fatal(err)
	}
	settings := []string{"tables=" + out, "app=", "old=", "new=", "version=", "class=x.A", "method=b"}
	type row struct {
		Calls json.Number `json:"calls"`
	}
	for _, name := range []string{"by-device", "files-to-open"} {
		if rows := query[row](t, name, settings...); len(rows) != 1 {
			t.Errorf("%s: %+v", name, rows)
		}
	}
	query[row](t, "findings", settings...)
}

// testQueries compares the answers of queries on the tables of a run with those of a plain loop,
// by method and by cause.
func testQueries(t *testing.T, in, out string, values map[MethodKey][5][]float64, causes map[CauseKey]*Causes) {
	const app = "com.example.gallery"
	settings := []string{"tables=" + out, "app=" + app, "old=1.0", "new=1.2", "version=1.2", "class=com.example.Slow", "method=run"}
	slow := func(version string) [5][]float64 {
		return values[MethodKey{app, version, "com.example.Slow", "run", "()V", true}]
	}
	worst := query[struct {
		Class, Name string
		Worse       float64 `json:"worse_ns"`
		Old         float64 `json:"old_median_ns"`
		New         float64 `json:"new_median_ns"`
		Apart       bool
	}](t, "regressions", settings...)
	if len(worst) == 0 || worst[0].Class != "com.example.Slow" || !worst[0].Apart || worst[0].New < 4*worst[0].Old {
		t.Errorf("the worst regressions: %+v", worst)
	}
	grown := query[struct {
		Cause, Rule string
		Old         int64   `json:"old_count,string"`
		New         int64   `json:"new_count,string"`
		OldShare    float64 `json:"old_share"`
		NewShare    float64 `json:"new_share"`
		Example     string
		Link        string
	}](t, "anr-growth", settings...)
	for i, g := range grown {
		c := causes[CauseKey{app, g.Cause, g.Rule}]
		if c == nil || c.Versions["1.0"] != g.Old || c.Versions["1.2"] != g.New {
			t.Errorf("%+v, want %+v", g, c)
		}
		if hash, _, err := table.Hash(g.Example); err != nil || g.Link != "#file="+filepath.Base(g.Example)+"&hash="+hash+"&room=dump" {
			t.Errorf("%s leads to %s, by %s: %v", g.Cause, g.Example, g.Link, err)
		}
		if i > 0 && grown[i-1].NewShare-grown[i-1].OldShare < g.NewShare-g.OldShare {
			t.Errorf("%s has grown more than the ones before it", g.Cause)
		}
	}
	if len(grown) == 0 {
		t.Error("no cause of ANRs")
	}
	found := query[struct {
		Key      string  `json:"finding_key"`
		Old      int64   `json:"old_count,string"`
		New      int64   `json:"new_count,string"`
		NewShare float64 `json:"new_share"`
		Example  string
	}](t, "findings", settings...)
	if files := int64(len(slow("1.2")[0])); len(found) != 1 || found[0].Key != "wait sleep" || found[0].Old != 0 || found[0].New != files || found[0].NewShare != 1 || !strings.HasPrefix(found[0].Example, "main slept 150 ms") {
		t.Errorf("findings: %+v, want one of %d files", found, files)
	}
	devices := query[struct {
		Device, Version string
		Files           int `json:"files,string"`
	}](t, "by-device", settings...)
	n := map[string]int{}
	for _, d := range devices {
		n[d.Version] += d.Files
	}
	for _, version := range []string{"1.0", "1.1", "1.2"} {
		if n[version] != len(slow(version)[0]) {
			t.Errorf("%d files of %s on all devices, want %d", n[version], version, len(slow(version)[0]))
		}
	}
	open := query[struct {
		Path     string
		Link     string
		InclWall float64 `json:"inclusive_wall_ns,string"`
	}](t, "files-to-open", append(settings, "site=https://t.example/", "root="+in+"/", "served=/traces/")...)
	most := 0.0
	for _, v := range slow("1.2")[1] {
		most = max(most, v)
	}
	if len(open) == 0 || open[0].InclWall != most {
		t.Fatalf("files to open: %+v, want first that with %v ns", open, most)
	}
	hash, _, err := table.Hash(open[0].Path)
	if err != nil {
		t.Error(err)
	}
	h := fnv.New32a() // the hash of a method in the page's links
	io.WriteString(h, "com.example.Slow.run()V")
	link, err := url.Parse(open[0].Link)
	if err != nil {
		t.Fatal(err)
	}
	relative, _ := filepath.Rel(in, open[0].Path)
	fragment, _ := url.ParseQuery(link.EscapedFragment())
	want := url.Values{"file": {filepath.Base(relative)}, "hash": {hash}, "view": {"methods"}, "clock": {"wall"}, "method": {fmt.Sprintf("%08x", h.Sum32())}}
	if link.Host != "t.example" || link.Query().Get("open") != "/traces/"+relative || !reflect.DeepEqual(fragment, want) {
		t.Errorf("the link is %s, want what %v says", link, want)
	}
	if here := query[struct{ Link string }](t, "files-to-open", settings...); here[0].Link != "#"+link.EscapedFragment() {
		t.Errorf("without a site the link is %s", here[0].Link)
	}
}
