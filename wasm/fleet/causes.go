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
	register.DoFn3x1[context.Context, string, func(CauseKey, *Causes), error](&claimsFn{})
	register.Emitter2[CauseKey, *Causes]()
	register.Combiner1[*Causes](&causeFn{})
	register.Function2x2(causeRow)
	register.DoFn3x1[context.Context, int, func(*table.Cause) bool, error](&writeCauses{})
	register.Iter1[table.Cause]()
	beam.RegisterType(reflect.TypeOf(CauseKey{}))
	beam.RegisterType(reflect.TypeOf(table.Cause{}))
	beam.RegisterCoder(reflect.TypeOf((*Causes)(nil)),
		func(c *Causes) ([]byte, error) { return json.Marshal(c) },
		func(data []byte) (*Causes, error) {
			c := new(Causes)
			return c, json.Unmarshal(data, c)
		})
}

// A CauseKey is a reason why processes of one app did not answer.
type CauseKey struct{ App, Cause, Rule string }

// claimsFn reads the verdicts on processes that did not answer from a part, and counts them.
type claimsFn struct{}

func (*claimsFn) ProcessElement(ctx context.Context, part string, emit func(CauseKey, *Causes)) error {
	files := map[string]fileKey{}
	if err := rowsOf(ctx, part, "files", func(f *fileKey) { files[f.File] = *f }); err != nil {
		return err
	}
	type report struct{ file, member string }
	reports := map[report]*table.Report{}
	// A part of an earlier version has no reports.
	if err := list(ctx, part+"/reports.parquet", func(paths []string) error {
		if len(paths) == 0 {
			return nil
		}
		return rowsOf(ctx, part, "reports", func(r *table.Report) {
			one := *r
			reports[report{r.File, r.Member}] = &one
		})
	}); err != nil {
		return err
	}
	causes := map[CauseKey]*Causes{}
	err := rowsOf(ctx, part, "claims", func(c *table.Claim) {
		if !c.Hung || c.Claim != 0 {
			return
		}
		f := files[c.File]
		app, version := f.App, f.AppVersion
		if r := reports[report{c.File, c.Member}]; r != nil {
			app, version = orSaid(app, r.Process), orSaid(orSaid(version, r.AppVersion), r.AppBuild)
		}
		rule, _, _ := strings.Cut(c.Cause, ",")
		key := CauseKey{app, c.Cause, rule}
		if causes[key] == nil {
			causes[key] = &Causes{Versions: map[string]int64{}}
		}
		causes[key].add(c.File, version, c.UnixMillis)
	})
	for key, c := range causes {
		emit(key, c)
	}
	return err
}

// orSaid returns known, or what a report says.
func orSaid(known string, said *string) string {
	if known == "" && said != nil {
		return *said
	}
	return known
}

// Causes counts the verdicts of one CauseKey.
type Causes struct {
	Versions    map[string]int64
	First, Last int64
	Timed       bool
	Example     string
}

// add counts the verdict on a process of a file, at a time if that is known.
func (c *Causes) add(file, version string, unixMillis *int64) {
	one := &Causes{Versions: map[string]int64{version: 1}, Example: file}
	if unixMillis != nil {
		one.First, one.Last, one.Timed = *unixMillis, *unixMillis, true
	}
	new(causeFn).MergeAccumulators(c, one)
}

// causeFn merges the Causes of a CauseKey.
type causeFn struct{}

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

// causeRow returns the row of a CauseKey.
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

// writeCauses writes all rows and replaces those of an earlier run.
type writeCauses struct{ Out string }

func (f *writeCauses) ProcessElement(ctx context.Context, _ int, rows func(*table.Cause) bool) error {
	return replace(ctx, f.Out, "anr_causes", rows)
}
