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
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"traceglass/parser/input"
	"traceglass/render/report/table"
)

// build builds the pipeline. Data between steps is small and comes in Blocks, because an engine
// needs some hundred bytes per element. Rows go directly from the step that reads a file to a
// part's tables, so that no runner must keep them in memory.
//
//	glob → paths ─┬→ by path: what is known of it, its size ─┐
//	list → lines ─┘                       kept → hashes ─────┴→ by size: parts → names of parts ─┐
//	                                      kept ──────────────────────────────────────────────────┴→ sums → aggregates
//
// Equal files have equal sizes, so they reach the same share. It also gets the hashes of that
// size in existing parts, so it knows which files are new without asking others.
func build(s beam.Scope, o Options, kept []string) {
	s = s.Scope("fleet")
	paths := beam.ParDo(s, &listFn{Options: o}, beam.Create(s, o.In))
	if o.List != "" {
		paths = beam.Flatten(s, paths, beam.ParDo(s, &knownFn{Options: o}, beam.Create(s, o.List)))
	}
	inputs := beam.ParDo(s, &inputFn{Options: o}, beam.GroupByKey(s, paths))
	old := beam.CreateList(s, kept)
	if len(kept) == 0 {
		old = beam.ParDo(s, emitNothing, beam.Create(s, ""))
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
	register.Function2x0(emitNothing)
	beam.RegisterType(reflect.TypeOf(Block{}))
	beam.RegisterCoder(reflect.TypeOf(Block{}), packBlock, unpackBlock)
}

// emitNothing emits no parts, so its output is an empty collection.
func emitNothing(string, func(string)) {}

// A Block is a batch of data for one share of a run.
type Block struct {
	Inputs []Input  `json:",omitzero"`
	Known  []Known  `json:",omitzero"`
	Held   []string `json:",omitzero"` // keys of contents in existing parts
}

// An Input is one file, or a pair of files.
type Input struct {
	Paths []string
	Bytes int64 `json:",omitzero"` // as stored, once known; -1 if it cannot be determined
	About
}

// Blocks are compressed, because an engine on one machine, such as Prism, keeps all of them in
// memory, some in several copies, and paths are similar.
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

// blockSize is the number of files or lines in a Block.
const blockSize = 8192

// shares collects the Blocks of all shares of a run.
type shares struct {
	of   int // number of shares
	emit func(int, Block)

	blocks map[int]*Block
	n      int
}

// add changes the Block of the share that a text belongs to.
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

// listFn lists the inputs of a glob and distributes them by path.
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
			s.add(f.belowRoot(in.Paths[0]), func(b *Block) { b.Inputs = append(b.Inputs, in) })
		}
		return nil
	})
}

// belowRoot returns the part of a path below the glob's root.
func (o *Options) belowRoot(p string) string { return belowRoot(p, root(filepath.ToSlash(o.In))) }

// knownFn reads a list of facts about paths and distributes them by path.
type knownFn struct{ Options }

func (f *knownFn) ProcessElement(ctx context.Context, name string, emit func(int, Block)) error {
	store, err := storeOf(ctx, name)
	if err != nil {
		return err
	}
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

// inputFn determines the facts about inputs that are not in their bytes, and distributes them by
// size.
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
		relative := f.belowRoot(in.Paths[0])
		in.About, _ = f.pattern.read(relative)
		if a, ok := known[relative]; ok {
			in.About = a
		}
		s.add(bySize(in.Bytes), func(b *Block) { b.Inputs = append(b.Inputs, in) })
	}
	return nil
}

// bySize returns the text that assigns contents of a length to a share.
func bySize(bytes int64) string { return strconv.FormatInt(bytes, 10) }

// key returns the identity of an input whose bytes could not be read. Other inputs are identified
// by their hash.
func key(path string) string { return ":" + path }

// heldFn sends the contents of an existing part to the shares that could get the same files.
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

// fetchFiles returns local paths of the files of an input. remove deletes the downloaded copies.
func fetchFiles(ctx context.Context, paths []string, most int64) (here []string, remove func(), err error) {
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

// fileSize has the columns of a table.File that identify its content.
type fileSize struct {
	File  string `parquet:"file"`
	Bytes int64  `parquet:"bytes"`
}

// fileKey has the columns of a table.File that identify its version.
type fileKey struct {
	File       string `parquet:"file"`
	App        string `parquet:"app,dict"`
	AppVersion string `parquet:"version,dict"`
}

// rowsOf calls do for every row of a part's table. The row is overwritten afterwards.
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

// partFn reads the inputs of one share, and writes the new ones as a part.
type partFn struct{ Options }

// errNothing means that no part was made, because others have all of its content.
var errNothing = errors.New("nothing is new")

func (f *partFn) ProcessElement(ctx context.Context, _ int, blocks func(*Block) bool, emit func(string)) error {
	s := share{Options: f.Options, held: map[string]bool{}, first: map[string]int{}}
	for b := (Block{}); blocks(&b); b = (Block{}) {
		s.inputs = append(s.inputs, b.Inputs...)
		for _, key := range b.Held {
			s.held[key] = true
		}
	}
	// A part's name is derived from its inputs. So a runner that tries again, or in two places at
	// once, makes the same part.
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

// places limit what this process does at a time, however many shares its engine assigns to it.
type places struct {
	parts chan struct{} // parts that are being written
	files chan struct{} // files that are being read or wait to be written
}

var allPlaces sync.Map // *places, by how many

func placesOf(n int) *places {
	n = max(1, n)
	p, _ := allPlaces.LoadOrStore(n, &places{make(chan struct{}, n), make(chan struct{}, n)})
	return p.(*places)
}

// Counters of new files, which engines show by these names. A share that an engine repeats counts
// again.
var (
	filesRead     = beam.NewCounter("fleet", "files")
	bytesRead     = beam.NewCounter("fleet", "bytes") // as stored
	filesRejected = beam.NewCounter("fleet", "rejected")
)

// A share makes one part.
type share struct {
	Options
	inputs []Input         // sorted by path
	held   map[string]bool // keys in existing parts

	lock  sync.Mutex
	first map[string]int // by hash: the first of the inputs read so far that has it
}

// A reading is the reading of one input.
type reading struct {
	*Input
	at      int            // index in inputs
	hash    string         // "" if the bytes cannot be read
	content *table.Content // nil if it cannot be read, or if an earlier input has the same bytes
	reject  string         // why it cannot be read
	done    chan struct{}
}

// fill reads inputs, several at a time, and writes the rows of the new ones in order.
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
			case files <- struct{}{}: // in order, so that in every part the next file to be written has a place
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
				filesRead.Inc(ctx, 1)
				bytesRead.Inc(ctx, r.Bytes)
				err = w.Add(r.content)
			} else {
				filesRejected.Inc(ctx, 1)
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

// read reads one input within its limits. A panic rejects only this input.
func (s *share) read(ctx context.Context, r *reading) {
	defer close(r.done)
	defer func() {
		if p := recover(); p != nil {
			r.reject, r.content = fmt.Sprintf("a mistake in the reading of it: %v", p), nil
		}
	}()
	limited, cancel := context.WithTimeout(ctx, s.Limits.Time)
	defer cancel()
	here, remove, err := fetchFiles(limited, r.Paths, s.Limits.Bytes)
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

// isNew reports whether no existing part has an input, and no earlier input of the share that has
// been read has the same bytes. It is final once all earlier ones are read.
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
