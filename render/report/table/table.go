//go:build !js

// Package table writes the facts of traces and thread dumps as tables for other programs'
// SQL: Parquet files whose columns table.md beside this file lists. It reads files too, so
// that whatever fills tables, on one machine or many, fills them alike.
package table

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/parquet-go/parquet-go"

	"traceglass/parser/dump"
)

// A Writer writes rows into the tables of one folder, a Parquet file each.
type Writer struct {
	files   *Sheet[File]
	threads *Sheet[Thread]
	methods *Sheet[Method]
	edges   *Sheet[Edge]
	claims  *Sheet[Claim]
	stacks  *Sheet[Stack]

	keysOf *dump.Dump
	keys   []string // by dump.PlaceID: frames of keysOf, "" until asked for
}

// Create makes the tables' files in a folder that there is.
func Create(dir string) (*Writer, error) {
	w := &Writer{}
	var errs [6]error
	w.files, errs[0] = NewSheet[File](dir, "files")
	w.threads, errs[1] = NewSheet[Thread](dir, "threads")
	w.methods, errs[2] = NewSheet[Method](dir, "methods")
	w.edges, errs[3] = NewSheet[Edge](dir, "edges")
	w.claims, errs[4] = NewSheet[Claim](dir, "claims")
	w.stacks, errs[5] = NewSheet[Stack](dir, "stacks")
	if err := errors.Join(errs[:]...); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Add adds all rows of one input. The content's File must have its hash and size.
func (w *Writer) Add(c *Content) error {
	file := c.File.File
	var err error
	if c.Profile != nil {
		err = w.addTrace(file, c.Profile)
	} else {
		err = w.addDumps(file, c.Dumps)
	}
	w.keysOf, w.keys = nil, nil
	// Rows point into what was read, which is not to live until a table has enough of them.
	return cmp.Or(err, w.files.Add(c.File), w.files.Flush(), w.threads.Flush(), w.methods.Flush(), w.edges.Flush(), w.claims.Flush(), w.stacks.Flush())
}

// Close completes the files.
func (w *Writer) Close() error {
	return errors.Join(w.files.Close(), w.threads.Close(), w.methods.Close(), w.edges.Close(), w.claims.Close(), w.stacks.Close())
}

// A Sheet is one table, written to one Parquet file.
type Sheet[T any] struct {
	f     *os.File
	w     *parquet.GenericWriter[T]
	batch []T
	err   error // the first
}

// Sizes that bound what a table holds in memory.
const (
	batchRows = 256
	groupRows = 1 << 15
)

// options are those that every table is written with.
func options() []parquet.WriterOption {
	return []parquet.WriterOption{
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(groupRows),
		parquet.KeyValueMetadata(VersionKey, Version),
		parquet.CreatedBy("traceglass", Version, ""),
		parquet.PageBufferSize(64 << 10),
	}
}

// NewSheet makes dir/name.parquet, which must not be there yet.
func NewSheet[T any](dir, name string) (*Sheet[T], error) {
	f, err := os.OpenFile(filepath.Join(dir, name+".parquet"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Sheet[T]{f: f, w: parquet.NewGenericWriter[T](f, options()...)}, nil
}

// Add adds a row, which is written with others. An error comes back from every later Add.
func (r *Sheet[T]) Add(row T) error {
	if r.batch = append(r.batch, row); len(r.batch) == batchRows {
		return r.Flush()
	}
	return r.err
}

// Flush writes the rows that were added, and keeps none of what they point to.
func (r *Sheet[T]) Flush() error {
	if r.err == nil && len(r.batch) > 0 {
		_, r.err = r.w.Write(r.batch)
	}
	clear(r.batch)
	r.batch = r.batch[:0]
	return r.err
}

// Close completes the file; without one it does nothing.
func (r *Sheet[T]) Close() error {
	if r == nil {
		return nil
	}
	r.Flush()
	return errors.Join(r.err, r.w.Close(), r.f.Close())
}

// Save adds the tables of one input to a folder, as a folder of its own whose name is the
// hash: dir/HASH/methods.parquet. It comes there at once and whole, or not at all.
func Save(dir string, c *Content) error {
	return Place(dir, c.File.File, func(temporary string) error {
		w, err := Create(temporary)
		if err != nil {
			return err
		}
		return cmp.Or(w.Add(c), w.Close())
	})
}

// Has reports whether Save or Place has brought a folder of that name.
func Has(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// Place has a folder filled and then brought to dir/name in one step. What another has brought
// there meanwhile stays.
func Place(dir, name string, fill func(temporary string) error) error {
	under := filepath.Join(dir, temporaries)
	if err := os.MkdirAll(under, 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(under, name+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.Chmod(temporary, 0o755); err != nil {
		return err
	}
	if err := fill(temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, filepath.Join(dir, name)); err != nil && !Has(dir, name) {
		return err
	}
	return nil
}

// temporaries is the folder, beneath that of the tables, of what is not whole yet. It lies
// one deeper than tables do, so dir/*/methods.parquet finds none of it.
const temporaries = ".tmp"

// Sweep removes what runs that were killed have left behind: temporary folders that nobody has
// touched for so long, and their folder if it is empty.
func Sweep(dir string, untouched time.Duration) error {
	under := filepath.Join(dir, temporaries)
	list, err := os.ReadDir(under)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && time.Since(newest(filepath.Join(under, e.Name()), info.ModTime())) >= untouched {
			os.RemoveAll(filepath.Join(under, e.Name()))
		}
	}
	os.Remove(under) // unless others are at work
	return nil
}

// newest is when a folder or a file in it was last changed.
func newest(dir string, at time.Time) time.Time {
	list, _ := os.ReadDir(dir)
	times := []time.Time{at}
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			times = append(times, info.ModTime())
		}
	}
	return slices.MaxFunc(times, time.Time.Compare)
}
