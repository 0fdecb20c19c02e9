package trace

import (
	"slices"
	"strings"

	"traceglass/parser/platform"
)

// playServices begins the source file of code that Play services bring to an app's process. An obfuscator has shortened its classes,
// so their names look like those of any app: m.aip of ":com.google.android.gms.dynamite_mapsdynamite@212418044".
const playServices = ":com.google.android.gms"

// Origin returns the origin of the method's code. It judges by the library for native code, if the
// file names it, else by the class. A method that the file marks as native is native code, unless the class is the app's or a
// library's.
func (m *Method) Origin() platform.Origin {
	switch {
	case m.owner > 0:
		return platform.Origin(m.owner - 1)
	case !m.Listed:
		return platform.Unknown
	case m.Own:
		return platform.Own
	case m.Library != "":
		return platform.OfFile(m.Library)
	case m.isRecorder():
		return platform.Tracer
	case strings.HasPrefix(m.File, playServices):
		return platform.Library
	}
	of := platform.Of(m.Class)
	if of == platform.Platform && m.Native() {
		return platform.Native
	}
	return of
}

// isRecorder reports whether the method starts or stops the recorder.
func (m *Method) isRecorder() bool { return platform.IsRecorder(m.Class, m.Name) }

// Origins returns the origin of each method.
func (in *Info) Origins() []platform.Origin {
	all := make([]platform.Origin, len(in.Methods))
	for i := range all {
		m := &in.Methods[i]
		if i > 0 { // methods of a class are mostly adjacent
			if last := &in.Methods[i-1]; last.Class == m.Class && last.File == m.File && last.owner == m.owner && last.Listed == m.Listed && last.Own == m.Own && last.Library == m.Library && last.Native() == m.Native() && last.isRecorder() == m.isRecorder() {
				all[i] = all[i-1]
				continue
			}
		}
		all[i] = m.Origin()
	}
	return all
}

// Native reports whether the file marks the method as native code. Only files with line numbers in
// their method lines can do so.
func (m *Method) Native() bool { return m.Line == -2 }

// Assign gives the methods of some packages to their owners, and all others back to those that their names and the app suggest.
func (in *Info) Assign(owners platform.Owners) {
	in.owners = owners
	in.assign()
}

// BelongTo names the app of the trace, which owns methods whose names suggest another owner. Found says that the trace
// shows some code of the app for certain.
func (in *Info) BelongTo(app platform.App, found bool) {
	in.appFound = found
	if in.app != app {
		in.app = app
		in.assign()
	}
}

// OwnersHere returns the owners that Assign named of packages with methods in the trace.
func (in *Info) OwnersHere() (here platform.Owners) {
	for _, o := range in.owners {
		one := platform.Owners{o}
		if slices.ContainsFunc(in.Methods, func(m Method) bool { _, ok := one.Of(m.Class); return ok }) {
			here = append(here, o)
		}
	}
	return here
}

// OwnFound reports whether some code is the app's for certain: the trace shows it, or a user named its package.
func (in *Info) OwnFound() bool { return in.appFound || in.ownNamed }

func (in *Info) assign() {
	in.ownNamed = false
	var origin platform.Origin // of the class of the previous method: methods of a class are mostly adjacent
	var named, ofApp bool
	for i := range in.Methods {
		m := &in.Methods[i]
		if i == 0 || m.Class != in.Methods[i-1].Class {
			origin, named = in.owners.Of(m.Class)
			ofApp = !named && in.app != "" && in.app.Of(m.Class) == platform.Own
			in.ownNamed = in.ownNamed || named && origin == platform.Own
		}
		m.owner = 0
		switch {
		case named:
			m.owner = 1 + uint8(origin)
		case ofApp && m.Library == "":
			m.owner = 1 + uint8(platform.Own)
		}
	}
}
