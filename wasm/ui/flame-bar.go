package ui

import (
	"strings"

	"traceglass/wasm/message"
)

// FlameBar is what controls the flame graph, and the way back out of its frames.
type FlameBar struct{ App *App }

func (c *FlameBar) ordered(on bool) {
	c.App.flame.ordered = on
	c.App.flame.home()
}

// threads are those to choose from; none are listed while they do not show.
func (c *FlameBar) threads() []message.Thread {
	if !c.App.flame.ordered || c.App.view != flameView || c.App.trace == nil {
		return nil
	}
	return c.App.flameThreads()
}

// last is the end of a label, from its class's name on.
func last(label string) string {
	dot := strings.LastIndexByte(label, '.')
	if dot < 0 {
		return label
	}
	return label[strings.LastIndexByte(label[:dot], '.')+1:]
}
