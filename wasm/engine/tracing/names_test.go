package tracing

import (
	"strings"
	"testing"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/scene"
)

// TestPackageSlot: the colours that these packages have had since they are a hash, which must
// not change.
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
		{trace.Method{Listed: true, Class: "com.example.A", Name: "a", Line: -2}, scene.SlotNative},
		{trace.Method{Listed: true, Name: "a"}, scene.SlotUnknown},
		{trace.Method{ID: 4}, scene.SlotUnknown},
	} {
		if got := originSlot[tt.of.Origin()]; got != tt.want {
			t.Errorf("%s: %d, want %d", tt.of.Label(), got, tt.want)
		}
	}
}

func TestOverloads(t *testing.T) {
	for name, tt := range map[string]struct{ methods, want string }{
		"alone":                  {"sleep(J)V wait(J)V", "{} {}"},
		"two":                    {"sleep(J)V sleep(JI)V wait(J)V", "{(long)} {(long, int)} {}"},
		"two of one signature":   {"a(I)V a(I)V a(J)V", "{(int)} {(int)} {(long)}"},
		"equal all":              {"a(I)V a(I)V", "{} {}"},
		"equal without packages": {"a(La/C;)V a(Lb/C;)V", "{(a.C)} {(b.C)}"},
		"by the result":          {"a()La/C; a()Lb/C;", "{(): a.C} {(): b.C}"},
		"by the result's class":  {"a()La/C; a()La/D;", "{(): C} {(): D}"},
		"no descriptor":          {"a(I)V a(int)", "{(int): void} {(int)}"},
		"one was not called":     {"a(I)V -a(J)V", "{} {}"},
	} {
		p := &profile.Profile{Index: &profile.Index{Info: &trace.Info{}}}
		for _, m := range strings.Fields(tt.methods) {
			m, unused := strings.CutPrefix(m, "-")
			at := strings.IndexByte(m, '(')
			p.Info.Methods = append(p.Info.Methods, trace.Method{Class: "a.A", Name: m[:at], Signature: m[at:], Listed: true})
			p.Methods = append(p.Methods, profile.Method{Calls: 1})
			if unused {
				p.Methods[len(p.Methods)-1].Calls = 0
			}
		}
		params := overloads(p)
		var got []string
		for m := range p.Methods {
			got = append(got, "{"+params[uint32(m)]+"}")
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
