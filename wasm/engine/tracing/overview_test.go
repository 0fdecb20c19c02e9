package tracing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/tell"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// TestOverview: the parts sum to the thread's span, each has a name, and a search marks the methods of a cause.
func TestOverview(t *testing.T) {
	tr, _ := open(t, tracetest.Bytes("main 0>app.A.run()V 10>android.os.BinderProxy.transact()Z 60<android.os.BinderProxy.transact()Z 100<app.A.run()V"))
	req := &message.OverviewInfo{To: message.Whole}
	m, ok := tr.Answer(req).(*message.Overview)
	if !ok {
		t.Fatal("no overview")
	}
	sum := int64(0)
	for _, p := range m.Parts {
		sum += p.Time
		if p.Name == "" {
			t.Errorf("part %+v has no name", p)
		}
	}
	if sum != m.To-m.From || sum == 0 {
		t.Errorf("parts sum to %d, want %d", sum, m.To-m.From)
	}
	named := map[uint32]bool{}
	for _, n := range m.Names {
		named[n.Method] = true
	}
	for _, p := range m.Parts {
		for _, s := range p.Sites {
			if !named[s.Method] {
				t.Errorf("method %d of %s has no name", s.Method, p.Name)
			}
		}
	}
	hits := tr.Answer(&message.Search{Scope: message.Scope{To: message.Whole}, Text: "wait:binder"}).(*message.Hits)
	if hits.Methods != 1 || hits.Refused != "" {
		t.Errorf("wait:binder matches %d methods, refused %q", hits.Methods, hits.Refused)
	}
	if n := len(tr.stories); n != 1 {
		t.Errorf("%d overviews are cached", n)
	}
	if got := tr.Answer(&message.OverviewInfo{Thread: 99}).(*message.Overview); got.Parts != nil {
		t.Errorf("a missing thread has parts %+v", got.Parts)
	}
}

// TestOverviewInFull: the page shows an obfuscated class with its package, and no other.
func TestOverviewInFull(t *testing.T) {
	tr, _ := open(t, tracetest.Bytes("main 0>app.Main.run()V 10>b.c.a.b()V 60<b.c.a.b()V 100<app.Main.run()V"))
	m, ok := tr.Answer(&message.OverviewInfo{To: message.Whole}).(*message.Overview)
	if !ok {
		t.Fatal("no overview")
	}
	for _, name := range m.Names {
		if got, want := slices.Contains(m.InFull, name.Method), name.Label == "b.c.a.b"; got != want {
			t.Errorf("%s in full: %v", name.Label, got)
		}
	}
	if len(m.Names) != 2 || len(m.InFull) != 1 {
		t.Errorf("names %+v, in full %v", m.Names, m.InFull)
	}
}

// TestOverviewInFullRenamed: classes with one name in two packages are shown in full, until a map of names tells them apart.
func TestOverviewInFullRenamed(t *testing.T) {
	tr, _ := open(t, tracetest.Bytes("main 0>app.Loader.run()V 10>app.net.Loader.load()V 60<app.net.Loader.load()V 100<app.Loader.run()V"))
	for _, want := range []int{2, 0} {
		if m := tr.Answer(&message.OverviewInfo{To: message.Whole}).(*message.Overview); len(m.Names) != 2 || len(m.InFull) != want {
			t.Errorf("names %+v, in full %v, want %d", m.Names, m.InFull, want)
		}
		tr.Rename(func(in *trace.Info) {
			for i := range in.Methods {
				if m := &in.Methods[i]; m.Class == "app.net.Loader" {
					m.Class = "app.net.Client"
				}
			}
		})
	}
}

// TestFrameLimits: the page, which cannot import parser, has the limits of frames that the engine counts by, and their texts.
func TestFrameLimits(t *testing.T) {
	if message.FrameLimits != story.Limits || message.UsualLimit != story.UsualLimit {
		t.Errorf("the page has the limits %v, usually %d, the engine %v, usually %d", message.FrameLimits, message.UsualLimit, story.Limits, story.UsualLimit)
	}
	for i, limit := range story.Limits {
		if got, want := words.Plain(tell.LimitText(i)), strings.TrimSuffix(fmt.Sprintf("%.1f", float64(limit)/1e6), ".0")+" ms"; got != want {
			t.Errorf("limit %d is %q, its text %q", i, want, got)
		}
	}
}

// TestMeasured: page and engine agree which recordings show waiting time.
func TestMeasured(t *testing.T) {
	for w := range story.Waits(0).Last() + 1 {
		if page, engine := message.WaitsKnown(w).Measured(), story.Waits(w).Measured(); page != engine {
			t.Errorf("of waits %d: the page says %v, the engine %v", w, page, engine)
		}
	}
}
