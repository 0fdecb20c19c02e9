//go:build !js

// Package table writes the facts of traces and thread dumps as Parquet files, to be queried with
// SQL. table.md describes the columns. The package also reads the input files, so that the
// command and the fleet fill the tables in the same way.
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

// A Writer writes the tables of one folder, a Parquet file each.
type Writer struct {
	files   *Sheet[File]
	threads *Sheet[Thread]
	methods *Sheet[Method]
	edges   *Sheet[Edge]
	claims  *Sheet[Claim]
	stacks  *Sheet[Stack]
	reports *Sheet[Report]

	findings *Sheet[Finding]

	keysOf *dump.Dump
	keys   []string // by dump.PlaceID: frames of keysOf, "" until used
}

// Create creates the files of the tables in an existing folder.
func Create(dir string) (*Writer, error) {
	w := &Writer{}
	var errs [8]error
	w.files, errs[0] = NewSheet[File](dir, "files")
	w.threads, errs[1] = NewSheet[Thread](dir, "threads")
	w.methods, errs[2] = NewSheet[Method](dir, "methods")
	w.edges, errs[3] = NewSheet[Edge](dir, "edges")
	w.claims, errs[4] = NewSheet[Claim](dir, "claims")
	w.stacks, errs[5] = NewSheet[Stack](dir, "stacks")
	w.findings, errs[6] = NewSheet[Finding](dir, "findings")
	w.reports, errs[7] = NewSheet[Report](dir, "reports")
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
		if err = w.addTrace(file, c.Profile); err == nil && c.Overview != nil {
			err = w.addFindings(file, c)
		}
	} else {
		err = w.addDumps(file, c.Dumps)
	}
	w.keysOf, w.keys = nil, nil
	// Rows point into the input, which must not stay in memory until a batch is full.
	return cmp.Or(err, w.files.Add(c.File), w.files.Flush(), w.threads.Flush(), w.methods.Flush(), w.edges.Flush(), w.claims.Flush(), w.stacks.Flush(), w.findings.Flush(), w.reports.Flush())
}

// Close completes the files.
func (w *Writer) Close() error {
	return errors.Join(w.files.Close(), w.threads.Close(), w.methods.Close(), w.edges.Close(), w.claims.Close(), w.stacks.Close(), w.findings.Close(), w.reports.Close())
}

// A Sheet is one table, written to one Parquet file.
type Sheet[T any] struct {
	f     *os.File
	w     *parquet.GenericWriter[T]
	batch []T
	err   error // the first error
}

// Limits on the rows that a table keeps in memory.
const (
	batchRows = 256
	groupRows = 1 << 15
)

// options returns the options of every table.
func options() []parquet.WriterOption {
	return []parquet.WriterOption{
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(groupRows),
		parquet.KeyValueMetadata(VersionKey, Version),
		parquet.CreatedBy("traceglass", Version, ""),
		parquet.PageBufferSize(64 << 10),
	}
}

// NewSheet creates dir/name.parquet, which must not exist.
func NewSheet[T any](dir, name string) (*Sheet[T], error) {
	f, err := os.OpenFile(filepath.Join(dir, name+".parquet"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	return &Sheet[T]{f: f, w: parquet.NewGenericWriter[T](f, options()...)}, nil
}

// Add adds a row to the current batch. After an error every Add returns it.
func (r *Sheet[T]) Add(row T) error {
	if r.batch = append(r.batch, row); len(r.batch) == batchRows {
		return r.Flush()
	}
	return r.err
}

// Flush writes the current batch and drops the references of its rows.
func (r *Sheet[T]) Flush() error {
	if r.err == nil && len(r.batch) > 0 {
		_, r.err = r.w.Write(r.batch)
	}
	clear(r.batch)
	r.batch = r.batch[:0]
	return r.err
}

// Close completes the file. On a nil Sheet it does nothing.
func (r *Sheet[T]) Close() error {
	if r == nil {
		return nil
	}
	r.Flush()
	return errors.Join(r.err, r.w.Close(), r.f.Close())
}

// Save adds the tables of one input as a folder named by its hash: dir/HASH/methods.parquet. The
// folder appears complete in one step, or not at all.
func Save(dir string, c *Content) error {
	return Place(dir, c.File.File, func(temporary string) error {
		w, err := Create(temporary)
		if err != nil {
			return err
		}
		return cmp.Or(w.Add(c), w.Close())
	})
}

// Has reports whether Save or Place has created dir/name.
func Has(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// Place calls fill with a temporary folder, then renames it to dir/name. It keeps a folder that
// another process has created meanwhile.
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

// temporaries is the subfolder for incomplete tables. It is one level deeper than tables, so
// dir/*/methods.parquet does not match its files.
const temporaries = ".tmp"

// Sweep removes the leftovers of killed runs: temporary folders that have not changed for this
// long, and their parent if it is empty.
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
	os.Remove(under) // fails while others are in use
	return nil
}

// newest returns when a folder or a file in it last changed.
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
