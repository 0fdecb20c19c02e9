package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"traceglass/parser/input"
	"traceglass/render/report/table"
)

// build builds the pipeline. What goes from step to step is small, and comes in Blocks, for an
// engine holds some hundred bytes besides with each thing that it is handed. Rows go from the step
// that reads a file straight to a part's tables, so that no runner has to hold them.
//
//	glob → paths ─┬→ by path: what is known of it, its size ─┐
//	list → lines ─┘                       kept → hashes ─────┴→ by size: parts → names of parts ─┐
//	                                      kept ──────────────────────────────────────────────────┴→ sums → aggregates
//
// The same bytes are as long wherever they are, so they come to the same part, which is told too
// what other parts hold of that length: it need not ask anybody whether a file is new.
func build(s beam.Scope, o Options, kept []string) {
	s = s.Scope("fleet")
	paths := beam.ParDo(s, &listFn{Options: o}, beam.Create(s, o.In))
	if o.List != "" {
		paths = beam.Flatten(s, paths, beam.ParDo(s, &knownFn{Options: o}, beam.Create(s, o.List)))
	}
	inputs := beam.ParDo(s, &inputFn{Options: o}, beam.GroupByKey(s, paths))
	old := beam.CreateList(s, kept)
	if len(kept) == 0 {
		old = beam.ParDo(s, nothing, beam.Create(s, ""))
	}
	held := beam.ParDo(s, &heldFn{Options: o}, old)
	made := beam.ParDo(s, &partFn{Options: o}, beam.GroupByKey(s, beam.Flatten(s, inputs, held)))
	parts := beam.Reshuffle(s, beam.Flatten(s, made, old))
	spreads := beam.CombinePerKey(s, &spreadFn{}, beam.ParDo(s, &methodsFn{}, parts))
	beam.ParDo0(s, &writeSpreads{Out: o.Out}, beam.GroupByKey(s, beam.ParDo(s, spreadRow, spreads)))
	causes := beam.CombinePerKey(s, &causeFn{}, beam.ParDo(s, &claimsFn{}, parts))
	beam.ParDo0(s, &writeCauses{Out: o.Out}, beam.GroupByKey(s, beam.ParDo(s, causeRow, causes)))
}

func init() {
	register.DoFn3x1[context.Context, string, func(int, Block), error](&listFn{})
	register.DoFn3x1[context.Context, string, func(int, Block), error](&knownFn{})
	register.DoFn4x1[context.Context, int, func(*Block) bool, func(int, Block), error](&inputFn{})
	register.DoFn3x1[context.Context, string, func(int, Block), error](&heldFn{})
	register.DoFn4x1[context.Context, int, func(*Block) bool, func(string), error](&partFn{})
	register.Emitter2[int, Block]()
	register.Emitter1[string]()
	register.Iter1[Block]()
	register.Function2x0(nothing)
	beam.RegisterType(reflect.TypeOf(Block{}))
	beam.RegisterCoder(reflect.TypeOf(Block{}), packBlock, unpackBlock)
}

// nothing is no parts.
func nothing(string, func(string)) {}

// A Block is what one share of a run is told at a time.
type Block struct {
	Inputs []Input  `json:",omitzero"`
	Known  []Known  `json:",omitzero"`
	Held   []string `json:",omitzero"` // keys of contents that parts hold
}

// An Input is one file, or pair of files.
type Input struct {
	Paths []string
	Bytes int64 `json:",omitzero"` // as stored, once it is known; -1 if that cannot be told
	About
}

// An engine on one machine, as Prism, has all Blocks in memory, some in several copies; and paths are
// much alike.
var (
	packer, _   = zstd.NewWriter(nil, zstd.WithLowerEncoderMem(true))
	unpacker, _ = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
)

func packBlock(b Block) ([]byte, error) {
	data, err := json.Marshal(b)
	return packer.EncodeAll(data, nil), err
}

func unpackBlock(data []byte) (b Block, err error) {
	if data, err = unpacker.DecodeAll(data, nil); err == nil {
		err = json.Unmarshal(data, &b)
	}
	return b, err
}

// blockSize is how many files, or lines, are gathered before they are shared out.
const blockSize = 8192

// Shares gather what shares of a run are to be told.
type shares struct {
	of   int // shares there are
	emit func(int, Block)

	blocks map[int]*Block
	n      int
}

// add adds to what the share that a text belongs to is told.
func (s *shares) add(text string, do func(*Block)) {
	h := fnv.New32a()
	io.WriteString(h, text)
	at := int(h.Sum32() % uint32(max(1, s.of)))
	if s.blocks == nil {
		s.blocks = map[int]*Block{}
	}
	if s.blocks[at] == nil {
		s.blocks[at] = new(Block)
	}
	do(s.blocks[at])
	if s.n++; s.n >= blockSize {
		s.flush()
	}
}

