package trace_test

import (
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// TestPlayServices: code that Play services bring to a process has names like those of any app, but tells its source.
func TestPlayServices(t *testing.T) {
	const file = ":com.google.android.gms.dynamite_mapsdynamite@212418044@21.24.18 (120400-0)"
	info := &trace.Info{Methods: []trace.Method{
		{Class: "m.aip", Name: "setIcon", File: file, Listed: true}, {Class: "m.aip", Name: "a", File: "SourceFile", Listed: true},
		{Class: "com.example.Map", Name: "show", File: "Map.kt", Listed: true}, {Class: "android.view.View", Name: "draw", File: "View.java", Listed: true},
	}}
	for i, want := range []platform.Origin{platform.Library, platform.Own, platform.Own, platform.Platform} {
		if got := info.Origins()[i]; got != want {
			t.Errorf("%s: %v, want %v", info.Methods[i].Label(), got, want)
		}
	}
	info.Assign(platform.Owners{{Prefix: "m", Origin: platform.Own}})
	if got := info.Origins()[0]; got != platform.Own {
		t.Errorf("a package that the reader gave to the app: %v", got)
	}
}
