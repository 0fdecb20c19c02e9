package main

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"reflect"

	"github.com/DataDog/sketches-go/ddsketch"
	"github.com/DataDog/sketches-go/ddsketch/mapping"
	"github.com/DataDog/sketches-go/ddsketch/store"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"traceglass/render/report/table"
)

func init() {
	register.DoFn3x1[context.Context, string, func(MethodKey, *Spread), error](&methodsFn{})
	register.Emitter2[MethodKey, *Spread]()
	register.Combiner1[*Spread](&spreadFn{})
	register.Function2x2(spreadRow)
	register.DoFn3x1[context.Context, int, func(*table.Spread) bool, error](&writeSpreads{})
	register.Iter1[table.Spread]()
	beam.RegisterType(reflect.TypeOf(MethodKey{}))
	beam.RegisterType(reflect.TypeOf(table.Spread{}))
	beam.RegisterCoder(reflect.TypeOf((*Spread)(nil)), encodeSpread, decodeSpread)
}

// A MethodKey is a method of one version of an app.
type MethodKey struct {
	App, Version, Class, Name, Signature string
	Own                                  bool
}

// Figures are the cost of a method on the main thread of one trace.
type Figures struct {
	Calls                                int64
	Wall, CPU                            bool // the trace has the clock
	InclWall, ExclWall, InclCPU, ExclCPU int64
}

// methodsFn reads from a part what every method cost on each trace's main thread, and combines
// the traces of the part, so that a runner has less data to keep.
type methodsFn struct{}

// most is the maximum number of Spreads in memory before they are emitted.
const most = 4096

func (*methodsFn) ProcessElement(ctx context.Context, part string, emit func(MethodKey, *Spread)) error {
	files := map[string]MethodKey{}
	if err := rowsOf(ctx, part, "files", func(f *fileKey) { files[f.File] = MethodKey{App: f.App, Version: f.AppVersion} }); err != nil {
		return err
	}
	file, sums := "", map[MethodKey]Figures{} // rows of a file are adjacent; two ids may be the same method
	spreads := map[MethodKey]*Spread{}
	hand := func() {
		for key, s := range spreads {
			emit(key, s)
		}
		clear(spreads)
	}
	var failed error
	flush := func() {
		for key, f := range sums {
			s := spreads[key]
			if s == nil {
				s = newSpread()
				spreads[key] = s
			}
			failed = errors.Join(failed, s.add(f))
		}
		clear(sums)
		if len(spreads) > most {
			hand()
		}
	}
	add := func(to *int64, has *bool, from *int64) {
		if from != nil {
			*to, *has = *to+*from, true
		}
	}
	err := rowsOf(ctx, part, "methods", func(m *table.Method) {
		if !m.Main || m.Name == "" {
			return
		}
		if m.File != file {
			flush()
			file = m.File
		}
		key := files[m.File]
		key.Class, key.Name, key.Signature, key.Own = m.Class, m.Name, m.Signature, m.Own
		f := sums[key]
		f.Calls += m.Calls
		add(&f.InclWall, &f.Wall, m.InclWall)
		add(&f.ExclWall, &f.Wall, m.ExclWall)
		add(&f.InclCPU, &f.CPU, m.InclCPU)
		add(&f.ExclCPU, &f.CPU, m.ExclCPU)
		sums[key] = f
	})
	flush()
	hand()
	return errors.Join(err, failed)
}

// accuracy is the maximum relative error of a quantile.
const accuracy = 0.01

// quantiles are the quantiles in the rows.
var quantiles = []float64{0.5, 0.9, 0.99}

// A Spread is the distribution of the Figures of many traces: a sketch per figure, calls first.
// It does not depend on the order of the Figures.
type Spread [5]*ddsketch.DDSketch

var byAccuracy, _ = mapping.NewLogarithmicMapping(accuracy)

