package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/parquet-go/parquet-go"

	"traceglass/parser/input"
	"traceglass/render/report/table"
)

// build builds the pipeline. What goes from step to step is small: paths, hashes, names of parts,
// sums. Rows go from the step that reads a file straight to a part's tables, so that no runner has
// to hold them.
//
//	glob → paths → inputs → hashes ─┐
//	                 kept → hashes ─┴→ one a content, the new ones → parts → names of parts ─┐
//	                 kept ───────────────────────────────────────────────────────────────────┴→ rows → aggregates
func build(s beam.Scope, o Options, kept []string) {
	s = s.Scope("fleet")
	paths := beam.ParDo(s, &listFn{}, beam.Create(s, o.In))
	found := beam.ParDo(s, &hashFn{Options: o}, beam.GroupByKey(s, paths))
	old := beam.CreateList(s, kept)
	if len(kept) == 0 {
		old = beam.ParDo(s, nothing, beam.Create(s, ""))
	}
	known := beam.ParDo(s, &keptFn{}, old)
	fresh := beam.ParDo(s, &freshFn{Parts: o.Parts}, beam.GroupByKey(s, beam.Flatten(s, found, known)))
	made := beam.ParDo(s, &partFn{Options: o}, beam.GroupByKey(s, fresh))
	parts := beam.Reshuffle(s, beam.Flatten(s, made, old))
	spreads := beam.CombinePerKey(s, &spreadFn{}, beam.ParDo(s, &methodsFn{}, parts))
	beam.ParDo0(s, &writeSpreads{Out: o.Out}, beam.GroupByKey(s, beam.ParDo(s, spreadRow, spreads)))
	causes := beam.CombinePerKey(s, &causeFn{}, beam.ParDo(s, &claimsFn{}, parts))
	beam.ParDo0(s, &writeCauses{Out: o.Out}, beam.GroupByKey(s, beam.ParDo(s, causeRow, causes)))
}

func init() {
	register.DoFn3x1[context.Context, string, func(string, string), error](&listFn{})
	register.DoFn4x1[context.Context, string, func(*string) bool, func(string, Input), error](&hashFn{})
	register.DoFn3x1[context.Context, string, func(string, Input), error](&keptFn{})
	register.DoFn3x0[string, func(*Input) bool, func(int, Input)](&freshFn{})
	register.DoFn4x1[context.Context, int, func(*Input) bool, func(string), error](&partFn{})
	register.Emitter2[string, string]()
	register.Emitter2[string, Input]()
	register.Emitter2[int, Input]()
	register.Emitter1[string]()
	register.Iter1[string]()
	register.Iter1[Input]()
	register.Function2x0(nothing)
	beam.RegisterType(reflect.TypeOf(Input{}))
}

// nothing is no parts.
func nothing(string, func(string)) {}

// listFn lists the files of a glob, a pair of .key and .data under one key.
type listFn struct{}

func (*listFn) ProcessElement(ctx context.Context, glob string, emit func(string, string)) error {
	found, err := list(ctx, glob)
	for _, p := range found {
		emit(inputOf(p), p)
	}
	return err
}

// inputOf is what files that are one input share.
func inputOf(p string) string {
	switch input.Ext(p) {
	case ".key", ".data":
		return input.Base(p)
	}
	return p
}

// An Input is one file, or pair of files, that a part is to hold.
type Input struct {
	Hash  string // SHA-256; of what cannot be read that of its path, after a colon
	Paths []string
	Bytes int64
	About
	Reject string // why it cannot be read, "" so far
	Known  bool   // a part holds it
}

// hashFn reads the bytes of an input once to tell it from others.
type hashFn struct {
	Options

	pattern *pattern
	list    map[string]About
}

func (f *hashFn) Setup(ctx context.Context) (err error) {
	if f.pattern, err = newPattern(f.Pattern); err != nil || f.List == "" {
		return err
	}
	store, err := filesystem.New(ctx, f.List)
	if err != nil {
		return err
	}
	defer store.Close()
	r, err := store.OpenRead(ctx, f.List)
	if err != nil {
		return err
	}
	defer r.Close()
	f.list, err = readList(r, root(filepath.ToSlash(f.In)))
	return err
}

