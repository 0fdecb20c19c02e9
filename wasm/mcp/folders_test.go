//go:build !js

package mcp

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// below a temporary folder: in and other are open, out is not.
func testFolders(t testing.TB) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"in/a.trace", "in/sub/b.txt", "in/.hidden", "other/c.txt", "out/canary.trace", "out/canary.data", "in-secret/d.txt", "in/pair.key"} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{
		"in/to-file": "a.trace", "in/to-sub": "sub", "in/absolute": filepath.Join(dir, "in/a.trace"), "in/to-other": filepath.Join(dir, "other/c.txt"),
		"in/leads-out": "../out/canary.trace", "in/out-folder": "../out", "in/out-absolute": filepath.Join(dir, "out"), "in/twice": "leads-out", "in/loop": "loop",
		"in/nothing": "../out/nothing", "in/base.trace": "../out/canary.trace", "in/pair.data": "../out/canary.data", "given": "in",
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	if err := exec.Command("mkfifo", filepath.Join(dir, "in/pipe")).Run(); err != nil {
		t.Skip(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "in/socket"))
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { l.Close() })
	return dir
}

// content returns what find and open make of a client's path.
func content(f *folders, name string) string {
	path, err := f.find(name)
	if err != nil {
		return err.Error()
	}
	file, err := f.open(path)
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func TestFolders(t *testing.T) {
	dir := testFolders(t)
	one, err := openFolders([]string{filepath.Join(dir, "given")})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	two, err := openFolders([]string{filepath.Join(dir, "in"), filepath.Join(dir, "other"), filepath.Join(dir, "in/sub"), filepath.Join(dir, "other")})
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	none := errNone.Error()
	for _, tt := range []struct {
		of         *folders
		name, want string
	}{
		{one, "a.trace", "in/a.trace"}, {one, "./sub//b.txt", "in/sub/b.txt"}, {one, ".hidden", "in/.hidden"},
		{one, filepath.Join(dir, "in/a.trace"), "in/a.trace"}, {one, filepath.Join(dir, "given/sub/b.txt"), "in/sub/b.txt"},
		{one, "to-file", "in/a.trace"}, {one, "to-sub/b.txt", "in/sub/b.txt"}, {one, "absolute", "in/a.trace"},
		{one, "leads-out", none}, {one, "out-folder/canary.trace", none}, {one, "out-absolute/canary.trace", none}, {one, "twice", none}, {one, "loop", none},
		{one, "nothing", none}, {one, "base", none}, {one, "base.trace", none}, {one, "pair.data", none}, {one, "to-other", none},
		{one, "../out/canary.trace", none}, {one, "sub/../a.trace", none}, {one, "..", none}, {one, "sub/..", none}, {one, `..\out\canary.trace`, none},
		{one, filepath.Join(dir, "out/canary.trace"), none}, {one, dir + "/in/../out/canary.trace", none}, {one, filepath.Join(dir, "in-secret/d.txt"), none},
		{one, dir, none}, {one, "/", none}, {one, "/etc/passwd", none}, {one, "a.trace\x00", none}, {one, strings.Repeat("x", 5000), none}, {one, strings.Repeat("x/", 2000), none},
		{one, "missing", none}, {one, "missing/a.trace", none}, {one, "a.trace/member", none}, {one, "", none}, {one, "sub", none},
		{two, "in/a.trace", "in/a.trace"}, {two, "other/c.txt", "other/c.txt"}, {two, "in/to-other", "other/c.txt"}, {two, "sub/b.txt", "in/sub/b.txt"},
		{two, "other-2/c.txt", "other/c.txt"}, {two, filepath.Join(dir, "other/c.txt"), "other/c.txt"}, {two, "a.trace", none}, {two, "in/leads-out", none}, {two, "", none}, {two, "out/canary.trace", none},
	} {
		if got := content(tt.of, tt.name); got != tt.want {
			t.Errorf("%.100q: %.200s, want %s", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"pipe", "socket"} {
		if got := content(one, name); !strings.Contains(got, "neither a file nor a folder") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if _, err := one.open(filepath.Join(dir, "in/pipe")); err == nil { // and does not wait
		t.Error("a pipe opens")
	}
	for _, name := range []string{"in/leads-out", "in/out-folder/canary.trace", "in/pair.data", "out/canary.trace", "in/../out/canary.trace"} {
		if f, err := one.open(dir + "/" + name); err == nil { // as a reader that follows a link could ask
			f.Close()
			t.Errorf("%s opens", name)
		}
	}
	if got := one.hide("open " + dir + "/in/a.trace: bad, " + dir + "/given/x, a/b"); got != "open a.trace: bad, x, a/b" {
		t.Errorf("hides as %s", got)
	}
	if got := one.hide(dir + "/in: bad"); got != ".: bad" {
		t.Errorf("hides as %s", got)
	}
	if got := two.hide(dir + "/other/c.txt"); got != "other/c.txt" {
		t.Errorf("hides as %s", got)
	}
	for _, bad := range [][]string{nil, {filepath.Join(dir, "in/a.trace")}, {filepath.Join(dir, "missing")}} {
		if f, err := openFolders(bad); err == nil {
			f.Close()
			t.Errorf("%v opens", bad)
		}
	}
}

// TestListing: a listing has files and no links, hidden files or pipes, and its fingerprint changes with a file.
func TestListing(t *testing.T) {
	dir := testFolders(t)
	f, err := openFolders([]string{filepath.Join(dir, "in")})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var got []string
	if !f.each(filepath.Join(dir, "in"), func(path string, _ os.FileInfo) { got = append(got, f.hide(path)) }) {
		t.Error("the listing is cut")
	}
	if text := strings.Join(got, " "); text != "a.trace pair.key sub/b.txt" {
		t.Errorf("lists %s", text)
	}
	before := f.fingerprint(filepath.Join(dir, "in"))
	if f.fingerprint(filepath.Join(dir, "in")) != before {
		t.Error("the fingerprint changes by itself")
	}
	if err := os.WriteFile(filepath.Join(dir, "in/sub/more.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if f.fingerprint(filepath.Join(dir, "in")) == before {
		t.Error("the fingerprint does not show a new file")
	}
}
