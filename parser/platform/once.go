package platform

// once lists methods that call another method at most once, by Android's sources from 5 to 16. If a
// sampled call contains several such callees, the sampler has merged that many calls.
var once = []struct {
	caller, callee string
	deep           bool // the callee may lie at any depth, and is called once for each window
}{
	{"android.os.Looper.loopOnce", "android.os.Handler.dispatchMessage", false},
	{"android.view.Choreographer$FrameDisplayEventReceiver.run", "android.view.Choreographer.doFrame", false},
	{"android.view.Choreographer$FrameHandler.handleMessage", "android.view.Choreographer.doFrame", false},
	{"android.view.Choreographer.doFrame", "android.view.ViewRootImpl.performTraversals", true},
	{"android.view.Choreographer.doFrame", "android.graphics.HardwareRenderer.nSyncAndDrawFrame", true}, // from Android 10 on
	{"android.view.Choreographer.doFrame", "android.view.ThreadedRenderer.nSyncAndDrawFrame", true},
	{"android.view.ViewRootImpl$TraversalRunnable.run", "android.view.ViewRootImpl.doTraversal", false},
	{"android.view.ViewRootImpl.doTraversal", "android.view.ViewRootImpl.performTraversals", false},
	{"android.view.ViewRootImpl.performTraversals", "android.view.ViewRootImpl.performDraw", false},
	{"android.view.ViewRootImpl.performDraw", "android.view.ViewRootImpl.draw", false},
	{"android.graphics.HardwareRenderer.syncAndDrawFrame", "android.graphics.HardwareRenderer.nSyncAndDrawFrame", false},
}

// CalledOnce returns the methods that a method calls at most once, as "class.method". Those in deep
// may lie at any depth below it, and are called once for each window.
func CalledOnce(caller string) (direct, deep []string) {
	for _, o := range once {
		switch {
		case o.caller != caller:
		case o.deep:
			deep = append(deep, o.callee)
		default:
			direct = append(direct, o.callee)
		}
	}
	return direct, deep
}
