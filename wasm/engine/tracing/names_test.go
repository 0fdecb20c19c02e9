package tracing

import (
	"testing"

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
