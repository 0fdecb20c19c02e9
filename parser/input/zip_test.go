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

// TestOddMembers: a member that cannot be unpacked, or a directory damaged after some members, does
// not affect the others.
func TestOddMembers(t *testing.T) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for i, name := range []string{"a", "b", "c", "d"} {
		h := &zip.FileHeader{Name: name, Method: zip.Store}
		if i == 1 {
			h.Method = 12
		}
		if i == 2 {
			h.Flags = 1
		}
		f, err := w.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, name)
	}
	w.Close()
	list := func(data []byte) (s string) {
		members, err := Members(bytes.NewReader(data), int64(len(data)))
		for _, m := range members {
			s += m.Name + " " + m.Odd + ", "
		}
		if err != nil {
			s += err.Error()
		}
		return s
	}
	if got, want := list(file.Bytes()), "a , b it is packed by method 12, which is not known here, c it is encrypted, d , "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	damaged := bytes.Clone(file.Bytes())
	at := bytes.Index(damaged, []byte("PK\x01\x02"))
	for range 2 {
		at += 4 + bytes.Index(damaged[at+4:], []byte("PK\x01\x02"))
	}
	damaged[at] = 'X'
	if got, want := list(damaged), "a , b it is packed by method 12, which is not known here, its directory is damaged or cut short"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzMembers: any bytes give members or an error, and the data of each member can be located.
func FuzzMembers(f *testing.F) {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	w.Create("a.trace")
	w.Close()
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		members, err := Members(r, r.Size())
		for _, m := range members {
			m.Start(r)
		}
		if _, again := Members(r, r.Size()); (err == nil) != (again == nil) {
			t.Errorf("error %v, then %v", err, again)
		}
	})
}
