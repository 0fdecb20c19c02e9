package tracing

import (
	"bytes"
	"strings"
	"testing"

	"traceglass/parser/trace"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestPackageSlot checks the colours of some packages, which must never change.
func TestPackageSlot(t *testing.T) {
	for class, want := range map[string]scene.Slot{
		"": 25, "A": 25, "java.lang.String": 27, "java.util.HashMap": 29, "android.view.View": 31, "android.os.Looper": 24, "com.example.app.Main": 22,
		"com.example.app.net.Api": 21, "com.example.app.net.json.Api$1": 21, "com.google.android.gms.tasks.Task": 30, "okhttp3.Call": 21,
		"androidx.fragment.app.Fragment": 27,
	} {
		if got := packageSlot(class); got != want {
			t.Errorf("%q: %d, want %d", class, got, want)
		}
	}
}

func TestOriginSlot(t *testing.T) {
	for _, tt := range []struct {
		of   trace.Method
		want scene.Slot
	}{
		{trace.Method{Listed: true, Class: "com.example.A", Name: "a"}, scene.SlotOwn},
		{trace.Method{Listed: true, Class: "okhttp3.A", Name: "a"}, scene.SlotLibrary},
		{trace.Method{Listed: true, Class: "android.os.A", Name: "a"}, scene.SlotPlatform},
		{trace.Method{Listed: true, Class: "android.os.A", Name: "a", Line: -2}, scene.SlotNative},
		{trace.Method{Listed: true, Class: "android.os.Debug", Name: "startMethodTracing"}, scene.SlotTracer},
		{trace.Method{Listed: true, Name: "a"}, scene.SlotUnknown},
		{trace.Method{ID: 4}, scene.SlotUnknown},
	} {
		if got := originSlot[tt.of.Origin()]; got != tt.want {
			t.Errorf("%s: %d, want %d", tt.of.Label(), got, tt.want)
		}
	}
}

// TestHostileNames checks that no name reaches tables and canvases with invisible characters.
func TestHostileNames(t *testing.T) {
	tr, about := open(t, bytes.ReplaceAll(tracetest.Bytes("maEVILin 0>a.AEVIL.bEVIL()V 5<a.AEVIL.bEVIL()V"), []byte("EVIL"), []byte("\u202e\x1b")))
	name, _ := tr.Name(0)
	thread := about.Threads[0].Name
	for _, s := range []string{name.Class, name.Name, name.Label, thread} {
		if strings.ContainsAny(s, "\u202e\x1b") || !strings.Contains(s, `\u202e␛`) {
			t.Errorf("a name is shown as %q", s)
		}
	}
}

// TestReadable checks that names of a compiler are shown as people read them, sort so, and are found by
// both texts, and that two never look the same.
func TestReadable(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>app.Foo.load()V 1>app.Foo$load$2.invokeSuspend()V 2>app.Foo$bar$1.invoke()V 3<app.Foo$bar$1.invoke()V "+
		"4>app.Foo$bar$2.invoke()V 5<app.Foo$bar$2.invoke()V 6<app.Foo$load$2.invokeSuspend()V 7<app.Foo.load()V"))
	for _, tt := range []struct{ query, want string }{
		{"", "app.Foo.bar, lambda 1|app.Foo.bar, lambda 2|app.Foo.load|app.Foo.load, coroutine"},
		{"coroutine", "app.Foo.load, coroutine"},
		{"invokeSuspend", "app.Foo.load, coroutine"},
		{`"load, coroutine"`, "app.Foo.load, coroutine"},
		{"foo.load", "app.Foo.load|app.Foo.load, coroutine"},
		{"Foo$bar", "app.Foo.bar, lambda 1|app.Foo.bar, lambda 2"},
		{"/coroutine$/", "app.Foo.load, coroutine"},
		{"/invokeSuspend$/", "app.Foo.load, coroutine"},
	} {
		var got []string
		rows := ask[*message.Rows](t, e, &message.MethodRows{
			Scope: whole, Find: message.Find{Text: tt.query}, Count: 9, Order: message.Order{Column: message.ByName, Ascending: true},
		})
		for _, r := range rows.Rows {
			name := ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{r.Method}}).Names[0]
			_, _, label := name.Shown()
			if tt.query == "" || r.Hit {
				got = append(got, label)
			}
			for i := 0; i+1 < len(r.Marks); i += 2 {
				if int(r.Marks[i+1]) > len(label) {
					t.Errorf("%q marks %v of %s", tt.query, r.Marks, label)
				}
			}
			if raw := name.Class + "." + name.Name; name.Label != raw {
				t.Errorf("the raw name of %s is %s, want %s", label, name.Label, raw)
			}
		}
		if got := strings.Join(got, "|"); got != tt.want {
			t.Errorf("search %q\n got %s\nwant %s", tt.query, got, tt.want)
		}
	}
}
