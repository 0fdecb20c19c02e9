package formats

import (
	"io"

	"traceglass/render/report"
	"traceglass/render/report/flamegraph"
	"traceglass/render/scene/locks"
	"traceglass/render/words"
)

// Thread dumps.
func init() {
	Process["markdown"] = func(w io.Writer, p *Dumped) error { return report.Markdown(w, p.Dump, p.Facts, p.Block, p.Name) }
	Process["csv"] = func(w io.Writer, p *Dumped) error { return report.ThreadsCSV(w, p.Dump, p.Facts, p.Block) }
	Process["folded"] = func(w io.Writer, p *Dumped) error { return report.StacksFolded(w, p.Dump, p.Block) }
	Process["svg"] = func(w io.Writer, p *Dumped) error {
		tree, names := report.Merged(p.Dump, p.Block)
		return flamegraph.Stacks(tree, names, locks.BlockName(&p.Dump.Blocks[p.Block]), func(n int64) string {
			if p.Dump.Recording != nil {
				return words.Plural(n, "sample", "samples")
			}
			return words.Plural(n, "thread", "threads")
		}).SVG(w)
	}
	Process["locks"] = func(w io.Writer, p *Dumped) error { return report.LocksSVG(w, p.Dump, p.Facts, p.Block) }

	Causes["text"] = report.Pile
	Causes["markdown"] = report.PileMarkdown
	Causes["csv"] = report.PileCSV
	Causes["json"] = report.PileJSON
	Causes["folded"] = report.PileFolded
}
