package disk

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/input"
)

func TestOpenDumps(t *testing.T) {
	dir := t.TempDir()
	const dump = "----- pid 7 at 2024-01-01 10:00:00 -----\n"
	tests := []struct {
		name  string
		files []string // names and contents
		want  string   // names read, their kinds, names left, whether a trace is among these
	}{
		{"a bug report", []string{"version.txt", "1.0", "bugreport-a.txt", "== dumpstate: 2024\n", "FS/data/anr/anr_10", dump, "FS/data/anr/anr_9", dump, "FS/proc/1/maps", ""},
			"[bugreport-a.txt thread dump FS/data/anr/anr_9 thread dump FS/data/anr/anr_10 thread dump] left [version.txt FS/proc/1/maps] false"},
		{"one dump", []string{"anr_1", dump, "x.png", ""}, "[anr_1 thread dump] left [x.png] false"},
		{"packed", []string{"a.txt.gz", string(zipped([]byte(dump))), "b.txt", dump}, "[a.txt.gz thread dump b.txt thread dump] left [] false"},
		{"with a trace", []string{"a.trace", "*version\n", "anr_1", dump}, "[anr_1 thread dump] left [a.trace] true"},
		{"a trace alone", []string{"a.trace", "*version\n"}, "none"},
		{"nothing", []string{"a.png", "", "b.so", ""}, "none"},
	}
	for _, tt := range tests {
		path := filepath.Join(dir, "x.zip")
		if err := os.WriteFile(path, archive(t, tt.files...), 0o644); err != nil {
			t.Fatal(err)
		}
		got := "none"
		if d, ok := OpenDumps(path); ok {
			var read []string
			for i, name := range d.Names {
				s, err := d.Open(i)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, s); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				read = append(read, name, s.Kind.String())
			}
			d.Close()
			got = fmt.Sprintf("%v left %v %v", read, d.LeftOut, d.Trace)
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if _, ok := OpenDumps(dir); ok {
		t.Error("a folder is no zip file")
	}
}

// TestZipBounds: the unpacked size of a zip file is limited by its own size, even for many members
// that share bytes and claim to be large. Its directory is read once.
func TestZipBounds(t *testing.T) {
	var zero bytes.Buffer
	deflate, err := flate.NewWriter(&zero, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	deflate.Write(make([]byte, 8<<20))
	deflate.Close()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	f, err := w.CreateRaw(&zip.FileHeader{Name: "anr_00000", Method: zip.Deflate, CompressedSize64: uint64(zero.Len()), UncompressedSize64: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	f.Write(zero.Bytes())
	w.Close()
	// All further members are the first again, by entries of the directory alone.
	const members = 3000
	at := bytes.Index(file.Bytes(), []byte("PK\x01\x02"))
	end := bytes.Index(file.Bytes(), []byte("PK\x05\x06"))
	entry, tail := bytes.Clone(file.Bytes()[at:end]), bytes.Clone(file.Bytes()[end:])
	data := bytes.Clone(file.Bytes()[:at])
	for i := range members {
		copy(entry[46:], fmt.Sprintf("anr_%05d", i))
		data = append(data, entry...)
	}
	binary.LittleEndian.PutUint16(tail[8:], members)
	binary.LittleEndian.PutUint16(tail[10:], members)
	binary.LittleEndian.PutUint32(tail[12:], uint32(members*len(entry)))
	path := filepath.Join(t.TempDir(), "many.zip")
	if err := os.WriteFile(path, append(data, tail...), 0o644); err != nil {
		t.Fatal(err)
	}
	d, ok := OpenDumps(path)
	if !ok || len(d.Names) != members {
		t.Fatalf("%d members", len(d.Names))
	}
	defer d.Close()
	unpacked, stopped := int64(0), 0
	for i := range d.Names {
		s, err := d.Open(i)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, s)
		if err != nil {
			t.Fatal(err)
		}
		unpacked += n
		if len(s.Notes) > 0 && s.Notes[0].Code == "unwrapping-stopped" {
			stopped++
		}
		s.Close()
	}
	if most := input.DefaultLimits.Free; unpacked > most || stopped < members-int(most>>23)-1 {
		t.Errorf("%d bytes were unpacked of %d members, at most %d; %d members were stopped", unpacked, members, most, stopped)
	}
}

// TestBadMember: the error for a member that cannot be unpacked is a sentence, and the others open.
func TestBadMember(t *testing.T) {
	const dump = "----- pid 7 at 2024-01-01 10:00:00 -----\n"
	whole := archive(t, "anr_1", dump, "anr_2", dump, "anr_3", dump)
	second := bytes.Index(whole, []byte("PK\x01\x02"))
	second += 4 + bytes.Index(whole[second+4:], []byte("PK\x01\x02"))
	for name, tt := range map[string]struct {
		at   int
		to   []byte
		want string
	}{
		"an unknown method":  {10, []byte{99, 0}, "it is packed by method 99, which is not known here"},
		"encrypted":          {8, []byte{1, 0}, "it is encrypted"},
		"at an odd place":    {42, []byte{1, 0, 0, 0}, "its directory is damaged or cut short"},
		"beyond the file":    {42, []byte{0, 0, 0, 0x7f}, "it is cut short"},
		"damaged when read":  {16, []byte{1, 2, 3, 4}, ""},
		"of a huge size":     {24, []byte{0, 0, 0, 0x7f}, ""},
		"that claims no end": {20, []byte{0, 0, 0, 0x7f}, ""},
	} {
		data := bytes.Clone(whole)
		copy(data[second+tt.at:], tt.to)
		path := filepath.Join(t.TempDir(), "report.zip")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		d, ok := OpenDumps(path)
		if !ok {
			t.Errorf("%s: nothing opens", name)
			continue
		}
		for i := range d.Names {
			s, err := d.Open(i)
			if i == 1 && tt.want != "" {
				if err == nil || err.Error() != tt.want {
					t.Errorf("%s: error %v, want %s", name, err, tt.want)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %s: %v", name, d.Names[i], err)
				continue
			}
			if text, err := io.ReadAll(s); err != nil || i != 1 && string(text) != dump {
				t.Errorf("%s: %s holds %q, error %v", name, d.Names[i], text, err)
			}
			for _, n := range s.Notes {
				if strings.Contains(n.Text, "zip:") || strings.Contains(n.Text, "EOF") || strings.Contains(n.Text, "readat") || strings.Contains(n.Text, "()") {
					t.Errorf("%s: it says %s", name, n.Text)
				}
			}
			s.Close()
		}
		d.Close()
	}
}
