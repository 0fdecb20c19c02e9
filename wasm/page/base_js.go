package page

import (
	"fmt"
	"os"
	"runtime/debug"
	"syscall/js"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/app"
)

// base is what the parts of the page share: the interface, and the script that draws.
type base struct {
	app  *app.App // nil until it is built
	draw js.Value // traceglassDraw
}

// record adds a figure to traceglass.stats.
func (b *base) record(name string, ms float64) { b.draw.Call("record", name, ms) }

// recovered, deferred, turns a panic into a remark.
func (b *base) recovered() {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
		b.fail(words.Say("An error occurred here ({1}). The rest still works.", fmt.Sprint(r)))
	}
}

// fail has the interface say what went wrong.
func (b *base) fail(text string) { b.app.Receive(0, &message.Failure{Text: text}) }
