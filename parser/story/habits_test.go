package story_test

import (
	"testing"

	"traceglass/parser/advice"
	"traceglass/parser/story"
)

// TestHabits: advice needs a method with half of the time, on main.
func TestHabits(t *testing.T) {
	format, parse, decode := "java.text.SimpleDateFormat.<init>(L)V", "com.google.gson.Gson.fromJson(L)L", "android.graphics.BitmapFactory.decodeFile(L)L"
	theme := func(calls string) string { return "0>App 0>Theme" + calls + " 220000<Theme 500000<App" }
	for _, tt := range []struct {
		name, thread, records string
		want                  advice.Advice
	}{
		{"formats", "main", theme(calls(20, 0, 10_000, format)), advice.KeepObject},
		{"few formats", "main", theme(calls(5, 0, 40_000, format)), advice.None},
		{"formats of a worker", "worker", theme(calls(20, 0, 10_000, format)), advice.None},
		{"formats that take less than a third", "main", theme(calls(20, 0, 3_500, format)), advice.None},
		{"currencies", "main", theme(calls(20, 0, 10_000, "java.text.NumberFormat.getCurrencyInstance(L)L")), advice.KeepObject},
		{"formats of ICU", "main", theme(calls(20, 0, 10_000, "android.icu.text.SimpleDateFormat.<init>(L)V")), advice.KeepObject},
		{"a number that is formatted", "main", theme(calls(20, 0, 10_000, "java.text.NumberFormat.format(L)L")), advice.None},
		{"JSON", "main", theme(calls(1, 0, 200_000, parse)), advice.ParseOnMain},
		{"an image", "main", theme(calls(1, 0, 200_000, decode)), advice.DecodeOnMain},
		{"an image in a message", "main", "0>Loop 0>Dispatch 0>Own 0>Theme" + calls(1, 0, 200_000, decode) + " 220000<Theme 220000<Own 220000<Dispatch 220000<Loop", advice.DecodeOnMain},
		{"images in each frame", "main", "0>App 0>com.example.Ring.onDraw()V" + calls(20, 0, 10_000, decode) + " 220000<com.example.Ring.onDraw()V 500000<App", advice.KeepObject},
		{"an image of a start", "main", "0>Dispatch 0>Launch 0>Activity 0>Theme" + calls(1, 0, 200_000, decode) + " 220000<Theme 220000<Activity 220000<Launch 220000<Dispatch", advice.DecodeOnMain},
		{"an image that is compressed", "main", theme(calls(1, 0, 200_000, "android.graphics.Bitmap.compress(L)Z")), advice.EncodeOnMain},
		{"a font", "main", theme(calls(1, 0, 200_000, "androidx.core.content.res.ResourcesCompat.getFont(LI)L")), advice.FontsOnMain},
		{"layouts that are nested", "main", "0>App 0>com.example.Row.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<com.example.Row.onMeasure(II)V 500000<App", advice.FlattenLayouts},
		{"layouts that are not nested deep", "main", "0>App 0>com.example.Row.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<com.example.Row.onMeasure(II)V 500000<App", advice.None},
		{"a view in layouts that are nested", "main", "0>App 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>android.widget.LinearLayout.onMeasure(II)V 0>com.example.Row.onMeasure(II)V 220000<com.example.Row.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 220000<android.widget.LinearLayout.onMeasure(II)V 500000<App", advice.FlattenLayouts},
		{"a list that creates all of its items", "main", "0>Loop 0>Frame" + calls(60, 0, 4000, "com.example.Feed.onCreateViewHolder(LI)L") + " 250000<Frame 260000>Frame 261000<Frame 300000<Loop", advice.BoundList},
		{"a list that creates a screen of items", "main", "0>Loop 0>Frame" + calls(20, 0, 12_000, "com.example.Feed.onCreateViewHolder(LI)L") + " 250000<Frame 260000>Frame 261000<Frame 300000<Loop", advice.None},
	} {
		x := index(t, record(tt.thread+" "+tt.records))
		v := story.Of(x, whole(x))
		if len(v.Findings) != 1 || v.Findings[0].Advice != tt.want {
			t.Errorf("%s: %s, advice %v, want %v", tt.name, findingsText(x, v), v.Findings, tt.want)
		}
	}
	for _, tt := range []struct{ name, records, want string }{
		{"a method of habits among others", "0>App 0>Theme" + calls(20, 0, 10_000, format) + calls(40, 200_000, 10_000, "com.example.Rules.check()V") + " 900000<Theme 950000<App",
			"costly-method 900 Theme.apply by App.onCreate, costly-method 400 Rules.check by Theme.apply in finding 1; <init>, keep-object"},
		{"one that a callee of the caller does", "0>App 0>Theme 0>Text" + calls(1, 0, 200_000, decode) + " 210000<Text 250000<Theme 500000<App", "costly-method 250 Theme.apply by App.onCreate; decodeFile, decode-on-main"},
		{"one that is the second callee of a message", "0>Loop 0>Dispatch 0>Own" + calls(1, 0, 300_000, "com.example.Rules.check()V") + calls(1, 300_000, 190_000, decode) + " 600000<Own 600000<Dispatch 600000<Loop", "long-message 600 Own.run by Own.run, costly-method 300 Rules.check by Own.run in finding 1; run, decode-on-main"},
		{"patterns of a static initializer", "0>App 0>com.example.Phones.<clinit>()V 0>Theme" + calls(20, 0, 10_000, "java.util.regex.Pattern.compile(L)L") + " 220000<Theme 220000<com.example.Phones.<clinit>()V 500000<App", "class-loading 220 Phones.<clinit> by Phones.<clinit>, costly-method 200 Pattern.compile by Theme.apply in finding 1"},
		{"one that Android alone calls", "0>Text" + calls(1, 0, 200_000, decode) + " 500000<Text", ""},
	} {
		x := index(t, record("main "+tt.records))
		v := story.Of(x, whole(x))
		got := findingsText(x, v)
		if len(v.Findings) > 0 && v.Findings[0].Inside.Time > 0 {
			got += "; " + x.Info.Methods[v.Findings[0].Inside.Method].Name
		}
		if len(v.Findings) > 0 && v.Findings[0].Advice != advice.None {
			got += ", " + v.Findings[0].Advice.String()
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
	x := index(t, record("main 0>Loop 0>Dispatch 0>Own 0>Theme 0>Gson"+calls(1, 0, 200_000, parse)+" 220000<Gson 220000<Theme 220000<Own 220000<Dispatch 220000>Theme"+calls(1, 220_000, 300_000, parse)+" 540000<Theme 540000<Loop"))
	v := story.Of(x, whole(x))
	for i := range v.Findings {
		if f := &v.Findings[i]; f.PartOf > 0 && f.Advice == v.Findings[f.PartOf-1].Advice && f.Advice != advice.None {
			t.Errorf("%s: a part repeats the advice of its whole", findingsText(x, v))
		}
	}
}
