package tracing

import (
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/message"
)

// TestSearchLanguage checks that a search of a trace has the same terms as a search of dumps, and
// its own.
func TestSearchLanguage(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>android.os.Looper.loop()V 10>app.Feed.load(Landroid/os/Bundle;I)V 20>app.Feed.parse()V 30<app.Feed.parse()V 40<app.Feed.load(Landroid/os/Bundle;I)V 50<android.os.Looper.loop()V "+
		"Worker-1 0>app.Job.run()V 10>okio.Buffer.read()I 20<okio.Buffer.read()I 20>app.Feed.parse()V 30<app.Feed.parse()V 40<app.Job.run()V"))
	all := "Looper.loop Feed.load Feed.parse Job.run Buffer.read"
	for _, tt := range []struct{ query, want, refused string }{
		{"feed", "Feed.load Feed.parse", ""},
		{"Feed", "Feed.load Feed.parse", ""},
		{"FEED", "", ""},
		{"parse feed", "Feed.parse", ""},
		{"feed job", "", ""},
		{`"feed parse"`, "", ""},
		{`"Feed.parse ()V"`, "Feed.parse", ""},
		{"-feed", "Looper.loop Job.run Buffer.read", ""},
		{"app -parse -job", "Feed.load", ""},
		{"/^app.*(load|run)$/", "Feed.load Job.run", ""},
		{"-/^app/", "Looper.loop Buffer.read", ""},
		{"/\\)I$/", "Buffer.read", ""},
		{"app*run", "Job.run", ""},
		{"f*d.p*e", "Feed.parse", ""},
		{"*", all, ""},
		{`"*"`, "", ""},
		{"bundle", "Feed.load", ""},
		{"thread:main", "Looper.loop Feed.load Feed.parse", ""},
		{"thread:worker", "Feed.parse Job.run Buffer.read", ""},
		{"thread:w*1", "Feed.parse Job.run Buffer.read", ""},
		{"thread:main thread:worker", "Feed.parse", ""},
		{"-thread:main", "Job.run Buffer.read", ""},
		{"thread:worker origin:own", "Feed.parse Job.run", ""},
		{"thread:nobody", "", ""},
		{"tid:1", "Looper.loop Feed.load Feed.parse", ""},
		{"origin:Library", "Buffer.read", ""},
		{"-origin:own", "Looper.loop Buffer.read", ""},
		{"origin:mine", "", "After origin: enter one of own, library, platform, native, tracer, unknown."},
		{"origin:mine feed", "Feed.load Feed.parse", "After origin: enter one of own, library, platform, native, tracer, unknown."},
		{"/(feed/", "", "The pattern /(feed/ cannot be read: missing closing )."},
		{"state:blocked", "", "This search does not support state:"},
		{"-", "", ""},
		{"", "", ""},
	} {
		var got []string
		rows := ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, Find: message.Find{Text: tt.query}, Count: 9})
		for _, r := range rows.Rows {
			if r.Hit {
				label := ask[*message.NamesReply](t, e, &message.Names{Methods: []uint32{r.Method}}).Names[0].Label
				got = append(got, label[strings.LastIndexByte(label[:strings.LastIndexByte(label, '.')], '.')+1:])
			}
		}
		found := strings.Join(got, " ") + " "
		want := strings.Fields(tt.want)
		for _, name := range want {
			if !strings.Contains(found, name+" ") {
				t.Errorf("%q does not find %s", tt.query, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%q finds %q, want %q", tt.query, got, want)
		}
		if hits := ask[*message.Hits](t, e, &message.Search{Scope: whole, Text: tt.query}); hits.Methods != len(want) || hits.Refused != tt.refused {
			t.Errorf("%q finds %d methods and is refused by %q, want %d and %q", tt.query, hits.Methods, hits.Refused, len(want), tt.refused)
		}
	}
}

// TestSearchMarks checks that a row has the positions of the words in its name, and whether a
// word matches the types.
func TestSearchMarks(t *testing.T) {
	e, _ := open(t, tracetest.Bytes("main 0>app.Feed.load(Landroid/os/Bundle;I)V 40<app.Feed.load(Landroid/os/Bundle;I)V"))
	for query, want := range map[string]string{
		"load": "app.Feed.<load>", "LOAD": "", "load feed": "app.<Feed>.<load>", "/f.*d/ -x": "app.<Feed.load>", "f*d.": "app.<Feed.>load",
		"bundle": "app.Feed.load typed", "feed bundle": "app.<Feed>.load typed", "origin:own": "app.Feed.load",
	} {
		r := ask[*message.Rows](t, e, &message.MethodRows{Scope: whole, Find: message.Find{Text: query}, Count: 9}).Rows[0]
		got, at := "", 0
		const name = "app.Feed.load"
		for i := 0; i < len(r.Marks); i += 2 {
			got += name[at:r.Marks[i]] + "<" + name[r.Marks[i]:r.Marks[i+1]] + ">"
			at = int(r.Marks[i+1])
		}
		if got += name[at:]; r.Typed {
			got += " typed"
		}
		if !r.Hit {
			got = ""
		}
		if got != want {
			t.Errorf("%q marks %q, want %q", query, got, want)
		}
	}
}