func (s *shares) flush() {
	for at, b := range s.blocks {
		s.emit(at, *b)
	}
	clear(s.blocks)
	s.n = 0
}

// listFn lists the inputs of a glob, shared out by path.
type listFn struct{ Options }

func (f *listFn) ProcessElement(ctx context.Context, glob string, emit func(int, Block)) error {
	s := &shares{of: f.Parts, emit: emit}
	defer s.flush()
	return list(ctx, glob, func(paths []string) error {
		for _, group := range input.Pair(paths) {
			var in Input
			for _, at := range group {
				in.Paths = append(in.Paths, paths[at])
			}
			s.add(f.beneath(in.Paths[0]), func(b *Block) { b.Inputs = append(b.Inputs, in) })
		}
		return nil
	})
}

// beneath is a path beneath the glob's root.
func (o *Options) beneath(p string) string { return beneath(p, root(filepath.ToSlash(o.In))) }

// knownFn reads a list of what is known of paths, shared out as they are.
type knownFn struct{ Options }

func (f *knownFn) ProcessElement(ctx context.Context, name string, emit func(int, Block)) error {
	store, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer store.Close()
	r, err := store.OpenRead(ctx, name)
	if err != nil {
		return err
	}
	defer r.Close()
	s := &shares{of: f.Parts, emit: emit}
	defer s.flush()
	return readList(r, root(filepath.ToSlash(f.In)), func(k Known) {
		s.add(k.Path, func(b *Block) { b.Known = append(b.Known, k) })
	})
}

// inputFn finds out of inputs what is known besides their bytes, and shares them out by size.
type inputFn struct {
	Options

	pattern *pattern
}

func (f *inputFn) Setup() (err error) {
	f.pattern, err = newPattern(f.Pattern)
	return err
}

func (f *inputFn) ProcessElement(ctx context.Context, _ int, blocks func(*Block) bool, emit func(int, Block)) error {
	var all []Input
	known := map[string]About{}
	for b := (Block{}); blocks(&b); b = (Block{}) {
		all = append(all, b.Inputs...)
		for _, k := range b.Known {
			known[k.Path] = k.About
		}
	}
	if err := measure(ctx, all); err != nil {
		return err
	}
	s := &shares{of: f.Parts, emit: emit}
	defer s.flush()
	for _, in := range all {
		relative := f.beneath(in.Paths[0])
		in.About, _ = f.pattern.read(relative)
		if a, ok := known[relative]; ok {
			in.About = a
		}
		s.add(bySize(in.Bytes), func(b *Block) { b.Inputs = append(b.Inputs, in) })
	}
	return nil
}

// bySize is the text that contents of a length are shared out by.
func bySize(bytes int64) string { return strconv.FormatInt(bytes, 10) }

// key is what tells an input whose bytes could not be read from others and from contents, which
// their hash tells.
func key(path string) string { return ":" + path }

// heldFn tells shares what a part holds that would come to them.
type heldFn struct{ Options }

