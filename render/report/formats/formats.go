// Package formats has the writers of the command's exports. wasm/export lists the exports. Each file here registers the
// writers of one or more of them, by the name of their format.
package formats

import (
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/pile"
	"traceglass/parser/profile"
	"traceglass/parser/wait"
	"traceglass/render/report"
)

// Writers by format. A format such as csv can exist for several kinds of files.
var (
	Trace   = map[string]Format{}                                              // a trace
	Process = map[string]func(w io.Writer, p *Dumped) error{}                  // one process of a thread dump
	Causes  = map[string]func(w io.Writer, p *pile.Pile, baseline int) error{} // a pile of thread dumps
)

// A Format writes a trace.
type Format struct {
	Calls bool // needs every call, not only sums
	Paths bool // cuts deep paths
	Write func(w io.Writer, p *profile.Profile, o Options) error
	Bytes func(p *profile.Profile, o Options) int64 // estimates the output; nil if it is at most a trace's size
}

// Options of a trace's export.
type Options struct {
	Name      string // of the trace
	Clock     profile.Clock
	Part      profile.Scope
	Threshold int           // least share of a callee in the call graph, in percent; -1 selects the best one
	Rows      int           // limit for each table of HTML, 0 for all
	Force     bool          // write paths in full
	Groups    report.Groups // groups of methods for the method table; ByMethod for none
}

func (o Options) folded() report.FoldedStacks {
	return report.FoldedStacks{Clock: o.Clock, Full: o.Force}
}

// A Dumped is one process of a thread dump.
type Dumped struct {
	Dump  *dump.Dump
	Facts *wait.Facts
	Block int
	Name  string // of the file
}
