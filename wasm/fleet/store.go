package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"traceglass/render/report/table"
)

// isLocal reports whether a path is in this machine's file system.
func isLocal(path string) bool { return !strings.Contains(path, "://") }

var stores sync.Map // filesystem.Interface, by scheme

// storeOf returns the file system of a path. It is kept, because a new one asks for credentials and
// opens connections, which costs more than a small file.
func storeOf(ctx context.Context, path string) (filesystem.Interface, error) {
	scheme, _, _ := strings.Cut(path, "://")
	if s, ok := stores.Load(scheme); ok {
		return s.(filesystem.Interface), nil
	}
	s, err := filesystem.New(context.WithoutCancel(ctx), path)
	if err != nil {
		return nil, err
	}
	kept, other := stores.LoadOrStore(scheme, s)
	if other {
		s.Close()
	}
	return kept.(filesystem.Interface), nil
}

// list calls yield with the files of a glob, sorted, one folder at a time so that not all of them
// are in memory. For a local glob it skips folders and special files, because reading a pipe
// could never end.
func list(ctx context.Context, glob string, yield func(paths []string) error) error {
	before, after, deep := strings.Cut(glob, "**")
	if deep && isLocal(glob) {
		name := filepath.Base(after)
		if after == "" {
			name = "*"
		}
		return listBeneath(filepath.Dir(before+"x"), name, yield)
	}
	var found []string
	if isLocal(glob) {
		var err error
		if found, err = filepath.Glob(glob); err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(path string) bool { return !isFile(path) })
	} else {
		store, err := storeOf(ctx, glob)
		if err != nil {
			return err
		}
		if found, err = store.List(ctx, glob); err != nil {
			return err
		}
	}
	folder := func(p string) string { return p[:strings.LastIndexByte(filepath.ToSlash(p), '/')+1] }
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(folder(a), folder(b)), cmp.Compare(a, b)) })
	for len(found) > 0 {
		n := 1
		for n < len(found) && folder(found[n]) == folder(found[0]) {
			n++
		}
		if err := yield(found[:n]); err != nil {
			return err
		}
		found = found[n:]
	}
	return nil
}

// listBeneath lists the files with this name in a folder and all its subfolders.
func listBeneath(dir, name string, yield func([]string) error) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // a folder that cannot be listed has no files for us
	}
	var found []string
	for _, e := range entries {
		if ok, err := filepath.Match(name, e.Name()); err != nil {
			return err
		} else if path := filepath.Join(dir, e.Name()); ok && !e.IsDir() && isFile(path) {
			found = append(found, path)
		}
	}
	if err := yield(found); err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() {
			if err := listBeneath(filepath.Join(dir, e.Name()), name, yield); err != nil {
				return err
			}
		}
	}
	return nil
}

// isFile reports whether a path leads to a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// measure sets the sizes of inputs in one file system, as stored, or -1 if a size cannot be
// determined.
func measure(ctx context.Context, inputs []Input) error {
	size := func(p string) (int64, error) {
		info, err := os.Stat(p)
		if err != nil {
			return 0, err
		}
		return info.Size(), nil
	}
	if len(inputs) > 0 && !isLocal(inputs[0].Paths[0]) {
		store, err := storeOf(ctx, inputs[0].Paths[0])
		if err != nil {
			return err
		}
		size = func(p string) (int64, error) { return store.Size(ctx, p) }
	}
	var wait sync.WaitGroup
	places := make(chan struct{}, 16) // a remote store answers slowly
	for i := range inputs {
		places <- struct{}{}
		wait.Go(func() {
			defer func() { <-places }()
			for _, p := range inputs[i].Paths {
				n, err := size(p)
				if err != nil {
					inputs[i].Bytes = -1
					return
				}
				inputs[i].Bytes += n
			}
		})
	}
	wait.Wait()
	return nil
}

// A local is a file on this machine's disk: the file itself, or a copy of a remote one.
type local struct {
	path string
	copy bool
}

// remove deletes a copy.
func (l local) remove() {
	if l.copy {
		os.Remove(l.path)
	}
}

