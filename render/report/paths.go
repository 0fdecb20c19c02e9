package report

import (
	"traceglass/parser/call"
	"traceglass/parser/profile"
)

// MaxPath is the maximum number of calls in a path, in formats that write each path in full.
// Deeper calls are merged into one more call, named Deeper. Without a limit, a stack of n calls
// would have n paths of n² / 2 names.
const (
	MaxPath = 1000
	Deeper  = "(deeper than 1,000 calls)"
)

// MaxOutput is the default limit on the bytes written to one file.
const MaxOutput = 2_000_000_000

// Paths iterates over the paths of a profile, for formats that write each in full.
type Paths struct {
	*profile.Contexts
	most   uint32
	deeper map[profile.Row]*profile.Context // time below a path of the maximum length
}

// NewPaths returns the paths of a profile. full keeps paths of any depth.
func NewPaths(p *profile.Contexts, full bool) Paths {
	paths := Paths{Contexts: p, most: MaxPath}
	if full {
		paths.most = ^uint32(0)
	}
	var under []profile.Row // by row: the row at maximum depth above it
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

// Cut reports whether there are calls below the maximum depth.
func (p *Paths) Cut() bool { return len(p.deeper) > 0 }

// Each calls f with every path: the row of its innermost call and the exclusive figures there. If
// deeper is set, c has the figures below that row.
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

// Bytes estimates the size of all paths, each written in full for every thread that has it. cost
// returns the bytes that a method adds to a path. The profile must be of all threads.
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
