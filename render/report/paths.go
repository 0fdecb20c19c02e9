package report

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
)

// MaxPath is how many calls of a path are written by the formats that write each path in
// full. What lies deeper counts as one more call, named Deeper: a stack n deep has n paths,
// which come to n² / 2 names.
const (
	MaxPath = 1000
	Deeper  = "(deeper than 1,000 calls)"
)

// MaxOutput is how many bytes are written to one file unless more is asked for.
const MaxOutput = 2_000_000_000

// Paths are those of a profile, for the formats that write each in full.
type Paths struct {
	*profile.Contexts
	most   uint32
	deeper map[profile.Row]*profile.Context // what is below a path of the most calls
}

// NewPaths returns a profile's paths, with full those of any depth.
func NewPaths(p *profile.Contexts, full bool) Paths {
	paths := Paths{Contexts: p, most: MaxPath}
	if full {
		paths.most = ^uint32(0)
	}
	var under []profile.Row // by row: the row of the most calls that it lies below
	for row := 1; row < p.Tree.Len(); row++ {
		if p.Tree.Depth[row] <= paths.most {
			continue
		}
		if under == nil {
			under, paths.deeper = make([]profile.Row, p.Tree.Len()), map[profile.Row]*profile.Context{}
		}
		parent := p.Tree.Parent[row]
		if p.Tree.Depth[parent] == paths.most {
			under[row] = parent
		} else {
			under[row] = under[parent]
		}
		c := &p.Rows[row]
		if c.Calls == 0 {
			continue
		}
		sum := paths.deeper[under[row]]
		if sum == nil {
			sum = &profile.Context{}
			paths.deeper[under[row]] = sum
		}
		sum.Calls += c.Calls
		for clock, time := range c.Exclusive {
			sum.Exclusive[clock] += time
		}
	}
	return paths
}

// Cut tells whether there are calls deeper than what is written.
func (p *Paths) Cut() bool { return len(p.deeper) > 0 }

// Each calls f with every path that is written: the row of its innermost call and what is
// spent there itself; with deeper set, what is spent below that row.
func (p *Paths) Each(f func(row profile.Row, c *profile.Context, deeper bool)) {
	for row := profile.Row(1); int(row) < p.Tree.Len(); row++ {
		if p.Tree.Depth[row] > p.most {
			continue
		}
		f(row, &p.Rows[row], false)
		if p.Tree.Depth[row] == p.most && p.deeper[row] != nil {
			f(row, p.deeper[row], true)
		}
	}
}

// Bytes is about how much all paths of a profile come to, each written in full for every
// thread that has it, where cost is what a method adds to a path. Deep paths are cut, unless
// full is set, as by NewPaths. The profile is one of all threads.
func (p *Paths) Bytes(x *profile.Index, cost func(row profile.Row) int64) int64 {
	size := make([]int64, p.Tree.Len())
	for row := 1; row < len(size); row++ {
		size[row] = size[p.Tree.Parent[row]]
		if p.Tree.Depth[row] <= p.most {
			size[row] += cost(profile.Row(row))
		}
	}
	sum := int64(0)
	for n, row := range x.Of {
		if row != 0 && x.Calls.Tree.At(call.NodeIndex(n)).Calls > 0 && p.Rows[row].Calls > 0 && p.Tree.Depth[row] <= p.most {
			sum += size[row]
		}
	}
	return sum
}
