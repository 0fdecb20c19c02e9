//go:build !js

package e2e

import (
	"bytes"
	"fmt"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/viewer/samples"
)

// WaitRefusal waits until the page reports why it did not open a file. Then it dismisses the message.
func (p *page) WaitRefusal(want string) {
	p.t.Helper()
	p.WaitFor("the reason in the message", fmt.Sprintf(`document.querySelector("#refusal").textContent.includes(%q)`, want))
	p.Shot("refused")
	p.Click("#refused-close")
	p.WaitFor("the message to disappear", `!document.querySelector("#refusal")`)
}

// TestWrongFileBeside: a file of another type, an empty file or a damaged file does not replace the open one.
// All selections stay. The message stays until it is dismissed.
func TestWrongFileBeside(t *testing.T) {
	t.Parallel()
	p := open(t, "/")
	k := made(t, "app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"))
	dump := samples.Dump(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")
	whole := samples.Zip(t, "anr_1", dump)
	wrong := []struct{ name, content, want string }{
		{"shot.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "This is an image"},
		{"cut.zip", string(whole[:len(whole)-10]), "its directory is damaged"},
	}
	p.Open(k.file)
	p.Click("#methods-1 .fn")
	p.WaitFor("its details", `document.getElementById("details-name")`)
	chosen := p.DetailsName()
	for _, w := range wrong {
		p.Drop("#app", write(t, w.name, []byte(w.content)))
		p.WaitRefusal(w.want)
		if got := p.Text("#file-menu"); got != "app.trace" || p.Stage() != "open" || p.DetailsName() != chosen {
			t.Fatalf("%s: the page is %s, with %q open and %q selected, want app.trace and %q", w.name, p.Stage(), got, p.DetailsName(), chosen)
		}
	}
	k.checkShown(p)

	// A file that is readable in part replaces the open one.
	data := unwrapped(t, sample(t).file)
	p.Drop("#app", write(t, "cut.trace", data[:len(data)/2]))
	p.Until("the cut trace", "cut.trace", func() string { return p.Text("#file-menu") })
	p.WaitFor("its notes", `!document.querySelector("#receipt").hidden`)

	// Go back.
	p.Click("#file-menu")
	p.Click("#replaced")
	p.Until("the trace before it", "app.trace", func() string { return p.Text("#file-menu") })
	k.checkShown(p)

	// Now with open dumps.
	p.Click("#file-menu")
	p.Click("#close")
	p.WaitStage("empty")
	p.Upload("#file", write(t, "anr_1", []byte(dump)))
	p.Until("the process", "com.example.one", p.Processes)
	for _, w := range wrong {
		p.Drop("#app", write(t, w.name, []byte(w.content)))
		p.WaitRefusal(w.want)
		if got := p.Processes(); got != "com.example.one" || p.Stage() != "open" {
			t.Fatalf("%s: the page is %s, with %q", w.name, p.Stage(), got)
		}
	}

	// A trace that needs more memory than remains next to the open one closes it, and is read in full.
	p.Navigate("/?memory=60")
	for _, records := range []int64{1_200_000, 3_000_000} {
		var data bytes.Buffer
		if err := tracetest.Generate(&data, tracetest.Config{Records: records, Threads: 4, Methods: 300}); err != nil {
			t.Fatal(err)
		}
		k := made(t, fmt.Sprint(records, ".trace"), data.Bytes())
		p.Open(k.file)
		k.checkShown(p)
	}
}
