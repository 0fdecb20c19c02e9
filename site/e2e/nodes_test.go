//go:build !js

package e2e

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/chromedp"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// TestNodesStayFew: after the next file opens, the elements of the file before can be collected. Each js.Value
// that Go keeps for an element also keeps the tree around it.
func TestNodesStayFew(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	call := string(tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 60<app.B.run()V 100<app.A.run()V"))
	files := []string{
		write(t, "shop.trace", samples.ShopTrace("")),
		write(t, "mapping.txt", samples.ShopMap("")), // the map renames methods of the trace
		write(t, "anr_1", []byte(samples.Dump(11, morning+"1", "com.example.one", "app.Main.run"))),
		write(t, "packed.trace", samples.Zip(t, "packed.trace", call)),
		write(t, "pile.zip", pileOf(t, 30, 2, "com.example.Api.call")),
		write(t, "calls.trace", []byte(call)),
	}
	const rounds = 3
	var nodes [rounds]int64
	for round := range nodes {
		for _, file := range files {
			p.Drop("#app", file)
			if name := filepath.Base(file); name == "mapping.txt" {
				p.waitMethod("shop.Cart.add")
			} else {
				p.Until("the file's name", name, func() string { return p.Text("#file-menu") })
			}
			p.WaitStage("open")
			p.Settle()
		}
		nodes[round] = p.nodes()
	}
	t.Logf("nodes after each round: %d", nodes)
	if nodes[rounds-1]*20 > nodes[1]*21 {
		t.Errorf("nodes after each round are %d: after the last more than 1.05 times those after the second", nodes)
	}
}

// nodes returns the number of nodes after a garbage collection, including nodes outside the document. Without
// the collection, the number depends on when the browser last collected.
func (p *page) nodes() int64 {
	p.t.Helper()
	p.Settle()
	if _, err := chromedp.Call(p.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		p.fatalf("collecting garbage: %v", err)
	}
	counted, err := chromedp.Call(p.ctx, memory.GetDOMCounters, cdp.Empty{})
	if err != nil {
		p.fatalf("counting nodes: %v", err)
	}
	return counted.Nodes
}