func (f *hashFn) ProcessElement(ctx context.Context, _ string, files func(*string) bool, emit func(string, Input)) error {
	var all []string
	for p := ""; files(&p); {
		all = append(all, p)
	}
	slices.Sort(all)
	for _, group := range input.Pair(all) {
		in := Input{}
		for _, at := range group {
			in.Paths = append(in.Paths, all[at])
		}
		f.hash(ctx, &in)
		emit(in.Hash, in)
	}
	return nil
}

func (f *hashFn) hash(ctx context.Context, in *Input) {
	relative := strings.TrimPrefix(filepath.ToSlash(in.Paths[0]), root(filepath.ToSlash(f.In)))
	in.About, _ = f.pattern.read(relative)
	if a, ok := f.list[path.Clean(relative)]; ok {
		in.About = a
	}
	ctx, cancel := context.WithTimeout(ctx, f.Limits.Time)
	defer cancel()
	here, remove, err := bring(ctx, in.Paths, f.Limits.Bytes)
	defer remove()
	if err == nil {
		in.Hash, in.Bytes, err = table.Hash(here...)
	}
	if err != nil {
		sum := sha256.Sum256([]byte(strings.Join(in.Paths, "\n")))
		in.Hash, in.Bytes, in.Reject = ":"+hex.EncodeToString(sum[:]), -1, err.Error()
	}
}

// bring fetches the files of an input.
func bring(ctx context.Context, paths []string, most int64) (here []string, remove func(), err error) {
	var all []local
	remove = func() {
		for _, l := range all {
			l.remove()
		}
	}
	for _, p := range paths {
		l, err := fetch(ctx, p, most)
		if err != nil {
			return nil, remove, err
		}
		all = append(all, l)
		here = append(here, l.path)
	}
	return here, remove, nil
}

// keptFn lists what a part holds.
type keptFn struct{}

func (*keptFn) ProcessElement(ctx context.Context, part string, emit func(string, Input)) error {
	if err := rowsOf(ctx, part, "files", func(f *fileKey) { emit(f.File, Input{Hash: f.File, Known: true}) }); err != nil {
		return err
	}
	return rowsOf(ctx, part, "rejected", func(r *table.Reject) { emit(rejectKey(r), Input{Known: true}) })
}

// rejectKey is the hash by which an Input with that row is known.
func rejectKey(r *table.Reject) string {
	if r.File != "" {
		return r.File
	}
	sum := sha256.Sum256([]byte(r.Path))
	return ":" + hex.EncodeToString(sum[:])
}

// fileKey is of a table.File what tells versions apart.
type fileKey struct {
	File       string `parquet:"file"`
	App        string `parquet:"app,dict"`
	AppVersion string `parquet:"version,dict"`
}

// rowsOf calls do for every row of a part's table; the row is overwritten after.
func rowsOf[T any](ctx context.Context, part, name string, do func(*T)) error {
	l, err := fetch(ctx, part+"/"+name+".parquet", 0)
	if err != nil {
		return err
	}
	defer l.remove()
	f, size, err := open(l.path)
	if err != nil {
		return err
	}
	defer f.Close()
	file, err := parquet.OpenFile(f, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("%s/%s.parquet: %w", part, name, err)
	}
	r := parquet.NewGenericReader[T](file)
	defer r.Close()
	batch := make([]T, 128)
	for {
		clear(batch)
		n, err := r.Read(batch)
		for i := range batch[:n] {
			do(&batch[i])
		}
		if n == 0 || err != nil {
			return ended(err)
		}
	}
}

// freshFn keeps of inputs of the same content that with the first path, unless a part holds it,
// and shares inputs out to parts.
type freshFn struct{ Parts int }

