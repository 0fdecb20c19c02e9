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
	class, packages := "", []string{}        // of the previous method: methods of a class are mostly adjacent
	for i, origin := range info.Origins() {
		m := &info.Methods[i]
		if m.Library != "" || origin != platform.Own {
			continue
		}
		all++
		if m.Class != class {
			class, packages = m.Class, guesses(packages[:0], m.Class)
		}
		if len(packages) == 0 {
			continue
		}
		named++
		for _, name := range packages {
			in[name]++
		}
	}
	guess := ""
	for name, n := range in {
		if n >= guessLeast && float64(n) >= guessOfNamed*float64(named) && float64(n) > guessOfAll*float64(all) && len(name) > len(guess) {
			guess = name
		}
	}
	if parent := parentOf(guess); in[parent] > in[guess] { // the app has sibling packages
		guess = parent
	}
	if slices.ContainsFunc(strings.Split(guess, "."), func(part string) bool { return slices.Contains(ofLibraries, part) }) {
		return ""
	}
	return guess
}

// hosts are second parts of packages of many owners.
var hosts = []string{"android", "apache", "bitbucket", "gitee", "github", "gitlab", "google", "googlecode", "jetbrains", "sourceforge"}

// parentOf returns the first two parts of a package of three, or "" if these belong to many owners.
func parentOf(name string) string {
	parts := strings.Split(name, ".")
	if len(parts) != guessParts || slices.Contains(hosts, parts[1]) {
		return ""
	}
	return parts[0] + "." + parts[1]
}

// guesses appends the packages of a class that have at least two parts, without those of more than guessParts. It appends
// none if the first two parts are short.
func guesses(all []string, class string) []string {
	parts := 0
	for at := range len(class) {
		if class[at] != '.' {
			continue
		}
		if parts++; parts == 2 && at < shortestGuess || parts > guessParts {
			break
		}
		if parts >= 2 {
			all = append(all, class[:at])
		}
	}
	return all
}
