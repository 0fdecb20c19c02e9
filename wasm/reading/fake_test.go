package reading

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"io"
	"testing"

	"traceglass/wasm/engine"
	"traceglass/wasm/message"
)

// A memory is a File in memory. Its sources return pieces of at most piece bytes.
type memory struct {
	*bytes.Reader
	name   string
	folder bool
	piece  int
	onNext func() // called before each piece, nil for nothing
}

func newFile(name string, content []byte) *memory {
	return &memory{Reader: bytes.NewReader(content), name: name, piece: 1000}
}

func (m *memory) Name() string   { return m.name }
func (m *memory) IsFolder() bool { return m.folder }

// A pieces is a Source of a Reader.
type pieces struct {
	io.Reader
	of      *memory
	stopped bool
	ended   bool
}

func (p *pieces) Next() (b []byte, err error) {
	if p.ended {
		panic("Next is called after the end")
	}
	defer func() { p.ended = b == nil }()
	if p.of.onNext != nil {
		p.of.onNext()
	}
	b = make([]byte, p.of.piece)
	for {
		n, err := p.Read(b)
		switch {
		case p.stopped, n == 0 && err == io.EOF:
			return nil, nil
		case n > 0:
			return b[:n], nil
		case err != nil:
			return nil, err
		}
	}
}

func (p *pieces) Stop() { p.stopped = true }

// A counter counts the bytes that pass.
type counter struct {
	io.Reader
	stored *int64
}

func (c counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	*c.stored += int64(n)
	return n, err
}

func (m *memory) Open(of Stretch, stored *int64) (Source, bool, error) {
	if of.Size == 0 {
		of.Size = m.Size()
	}
	var r io.Reader = counter{io.NewSectionReader(m, of.From, of.Size), stored}
	packed := of.Deflated
	if packed {
		r = flate.NewReader(r)
	}
	for range 2 {
		head := make([]byte, 2)
		n, _ := io.ReadFull(r, head)
		r = io.MultiReader(bytes.NewReader(head[:n]), r)
		if n < 2 || head[0] != 0x1f || head[1] != 0x8b {
			break
		}
		unpacked, err := gzip.NewReader(r)
		if err != nil {
			return nil, false, err
		}
		r, packed = unpacked, true
	}
	return &pieces{Reader: r, of: m}, packed, nil
}

func (m *memory) Unpack(of Stretch, each func(length int, head []byte) error) (File, error) {
	source, _, err := m.Open(of, new(int64))
	if err != nil {
		return nil, err
	}
	source = &headed{Source: source}
	var all []byte
	for {
		piece, err := source.Next()
		if err != nil {
			return nil, err
		}
		if piece == nil {
			return newFile("", all), nil
		}
		if err := each(len(piece), piece[:min(4, len(piece))]); err != nil {
			return nil, err
		}
		all = append(all, piece...)
	}
}

// zipOf returns a ZIP file of alternating names and contents.
func zipOf(t *testing.T, store bool, namesAndContents ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(namesAndContents); i += 2 {
		header := &zip.FileHeader{Name: namesAndContents[i].(string), Method: zip.Deflate}
		if store {
			header.Method = zip.Store
		}
		w, err := z.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(namesAndContents[i+1].([]byte))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(content)
	w.Close()
	return b.Bytes()
}

// read reads files, and checks the progress.
func read(t *testing.T, r *Reading) []message.Body {
	t.Helper()
	r.Engine, r.Budget, r.Now = engine.New(1<<30), 1<<30, func() float64 { return 0 }
	if r.News == nil {
		r.News = func(body message.Body) {
			if p, ok := body.(*message.Progress); ok && (p.Bytes > p.Size || p.File > p.Files) {
				t.Errorf("read are %d of %d bytes, %d of %d files", p.Bytes, p.Size, p.File, p.Files)
			}
		}
	}
	return r.Run()
}