func (f *freshFn) ProcessElement(hash string, same func(*Input) bool, emit func(int, Input)) {
	var first Input
	for in := (Input{}); same(&in); in = (Input{}) {
		if in.Known {
			return
		}
		if first.Paths == nil || in.Paths[0] < first.Paths[0] {
			first = in
		}
	}
	digits, _ := strconv.ParseUint(strings.TrimPrefix(hash, ":")[:8], 16, 64)
	emit(int(digits%uint64(max(1, f.Parts))), first)
}

// partFn reads the inputs of one part, and writes its tables.
type partFn struct{ Options }

func (f *partFn) ProcessElement(ctx context.Context, _ int, inputs func(*Input) bool, emit func(string)) error {
	var all []Input
	for in := (Input{}); inputs(&in); in = (Input{}) {
		all = append(all, in)
	}
	slices.SortFunc(all, func(a, b Input) int { return cmp.Compare(a.Hash, b.Hash) })
	sum := sha256.New()
	for i := range all {
		fmt.Fprintln(sum, all[i].Hash)
	}
	name := "part-" + hex.EncodeToString(sum.Sum(nil))[:32]
	if !isLocal(f.Out) || !table.Has(f.Out, name) { // it is there if a runner tries again what was done
		if err := place(ctx, f.Out, name, func(dir string) error { return f.fill(ctx, dir, all) }); err != nil {
			return err
		}
	}
	emit(strings.TrimSuffix(f.Out, "/") + "/" + name)
	return nil
}

// A reading is an input while, and when, it is read.
type reading struct {
	input   *Input
	content *table.Content // nil if it cannot be read
	done    chan struct{}
}

// fill reads inputs, some at a time, and writes their rows in order.
func (f *partFn) fill(ctx context.Context, dir string, all []Input) error {
	w, err := table.Create(dir)
	if err != nil {
		return err
	}
	rejected, err := table.NewSheet[table.Reject](dir, "rejected")
	if err != nil {
		return cmp.Or(err, w.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan *reading, max(1, f.Workers)-1)
	go func() {
		defer close(next)
		for i := range all {
			r := &reading{input: &all[i], done: make(chan struct{})}
			select {
			case next <- r: // with that one place is taken: of the one written, or of one that is read
			case <-ctx.Done():
				return
			}
			go f.read(ctx, r)
		}
	}()
	for r := range next {
		<-r.done
		var e error
		if c := r.content; c != nil {
			e = w.Add(c)
		} else {
			hash := r.input.Hash
			if strings.HasPrefix(hash, ":") {
				hash = ""
			}
			e = rejected.Add(table.Reject{File: hash, Path: strings.Join(r.input.Paths, "\n"), Bytes: r.input.Bytes, Text: r.input.Reject})
		}
		if err = e; err != nil {
			break
		}
	}
	return cmp.Or(err, ctx.Err(), rejected.Close(), w.Close())
}

// read reads one input within its limits. A mistake of ours on it costs the input alone.
func (f *partFn) read(ctx context.Context, r *reading) {
	defer close(r.done)
	in := r.input
	if in.Reject != "" {
		return
	}
	defer func() {
		if p := recover(); p != nil {
			in.Reject, r.content = fmt.Sprintf("a mistake in the reading of it: %v", p), nil
		}
	}()
	limited, cancel := context.WithTimeout(ctx, f.Limits.Time)
	defer cancel()
	here, remove, err := bring(limited, in.Paths, f.Limits.Bytes)
	defer remove()
	var c *table.Content
	if err == nil {
		c, err = table.Read(limited, here, table.Limits{Memory: f.Limits.Memory}, table.Names{})
	}
	if err != nil {
		in.Reject = err.Error()
		return
	}
	c.File.File, c.File.Bytes, c.File.Path, c.File.Name = in.Hash, in.Bytes, in.Paths[0], path.Base(filepath.ToSlash(in.Paths[0]))
	c.File.App, c.File.AppVersion, c.File.Device = in.App, in.Version, in.Device
	c.File.Build = cmp.Or(in.Build, c.File.Build)
	r.content = c
}
