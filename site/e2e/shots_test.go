//go:build !js

package e2e

import (
	"bytes"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestShots takes screenshots of the page's states.
func TestShots(t *testing.T) {
	t.Parallel()
	if !pictures {
		t.Skip("this test only takes screenshots")
	}
	p := open(t, "/")
	p.Shots("empty")
	p.Upload("#file", write(t, "picture.trace", []byte("\x89PNG\r\n\x1a\n\x00\x00")))
	p.WaitStage("failed")
	p.Shots("failed")

	p.Open(sample(t).file)
	v := p.ViewOf(timeline)
	p.Drag(v.Left+300, v.Ruler, v.Left+520, v.Ruler)
	p.Shots("range")
	p.Click("#chip-range")
	p.Click("#methods-1 .twist")
	p.Click("#methods-1 .fn")
	p.Shots("row-open")
	p.Keys("3")
	p.Click("#topdown-heaviest")
	p.Shot("top-down")
	p.Keys("4")
	p.Shot("bottom-up")
	p.Keys("5")
	p.Shots("flame-graph")
	p.Keys("i")
	p.Shot("flame-upward")
	p.Keys("i")
	p.Keys("6")
	p.Shots("relatives")
	p.Keys("7")
	p.Shot("threads")
	p.Keys("8")
	p.Shot("about")
	p.Keys("2")
	p.Click("#longest-0")
	p.Shots("details")
	b := p.call(1)
	p.Move(b.spot())
	p.Shot("tooltip")
	p.Keys("?")
	p.Shots("help")
	p.Click("#dialog-close")

	damaged := tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V 31>app.A.run()V 60<app.A.run()V")
	p.Open(write(t, "damaged.trace", bytes.TrimSuffix(damaged, damaged[len(damaged)-5:])))
	p.Click("#receipt")
	p.Shots("receipt")
}
