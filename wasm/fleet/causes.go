package main

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"traceglass/render/report/table"
)

func init() {
	register.DoFn3x1[context.Context, string, func(CauseKey, Verdict), error](&claimsFn{})
	register.Emitter2[CauseKey, Verdict]()
	register.Combiner3[*Causes, Verdict, *Causes](&causeFn{})
	register.Function2x2(causeRow)
	register.DoFn3x1[context.Context, int, func(*table.Cause) bool, error](&writeCauses{})
	register.Iter1[table.Cause]()
	beam.RegisterType(reflect.TypeOf(CauseKey{}))
	beam.RegisterType(reflect.TypeOf(Verdict{}))
	beam.RegisterType(reflect.TypeOf(table.Cause{}))
	beam.RegisterCoder(reflect.TypeOf((*Causes)(nil)),
		func(c *Causes) ([]byte, error) { return json.Marshal(c) },
		func(data []byte) (*Causes, error) {
			c := new(Causes)
			return c, json.Unmarshal(data, c)
		})
}

// A CauseKey is a cause for which processes of one app did not answer.
type CauseKey struct{ App, Cause, Rule string }

// A Verdict is that on one process that did not answer.
type Verdict struct {
	File, Version string
	Time          int64 // ms since 1970
	Timed         bool  // Time is known
}

// claimsFn reads from a part the verdicts on processes that did not answer.
type claimsFn struct{}

func (*claimsFn) ProcessElement(ctx context.Context, part string, emit func(CauseKey, Verdict)) error {
	files := map[string]fileKey{}
	if err := rowsOf(ctx, part, "files", func(f *fileKey) { files[f.File] = *f }); err != nil {
		return err
	}
	return rowsOf(ctx, part, "claims", func(c *table.Claim) {
		if !c.Hung || c.Claim != 0 {
			return
		}
		f := files[c.File]
		v := Verdict{File: c.File, Version: f.AppVersion, Timed: c.UnixMillis != nil}
		if v.Timed {
			v.Time = *c.UnixMillis
		}
		rule, _, _ := strings.Cut(c.Cause, ",")
		emit(CauseKey{f.App, c.Cause, rule}, v)
	})
}

// Causes are the verdicts of one CauseKey, counted.
type Causes struct {
	Versions    map[string]int64
	First, Last int64
	Timed       bool
	Example     string
}

// causeFn counts verdicts.
type causeFn struct{}

func (*causeFn) CreateAccumulator() *Causes { return &Causes{Versions: map[string]int64{}} }

func (f *causeFn) AddInput(c *Causes, v Verdict) *Causes {
	return f.MergeAccumulators(c, &Causes{map[string]int64{v.Version: 1}, v.Time, v.Time, v.Timed, v.File})
}

func (*causeFn) MergeAccumulators(a, b *Causes) *Causes {
	for version, n := range b.Versions {
		a.Versions[version] += n
	}
	switch {
	case b.Timed && a.Timed:
		a.First, a.Last = min(a.First, b.First), max(a.Last, b.Last)
	case b.Timed:
		a.First, a.Last, a.Timed = b.First, b.Last, true
	}
	if a.Example == "" || b.Example != "" && b.Example < a.Example {
		a.Example = b.Example
	}
	return a
}

func (*causeFn) ExtractOutput(c *Causes) *Causes { return c }

// causeRow is the row of a CauseKey.
func causeRow(key CauseKey, c *Causes) (int, table.Cause) {
	r := table.Cause{App: key.App, Cause: key.Cause, Rule: key.Rule, Example: c.Example}
	for version, n := range c.Versions {
		r.Versions = append(r.Versions, table.VersionCount{AppVersion: version, Count: n})
		r.Count += n
	}
	slices.SortFunc(r.Versions, func(a, b table.VersionCount) int { return strings.Compare(a.AppVersion, b.AppVersion) })
	if c.Timed {
		r.First, r.Last = &c.First, &c.Last
	}
	return 0, r
}

// writeCauses writes all rows, in place of those of an earlier run.
type writeCauses struct{ Out string }

func (f *writeCauses) ProcessElement(ctx context.Context, _ int, rows func(*table.Cause) bool) error {
	return replace(ctx, f.Out, "anr_causes", rows)
}
