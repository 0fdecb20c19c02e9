package profile_test

import (
	"strings"
	"testing"

	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
)

// TestApp: whose code a class is depends on the app, which the calls of its Application and activities show.
func TestApp(t *testing.T) {
	// A for the Application, V for an activity, O for another onCreate, C for any call.
	records := func(calls string) string {
		all := "main"
		for i, part := range strings.Fields(calls) {
			kind, class, _ := strings.Cut(part, ":")
			by, method := "java.lang.reflect.Method.invoke", class+".run"
			switch kind {
			case "A":
				by, method = "android.app.Instrumentation.callApplicationOnCreate", class+".onCreate"
			case "V":
				by, method = "android.app.Activity.performCreate", class+".onCreate"
			case "O":
				method = class + ".onCreate"
			}
			at := func(offset int) string { return " " + string(rune('1'+i)) + string(rune('0'+offset)) }
			all += at(0) + ">" + by + at(1) + ">" + method + at(2) + "<" + method + at(3) + "<" + by
		}
		return all
	}
	for _, tt := range []struct {
		name, calls, process, owners, own string
		found                             bool
	}{
		{"an app of the system", "A:com.android.settings.App V:com.android.settings.Main C:com.android.internal.os.A C:okhttp3.Call C:com.android.dialog.D", "", "",
			"com.android.settings.App com.android.settings.Main com.android.dialog.D", true},
		{"with code of another owner", "A:com.android.settings.App C:com.acme.A", "", "", "com.android.settings.App com.acme.A", true},
		{"an activity alone", "V:com.miui.home.Launcher C:com.miui.home.A C:com.android.A", "", "", "com.miui.home.Launcher com.miui.home.A", true},
		{"a phone maker's activity in an app", "V:com.samsung.android.sdk.Pay C:com.acme.A", "", "", "com.acme.A", false},
		{"two owners", "V:com.samsung.android.sdk.Pay A:com.android.A", "", "", "", false},
		{"an app with the activity of a library", "A:com.acme.App V:com.facebook.login.A C:com.facebook.B", "", "", "com.acme.App", true},
		{"the same, first the activity", "V:com.android.A A:com.acme.App", "", "", "com.acme.App", true},
		{"a library's sample", "A:com.datadog.sample.App V:com.datadog.sample.Main C:com.datadog.rum.A C:okhttp3.Call", "", "", "com.datadog.sample.App com.datadog.sample.Main com.datadog.rum.A", true},
		{"an activity of a library", "V:io.flutter.FlutterActivity C:io.flutter.A", "", "", "", false},
		{"an Application of a library", "A:io.flutter.FlutterApplication C:io.flutter.A", "", "", "", false},
		{"an app with both from a library", "A:io.flutter.FlutterApplication V:io.flutter.FlutterActivity C:com.acme.A", "", "", "com.acme.A", false},
		{"nothing overridden", "A:android.app.Application V:androidx.activity.ComponentActivity C:com.android.A C:com.acme.A", "", "", "com.acme.A", false},
		{"an activity of the platform", "A:com.android.settings.App V:com.android.internal.app.ResolverActivity", "", "", "com.android.settings.App", true},
		{"no start", "C:com.android.settings.A C:okhttp3.Call C:com.acme.A", "", "", "com.acme.A", false},
		{"onCreate of another caller", "O:com.android.settings.A C:com.android.settings.B", "", "", "", false},
		{"the system's server", "C:com.android.server.am.A C:com.android.A C:com.android.internal.A", "", "", "com.android.server.am.A com.android.A", true},
		{"a class of the framework with the server's name", "C:com.android.server.NetworkManagementSocketTagger C:com.android.A C:com.acme.A", "", "", "com.acme.A", false},
		{"a profiler with an activity", "A:specto.proto.App V:specto.proto.Main", "", "", "", false},
		{"a profiler's sample", "V:specto.example.Main C:specto.core.A", "", "", "specto.example.Main", true},
		{"a named process", "C:com.datadog.rum.A C:okhttp3.Call", "com.datadog.sample:remote", "", "com.datadog.rum.A", true},
		{"another named process", "A:com.android.settings.App C:com.datadog.rum.A", "com.acme", "", "", false},
		{"named owners come first", "A:com.android.settings.App C:com.android.settings.A C:okhttp3.Call", "", "library:com.android.settings.A,own:okhttp3", "com.android.settings.App okhttp3.Call", true},
	} {
		x, err := read(tracetest.Bytes(records(tt.calls)), false)
		if err != nil {
			t.Fatal(err)
		}
		info := x.Info
		if tt.process != "" {
			info.Options = append(info.Options, trace.Option{Key: "app_package_name", Value: tt.process})
		}
		info.Assign(platform.ParseOwners(tt.owners))
		profile.Unmerged(x.Calls, info)
		var own []string
		for m := range info.Methods {
			if in := &info.Methods[m]; in.Origin() == platform.Own {
				own = append(own, in.Class)
			}
		}
		if got := strings.Join(own, " "); got != tt.own || info.OwnFound() != tt.found {
			t.Errorf("%s: own are %q, found %t; want %q, %t", tt.name, got, info.OwnFound(), tt.own, tt.found)
		}
	}
}
