package wait

import (
	"testing"

	"traceglass/parser/dump/dumptest"
)

// TestEntries: an entry into app code is a method that a platform frame calls, never one that app
// code calls.
func TestEntries(t *testing.T) {
	known := map[string]bool{}
	for from, names := range map[string][]string{
		"android.app.LoadedApk$ReceiverDispatcher$Args.run":   {"onReceive"},
		"android.app.Activity.performCreate":                  {"onCreate", "onStart", "onRestart", "onResume", "onPause", "onStop", "onDestroy", "onNewIntent", "onActivityResult", "onSaveInstanceState"},
		"android.app.ActivityThread.performConfiguration":     {"onConfigurationChanged", "onTrimMemory", "onLowMemory"},
		"android.app.Application.attach":                      {"attachBaseContext"},
		"android.app.ActivityThread.handleServiceArgs":        {"onStartCommand", "onBind", "onUnbind", "onRebind", "onTaskRemoved"},
		"android.app.job.JobService$1.startJob":               {"onStartJob", "onStopJob"},
		"android.app.IntentService$ServiceHandler.handle":     {"onHandleIntent"},
		"android.content.ContentProvider$Transport.query":     {"query", "insert", "update", "delete", "call", "openFile"},
		"android.view.View.performClick":                      {"onClick", "onLongClick", "onTouch", "onTouchEvent", "onInterceptTouchEvent", "dispatchTouchEvent", "onKeyDown", "onKeyUp", "onBackPressed"},
		"android.widget.AdapterView.performItemClick":         {"onItemClick", "onItemSelected", "onMenuItemClick", "onOptionsItemSelected", "onCheckedChanged", "onTextChanged", "afterTextChanged", "onScroll"},
		"android.widget.AbsListView.obtainView":               {"getView", "onScrolled", "onCreateViewHolder", "onBindViewHolder"},
		"android.app.Fragment.performCreateView":              {"onCreateView", "onViewCreated"},
		"android.view.View.measure":                           {"onMeasure"},
		"android.view.View.layout":                            {"onLayout"},
		"android.view.View.draw":                              {"onDraw", "dispatchDraw"},
		"android.view.ViewTreeObserver.dispatch":              {"onPreDraw", "onGlobalLayout", "onWindowFocusChanged", "onAttachedToWindow"},
		"android.animation.ValueAnimator.animateValue":        {"onAnimationUpdate", "onAnimationEnd"},
		"android.view.Choreographer$CallbackRecord.run":       {"doFrame"},
		"android.os.Handler.dispatchMessage":                  {"handleMessage", "run", "onMessageReceived"},
		"android.app.LoadedApk$ServiceDispatcher.doConnected": {"onServiceConnected", "onServiceDisconnected"},
		"android.location.LocationManager$Transport.handle":   {"onLocationChanged", "onSensorChanged", "onSharedPreferenceChanged", "onChange"},
		"android.webkit.WebViewClient.call":                   {"onPageStarted", "onPageFinished", "shouldOverrideUrlLoading"},
	} {
		for _, name := range names {
			known[name] = true
			for by, want := range map[string]int{from: 2, "com.example.Base.go": -1} {
				f := NewFacts(dumptest.Parse(app + "1 main Runnable\nat java.util.HashMap.get\nat com.example.A.a\nat com.example.B." + name + "\nat " + by + loop))
				if got := f.stacks.of(0).entry(); got != want {
					t.Errorf("%s called by %s: %d, want %d", name, by, got, want)
				}
			}
		}
	}
	for _, name := range entries {
		if !known[name] {
			t.Errorf("%s has no test", name)
		}
	}
}
