// Package platform finds the origin of a class by its name: the app, a library that the app
// includes, or Android and the languages' standard libraries.
package platform

import (
	"slices"
	"strings"
)

// An Origin is the owner of code.
type Origin uint8

const (
	Own      Origin = iota // the app's, or not known
	Library                // a known library that the app includes
	Platform               // Android's and AndroidX, Java's and Kotlin's
	Native                 // native code, according to the file; class names never tell
	Tracer                 // a profiler inside the app, which runs only because the app is recorded
	Unknown                // without a name
	Origins                // number of origins
)

// Last returns the largest origin. A decoder refuses larger ones.
func (Origin) Last() uint8 { return uint8(Origins - 1) }

// Name returns the name of the origin, as in searches.
func (o Origin) Name() string {
	return [...]string{"own", "library", "platform", "native", "tracer", "unknown"}[o]
}

// OfFile returns the origin of a native file of the system, or of a profiler, by its path.
func OfFile(path string) Origin {
	name := FileName(path)
	if slices.ContainsFunc(profilers[:], func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return Tracer
	}
	return Platform
}

// FileName returns the last part of a path on the device.
func FileName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// IsRecorder reports whether a method of Android starts or stops the recorder.
func IsRecorder(class, name string) bool {
	return (class == "dalvik.system.VMDebug" || class == "android.os.Debug") &&
		(strings.HasPrefix(name, "startMethodTracing") || name == "stopMethodTracing")
}

// An App is a prefix of class names that belong to a file's app although their package suggests
// another origin. The zero App is for files that do not name their app, and for apps whose names
// resemble no other's.
type App string

// AppOf returns the App for a process name, which begins with the app's package. An app whose
// package lies within a library's, such as the library's sample, owns all of the library's code. An
// app that is part of the system owns the system's code, except the framework's.
func AppOf(process string) App {
	process, _, _ = strings.Cut(process, ":")
	if process == "system_server" || strings.HasPrefix(process, "android.process.") {
		process = "com.android"
	}
	name := process + "."
	switch e := find(name); {
	case e == nil:
		return ""
	case e.origin == Platform:
		return App(name) // android.example.app: the prefix android. alone is not the app's
	default:
		return App(e.prefix)
	}
}

// Of returns the origin of a class, by its dotted name, in a file that does not name its app.
func Of(class string) Origin { return App("").Of(class) }

// Of returns the origin of a class by its dotted name.
func (a App) Of(class string) Origin {
	e := find(class)
	switch {
	case class == "":
		return Unknown
	case e == nil:
		return Own
	case a != "" && len(a) >= len(e.prefix) && strings.HasPrefix(class, string(a)):
		return Own
	case e.origin == shared:
		return Platform
	case e.prefix == "android." && !framework(class):
		return Own
	}
	return e.origin
}

// Part returns the name of the library that a class belongs to, such as OkHttp, or the package of a part of the platform, such
// as androidx.recyclerview. It returns "" for a class of neither.
func Part(class string) string {
	e := find(class)
	switch {
	case e == nil || !strings.HasSuffix(e.prefix, "."):
		return ""
	case e.name != "":
		return e.name
	}
	n := len(e.prefix) - 1
	if e.prefix == "androidx." || e.prefix == "kotlinx." {
		if at := strings.IndexByte(class[n+1:], '.'); at > 0 {
			n += 1 + at
		}
	}
	return class[:n]
}

// framework reports whether a class below android is Android's: by its package, or because it has
// none, like android.R.
func framework(class string) bool {
	part, _, deeper := strings.Cut(strings.TrimPrefix(class, "android."), ".")
	if !deeper {
		return true
	}
	_, found := slices.BinarySearch(androids, part)
	return found
}

// find returns the longest prefix of a class in the table, or nil.
func find(class string) *known {
	for i := range classes {
		if strings.HasPrefix(class, classes[i].prefix) {
			return &classes[i]
		}
	}
	packages := packages()
	for end := strings.LastIndexByte(class, '.'); end > 0; end = strings.LastIndexByte(class[:end], '.') {
		if e := packages[class[:end]]; e != nil {
			return e
		}
	}
	for i := range generated {
		if strings.HasPrefix(class, generated[i].prefix) {
			return &generated[i]
		}
	}
	return nil
}