func (f *heldFn) ProcessElement(ctx context.Context, part string, emit func(int, Block)) error {
	s := &shares{of: f.Parts, emit: emit}
	defer s.flush()
	if err := rowsOf(ctx, part, "files", func(r *fileSize) {
		s.add(bySize(r.Bytes), func(b *Block) { b.Held = append(b.Held, r.File) })
	}); err != nil {
		return err
	}
	return rowsOf(ctx, part, "rejected", func(r *table.Reject) {
		s.add(bySize(r.Bytes), func(b *Block) { b.Held = append(b.Held, cmp.Or(r.File, key(r.Path))) })
	})
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

// fileSize is of a table.File what tells contents apart.
type fileSize struct {
	File  string `parquet:"file"`
	Bytes int64  `parquet:"bytes"`
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

// partFn reads the inputs of one share, and writes those that are new as a part.
type partFn struct{ Options }

// errNothing says that no part was made: others hold all that it would.
var errNothing = errors.New("nothing is new")

func (f *partFn) ProcessElement(ctx context.Context, _ int, blocks func(*Block) bool, emit func(string)) error {
	s := share{Options: f.Options, held: map[string]bool{}, first: map[string]int{}}
	for b := (Block{}); blocks(&b); b = (Block{}) {
		s.inputs = append(s.inputs, b.Inputs...)
		for _, key := range b.Held {
			s.held[key] = true
		}
	}
	// A part's name is that of what it is made from, so that a runner that tries again, or in two
	// places at once, makes the same part.
	slices.SortFunc(s.inputs, func(a, b Input) int { return cmp.Compare(a.Paths[0], b.Paths[0]) })
	sum := sha256.New()
	for i := range s.inputs {
		fmt.Fprintln(sum, s.inputs[i].Paths, s.inputs[i].Bytes)
	}
	for _, key := range slices.Sorted(maps.Keys(s.held)) {
		fmt.Fprintln(sum, key)
	}
	name := "part-" + hex.EncodeToString(sum.Sum(nil))[:32]
	if !isLocal(f.Out) || !table.Has(f.Out, name) {
		at := placesOf(f.Workers)
		at.parts <- struct{}{}
		defer func() { <-at.parts }()
		err := place(ctx, f.Out, name, func(dir string) error { return s.fill(ctx, dir) })
		if errors.Is(err, errNothing) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	emit(strings.TrimSuffix(f.Out, "/") + "/" + name)
	return nil
}

// Places bound what this process does at a time, however many shares its engine hands it.
type places struct {
	parts chan struct{} // that are written
	files chan struct{} // that are read, or wait to be written
}

var allPlaces sync.Map // *places, by how many

func placesOf(n int) *places {
	n = max(1, n)
	p, _ := allPlaces.LoadOrStore(n, &places{make(chan struct{}, n), make(chan struct{}, n)})
	return p.(*places)
}

// A share is what one part is made from.
type share struct {
	Options
	inputs []Input         // by path
	held   map[string]bool // keys that parts hold

	lock  sync.Mutex
	first map[string]int // by hash: the first of inputs, of those read so far, that has it
}

// A reading is an input while, and when, it is read.
type reading struct {
	*Input
	at      int            // in inputs
	hash    string         // "" if the bytes cannot be read
	content *table.Content // nil if it cannot be read, or another of the share has the same bytes
	reject  string         // why it cannot be read
	done    chan struct{}
}

// fill reads inputs, some at a time, and writes the rows of those that are new in order.
func (s *share) fill(ctx context.Context, dir string) error {
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
	files := placesOf(s.Workers).files
	next := make(chan *reading, max(1, s.Workers))
	go func() {
		defer close(next)
		for i := range s.inputs {
			select {
			case files <- struct{}{}: // in order, so that of every part the file that is written next has a place
			case <-ctx.Done():
				return
			}
			r := &reading{Input: &s.inputs[i], at: i, done: make(chan struct{})}
			go s.read(ctx, r)
			next <- r
		}
	}()
	rows := 0
	for r := range next {
		<-r.done
		if err == nil && s.isNew(r) {
			rows++
			if r.content != nil {
				err = w.Add(r.content)
			} else {
				err = rejected.Add(table.Reject{File: r.hash, Path: strings.Join(r.Paths, "\n"), Bytes: r.Bytes, Text: r.reject})
			}
		}
		<-files
		if err != nil {
			cancel()
		}
	}
	if err = cmp.Or(err, ctx.Err(), rejected.Close(), w.Close()); err == nil && rows == 0 {
		err = errNothing
	}
	return err
}

// read reads one input within its limits. A mistake of ours on it costs the input alone.
func (s *share) read(ctx context.Context, r *reading) {
	defer close(r.done)
	defer func() {
		if p := recover(); p != nil {
			r.reject, r.content = fmt.Sprintf("a mistake in the reading of it: %v", p), nil
		}
	}()
	limited, cancel := context.WithTimeout(ctx, s.Limits.Time)
	defer cancel()
	here, remove, err := bring(limited, r.Paths, s.Limits.Bytes)
	defer remove()
	if err == nil {
		var bytes int64
		if r.hash, bytes, err = table.Hash(here...); err == nil {
			r.Bytes = bytes
		}
	}
	if err == nil && !s.isNew(r) {
		return
	}
	var c *table.Content
	if err == nil {
		c, err = table.Read(limited, here, table.Limits{Memory: s.Limits.Memory}, table.Names{})
	}
	if err != nil {
		r.reject = err.Error()
		return
	}
	c.File.File, c.File.Bytes, c.File.Path, c.File.Name = r.hash, r.Bytes, r.Paths[0], path.Base(filepath.ToSlash(r.Paths[0]))
	c.File.App, c.File.AppVersion, c.File.Device = r.App, r.Version, r.Device
	c.File.Build = cmp.Or(r.Build, c.File.Build)
	r.content = c
}

// isNew reports whether no part holds an input, and no earlier one of the share has been seen to have
// the same bytes. Once all earlier ones are read that is final.
func (s *share) isNew(r *reading) bool {
	if r.hash == "" {
		return !s.held[key(strings.Join(r.Paths, "\n"))]
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if at, ok := s.first[r.hash]; !ok || r.at < at {
		s.first[r.hash] = r.at
	}
	return !s.held[r.hash] && s.first[r.hash] == r.at
}
