package profile

import (
	"slices"
	"strings"

	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// Limits of GuessOwn. A wrong guess is worse than none.
const (
	guessLeast    = 5   // methods of the package
	guessOfNamed  = 0.8 // share of the methods of unknown code whose packages are readable
	guessOfAll    = 0.5 // share of all methods of unknown code: an optimiser can have renamed the app, but not a library in it
	shortestGuess = 7   // bytes of the first two parts: optimisers make shorter ones
	guessParts    = 3   // most parts of the package
)

// ofLibraries are parts of packages that belong to no app.
var ofLibraries = []string{"sdk", "sdks", "lib", "libs", "library", "libraries"}

// GuessOwn returns the package that is probably the app's: the one that nearly all methods of unknown code are in. Unknown code
// is neither the platform's, nor a known library's, nor a profiler's. It returns "" if no package stands out, and if the trace
// shows or names the app.
func GuessOwn(info *trace.Info) string {
	if info.OwnFound() || slices.ContainsFunc(info.Options, func(o trace.Option) bool { return o.Key == "app_package_name" }) {
		return ""
	}
	all, named, in := 0, 0, map[string]int{} // in: methods by package of two or three parts
	for i := range info.Methods {
		m := &info.Methods[i]
		if m.Library != "" || m.Origin() != platform.Own {
			continue
		}
		all++
		parts := strings.Split(m.Class, ".")
		parts = parts[:min(len(parts)-1, guessParts)]
		if len(parts) < 2 || len(parts[0])+1+len(parts[1]) < shortestGuess {
			continue
		}
		named++
		for n := 2; n <= len(parts); n++ {
			in[strings.Join(parts[:n], ".")]++
		}
	}
	guess := ""
	for name, n := range in {
		if n >= guessLeast && float64(n) >= guessOfNamed*float64(named) && float64(n) > guessOfAll*float64(all) && len(name) > len(guess) {
			guess = name
		}
	}
	if slices.ContainsFunc(strings.Split(guess, "."), func(part string) bool { return slices.Contains(ofLibraries, part) }) {
		return ""
	}
	return guess
}
