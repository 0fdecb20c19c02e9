//go:build !js

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestWhatIsWrittenOfAName checks how a box shortens a name to its width.
func TestWhatIsWrittenOfAName(t *testing.T) {
	t.Parallel()
	const (
		layout = "com.android.server.\tDisplayContentLayout\tapply"
		sleep  = "java.lang.\tThread\tsleep\t(long, int)"
		vector = "java.util.\tVector\tget"
	)
	p := open(t, "/")
	for _, tt := range []struct{ name, room, want string }{
		// name: package, class, method, parameters. room: a text that is exactly as wide as the box.
		{layout, "com.android.server.DisplayContentLayout.apply", "com.android.server.DisplayContentLayout.apply"},
		{layout, "com.android.server.DisplayContentLayout.appl", "DisplayContentLayout.apply"}, // no fragment of the package
		{layout, "DisplayContentLayout.apply", "DisplayContentLayout.apply"},
		{layout, "DisplayC…tLayout.apply", "DisplayC…tLayout.apply"},
		{layout, "Di…ut.apply", "Di…ut.apply"},
		{layout, "D…t.apply", "apply"}, // two letters of a class would be useless
		{layout, "apply", "apply"},
		{layout, "appl", ""},
		{sleep, "java.lang.Thread.sleep(long, int)", "java.lang.Thread.sleep(long, int)"},
		{sleep, "Thread.sleep(long, int)", "Thread.sleep(long, int)"},
		{sleep, "Th…d.sleep(long, int)", "sleep(long, int)"},
		{sleep, "sleep(long, int)", "sleep(long, int)"},
		{sleep, "sleep(long, int", "Thread.sleep"},
		{sleep, "sleep", "sleep"},
		{vector, "get", "get"},
		{vector, "ge", ""},
		{"a.b.\tC\tm", "C.m", "C.m"},
		{"a.\tOuter$Inner$1\trun", "Outer…ner$1.run", "Outer…ner$1.run"},
		{"\tC\tm", "C.m", "C.m"},
		{"a.b.\tC\texecPendingActions", "execPend…", "execPend…"}, // a method's name keeps its start
		{"a.b.\tC\texecPendingActions", "execP…", ""},
		{"a.b.\tC\tm\t\t+1.2 ms", "+1.2 ms a.b.C.m", "+1.2 ms a.b.C.m"},
		{"a.b.\tC\tm\t\t+1.2 ms", "+1.2 ms m", "+1.2 ms m"},
		{"a.b.\tC\tgetView\t\t+1.2 ms", "+1.2 ms getVie", "a.b.C.getView"}, // the name stays and the figure is omitted
		{"a.b.\tC\tgetView\t\t+1.2 ms", "getView", "getView"},
		{"a.b.\tC\tm\t\t+1.2 ms", "m", "m"},
		{"a.\tFeed\tload, anonymous class: run", "Feed.load, anonymous class: run", "Feed.load, anonymous class: run"},
		{"a.\tFeed\tload, anonymous class: run", "load, anonymous class: run", "load, anonymous class: run"},
		{"a.\tFeed\tload, anonymous class: run", "load, anony…: run", "load, anony…: run"}, // the note is cut first
		{"a.\tFeed\tload, anonymous class: run", "load, …: run", "load, …: run"},
		{"a.\tFeed\tload, anonymous class: run", "load, an…", "load, an…"},
		{"a.\tFeed\tload, coroutine", "load, coro…", "load, coro…"},
		{"a.\tFeed\tanonymous class: run", "anonym…: run", "anonym…: run"},
		{"a.\tFeed\tanonymous class: run", "ano…: run", "run"},
		{"unknown 0x990", "unknown 0x990", "unknown 0x990"},
		{"unknown 0x990", "unk…990", "unk…990"},
		{"libc.so (read+12)", "libc.so (read+12)", "libc.so (read+12)"},
	} {
		got := eval[string](p, fmt.Sprintf("traceglassDraw.written(%q, %q)", tt.name, tt.room))
		if got != tt.want {
			t.Errorf("%q with room for %q: the box shows %q, want %q", tt.name, tt.room, got, tt.want)
		}
	}
	p.Part("in a chart", func(t *testing.T) { namesKeepTheMethod(t, p) })
}

// namesKeepTheMethod: no box of a chart shows a part of the class and a cut method name, and none shows a
// fragment of a package.
func namesKeepTheMethod(t *testing.T, p *page) {
	var records strings.Builder
	records.WriteString("main 0>com.example.application.startup.ConfigurationInitializer.initialize()V ")
	at := 1
	for i := range 12 {
		name := "com.example.application.startup.ConfigurationLoader" + strings.Repeat("x", i%5) + ".loadAllOfThem()V"
		fmt.Fprintf(&records, "%d>%s %d<%s ", at, name, at+5+i*9, name)
		at += 6 + i*9
	}
	fmt.Fprintf(&records, "%d<com.example.application.startup.ConfigurationInitializer.initialize()V", at)
	p.Open(write(t, "wide.trace", []byte(tracetest.Bytes(records.String()))))
	p.WaitDrawn(timeline)
	svg := eval[string](p, `traceglassDraw.surfaces[1].picture("x.svg").then((b) => b.text())`)
	seen := 0
	for _, m := range regexp.MustCompile(`>([^<>]*[Ll]oad[^<>]*)</text>`).FindAllStringSubmatch(svg, -1) {
		seen++
		if !strings.HasSuffix(m[1], "loadAllOfThem") && !regexp.MustCompile(`^loadAl[a-zA-Z]*…$`).MatchString(m[1]) {
			t.Errorf("a box shows %q", m[1])
		}
		if strings.Contains(m[1], "com.") && strings.Contains(m[1], "…") {
			t.Errorf("a box shows a fragment of a package: %q", m[1])
		}
	}
	if seen < 4 {
		t.Errorf("only %d names are written: %s", seen, svg)
	}
}
