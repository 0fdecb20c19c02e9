package profile

import (
	"cmp"
	"slices"
	"strings"

	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// appOf returns the app of a trace if the names of its classes suggest another owner: the app of the system, or a library's
// sample. Found reports whether the trace shows some code of the app for certain. Recordings of samples name their app. In a
// trace of calls, Android calls its Application and activities.
func appOf(calls *call.Table, info *trace.Info) (app platform.App, found bool) {
	for _, o := range info.Options {
		if o.Key == "app_package_name" {
			app = platform.AppOf(o.Value)
			return app, hasPackage(info, app, o.Value)
		}
	}
	const application, activity = 1, 2
	caller, callers := make([]uint8, len(info.Methods)), 0
	for m := range caller {
		switch in := &info.Methods[m]; {
		case strings.HasPrefix(in.Class, "com.android.server.am."): // no other process has the classes of the activity manager
			return platform.AppOf("system_server"), true
		case in.Name == "callApplicationOnCreate" && in.Class == "android.app.Instrumentation":
			caller[m] = application
		case in.Name == "performCreate" && in.Class == "android.app.Activity":
			caller[m] = activity
		default:
			continue
		}
		callers++
	}
	if callers == 0 {
		return "", false
	}
	library, seen := false, uint8(0)
	called := make([]bool, len(caller))
	for i := range call.NodeIndex(calls.Tree.Len()) {
		node := calls.Tree.At(i)
		if node.Method == call.NoMethod {
			continue
		}
		called[node.Method] = true
		in := &info.Methods[node.Method]
		if in.Name != "onCreate" || node.Parent == call.None {
			continue
		}
		by := calls.Tree.At(node.Parent).Method
		if by == call.NoMethod || caller[by] == 0 {
			continue
		}
		of, origin := platform.AppOf(in.Class), platform.Of(in.Class)
		switch {
		case origin == platform.Own:
			return "", true // an app whose names are its own, with the activities of libraries
		case string(of) == in.Class+".", origin == platform.Tracer:
			continue // the platform's, such as android.app.Application: the app's class does not override it
		case app != "" && of != app:
			return "", false
		}
		app, library, seen = of, origin == platform.Library, seen|caller[by]
	}
	if app == "" || library && seen != application|activity {
		return "", false // an activity alone can be a library's in any app, such as Flutter's
	}
	if library || seen == activity {
		for m := range called {
			if in := &info.Methods[m]; called[m] && (in.Own || in.Library == "" && platform.Of(in.Class) == platform.Own) {
				return "", false
			}
		}
	}
	return app, true
}

// hasPackage reports whether a trace has a method of a process: in its package, or in those of its app.
func hasPackage(info *trace.Info, app platform.App, process string) bool {
	process, _, _ = strings.Cut(process, ":")
	prefix := cmp.Or(string(app), process+".")
	return slices.ContainsFunc(info.Methods, func(m trace.Method) bool { return m.Own || strings.HasPrefix(m.Class, prefix) })
}
