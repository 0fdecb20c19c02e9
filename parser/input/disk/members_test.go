package disk

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
)

const aDump = "----- pid 7 at 2024-01-01 10:00:00 -----\n"

// TestMembers: the members at a path are found, and each opens: in zip files and folders, in nested
// zip files, also in gzip. A .key and its .data are one.
func TestMembers(t *testing.T) {
	dir := t.TempDir()
	aTrace := "*version\n3\n"
	inner := string(archive(t, "deep/b.trace", aTrace, "anr_2", aDump, "x.png", "png"))
	nested := string(archive(t, "in.zip", inner))
	for i := 0; i < input.MostNested; i++ {
		nested = string(archive(t, fmt.Sprintf("n%d.zip", i), nested))
	}
	files := map[string]string{
		"one.trace":                   aTrace,
		"traces.zip":                  string(archive(t, "a.trace", aTrace, "pair.data", "SLOW....", "pair.key", aTrace, "b.trace.gz", string(zipped([]byte(aTrace))), "x.png", "png")),
		"outer.zip":                   string(archive(t, "a.trace", aTrace, "more/inner.zip", inner)),
		"deep.zip":                    nested,
		"damaged.zip":                 string(archive(t, "a.trace", aTrace, "bad.zip", "PK\x03\x04 no more")),
		"none.zip":                    string(archive(t, "x.png", "png", "y.so", "elf")),
		"gzipped.zip.gz":              string(zipped([]byte(inner))),
		"gzipped":                     string(zipped([]byte(inner))),
		"holding.zip":                 string(archive(t, "in.zip.gz", string(zipped([]byte(inner))))),
		"folder/a.trace":              aTrace,
		"folder/sub/anr_1":            aDump,
		"folder/sub/a.trace":          aTrace,
		"folder/packed.zip":           inner,
		"folder/.DS_Store":            "",
		"nothing/x.png":               "png",
		"report/FS/data/anr/anr_1":    aDump,
		"report/bugreport-x-2024.txt": "== dumpstate: 2024\n",
		"report/version.txt":          "1",
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct{ path, member, want string }{
		{"one.trace", "", "= method trace"},
		{"one", "", "= method trace"}, // by its base name
		{"traces.zip", "", "a.trace = method trace; b.trace.gz = method trace; pair.key = method trace, paired; left x.png"},
		{"traces.zip", "b.trace.gz", "b.trace.gz = method trace; left x.png"},
		{"traces.zip", "pair", "pair.key = method trace, paired; left x.png"},
		{"traces.zip", "c.trace", "DIR/traces.zip has no trace and no dump named c.trace"},
		{"one.trace", "a", "-member names a file in a zip file or a folder, and DIR/one.trace is neither"},
		{"traces.zip/a.trace", "", "= method trace"},
		{"outer.zip", "", "a.trace = method trace; more/inner.zip/anr_2 = thread dump; more/inner.zip/deep/b.trace = method trace; left more/inner.zip/x.png"},
		{"outer.zip", "b.trace", "more/inner.zip/deep/b.trace = method trace; left more/inner.zip/x.png"},
		{"outer.zip/more/inner.zip/deep/b.trace", "", "= method trace"},
		{"outer.zip/more/inner.zip/deep/c.trace", "", "DIR/outer.zip/more/inner.zip has no deep/c.trace"},
		{"deep.zip", "", "The zip file holds neither a method trace nor a thread dump: in it is n2.zip/n1.zip/n0.zip/in.zip."},
		{"damaged.zip", "", "a.trace = method trace; left bad.zip (its directory is damaged or cut short)"},
		{"gzipped.zip.gz", "", "anr_2 = thread dump; deep/b.trace = method trace; left x.png"},
		{"gzipped", "b.trace", "deep/b.trace = method trace; left x.png"},
		{"gzipped.zip.gz/deep/b.trace", "", "= method trace"},
		{"holding.zip", "", "in.zip.gz/anr_2 = thread dump; in.zip.gz/deep/b.trace = method trace; left in.zip.gz/x.png"},
		{"none.zip", "", "The zip file holds neither a method trace nor a thread dump: in it are x.png and y.so."},
		{"folder", "", "a.trace = method trace; sub/a.trace = method trace; sub/anr_1 = thread dump; packed.zip/anr_2 = thread dump; packed.zip/deep/b.trace = method trace; left packed.zip/x.png"},
		{"folder", "a.trace", "a.trace = method trace; left packed.zip/x.png"},
		{"folder", "b.trace", "packed.zip/deep/b.trace = method trace; left packed.zip/x.png"},
		{"nothing", "", "x.png = unknown file"},
		{"report", "", "bugreport-x-2024.txt = thread dump; FS/data/anr/anr_1 = thread dump; left version.txt"},
		{"missing", "", "stat DIR/missing: no such file or directory"},
	}
	for _, tt := range tests {
		a := &Archives{}
		c, err := a.Members(filepath.Join(dir, filepath.FromSlash(tt.path)), tt.member)
		var lines []string
		for _, m := range c.Members {
			var s *Source
			if err == nil {
				s, err = a.Open(m.Paths...)
			}
			if err != nil {
				continue
			}
			if _, err := io.Copy(io.Discard, s); err != nil {
				t.Error(err)
			}
			one := strings.TrimSpace(m.Name + " = " + s.Kind.String())
			if s.Paired {
				one += ", paired"
			}
			lines = append(lines, one)
			s.Close()
		}
		if len(c.LeftOut) > 0 {
			lines = append(lines, "left "+strings.Join(c.LeftOut, " "))
		}
		got := strings.Join(lines, "; ")
		if err != nil {
			got = strings.ReplaceAll(filepath.ToSlash(err.Error()), filepath.ToSlash(dir), "DIR")
		}
		if got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.path, tt.member, got, tt.want)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMemberBounds: nested zip files stay within their memory limit and count together with their
// outer file; a zip file with too many files is not listed.
func TestMemberBounds(t *testing.T) {
	dir := t.TempDir()
	huge := string(archive(t, "anr_1", strings.Repeat("\x00", 8<<20)))
	bomb := archive(t, "a.zip", huge, "b.zip", string(archive(t, "in.zip", string(archive(t, "z.trace", strings.Repeat("\x00", input.NestedBytes+1<<20))))))
	path := filepath.Join(dir, "bomb.zip")
	if err := os.WriteFile(path, bomb, 0o644); err != nil {
		t.Fatal(err)
	}
	a := &Archives{}
	defer a.Close()
	c, err := a.Members(path, "")
	if err != nil {
		t.Fatal(err)
	}
	unpacked := int64(0)
	for range 50 {
		for _, m := range c.Members {
			s, err := a.Open(m.Paths...)
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, s)
			if err != nil {
				t.Fatal(err)
			}
			unpacked += n
			s.Close()
		}
	}
	if most := input.DefaultLimits.Free; unpacked > most {
		t.Errorf("%d bytes are unpacked of a file of %d, at most %d", unpacked, len(bomb), most)
	}

	big := filepath.Join(dir, "big.zip")
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.Create("in.zip")
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("PK\x03\x04"))
	io.CopyN(w, zeros{}, input.NestedBytes)
	z.Close()
	if err := os.WriteFile(big, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	file.Reset()
	if _, err := a.Members(big, ""); err == nil || !strings.Contains(err.Error(), "more than 128 MB within another file") {
		t.Errorf("a zip file of 128 MB in a zip file: %v", err)
	}

	z = zip.NewWriter(&file)
	for i := range input.MostMembers + 1 {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprint("anr_", i)}); err != nil {
			t.Fatal(err)
		}
	}
	z.Close()
	many := filepath.Join(dir, "many.zip")
	if err := os.WriteFile(many, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Members(many, ""); err == nil || !strings.Contains(err.Error(), "holds more than 60000 files") {
		t.Errorf("too many files: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// TestArchivesFile: Archives.File opens every file, and can refuse it. It opens plain, zip and packed files, both files of
// a pair, the file of a base name, and an export with samples of main.
func TestArchivesFile(t *testing.T) {
	dir := t.TempDir()
	small := tracetest.Trace{Records: "main 0>A 1>B 4<B 5<A"}
	zipped := tracetest.Zip(tracetest.Member{Name: "in.trace", Data: small.Bytes()})
	for name, data := range map[string][]byte{
		"a.trace": small.Bytes(), "b.zip": zipped, "c.zip.gz": tracetest.Gzip(zipped), "d.key": small.Key(), "d.data": small.Data(), "e.json": []byte("{}"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		path  string
		opens []string
	}{
		{"a.trace", []string{"a.trace"}}, {"a", []string{"a.trace"}}, {"b.zip", []string{"b.zip"}}, {"b.zip/in.trace", []string{"b.zip"}},
		{"c.zip.gz", []string{"c.zip.gz"}}, {"d.key", []string{"d.data", "d.key"}}, {"d", []string{"d.data", "d.key"}},
		{"e.json/e.samples.trace", []string{"e.json"}}, {"", []string{"a.trace", "b.zip", "c.zip.gz", "d.data", "d.key"}},
	} {
		opened := map[string]bool{}
		refused := errors.New("refused")
		for _, refuse := range []bool{false, true} {
			a := &Archives{File: func(name string) (*os.File, error) {
				opened[filepath.Base(name)] = true
				if refuse {
					return nil, refused
				}
				return os.Open(name)
			}}
			c, err := a.Members(filepath.Join(dir, tt.path), "")
			if refuse && err != nil && !errors.Is(err, refused) {
				t.Errorf("%s: %v", tt.path, err)
			}
			for _, m := range c.Members {
				s, err := a.Open(m.Paths...)
				switch {
				case err == nil && refuse:
					t.Errorf("%s opens though its files are refused", tt.path)
				case err == nil:
					s.Close()
				}
			}
			a.Close()
		}
		got := slices.Sorted(maps.Keys(opened))
		for _, want := range tt.opens {
			if !slices.Contains(got, want) {
				t.Errorf("%q opens %v, not %s", tt.path, got, want)
			}
		}
	}
}
