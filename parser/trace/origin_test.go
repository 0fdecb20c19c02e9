package trace_test

import (
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// TestOrigins: the methods of one class can have several origins.
func TestOrigins(t *testing.T) {
	method := func(class, name string) trace.Method { return trace.Method{Class: class, Name: name, Listed: true} }
	native := func(m trace.Method) trace.Method { m.Line = -2; return m }
	in := func(path string, own bool) trace.Method {
		return trace.Method{Name: "f", Library: path, Own: own, Listed: true}
	}
	info := &trace.Info{}
	var want []platform.Origin
	for _, tt := range []struct {
		of   trace.Method
		want platform.Origin
	}{
		{method("com.example.A", "a"), platform.Own}, {method("okhttp3.Call", "a"), platform.Library},
		{method("android.os.Parcel", "obtain"), platform.Platform}, {native(method("android.os.Parcel", "nativeCreate")), platform.Native},
		{native(method("com.example.Codec", "decode")), platform.Own}, {native(method("okhttp3.Call", "a")), platform.Library},
		{method("android.os.Debug", "isDebuggerConnected"), platform.Platform}, {method("android.os.Debug", "startMethodTracing"), platform.Tracer},
		{method("dalvik.system.VMDebug", "stopMethodTracing"), platform.Tracer}, {native(method("dalvik.system.VMDebug", "startMethodTracingFd")), platform.Tracer},
		{in("/system/lib/libc.so", false), platform.Platform}, {in("/data/app/a/lib/libgame.so", true), platform.Own},
		{in("/data/data/a/code_cache/libjvmtiagent_x86.so", false), platform.Tracer}, {trace.Method{}, platform.Unknown},
	} {
		info.Methods, want = append(info.Methods, tt.of), append(want, tt.want)
	}
	for i, got := range info.Origins() {
		if m := &info.Methods[i]; got != want[i] || m.Origin() != got {
			t.Errorf("%s of %s: %v and %v, want %v", m.Label(), m.Library, got, m.Origin(), want[i])
		}
	}
}

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
