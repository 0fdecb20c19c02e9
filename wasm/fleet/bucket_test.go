//go:build s3

package main

import (
	"bytes"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// bucketOf serves a bucket with a copy of a folder, by S3's protocol.
func bucketOf(t *testing.T, folder string) *s3mem.Backend {
	t.Helper()
	store := s3mem.New()
	for _, name := range []string{"traces", "tables"} {
		if err := store.CreateBucket(name); err != nil {
			t.Fatal(err)
		}
	}
	paths, _ := filepath.Glob(filepath.Join(folder, "*/*/*/*"))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(folder, path)
		if _, err := store.PutObject("traces", filepath.ToSlash(relative), nil, bytes.NewReader(data), int64(len(data)), nil); err != nil {
			t.Fatal(err)
		}
	}
	s := httptest.NewServer(gofakes3.New(store).Server())
	t.Cleanup(s.Close)
	stores.Clear() // one of another test has its own address
	t.Setenv("AWS_ENDPOINT_URL", s.URL)
	t.Setenv("AWS_REGION", "us-east-1")
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_RESPONSE_CHECKSUM_VALIDATION", "when_required") // this server has no checksums
	return store
}

// TestBucket runs the pipeline from one bucket to another, as README.md describes it: a whole run,
// and a run that is killed and started again. The tables must equal those of a folder.
func TestBucket(t *testing.T) {
	in, here := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "here")
	generate(t, in, 0, min(*files, 200))
	shot := filepath.Join(in, "com.example.gallery/1.0/phone-1/shot.png")
	if err := os.WriteFile(shot, []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := engine{}.run(t, options(in, here))
	for _, e := range engines(t) {
		for _, killed := range []bool{false, true} {
			name := e.name
			if killed {
				name += " killed"
			}
			t.Run(name, func(t *testing.T) {
				store := bucketOf(t, in)
				o := options("s3://traces/*/*/*/*", "s3://tables/week")
				if killed {
					kill(t, e, o, 2)
				}
				if got := e.run(t, o); !killed && !reflect.DeepEqual(got, want) {
					t.Errorf("counters %v, want %v", got, want)
				}
				if got := e.run(t, o); len(got) > 0 {
					t.Errorf("counters %v, although nothing is new", got)
				}
				there := t.TempDir()
				download(t, store, there)
				sameTables(t, here, there, "s3://traces/", in+"/")
			})
		}
	}
}

// download copies the tables of a bucket to a folder.
func download(t *testing.T, store *s3mem.Backend, folder string) {
	t.Helper()
	objects, err := store.ListBucket("tables", nil, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range objects.Contents {
		object, err := store.GetObject("tables", o.Key, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(object.Contents)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, strings.TrimPrefix(o.Key, "week/"))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
