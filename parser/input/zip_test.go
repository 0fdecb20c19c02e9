package input

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"testing"
)

func TestMembers(t *testing.T) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	const comment = "made for a test"
	w.SetComment(comment)
	want := map[string]string{"a.trace": "aaaaaaaaaaaaaaaa", "folder/b.key": "", "é.data": "bytes"}
	for _, name := range []string{"a.trace", "folder/b.key", "é.data"} {
		method := zip.Deflate
		if name == "é.data" {
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, want[name])
	}
	w.Create("folder/")
	w.Close()

	r := bytes.NewReader(file.Bytes())
	members, err := Members(r, r.Size())
	if err != nil || len(members) != len(want) {
		t.Fatalf("%d members, want %d; error %v", len(members), len(want), err)
	}
	for _, m := range members {
		at, err := m.Start(r)
		if err != nil {
			t.Fatal(err)
		}
		var data io.Reader = io.NewSectionReader(r, at, m.Size)
		if m.Deflated {
			data = flate.NewReader(data)
		}
		if got, err := io.ReadAll(data); err != nil || string(got) != want[m.Name] {
			t.Errorf("%s holds %q, want %q; error %v", m.Name, got, want[m.Name], err)
		}
	}
	for cut := range file.Len() - len(comment) { // without its comment a zip file is still whole
		if _, err := Members(bytes.NewReader(file.Bytes()[:cut]), int64(cut)); err == nil {
			t.Errorf("cut to %d of %d bytes: no error", cut, file.Len())
		}
	}
}

// FuzzMembers: any bytes give members or an error, and members whose data can be asked for.
func FuzzMembers(f *testing.F) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	w.Create("a.trace")
	w.Close()
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		members, err := Members(r, r.Size())
		if err != nil {
			return
		}
		for _, m := range members {
			m.Start(r)
		}
	})
}
