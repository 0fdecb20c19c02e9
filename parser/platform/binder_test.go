package platform

import "testing"

func TestSystemServes(t *testing.T) {
	for call, want := range map[string]bool{
		"android.app.IActivityManager.getServices":         true,
		"android.app.ActivityManager.getServices":          true,
		"android.content.pm.IPackageManager.getPackage":    true,
		"android.view.IWindowManager.addWindow":            true,
		"com.android.internal.telephony.ITelephony.call":   false, // in com.android.phone
		"android.app.IActivityManagerExtra.getServices":    false,
		"com.example.IActivityManager.getServices":         false,
		"android.content.IContentProvider.query":           false,
		"com.android.internal.app.IMediaContainerService.": false,
		"android.app.IActivityManager":                     false,
		"IActivityManager.getServices":                     false,
		"":                                                 false,
	} {
		if got := SystemServes(call); got != want {
			t.Errorf("SystemServes(%q) = %v", call, got)
		}
	}
}
