package ui

import (
	"strconv"
	"strings"

	"github.com/vugu/vugu"
)

// GraphStage is the canvas for graphs, what is said over it while there is nothing to see,
// and the list that is its twin.
type GraphStage struct {
	App   *App
	lines []nodeLine
}

// Compute lays out the rows in the page; there are none while the list is hidden.
func (c *GraphStage) Compute() {
	c.lines = nil
	if c.App.graphing() && c.App.graph.listed {
		c.lines = c.App.graph.nodeLines()
	}
}

// clicked finds what was clicked by its id: "callgraph-3".
func (c *GraphStage) clicked(event vugu.DOMEvent) {
	id, _ := strings.CutPrefix(event.PropString("target", "id"), "callgraph-")
	if i, err := strconv.Atoi(id); err == nil {
		c.App.chooseNode(i)
	}
}

func (c *GraphStage) contentStyle() string {
	return "height:" + strconv.Itoa(int(c.App.graph.list.content())) + "px"
}

func (c *GraphStage) rowsStyle() string {
	if len(c.lines) == 0 {
		return ""
	}
	return "transform:translateY(" + strconv.Itoa(int(c.App.graph.list.y(c.lines[0].Index))) + "px)"
}

func (c *GraphStage) active() any {
	if g := &c.App.graph; g.listed && g.node >= 0 {
		return "callgraph-" + strconv.Itoa(g.node)
	}
	return nil
}
