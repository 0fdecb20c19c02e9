package story_test

import (
	"fmt"
	"testing"

	"traceglass/parser/story"
)

// TestTasks: a thread that runs tasks names the task, and not what each method of a library calls.
func TestTasks(t *testing.T) {
	const (
		decoder, check = "com.bumptech.glide.load.", "com.bumptech.glide.util.Preconditions.checkNotNull()V"
		jpeg, gif      = decoder + "Jpeg.decode()V", decoder + "Gif.decode()V"
		image          = decoder + "Decoder.decode()V"
	)
	decode := "0/0>" + image + " 0/0>" + jpeg + " 100000/100000>" + check + " 250000/250000<" + check + " 400000/400000<" + jpeg +
		" 400000/400000>" + gif + " 500000/500000>" + check + " 650000/650000<" + check + " 700000/700000<" + gif + " 700000/700000<" + image
	run := func(class, does string, end string) string {
		return "0/0>" + class + ".run()V " + does + " " + end + "<" + class + ".run()V"
	}
	const bolts = "bolts.Task$4"
	for _, tt := range []struct{ name, trace, want string }{
		{"a decoder", "worker " + decode, "costly-method 700 Decoder.decode, 400 in Jpeg.decode and 300 in Gif.decode"},
		{"the same in main", "main " + decode, "costly-method 400 Jpeg.decode by Decoder.decode, costly-method 300 Preconditions.checkNotNull in other findings, costly-method 300 Gif.decode by Decoder.decode"},
		{"one that only runs tasks", "worker " + run(bolts, decode+" 700000/700000>bolts.Task.b()V 1000000/1000000<bolts.Task.b()V", "1000000/1000000"), "costly-method 700 Decoder.decode by Task$4.run, 400 in Jpeg.decode and 300 in Gif.decode, costly-method 300 Task.b by Task$4.run"},
		{"nearly all of it in another", "worker 0/0>" + image + " 0/0>" + jpeg + " 600000/600000<" + jpeg + " 700000/700000<" + image, "costly-method 600 Jpeg.decode by Decoder.decode"},
		{"a wait is most of it", "worker 0/0>" + image + " 0/0>Sleep 700000/0<Sleep 700000/0>" + jpeg + " 900000/200000<" + jpeg + " 950000/250000<" + image, "wait 700 Thread.sleep sleep by Decoder.decode, costly-method 200 Jpeg.decode by Decoder.decode"},
		{"many small tasks of one library method", "worker " + smallTasks(20, 10_000), "costly-method 200 Json.parse"},
		{"of Android", "RenderThread 0/0>android.view.Task.draw()V 0/0>android.view.A.a()V 300000/300000<android.view.A.a()V 300000/300000>android.view.B.b()V 500000/500000<android.view.B.b()V 500000/500000<android.view.Task.draw()V", "costly-method 500 Task.draw, 300 in A.a and 200 in B.b"},
		{"own code of a loop of Android", "worker 0/0>android.view.Loop.draw()V 0/0>Own 300000/300000<Own 300000/300000>android.view.B.b()V 500000/500000<android.view.B.b()V 500000/500000<android.view.Loop.draw()V", "costly-method 300 Own.run, costly-method 200 B.b by Loop.draw"},
	} {
		x, v := overview(t, expand(tt.trace), 0, 0)
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}

// smallTasks returns n tasks of different classes. Each parses JSON for a length in µs.
func smallTasks(n, length int) string {
	text := ""
	for i := range n {
		text += fmt.Sprintf("%d/%d>com.google.gson.T%d.load()V %[1]d/%[2]d>com.google.gson.Json.parse()V %[4]d/%[4]d<com.google.gson.Json.parse()V %[4]d/%[4]d<com.google.gson.T%[3]d.load()V ", i*length, i*length, i, (i+1)*length)
	}
	return text
}

// TestOffAnyway: a thread that is off the CPU in all that it does has no finding on one place, but a place that waits all the time has.
func TestOffAnyway(t *testing.T) {
	const decode, read = "com.bumptech.glide.load.Decoder.decode()V", "com.bumptech.glide.load.Reader.read()V"
	for _, tt := range []struct{ name, trace, want string }{
		{"everywhere", "worker 0/0>java.lang.Thread.run()V 0/0>" + read + " 300000/30000<" + read + " 300000/30000>" + decode + " 1000000/100000<" + decode + " 1000000/100000<java.lang.Thread.run()V", "costly-method 700 Decoder.decode, costly-method 300 Reader.read"},
		{"only there", "worker 0/0>java.lang.Thread.run()V 0/0>" + read + " 300000/270000<" + read + " 300000/270000>" + decode + " 1000000/340000<" + decode + " 1000000/340000<java.lang.Thread.run()V", "wait 630 Decoder.decode, costly-method 300 Reader.read"},
		{"only there, with a sleep", "worker 0/0>java.lang.Thread.run()V 0/0>" + read + " 300000/120000<" + read + " 300000/120000>" + decode + " 700000/120000>java.lang.Thread.sleep(J)V 800000/120000<java.lang.Thread.sleep(J)V 900000/220000<" + decode + " 900000/220000<java.lang.Thread.run()V", "wait 400 Decoder.decode, costly-method 300 Reader.read, wait 100 Thread.sleep sleep by Decoder.decode"},
		{"in one callee of a task", "worker 0/0>java.lang.Thread.run()V 0/0>" + read + " 300000/290000<" + read + " 300000/290000>" + decode + " 300000/290000>android.graphics.Canvas.drawBitmap()V 460000/300000<android.graphics.Canvas.drawBitmap()V 460000/300000>android.graphics.Bitmap.copy()V 580000/310000<android.graphics.Bitmap.copy()V 600000/320000<" + decode + " 600000/320000<java.lang.Thread.run()V", "costly-method 300 Reader.read, costly-method 300 Decoder.decode, 160 in Canvas.drawBitmap and 120 in Bitmap.copy"},
		{"all the time there", "worker 0/0>java.lang.Thread.run()V 0/0>" + read + " 300000/30000<" + read + " 300000/30000>" + decode + " 1000000/31000<" + decode + " 1000000/31000<java.lang.Thread.run()V", "wait 699 Decoder.decode, costly-method 300 Reader.read"},
	} {
		x, v := overview(t, tt.trace, 0, 0)
		if got := findingsText(x, v); got != tt.want {
			t.Errorf("%s:\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
}

// TestWithoutThresholds: findings that take no time at all do not end the program, whatever the thread does.
func TestWithoutThresholds(t *testing.T) {
	for _, records := range []string{"main 0/0>Loop 0/0>Own 0/0<Own 0/0<Loop", "worker 0/0>Own 0/0<Own"} {
		x := index(t, record(records))
		o := whole(x)
		o.Thresholds = story.Thresholds{Often: 1, Each: 1, Outlier: 1, Repeated: 1}
		checkFindings(t, x, story.Of(x, o))
	}
}