func newSketch() *ddsketch.DDSketch {
	return ddsketch.NewDDSketchFromStoreProvider(byAccuracy, store.BufferedPaginatedStoreConstructor)
}

func newSpread() *Spread {
	var s Spread
	for i := range s {
		s[i] = newSketch()
	}
	return &s
}

// add adds the Figures of one trace.
func (s *Spread) add(f Figures) error {
	err := s[0].Add(float64(f.Calls))
	if f.Wall {
		err = errors.Join(err, s[1].Add(float64(f.InclWall)), s[2].Add(float64(f.ExclWall)))
	}
	if f.CPU {
		err = errors.Join(err, s[3].Add(float64(f.InclCPU)), s[4].Add(float64(f.ExclCPU)))
	}
	return err
}

// spreadFn merges the Spreads of a MethodKey.
type spreadFn struct{}

func (*spreadFn) MergeAccumulators(a, b *Spread) (*Spread, error) {
	var err error
	for i := range a {
		err = errors.Join(err, a[i].MergeWith(b[i]))
	}
	return a, err
}

func encodeSpread(s *Spread) []byte {
	var all, one []byte
	for _, sketch := range s {
		one = one[:0]
		sketch.Encode(&one, true)
		all = binary.AppendUvarint(all, uint64(len(one)))
		all = append(all, one...)
	}
	return all
}

func decodeSpread(data []byte) (*Spread, error) {
	var s Spread
	for i := range s {
		n, size := binary.Uvarint(data)
		if size <= 0 || n > uint64(len(data)-size) {
			return nil, errors.New("a spread is cut short")
		}
		var err error
		if s[i], err = ddsketch.DecodeDDSketch(data[size:size+int(n)], store.BufferedPaginatedStoreConstructor, byAccuracy); err != nil {
			return nil, err
		}
		data = data[size+int(n):]
	}
	return &s, nil
}

// spreadRow returns the row of a MethodKey.
func spreadRow(key MethodKey, s *Spread) (int, table.Spread) {
	r := table.Spread{
		App: key.App, AppVersion: key.Version, Class: key.Class, Name: key.Name, Signature: key.Signature, Own: key.Own,
		Files: int64(s[0].GetCount()),
	}
	calls, _ := s[0].GetValuesAtQuantiles(quantiles)
	r.Calls50, r.Calls90, r.Calls99 = calls[0], calls[1], calls[2]
	for i, to := range [][]**float64{
		{&r.InclWall50, &r.InclWall90, &r.InclWall99}, {&r.ExclWall50, &r.ExclWall90, &r.ExclWall99},
		{&r.InclCPU50, &r.InclCPU90, &r.InclCPU99}, {&r.ExclCPU50, &r.ExclCPU90, &r.ExclCPU99},
	} {
		if values, err := s[1+i].GetValuesAtQuantiles(quantiles); err == nil {
			for j := range to {
				*to[j] = &values[j]
			}
		}
	}
	return 0, r
}

// writeSpreads writes all rows and replaces those of an earlier run.
type writeSpreads struct{ Out string }

func (f *writeSpreads) ProcessElement(ctx context.Context, _ int, rows func(*table.Spread) bool) error {
	return replace(ctx, f.Out, "method_spread", rows)
}

// replace writes a table and replaces the existing one.
func replace[T any](ctx context.Context, out, name string, rows func(*T) bool) error {
	dir, err := os.MkdirTemp("", "fleet-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sheet, err := table.NewSheet[T](dir, name)
	if err != nil {
		return err
	}
	for {
		var row T
		if !rows(&row) {
			break
		}
		if err := sheet.Add(row); err != nil {
			return errors.Join(err, sheet.Close())
		}
	}
	if err := sheet.Close(); err != nil {
		return err
	}
	return moveInto(ctx, dir+"/"+name+".parquet", out, "aggregates/"+name+".parquet")
}

// open opens a file and returns its size.
func open(path string) (*os.File, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// ended returns nil for io.EOF, else err.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