// fetch copies a remote file to this machine's disk. It copies at most most bytes, 0 for all.
func fetch(ctx context.Context, path string, most int64) (l local, err error) {
	if isLocal(path) {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return l, err
		case !info.Mode().IsRegular():
			return l, errors.New("it is not a regular file")
		case most > 0 && info.Size() > most:
			return l, tooLarge(most)
		}
		return local{path: path}, nil
	}
	store, err := storeOf(ctx, path)
	if err != nil {
		return l, err
	}
	from, err := store.OpenRead(ctx, path)
	if err != nil {
		return l, err
	}
	defer from.Close()
	// The end of the name distinguishes .key from .data, and gzip from other files.
	to, err := os.CreateTemp("", "fleet-*-"+filepath.Base(path))
	if err != nil {
		return l, err
	}
	l = local{to.Name(), true}
	source := io.Reader(from)
	if most > 0 {
		source = io.LimitReader(from, most+1)
	}
	n, err := io.Copy(to, source)
	if err == nil && most > 0 && n > most {
		err = tooLarge(most)
	}
	if err = cmp.Or(err, to.Close()); err != nil {
		l.remove()
	}
	return l, err
}

func tooLarge(most int64) error {
	return fmt.Errorf("it is larger than the limit of %d MB per file", most/1_000_000)
}

// place calls fill with a temporary folder and moves it to dir/name, in one step if dir is local.
// In an object store, each table appears complete, with files as the last one, so a part without
// it does not count.
func place(ctx context.Context, dir, name string, fill func(temporary string) error) error {
	if isLocal(dir) {
		return table.Place(dir, name, fill)
	}
	temporary, err := os.MkdirTemp("", "fleet-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := fill(temporary); err != nil {
		return err
	}
	entries, err := os.ReadDir(temporary)
	if err != nil {
		return err
	}
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int {
		if a.Name() == "files.parquet" {
			return 1
		}
		return -1
	})
	for _, e := range entries {
		if err := upload(ctx, filepath.Join(temporary, e.Name()), dir+"/"+name+"/"+e.Name()); err != nil {
			return err
		}
	}
	return nil
}

func upload(ctx context.Context, from, to string) error {
	store, err := storeOf(ctx, to)
	if err != nil {
		return err
	}
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := store.OpenWrite(ctx, to)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return cmp.Or(err, w.Close())
}

// prepare prepares the folder of the tables for a run: it removes the leftovers of a killed run,
// and returns the complete parts.
func prepare(ctx context.Context, out string) (parts []string, err error) {
	if isLocal(out) {
		if err := os.MkdirAll(out, 0o755); err != nil {
			return nil, err
		}
		if err := table.Sweep(out, 0); err != nil {
			return nil, err
		}
	}
	var all []string
	if err := list(ctx, strings.TrimSuffix(out, "/")+"/part-*/*.parquet", func(paths []string) error {
		all = append(all, paths...)
		return nil
	}); err != nil {
		return nil, err
	}
	whole := map[string]bool{}
	for _, path := range all {
		if dir, ok := strings.CutSuffix(filepath.ToSlash(path), "/files.parquet"); ok {
			whole[dir] = true
			parts = append(parts, dir)
		}
	}
	for _, path := range all {
		if dir := path[:strings.LastIndexByte(path, '/')]; !whole[dir] {
			if err := remove(ctx, path); err != nil {
				return nil, fmt.Errorf("%s belongs to an unfinished part, and cannot be removed: %w", path, err)
			}
		}
	}
	return parts, nil
}

func remove(ctx context.Context, path string) error {
	store, err := storeOf(ctx, path)
	if err != nil {
		return err
	}
	if r, ok := store.(filesystem.Remover); ok {
		return r.Remove(ctx, path)
	}
	return errors.New("this file system does not support that")
}

// moveInto moves a file to dir/name in one step, and replaces an existing one.
func moveInto(ctx context.Context, from, dir, name string) error {
	if !isLocal(dir) {
		return upload(ctx, from, strings.TrimSuffix(dir, "/")+"/"+name)
	}
	to := filepath.Join(dir, name)
	beside := to + ".new"
	if err := upload(ctx, from, beside); err != nil {
		return err
	}
	return os.Rename(beside, to)
}
