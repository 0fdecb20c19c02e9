package profile_test

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestGuessOwn: a package is the app's if nearly all methods of unknown code are in it.
func TestGuessOwn(t *testing.T) {
	for _, tt := range []struct {
		name, classes, process, owners, want string // classes: with the number of their methods
	}{
		{"one package of unknown code", "com.jag.game.Main:3 com.jag.game.ui.View:2 android.os.Looper:9 okhttp3.Call:9 specto.core.A:9", "", "", "com.jag.game"},
		{"several packages of a company", "com.jag.game.Main:3 com.jag.util.Log:3", "", "", "com.jag"},
		{"one package with most of a company's code", "com.jag.game.Main:8 com.jag.util.Log:2", "", "", "com.jag"},
		{"packages of two owners at one host", "com.github.jag.Main:8 com.github.acme.A:2", "", "", "com.github.jag"},
		{"classes right in it", "com.jag.Main:5", "", "", "com.jag"},
		{"little of another", "com.jag.game.Main:8 org.acme.A:2", "", "", "com.jag.game"},
		{"much of another", "com.jag.game.Main:7 org.acme.A:2", "", "", ""},
		{"few methods", "com.jag.game.Main:4", "", "", ""},
		{"known code alone", "okhttp3.Call:9 android.os.Looper:9", "", "", ""},
		{"no packages", "Main:9 a:3", "", "", ""},
		{"a package with one part", "demo.Main:9", "", "", ""},
		{"names of an optimiser", "a.b.C:9 ab.cd.E:9", "", "", ""},
		{"less of an optimiser", "com.jag.game.Main:6 abc:5", "", "", "com.jag.game"},
		{"a renamed app with a library", "org.acme.tool.A:6 abc:3 a.b.c:3", "", "", ""},
		{"a package of a library by its name", "org.acme.sdk.A:9", "", "", ""},
		{"a package that only begins so", "org.acme.sdkless.A:9", "", "", "org.acme.sdkless"},
		{"a named process without methods", "org.acme.tool.A:9", "com.jag.game", "", ""},
		{"an owner that the user named", "org.acme.tool.A:9 com.jag.game.Main:1", "", "own:com.jag", ""},
		{"a library that the user named", "org.acme.tool.A:9 com.jag.game.Main:5", "", "library:org.acme", "com.jag.game"},
	} {
		records := "main"
		at := 0
		for _, part := range strings.Fields(tt.classes) {
			class, n := part, 0
			if i := strings.IndexByte(part, ':'); i > 0 {
				class = part[:i]
				fmt.Sscan(part[i+1:], &n)
			}
			for k := range n {
				records += fmt.Sprintf(" %d>%s.m%d %d<%s.m%d", at, class, k, at+1, class, k)
				at += 2
			}
		}
		x, err := read(tracetest.Bytes(records), false)
		if err != nil {
			t.Fatal(err)
		}
		info := x.Info
		if tt.process != "" {
			info.Options = append(info.Options, trace.Option{Key: "app_package_name", Value: tt.process})
		}
		info.Assign(platform.ParseOwners(tt.owners))
		if got := profile.GuessOwn(info); got != tt.want {
			t.Errorf("%s: the guess is %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNoGuess: a trace that shows its app needs no guess.
func TestNoGuess(t *testing.T) {
	const start = "main 0>android.app.Instrumentation.callApplicationOnCreate 1>com.jag.App.onCreate 9<com.jag.App.onCreate 10<android.app.Instrumentation.callApplicationOnCreate"
	records := start
	for k := range 9 {
		records += fmt.Sprintf(" %d>org.acme.tool.A.m%d %d<org.acme.tool.A.m%d", 20+2*k, k, 21+2*k, k)
	}
	x, err := read(tracetest.Bytes(records), false)
	if err != nil {
		t.Fatal(err)
	}
	if got := profile.GuessOwn(x.Info); got != "" || !x.Info.OwnFound() {
		t.Errorf("the guess is %q", got)
	}
}
