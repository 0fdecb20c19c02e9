package platform

import "testing"

func TestHas(t *testing.T) {
	for class, want := range map[string]bool{
		"android.os.Looper": true, "java.lang.Object": true, "kotlinx.coroutines.Job": true, "com.google.android.gms.tasks.Tasks": true,
		"com.example.Main": false, "com.google.android.apps.maps.Main": false, "javafoo.A": false, "a.b": false, "": false,
	} {
		if got := Has(class); got != want {
			t.Errorf("%q: %v, want %v", class, got, want)
		}
	}
}
