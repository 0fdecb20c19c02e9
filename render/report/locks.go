package report

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/scene"
	"traceglass/render/scene/locks"
)

// fills are the colours of a lock graph's boxes, as in the page's light theme.
var fills = map[scene.Slot]string{
	scene.SlotMain: "#7d2150", scene.SlotPool: "#e8e8ee",
	scene.SlotState + scene.Slot(dump.NoState):       "#e8e8ee",
	scene.SlotState + scene.Slot(dump.Running):       "#b9e4c9",
	scene.SlotState + scene.Slot(dump.InMachineCode): "#cfe2f7",
	scene.SlotState + scene.Slot(dump.Blocked):       "#f8c4be",
	scene.SlotState + scene.Slot(dump.Waiting):       "#e2e1ec",
	scene.SlotState + scene.Slot(dump.Timed):         "#ebe3d8",
	scene.SlotState + scene.Slot(dump.Machine):       "#dcd8f2",
	scene.SlotState + scene.Slot(dump.Ended):         "#e8e8ee",
}

// LocksSVG draws the waits of a block as a self-contained file. Main has its own colour, the end
// of its chain an outline, and deadlocks are red.
func LocksSVG(w io.Writer, d *dump.Dump, f *wait.Facts, block int) error {
	const titleHeight = 36
	g, _ := locks.Graph(d, f, block, func(name string) string { return name })
	g.Arrange()
	title := "Who waits for whom in " + locks.BlockName(&d.Blocks[block])
	if len(g.Nodes) == 0 {
		title = "Nobody waits for another thread in " + locks.BlockName(&d.Blocks[block])
	}
	out := bufio.NewWriter(w)
	width, height := max(g.Width, 8*float64(len(title))), g.Height+titleHeight
	fmt.Fprintf(out, `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg xmlns="http://www.w3.org/2000/svg" version="1.1" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="sans-serif" font-size="11">
<rect width="100%%" height="100%%" fill="#fff"/>
<text x="12" y="22" font-size="14" font-weight="bold">%s</text>
<g transform="translate(0,%d)">
`, width, height, width, height, inXML(title), titleHeight)
	for i := range g.Edges {
		e := &g.Edges[i]
		colour, weight := "#8a8f9c", 1.2
		if e.Alarm {
			colour, weight = "#c62828", 2
		}
		p := e.Points
		fmt.Fprintf(out, "<path d=\"M%.1f,%.1fC%.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"/>", p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y, p[3].X, p[3].Y, colour, weight)
		dx, dy := e.Tip.X-p[3].X, e.Tip.Y-p[3].Y // the length of the arrowhead
		fmt.Fprintf(out, "<path d=\"M%.1f,%.1fL%.1f,%.1fL%.1f,%.1fz\" fill=\"%s\"/>\n", e.Tip.X, e.Tip.Y, p[3].X-dy/2, p[3].Y+dx/2, p[3].X+dy/2, p[3].Y-dx/2, colour)
		if e.Label != "" {
			fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#555\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\">%s</text>\n", e.LabelX, e.LabelY, inXML(e.Label))
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		ink, edge := "#111", "none"
		if n.Slot == scene.SlotMain {
			ink = "#fff"
		}
		if g.Chosen && i == g.First {
			edge = "#111"
		}
		fmt.Fprintf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>\n", n.X, n.Y, n.W, n.H, fills[n.Slot], edge)
		for at, line := range n.Lines {
			weight := ""
			if at == 0 {
				weight = ` font-weight="bold"`
			}
			fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\"%s>%s</text>\n", n.X+n.W/2, n.Y+15+14*float64(at), ink, weight, inXML(scene.Cut(line)))
		}
	}
	out.WriteString("</g>\n</svg>\n")
	return out.Flush()
}

// inXML escapes text for XML.
func inXML(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(s))
	return b.String()
}
