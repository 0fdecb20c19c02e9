package app

import (
	"github.com/vugu/vugu"

	"traceglass/render/words"
)

// Welcome is the start page: ways to open a file, the progress of reading, or the reason for a failure. It is a
// component.
type Welcome struct{ *overlays }

// A sample is a file that comes with the site.
type sample struct {
	id          string
	name, about words.Text
	said        words.Text // within a sentence
	url         string
}

var samples = []sample{
	{"sample-startup", "Try a startup", "A method trace: what main ran and waited for before the first frame", "a startup", "samples/startup.trace.gz"},
	{"sample-recording", "Try a CPU profile", "A simpleperf recording: which Java and native code is hot", "a CPU profile", "samples/decode.trace.gz"},
	{"sample-deadlock", "Try a deadlock", "A thread dump: who waits for whom, in two processes", "a deadlock", "samples/deadlock.txt"},
	{"sample-week", "Try a week of ANRs", "Reports as Google Play gives them: causes, versions, days", "a week of ANRs", "samples/week.json.gz"},
	{"sample-anrs", "Try a pile of ANRs", "40 reports of two versions: their causes, and new ones", "a pile of ANRs", "samples/anrs.zip"},
}

// link returns an address that opens the sample.
func (s *sample) link() string { return "./?open=" + s.url }

// openSample opens a sample in this page, unless the browser follows its link: drop.js decides that.
func (c *Welcome) openSample(event vugu.DOMEvent, s *sample) {
	if event.PropBool("defaultPrevented") {
		c.host.Fetch(s.url)
	}
}

// A recipe is a way to get a file: lines for a shell, or for the app's code.
type recipe struct {
	ID    string
	About words.Text
	Lines string
}

// recipes are ways to record a trace, and then to get a thread dump.
var recipes = []struct {
	Title words.Text
	Ways  []recipe
}{
	{"Record a trace", []recipe{
		{"copy-0", "From the start of an app: one sample each millisecond", "adb shell am start -n PACKAGE/.ACTIVITY --start-profiler /data/local/tmp/app.trace --sampling 1000\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
		{"copy-1", "While the app runs: one sample each millisecond", "adb shell am profile start --sampling 1000 PACKAGE /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
		{"copy-8", "While the app runs: every call. Numbers of calls are exact; times are longer than real ones", "adb shell am profile start PACKAGE /data/local/tmp/app.trace\nadb shell am profile stop PACKAGE\nadb pull /data/local/tmp/app.trace"},
		{"copy-7", "Samples, of native code too (Android 10 on)", "adb shell simpleperf record --app PACKAGE -e cpu-clock -g --trace-offcpu --duration 10 -o /data/local/tmp/perf.data\nadb shell simpleperf report-sample --show-callchain --protobuf -i /data/local/tmp/perf.data -o /data/local/tmp/app.trace\nadb pull /data/local/tmp/app.trace"},
		{"copy-2", "From code, every call: the file lands in the app's folder", "Debug.startMethodTracing(\"app\") // or startMethodTracingSampling(\"app\", 0, 1000)\nDebug.stopMethodTracing()\nadb pull /sdcard/Android/data/PACKAGE/files/app.trace"},
	}},
	{"Get a thread dump", []recipe{
		{"copy-3", "After an ANR: save a bug report, which contains the dump, as anr.zip", "adb bugreport anr.zip"},
		{"copy-4", "With root: copy all dumps that the system kept, as the folder anr", "adb root\nadb pull /data/anr"},
		{"copy-5", "While the app hangs: needs root, or an emulator", "adb root\nadb shell pidof PACKAGE\nadb shell kill -3 PID\nadb pull /data/anr"},
		{"copy-6", "From code, at the next start (Android 11 on)", "getSystemService(ActivityManager::class.java)\n  .getHistoricalProcessExitReasons(null, 0, 0)\n  .first { it.reason == ApplicationExitInfo.REASON_ANR }\n  .traceInputStream"},
	}},
}
