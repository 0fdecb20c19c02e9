package wait

import (
	"slices"
	"strings"

	"traceglass/parser/platform"
)

// entries are the names of methods through which Android calls an app's code.
var entries = strings.Fields(`
	onReceive onCreate onStart onRestart onResume onPause onStop onDestroy onNewIntent onActivityResult onSaveInstanceState
	onConfigurationChanged onTrimMemory onLowMemory attachBaseContext onStartCommand onBind onUnbind onRebind onTaskRemoved onStartJob
	onStopJob onHandleIntent onMessageReceived query insert update delete call openFile
	onClick onLongClick onItemClick onItemSelected onTouch onTouchEvent onInterceptTouchEvent dispatchTouchEvent onKeyDown onKeyUp
	onBackPressed onMenuItemClick onOptionsItemSelected onCheckedChanged onTextChanged afterTextChanged onScroll onScrolled
	onCreateView onViewCreated onCreateViewHolder onBindViewHolder getView onMeasure onLayout onDraw dispatchDraw onPreDraw
	onGlobalLayout onWindowFocusChanged onAttachedToWindow onAnimationUpdate onAnimationEnd doFrame
	handleMessage run onServiceConnected onServiceDisconnected onLocationChanged onSensorChanged onSharedPreferenceChanged onChange
	onPageStarted onPageFinished shouldOverrideUrlLoading`)

// madeUp reports whether a compiler generated a method's class or name.
func madeUp(key string) bool {
	return strings.Contains(key, "$$Lambda$") || strings.Contains(key, "SyntheticLambda") || strings.Contains(key, ".$r8$lambda$")
}

// frameOf is the platform's entry that is useful if there is no entry into the app's code.
const frameOf = "android.view.Choreographer.doFrame"

// entry returns the frame of the outermost method where the platform called the app's code. Without
// one it returns the frame where the platform draws, else -1.
func (s *stack) entry() int {
	if s.entryAt == 0 {
		s.entryAt = s.findEntry() + 2
	}
	return s.entryAt - 2
}

func (s *stack) findEntry() int {
	app := platform.AppOf(s.block.CommandLine)
	frame := -1
	for i := len(s.java) - 2; i >= 0; i-- {
		if s.java[i].key == frameOf {
			frame = i
		}
		if s.java[i].Method == "run" && madeUp(s.java[i].key) {
			continue // a posted lambda has no name, but the method that it calls has one
		}
		if slices.Contains(entries, s.java[i].Method) && originOf(app, &s.java[i].Frame) == platform.Own && originOf(app, &s.java[i+1].Frame) == platform.Platform {
			return i
		}
	}
	if s.app < len(s.java) {
		return -1
	}
	return frame
}
