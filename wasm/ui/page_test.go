package ui_test

import (
	"strings"
	"testing"

	"github.com/vugu/vugu"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/app"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/uitest"
)

// openPage returns a page with an open trace, the table of methods, and all requests answered.
func openPage(t testing.TB) (*app.App, *uitest.Stand) {
	t.Helper()
	host := uitest.New()
	c := app.New(host)
	c.Opening("calc.trace", 450_123, false)
	c.Receive(0, uitest.Calc())
	for id, size := range map[canvas.ID][2]message.CSS{canvas.Minimap: {1200, 56}, canvas.Timeline: {1200, 340}, canvas.Flame: {860, 300}} {
		c.Input(canvas.Input{Canvas: id, Kind: canvas.Size, X: size[0], Y: size[1]})
	}
	c.Key(canvas.Key{Name: "2", Code: "Digit2"})
	c.Scroll("methods", 0, 400)
	host.SettleBy(c.Receive, c.Compute, uitest.Engine)
	return c, host
}

// BenchmarkPage builds the page with a table of 24 rows, once in full and once without a change since the last
// build.
func BenchmarkPage(b *testing.B) {
	c, host := openPage(b)
	host.Render(b, c)
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			env, err := vugu.NewBuildEnv()
			if err != nil {
				b.Fatal(err)
			}
			env.RunBuild(c)
		}
	})
	b.Run("again", func(b *testing.B) {
		env, err := vugu.NewBuildEnv()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			env.RunBuild(c)
		}
	})
}

// TestRenderIsSmall: Vugu sends each element of a build to the browser, which takes about 8 µs each. So a build
// leaves out unchanged elements, and the figures of a row are one element.
func TestRenderIsSmall(t *testing.T) {
	c, host := openPage(t)
	host.Frame(t, c)
	if host.Given > 360 {
		t.Errorf("the first render has %d elements", host.Given)
	}
	tabs := strings.Count(host.Render(t, c), `role="tab"`)
	host.Frame(t, c)
	if most := 112 + 2*tabs; host.Given > most { // a tab and its panel
		t.Errorf("a render in which nothing changed has %d elements, more than %d", host.Given, most)
	}
	for _, key := range []string{"ArrowDown", "ArrowRight"} {
		c.Key(canvas.Key{Name: key, Row: true, Focus: "methods-rows"})
		host.SettleBy(c.Receive, c.Compute, uitest.Engine)
	}
	host.Frame(t, c)
	if host.Given < 200 {
		t.Errorf("a render in which the rows changed has %d elements", host.Given)
	}
}

// TestOpeningIsSpread: the page shows a new trace in steps. Each frame has little work, and none has no work.
func TestOpeningIsSpread(t *testing.T) {
	c, host := openPage(t)
	frames := 0
	for host.Redraws = 1; host.Redraws > 0; frames++ {
		host.Redraws = 0
		host.Frame(t, c)
		if host.Given > 340 {
			t.Errorf("frame %d has %d elements", frames, host.Given)
		}
		if frames == 10 {
			t.Fatal("frames without end")
		}
	}
	if frames < 4 {
		t.Errorf("all is shown after %d frames", frames)
	}
}

// TestRepliesOfAClosedFileAreDropped: a reply about a file that was closed in the meantime is ignored.
func TestRepliesOfAClosedFileAreDropped(t *testing.T) {
	c, host := openPage(t)
	c.Key(canvas.Key{Name: "k", Code: "KeyK"})
	_, number := uitest.Asked[*message.MethodRows](host)
	if number == 0 {
		t.Fatal("another clock asks for no rows")
	}
	c.Opening("other.trace", 1, false)
	c.Receive(0, uitest.Calc())
	before := host.Render(t, c)
	c.Receive(number, &message.Rows{Total: 3})
	if host.Render(t, c) != before {
		t.Error("the table shows the rows of the file before")
	}
}
