package viewer

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/input"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/reading"
	"traceglass/wasm/session"
	"traceglass/wasm/viewer/expect"
	"traceglass/wasm/viewer/samples"
)

const morning = "2024-05-01 10:00:0"

// text returns a file of a text.
func text(name, content string) *session.File { return fileOf(name, []byte(content)) }

// shows checks that the page shows a trace: its facts and its table of methods.
func (p *page) shows(k *expect.Trace) {
	p.t.Helper()
	p.ShowAll()
	facts := p.Text("#facts")
	for _, want := range []string{words.Count(k.About.Records) + " record", words.Count(int64(len(k.About.Threads))) + " thread", words.Count(int64(k.About.Methods)) + " method"} {
		if !strings.Contains(facts, want) {
			p.t.Errorf("the facts are %q, without %q", facts, want)
		}
	}
	order := message.Order{}
	if !k.About.HasWall {
		order.Clock = message.CPU
	}
	p.rows("the method table", "methods", k.Methods(message.MethodRows{Order: order, Scope: message.Scope{Clock: order.Clock, To: message.Whole}}))
}

// Method returns the name in the first row of the table of methods, without its package.
func (p *page) Method() string {
	if p.Seen("#tab-methods") && !p.Seen("#methods-rows") {
		p.Click("#tab-methods")
	}
	return p.Text("#methods-0 .fn")
}

// Processes returns the names of the open dumps' processes in the page's order. If there are several files, each
// name has its file.
func (p *page) Processes() string {
	var all []string
	for _, e := range p.doc.findAll(".rail .process") {
		if e.visible() {
			parts := strings.Split(e.find("small").content(), " · ")
			all = append(all, e.find(".fn").content()+" "+parts[len(parts)-1])
		}
	}
	if len(all) == 0 {
		return p.Text("#process-name")
	}
	return strings.Join(all, ", ")
}

// refused checks why the page did not open a file, and dismisses the message.
func (p *page) refused(want string) {
	p.t.Helper()
	if got := p.Text("#refusal"); !strings.Contains(got, want) {
		p.t.Fatalf("the page refuses with %q, want %q", got, want)
	}
	p.Click("#refused-close")
	if p.Seen("#refusal") {
		p.t.Error("the message stays")
	}
}

// TestOpenVersions opens a trace of each kind of clock and container.
func TestOpenVersions(t *testing.T) {
	p := open(t)
	const records = "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V 31>app.A.run()V 40<app.A.run()V"
	for _, version := range []int{1, 2, 3, 0xF1, 0xF2, 0xF3} {
		for _, clock := range []string{"", "wall", "thread-cpu", "-"} {
			if version&0xF == 3 && clock != "" {
				continue
			}
			name := fmt.Sprintf("v%x%s.trace", version, clock)
			data := tracetest.Trace{Records: records, Version: version, Clock: clock}.Bytes()
			p.Upload(fileOf(name, data))
			p.is("the file's name", p.Text("#file-menu"), name)
			p.shows(expect.Read(t, name, data))
		}
	}
}

// TestDamaged: a damaged file opens as far as it is readable. The receipt lists missing data, with number and
// place. The browser tests open half a file of gzip.
func TestDamaged(t *testing.T) {
	p, k := openSample(t)
	data := k.Data
	cut := data[:len(data)-len(data)/3-5]
	flipped := slices.Clone(data)
	for i := len(data) / 2; i < len(data)/2+600; i += 7 {
		flipped[i] ^= 0xFF
	}
	for name, damaged := range map[string][]byte{"cut.trace": cut, "flipped.trace": flipped} {
		k := expect.Read(t, name, damaged)
		if len(k.About.Notes) == 0 {
			t.Fatalf("%s has no warnings", name)
		}
		p.Upload(fileOf(name, damaged))
		p.is("the file's name", p.Text("#file-menu"), name)
		p.shows(k)
		var rows, got []string
		warnings := int64(0) // any recording may have the others
		for _, n := range k.About.Notes {
			if !slices.Contains([]string{"open-calls", "orphan-exits", "unknown-thread", "unknown-method"}, n.Code) {
				warnings++
			}
			offset := "–"
			if n.Offset >= 0 {
				offset = words.Count(n.Offset)
			}
			rows = append(rows, strings.Join([]string{n.Text, n.Code, words.Count(n.Count), offset}, " | "))
		}
		if got := p.Text("#receipt"); got != words.Plural(warnings, "warning", "warnings") {
			t.Errorf("%s: the receipt says %q, want %d warnings", name, got, warnings)
		}
		p.Click("#receipt")
		for _, row := range p.doc.findAll(".note-row") {
			if row.matches(".note-head") {
				continue
			}
			var cells []string
			for _, cell := range row.kids {
				if cell.tag != "" {
					cells = append(cells, cell.content())
				}
			}
			got = append(got, strings.Join(cells, " | "))
		}
		p.is("the full receipt", strings.Join(got, "\n"), strings.Join(rows, "\n"))
		p.Click("#dialog-close")
	}
}

// beforeTrace is a small trace.
const beforeTrace = "main 0/0>app.A.a()V 10/10>app.B.b()V 20/20<app.B.b()V 40/40<app.A.a()V"

// TestNothingToShow: a file without content opens no empty views. The page shows the kind of file and the
// reason, and offers to open another file. An open file stays open.
func TestNothingToShow(t *testing.T) {
	p := open(t)
	whole := tracetest.Bytes(beforeTrace)
	eleven := text("eleven.trace", "*version\n3\n")
	files := []struct {
		file *session.File
		says string
	}{
		{eleven, "This file holds no call that can be shown. The file ends before its names and records"},
		{fileOf("head.trace", whole[:bytes.Index(whole, []byte("*end\n"))+10]), "This file holds no call that can be shown. The file ends inside the header"},
		{fileOf("quiet.trace", tracetest.Bytes("")), "This file holds no call that can be shown. Record again"},
		{text("header.txt", "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: app\n----- end 7 -----\n"), "This dump has no threads"},
		{fileOf("empty.trace", nil), "The file is empty"},
		{text("shot.png", "\x89PNG\r\n\x1a\n"), "This is an image, not a trace or dump."},
	}
	if ruined, err := os.ReadFile(corpus + "method-traces/nonamegame-mytrace-ruined.trace.gz"); err == nil {
		files = append(files, struct {
			file *session.File
			says string
		}{fileOf("ruined.trace.gz", ruined), "Copy the trace again"})
	}
	for _, f := range files {
		p.Upload(f.file)
		p.is("the stage of "+f.file.Name, p.Stage(), "failed")
		if got := p.Text("#failure"); !strings.Contains(got, f.says) {
			t.Errorf("%s: the page says %q, want %q", f.file.Name, got, f.says)
		}
		if !p.Seen("#failed-open") {
			t.Errorf("%s: no button to go back", f.file.Name)
		}
	}
	p.Upload(testdata(t, "sample.trace.gz"))
	p.Upload(eleven)
	if got := p.Text("#refusal"); !strings.HasPrefix(got, "eleven.trace was not opened. This file holds no call") {
		t.Errorf("the page says %q", got)
	}
	p.is("the open file", p.Text("#file-menu"), "sample.trace.gz")
}

// members returns the listed traces of a zip file.
func (p *page) members() string {
	var all []string
	for _, e := range p.doc.findAll("#member-list [role=option]") {
		name := e.kids[0].content()
		if e.attrs["aria-selected"] == "true" {
			name += " ✓"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// TestZipOfTraces: the user selects one of several traces in a zip file, by key or click. The open file stays
// until then, and dumps open too. Another trace can be selected later, and exports contain the selected one.
func TestZipOfTraces(t *testing.T) {
	p := open(t)
	trace := func(class string) string {
		return string(tracetest.Bytes(strings.ReplaceAll("main 0>app.A.run()V 10>app.A.go()V 20<app.A.go()V 30<app.A.run()V", "app.A", class)))
	}
	file := fileOf("traces.zip", samples.Zip(t, "runs/start.trace", trace("app.Start"), "runs/scroll.trace.gz", samples.Gzip(trace("app.Scroll")), "runs/ten.trace", trace("app.Ten"), "readme.png", "no"))
	both := fileOf("both.zip", samples.Zip(t, "one.trace", trace("app.One"), "two.trace", trace("app.Two"), "anr_1", samples.Dump(1, morning+"1", "com.example.one", "app.One.run")))
	p.Upload(file)
	p.is("the traces in the zip file", p.members(), "runs/scroll.trace.gz ✓, runs/start.trace, runs/ten.trace")
	p.is("the focus", p.focus, "member-find")
	p.Key("Escape")
	p.is("no traces to choose from", p.members(), "")
	p.is("the stage", p.Stage(), "empty") // nothing was open before
	p.Upload(file)
	p.is("the traces again", p.members(), "runs/scroll.trace.gz ✓, runs/start.trace, runs/ten.trace")
	p.Key("ArrowDown")
	p.is("the next one", p.members(), "runs/scroll.trace.gz, runs/start.trace ✓, runs/ten.trace")
	p.Key("Enter")
	p.is("its method", p.Method(), "Start.run")
	p.is("its name", p.Text("#file-menu"), "start.trace")

	// An export contains the selected trace.
	p.exports("csv", "export export -format csv traces.zip/runs/start.trace as start.methods.csv")

	// Select another one by a click.
	p.Click("#file-menu")
	p.Click("#members")
	p.is("the open trace", p.members(), "runs/scroll.trace.gz, runs/start.trace ✓, runs/ten.trace")
	p.Click("#member-0")
	p.is("its method", p.Method(), "Scroll.run")

	// With an open file: it stays during the choice, and if the user cancels.
	p.Upload(both)
	p.is("the other zip file's", p.members(), "one.trace ✓, two.trace")
	p.is("the open trace", p.Method(), "Scroll.run")
	p.Type("member-find", "TW")
	p.is("the filtered traces", p.members(), "two.trace ✓")
	p.Key("Enter")
	p.is("its method", p.Method(), "Two.run")
	p.Click("#room-dump")
	p.is("the dump next to it", p.Processes(), "com.example.one")

	// A trace in a zip file inside the zip file is another choice, with a longer name, and can be exported.
	inner := samples.Zip(t, "deep/late.trace", trace("app.Late"), "late.png", "no")
	p.Upload(fileOf("outer.zip", samples.Zip(t, "soon.trace", trace("app.Soon"), "more/inner.zip", string(inner))))
	p.is("the traces in both zip files", p.members(), "soon.trace ✓, more/inner.zip/deep/late.trace")
	p.Key("ArrowDown", "Enter")
	p.is("the skipped files", p.Text("#notice"), "Left out of the zip file, because it is neither a method trace nor a thread dump: more/inner.zip/late.png.")
	p.is("its method", p.Method(), "Late.run")
	p.exports("csv", "export export -format csv outer.zip/more/inner.zip/deep/late.trace as late.methods.csv")
	// If it is the only one it opens at once, even if the zip file is inside a gzip or another zip file.
	for _, file := range []struct {
		name, exports string
		data          []byte
	}{
		{"inner.zip.gz", "inner.zip.gz", []byte(samples.Gzip(string(inner)))},
		{"alone.zip", "alone.zip/inner.zip/deep/late.trace", samples.Zip(t, "inner.zip", string(inner))},
	} {
		p.Upload(text("other.trace", trace("app.Other")))
		p.is("the method of another trace", p.Method(), "Other.run")
		p.Upload(fileOf(file.name, file.data))
		p.is("the method of "+file.name, p.Method(), "Late.run")
		p.exports("csv", "export export -format csv "+file.exports+" as late.methods.csv")
	}

	// The largest possible number of files.
	many := make([]string, 0, 2*65_000)
	for i := range 65_000 {
		many = append(many, fmt.Sprintf("%d.trace", i), "")
	}
	many[2*64_000+1] = trace("app.Many")
	p.Upload(fileOf("many.zip", samples.Zip(t, many...)))
	if n := len(p.doc.findAll("#member-list [role=option]")); n != 100 || !strings.HasPrefix(p.Text("#member-more"), "64,900 more") {
		t.Errorf("%d traces are listed, and %s", n, p.Text("#member-more"))
	}
	p.Type("member-find", "64000")
	p.is("the filtered trace", p.members(), "64000.trace ✓")
	p.Key("Enter")
	p.is("its method", p.Method(), "Many.run")
}

// TestZips opens the readable files of zip files. For other zip files, it lists the content.
func TestZips(t *testing.T) {
	p := open(t)
	dump := func(pid int, name string) string {
		return samples.Dump(pid, fmt.Sprintf("2024-05-01 10:00:%02d", pid), name, "app.Main.run")
	}
	report := "========================================================\n== dumpstate: 2024-05-01 10:00:59\n========================================================\n" +
		"------ VM TRACES JUST NOW (/data/anr/dumptrace_Ab3: 2024-05-01 10:00:59) ------\n" + dump(59, "com.example.now") + "\n------ 0.1s was the duration of 'VM TRACES JUST NOW' ------\n"
	const name = "bugreport-oriole-AP1A-2024-05-01-10-00-59.txt"
	tests := []struct {
		name  string
		files []string
		want  string // processes
		left  string // skipped files, except in a bug report
	}{
		{"bugreport-oriole.zip", []string{"version.txt", "2.0", "main_entry.txt", name, name, report,
			"FS/data/anr/anr_10", dump(10, "com.example.ten"), "FS/data/anr/anr_9", dump(9, "com.example.nine"), "FS/proc/1/stack", dump(1, "com.example.other")},
			"com.example.nine anr_9, com.example.ten anr_10, com.example.now " + name, ""},
		{"dumps.zip", []string{"readme.txt", "Two dumps.\n", "screen.png", "no", "a/traces.txt", dump(2, "com.example.two"), "b/traces.txt.gz", samples.Gzip(dump(1, "com.example.one"))},
			"com.example.one traces.txt.gz, com.example.two traces.txt", "screen.png and readme.txt"},
		{"one.zip", []string{"whatever.bin", dump(1, "com.example.one")}, "com.example.one", ""},
		{"outer.zip", []string{"anr_1", dump(1, "com.example.one"), "old/dumps.zip", string(samples.Zip(t, "anr_2", dump(2, "com.example.two"), "x.bin", "no", "deeper.zip.gz", samples.Gzip(string(samples.Zip(t, "anr_3", dump(3, "com.example.three"))))))},
			"com.example.one anr_1, com.example.two anr_2, com.example.three anr_3", "old/dumps.zip/x.bin"},
		{"dumps.zip.gz", []string{"anr_1", dump(1, "com.example.one"), "anr_2", dump(2, "com.example.two")}, "com.example.one anr_1, com.example.two anr_2", ""},
	}
	for _, tt := range tests {
		file := samples.Zip(t, tt.files...)
		if strings.HasSuffix(tt.name, ".gz") {
			file = []byte(samples.Gzip(string(file)))
		}
		p.Upload(fileOf(tt.name, file))
		p.is("the processes in "+tt.name, p.Processes(), tt.want)
		if got := p.Text("#notice"); tt.left != "" {
			p.is("the skipped files of "+tt.name, got, "Left out of the zip file, because it is neither a method trace nor a thread dump: "+tt.left+".")
		} else if got != "" && !strings.HasPrefix(got, "Opened instead of ") {
			t.Errorf("%s: the page says %q", tt.name, got)
		}
	}
	// A file that cannot be decompressed does not affect the others.
	odd := samples.Zip(t, "FS/data/anr/anr_1", dump(1, "com.example.one"), "FS/data/anr/anr_2", dump(2, "com.example.two"), "FS/data/anr/anr_3", dump(3, "com.example.three"))
	second := bytes.LastIndex(odd[:bytes.LastIndex(odd, []byte("PK\x01\x02"))], []byte("PK\x01\x02"))
	odd[second+10] = 99 // its compression method
	p.Upload(fileOf("odd.zip", odd))
	p.is("the processes next to the damaged one", p.Processes(), "com.example.one anr_1, com.example.three anr_3")
	if got := p.Text("#notice"); !strings.Contains(got, "anr_2 cannot be read: it is packed by method 99, which is not known here.") {
		t.Errorf("about the damaged one the page says %q", got)
	}
	whole := samples.Zip(t, "anr_1", dump(1, "com.example.one"))
	deep := whole
	for range input.MostNested + 1 {
		deep = samples.Zip(t, "in.zip", string(deep))
	}
	p.Upload(fileOf("half.zip", samples.Zip(t, "anr_1", dump(1, "com.example.one"), "in.zip", string(whole[:len(whole)-10]))))
	p.is("the process next to a damaged zip file", p.Processes(), "com.example.one")
	p.is("the message about it", p.Text("#notice"), "The zip file in.zip cannot be opened: its directory is damaged or cut short.")
	wrong := []struct {
		name string
		data []byte
		want string
	}{
		{"pictures.zip", samples.Zip(t, "a.png", "", "b<b>.png", "", "c.png", "", "d.png", ""), "The zip file holds neither a method trace nor a thread dump: in it are a.png, b<b>.png, c.png and 1 more."},
		{"letters.zip", samples.Zip(t, "a.txt", "hello\n", "b.txt", "hello\n"), "The zip file holds neither a method trace nor a thread dump: in it are a.txt and b.txt."},
		{"picture.zip", samples.Zip(t, "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"), "a.png in the zip file: This is an image"},
		{"deep.zip", deep, "The zip file holds neither a method trace nor a thread dump: in it is in.zip/in.zip/in.zip/in.zip."},
		{"cut.zip", whole[:len(whole)-10], "The zip file cut.zip cannot be opened: its directory is damaged or cut short."},
		{"empty.zip", samples.Zip(t), "The zip file holds neither a method trace nor a thread dump: it is empty."},
		{"hotspot.zip", samples.Zip(t, "jstack.txt", "2024-05-01 10:00:00\nFull thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x2 runnable\n   java.lang.Thread.State: RUNNABLE\n"), "This is a thread dump of desktop Java"},
	}
	for _, tt := range wrong {
		p.Upload(fileOf(tt.name, tt.data))
		p.refused(tt.name + " was not opened. " + tt.want) // the open file stays
	}
}

// TestManyThreads opens a dump with 30,000 threads.
func TestManyThreads(t *testing.T) {
	var threads strings.Builder
	threads.WriteString("----- pid 7 at 2024-05-01 10:00:00 -----\nCmd line: com.example.threads\n\nDALVIK THREADS (30000):\n")
	for i := range 30_000 {
		fmt.Fprintf(&threads, "\"thread-%d\" prio=5 tid=%d Waiting\n  | sysTid=%d nice=0\n  at java.lang.Object.wait(Native method)\n  at app.Pool.run(Pool.java:12)\n\n", i, i+1, i+7)
	}
	threads.WriteString("----- end 7 -----\n")
	p := open(t)
	p.Upload(text("threads.txt", threads.String()))
	p.is("the process", p.Processes(), "com.example.threads")
	p.is("the tally", p.Text("#stacks-tally"), "30,000 threads")
	p.focus = "stacks-rows"
	p.Key("End")
	p.is("the last thread", p.Text("#stack-name"), "thread-29999")
}

// corpus is the folder of real files next to the checkout. The repository contains none.
const corpus = root + "/../shared/corpus/"

// TestEachKind opens a file of each kind in the corpus. It follows the first warning with a link: the dialog
// closes, and the timeline shows the thread of the warning.
func TestEachKind(t *testing.T) {
	if _, err := os.Stat(corpus); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the corpus is missing")
	}
	p := open(t)
	for _, name := range []string{
		"method-variants/fenix-v5-E1-dual.trace.gz", "method-variants/fenix-v5-E2-dual.trace.gz", "method-variants/fenix-v4-E3-wall.trace.gz", "method-variants/jag-v5-E4-dual.trace.gz",
		"method-variants/fenix-f5-E5-dual.trace.gz", "method-variants/fenix-long-running.trace.gz", "method-variants/fenix-f3-no-summary.trace.gz", "method-variants/jag-v1-global.trace.gz",
		"method-traces/vroom-data_file_overflow.trace.gz", "method-traces/vroom-api_21_missing_threads.trace.gz",
		"simpleperf/offcpu-cpu-clock-2024.trace", "simpleperf/two-event-types.trace", "simpleperf/no-magic-2017.trace", "simpleperf/unwinding-error.trace", "simpleperf/tricky/29-symbol-out-of-range.trace",
	} {
		data, err := os.ReadFile(corpus + name)
		if err != nil {
			t.Fatal(err)
		}
		short := name[strings.LastIndexByte(name, '/')+1:]
		p.Upload(fileOf(short, data))
		p.is("the stage", p.Stage(), "open")
		p.is("the file's name", p.Text("#file-menu"), short)
		p.followWarning(short)
	}
	data, err := os.ReadFile(corpus + "simpleperf/raw-perf-fp.data")
	if err != nil {
		t.Fatal(err)
	}
	p = open(t)
	p.Upload(fileOf("raw-perf-fp.data", data))
	if got := p.Text("#failure"); !strings.Contains(got, "perf") {
		t.Errorf("the page says %q", got)
	}
}

// corpusFile returns a file of the corpus. It skips the test if the file is missing.
func corpusFile(t *testing.T, path string) *session.File {
	t.Helper()
	data, err := os.ReadFile(corpus + path)
	if err != nil {
		t.Skip("the corpus is missing")
	}
	return fileOf(path[strings.LastIndexByte(path, '/')+1:], data)
}

// TestOpenReal compares the first screen of methods of real traces with the engine. Package tracing compares all figures with
// those of other programs.
func TestOpenReal(t *testing.T) {
	p := open(t)
	for _, name := range []string{"fenix-regular", "setapp-game", "fenix-streaming"} {
		file := corpusFile(t, "method-traces/"+name+".trace.gz")
		p.Upload(file)
		content, _, err := file.Blob.(*memory).content(reading.Stretch{})
		if err != nil {
			t.Fatal(err)
		}
		p.is("the file's name", p.Text("#file-menu"), file.Name)
		p.shows(expect.Read(t, file.Name, content))
	}
}

// TestRealDumps opens real dumps, including the largest one. Each shows a stack, or its text if it has no stacks.
func TestRealDumps(t *testing.T) {
	p := open(t)
	for _, name := range []string{"art14_deadlock_a.txt", "bugreport_dalvik23_deadlock.txt", "art15_xiaomi_54.txt"} {
		p.Upload(corpusFile(t, "thread-dumps/"+name))
		p.is("the file's name", p.Text("#file-menu"), name)
		if len(p.Texts("#stack-lines li"))+len(p.Texts(".text-line")) == 0 {
			t.Errorf("%s: neither a stack nor its text is shown", name)
		}
	}
}

// followWarning opens the warnings of the open file, if it has any, and follows the first one with a link.
func (p *page) followWarning(name string) {
	p.t.Helper()
	if !p.Seen("#receipt") {
		return
	}
	p.Click("#receipt")
	if !p.Seen(".note-table") {
		p.t.Fatalf("%s: no notes are shown", name)
	}
	for _, link := range p.doc.findAll(".note-row button") {
		if _, disabled := link.attrs["disabled"]; !disabled {
			p.Click("#" + link.attrs["id"])
			if p.Seen(".note-table") {
				p.t.Errorf("%s: the dialog stays", name)
			}
			return
		}
	}
	p.Key("Escape")
}

// TestMadeKinds opens kinds of files that the corpus lacks. Traces come in a chunk or in a whole packet of the
// debug bridge, after unrelated lines and a mark. Dumps come without a header or with a header of version 6.
// Each shows all methods of its calls. Unknown data before a trace is a warning without a link.
func TestMadeKinds(t *testing.T) {
	const records = "main#1 0>app.A.run()V 4000>app.B.query()V 90000<app.B.query()V 91000>app.B.query()V 94000<app.B.query()V worker#2 95000>app.C.load()V 99000<app.C.load()V main#1 100000<app.A.run()V"
	whole := string(tracetest.Bytes(records))
	chunk := "MPSE" + string(binary.BigEndian.AppendUint32(nil, uint32(len(whole)))) + whole
	packet := string(binary.BigEndian.AppendUint32(nil, uint32(11+len(chunk)))) + "\x40\x00\x00\x01\x00\xc7\x01" + chunk
	dump := func(encoding string, version int) string {
		return string(tracetest.Trace{Encoding: encoding, Version: version, Records: records}.Bytes())
	}
	const bridge, before = "a chunk of the debug bridge", "before the line *version"
	p := open(t)
	for _, tt := range []struct{ name, file, note string }{
		{"chunk.trace", chunk, bridge},
		{"packet.trace", packet, before},
		{"log.trace", "I/Profiler: recording\r\nI/Profiler: done\r\n" + whole, before},
		{"marked.trace", "\xEF\xBB\xBF" + whole, "byte order mark"},
		{"chunk-packed.trace", samples.Gzip(chunk), bridge},
		{"chunks.zip", string(samples.Zip(t, "a/chunk.trace", chunk)), bridge},
		{"heads-of-8.trace", dump("bare8", 0), ""},
		{"heads-of-12.trace", dump("bare12", 0), ""},
		{"long-running.trace", dump("long-running", 0), ""},
		{"version-f6.trace", dump("long-running", 0xF6), ""},
	} {
		p.Upload(text(tt.name, tt.file))
		p.is("the file's name", p.Text("#file-menu"), strings.Replace(tt.name, "chunks.zip", "chunk.trace", 1)) // the trace in the zip file
		p.ShowAll()
		rows := strings.Join(p.Grid("methods").Rows, "; ")
		for _, method := range []string{"A.run", "B.query", "C.load"} {
			if !strings.Contains(rows, method) {
				t.Errorf("%s: the methods are %s", tt.name, rows)
			}
		}
		if got := p.doc.find("#receipt").attrs["title"]; tt.note != "" && !strings.Contains(got, tt.note) {
			t.Errorf("%s: the warnings say %q, not %s", tt.name, got, tt.note)
		}
		if strings.HasPrefix(tt.name, "heads-of-") { // the format has no times
			p.is("a table with calls only", rows, "app.B.query|2; app.A.run|1; app.C.load|1")
			if got := p.Text("#no-calls"); !strings.HasPrefix(got, "This recording has no times") {
				t.Errorf("above the empty timeline the page says %q", got)
			}
			p.Click("#tab-callgraph")
			p.app.Graphviz(p.browser.Job, "graph 1 1 1\nnode 0 0.5 0.5 1 0.5 \"\" solid box black lightgrey\nstop\n", "")
			p.finish()
			if got := p.Text("#graph-note p"); !strings.HasPrefix(got, "This recording has no times") {
				t.Errorf("the call graph says %q", got)
			}
		}
	}
}

// TestWrongFileBeside: a file of another type, an empty file or a damaged file does not replace the open one.
// All selections stay. The message stays until it is dismissed.
func TestWrongFileBeside(t *testing.T) {
	p, k := openTrace(t, fileOf("app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V")))
	dump := samples.Dump(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")
	whole := samples.Zip(t, "anr_1", dump)
	wrong := []struct{ name, content, want string }{
		{"shot.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "This is an image"},
		{"cut.zip", string(whole[:len(whole)-10]), "its directory is damaged"},
	}
	p.Click("#methods-1 .fn")
	chosen := p.DetailsName()
	for _, w := range wrong {
		p.Upload(text(w.name, w.content))
		p.refused(w.want)
		if got := p.Text("#file-menu"); got != "app.trace" || p.Stage() != "open" || p.DetailsName() != chosen {
			t.Fatalf("%s: the page is %s, with %q open and %q selected, want app.trace and %q", w.name, p.Stage(), got, p.DetailsName(), chosen)
		}
	}
	p.shows(k)

	// A file that is readable in part replaces the open one.
	data := tracetest.Bytes("main 0>app.A.run()V" + strings.Repeat(" 10>app.B.run()V 20<app.B.run()V", 99) + " 30<app.A.run()V")
	p.Upload(fileOf("cut.trace", data[:len(data)-900]))
	p.is("the cut trace", p.Text("#file-menu"), "cut.trace")
	if !p.Seen("#receipt") {
		t.Error("the cut trace has no notes")
	}

	// Go back.
	p.Click("#file-menu")
	p.Click("#replaced")
	p.is("the trace before it", p.Text("#file-menu"), "app.trace")
	p.shows(k)

	// Now with open dumps.
	p.Click("#file-menu")
	p.Click("#close")
	p.is("the stage", p.Stage(), "empty")
	p.Upload(text("anr_1", dump))
	p.is("the process", p.Processes(), "com.example.one")
	for _, w := range wrong {
		p.Upload(text(w.name, w.content))
		p.refused(w.want)
		if got := p.Processes(); got != "com.example.one" || p.Stage() != "open" {
			t.Fatalf("%s: the page is %s, with %q", w.name, p.Stage(), got)
		}
	}

	// A trace that needs more memory than remains next to the open one closes it, and is read in full.
	p = openWith(t, 6_000_000)
	for _, records := range []int64{120_000, 300_000} {
		var data bytes.Buffer
		if err := tracetest.Generate(&data, tracetest.Config{Records: records, Threads: 4, Methods: 300}); err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprint(records, ".trace")
		p.Upload(fileOf(name, data.Bytes()))
		p.shows(expect.Read(t, name, data.Bytes()))
	}
}

// plain replaces no-break spaces with normal spaces.
func plain(text string) string { return strings.ReplaceAll(text, words.NBSP, " ") }

// TestProgressStaysWithinItsTotal: progress never counts more bytes than the total, including files that are
// read twice, compressed twice or deferred. The test opens files and runs. The browser tests export.
func TestProgressStaysWithinItsTotal(t *testing.T) {
	var large bytes.Buffer
	if err := tracetest.Generate(&large, tracetest.Config{Records: 100_000, Threads: 3, Methods: 200}); err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&names, "com.example.shop.Feature%d -> a.c%d:\n    void run() -> a\n", i, i)
	}
	var stored bytes.Buffer // a zip file with uncompressed members
	z := zip.NewWriter(&stored)
	for i := range 3 {
		f, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("anr_%d", i), Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(f, "----- pid %d at 2024-01-01 10:00:0%d -----\nCmd line: com.example\n", i+7, i)
		for tid := range 3000 {
			fmt.Fprintf(f, "\"w-%d\" prio=5 tid=%d Waiting\n  at app.A%d.run(A.java:1)\n\n", tid, tid+1, tid)
		}
		fmt.Fprintf(f, "----- end %d -----\n", i+7)
	}
	z.Close()
	trace, mapping := fileOf("large.trace", large.Bytes()), text("mapping.txt.gz", samples.Gzip(names.String()))
	for what, files := range map[string][]*session.File{
		"a packed map of names beside a trace": {trace, mapping},
		"a zip file that is packed again":      {text("anrs.zip.gz", samples.Gzip(stored.String()))},
		"runs with a map of names":             {trace, fileOf("second.trace", large.Bytes()), fileOf("third.trace", large.Bytes()), mapping},
	} {
		p := open(t)
		p.Upload(files...)
		p.is("the stage", p.Stage(), "open")
		if len(p.reports) == 0 {
			t.Errorf("%s: no progress is reported", what)
		}
		for _, r := range p.reports {
			if r.Bytes > r.Size {
				t.Errorf("%s: %d of %d bytes are read", what, r.Bytes, r.Size)
			}
		}
	}
}

// TestDumpBesideTrace opens a trace and dumps together, in every order.
func TestDumpBesideTrace(t *testing.T) {
	p := open(t)
	trace := tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V")
	k := fileOf("app.trace", trace)
	one := samples.Dump(11, morning+"1", "com.example.one", "app.B.run", "app.A.run")
	two := samples.Dump(12, morning+"2", "com.example.two", "app.B.run", "app.A.run")
	shown := func() string {
		var all []string
		for _, id := range []string{"#room-trace", "#room-dump"} {
			if p.Seen(id) && p.doc.find(id).attrs["aria-checked"] == "true" {
				all = append(all, p.Text(id))
			}
		}
		return strings.Join(all, ",")
	}

	facts := func() {
		t.Helper()
		if got := p.Text("#facts"); !strings.Contains(got, "2 methods") {
			t.Errorf("the facts are %q, not the trace's", got)
		}
	}

	// Opened together: the trace is shown, and one click shows the dumps.
	p.Upload(text("anr_1", one), k)
	facts()
	p.is("the active view", shown(), "Trace")
	p.Click("#room-dump")
	p.is("the process", p.Processes(), "com.example.one")

	// A dump dropped on a trace is shown.
	p.Upload(k)
	p.is("no choice of views", shown(), "")
	p.Upload(text("anr_1", one))
	p.is("the active view", shown(), "Dumps")
	p.is("the process", p.Processes(), "com.example.one")
	p.Click("#room-trace")
	facts()

	// With both open, a new file replaces them.
	p.Upload(text("anr_2", two))
	p.is("only the process", p.Processes(), "com.example.two")
	p.is("no choice of views", shown(), "")

	// A trace dropped on dumps is shown.
	p.Upload(k)
	p.is("the active view", shown(), "Trace")
	p.Click("#room-dump")
	p.is("the process", p.Processes(), "com.example.two")

	// All of them in one zip file.
	p.Upload(fileOf("all.zip", samples.Zip(t, "app.trace", string(trace), "anr_1", one, "anr_2", two)))
	p.is("the active view", shown(), "Trace")
	facts()
	p.Click("#room-dump")
	p.is("the processes", p.Processes(), "com.example.one anr_1, com.example.two anr_2")
}

// TestStackInTrace: with a trace open, a dump's stack shows where it occurs in the trace, and links there.
func TestStackInTrace(t *testing.T) {
	p := open(t)
	p.Upload(fileOf("app.trace", tracetest.Bytes("main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30>app.B.run()V 70<app.B.run()V 100<app.A.run()V worker 0>app.C.run()V 50<app.C.run()V")),
		text("anr_1", samples.Dump(11, morning+"1", "com.example.one", "app.Gone.away", "app.B.run", "app.A.run")))
	p.is("the offer in the trace", p.Text("#offer"), "Dump's main: seen 2 times")
	p.Click("#offer")
	p.is("the selected method", p.DetailsName(), "app.B.run")
	p.Click("#room-dump")
	inTrace := func() string {
		if !p.Seen("#in-trace") {
			return ""
		}
		return plain(p.Text("#in-trace p"))
	}
	p.is("the link to main's stack", inTrace(), "In the trace: the outermost 2 of 3 frames, down to app.B.run, were seen 2 times, 50 µs in all, on main.")
	p.Click("#in-trace-show")
	if !p.Seen("#work") {
		t.Error("the link does not lead to the trace")
	}
	p.is("the selected method", p.DetailsName(), "app.B.run")
	p.contains("#call-facts", "40") // the longer of the two calls, not the first

	// Another thread has its own link.
	p.Click("#room-dump")
	p.Click("#stacks-1")
	p.is("the link to the worker's stack", inTrace(), "In the trace: no frame of this stack.")
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload(text("anr_2", samples.Dump(12, morning+"2", "com.example.two", "app.B.run", "app.A.run")))
	p.is("the process", p.Processes(), "com.example.two")
	p.is("the link without a trace", inTrace(), "")
}

// TestPackets: V2 files and a dump without a header show their methods.
func TestPackets(t *testing.T) {
	p := open(t)
	const records = "main 0>app.Feed.load()V 10>app.Feed.parse()V 4000<app.Feed.parse()V 9000<app.Feed.load()V"
	for _, tt := range []tracetest.Trace{{Records: records, Encoding: "E3"}, {Records: records, Encoding: "E5"}, {Records: records, Encoding: "long-running"}} {
		p.Upload(fileOf(tt.Encoding+".trace", tt.Bytes()))
		p.contains("#file-menu", tt.Encoding+".trace")
		p.has("Feed.load")
		p.has("Feed.parse")
	}
}

// TestOpenPair opens a key and its data in either order. Two files that are no pair are two traces. The one without its .data
// has no calls, so only the other one opens.
func TestOpenPair(t *testing.T) {
	trace := tracetest.Trace{Records: "main 0>app.A.run()V 10>app.B.run()V 20<app.B.run()V 30<app.A.run()V"}
	key, data := fileOf("pair.key", trace.Key()), fileOf("pair.data", trace.Data())
	whole := expect.Read(t, "pair.trace", trace.Bytes())
	p, k := openSample(t)
	for _, files := range [][]*session.File{{data, key}, {key, data}} {
		p.Upload(testdata(t, "sample.trace.gz"))
		p.Upload(files...)
		p.is("the pair's name", p.Text("#file-menu"), "pair.key")
		p.shows(whole)
	}
	p.Upload(testdata(t, "sample.trace.gz"), key)
	p.refused("pair.key was not opened. This file holds no call that can be shown.")
	p.shows(k)
}

// TestStories opens the samples of the start page, and checks the finding of each.
func TestStories(t *testing.T) {
	p := open(t)
	facts := func(want string) {
		t.Helper()
		if got := p.Text("#facts"); !strings.Contains(got, want) {
			t.Errorf("the facts are %q, without %q", got, want)
		}
	}

	// Among main's waits, a lock in its own code stands out with almost no CPU time.
	p.Upload(testdata(t, "samples/startup.trace.gz"))
	facts("ART v3")
	p.contains(".findings", "RemoteFlags.isEnabled")
	p.Click("#tab-methods")
	p.Click("#clock-waiting")
	p.has("ThemeChooser.apply")
	p.Click("#clock-wall")
	if rows := p.Grid("methods").Rows; len(rows) == 0 || !strings.Contains(rows[0], "RemoteFlags.isEnabled") {
		t.Errorf("the methods are %q, want the one that caused most first", rows)
	}

	// The hottest method is native code of the app, followed by the hottest Java method.
	p.Upload(testdata(t, "samples/decode.trace.gz"))
	facts("on and off CPU")
	p.ShowAll()
	p.Click("#clock-cpu")
	p.Click("#methods-sort-3")
	if rows := p.Grid("methods").Rows; len(rows) < 2 || !strings.Contains(rows[0], "synthesisFilter") || !strings.Contains(rows[1], "Palette.distance") {
		t.Errorf("the hottest methods are %q", rows)
	}
	p.Click("#file-menu")
	p.Click("#close")

	p.Upload(testdata(t, "samples/deadlock.txt"))
	if got := p.Processes(); !strings.Contains(got, ":player") {
		t.Errorf("the processes are %s", got)
	}
	for _, part := range []string{"EpisodeDatabase", "DefaultDispatcher-worker-2", "PlaybackQueue", "Deadlock: main waits"} {
		p.contains(".claim.first .says", part)
	}

	p.Upload(testdata(t, "samples/week.json.gz"))
	p.is("the causes", p.Text("#causes-title"), "78 dumps, 6 causes")
	if !p.Seen("#causes-days") {
		t.Error("the days are missing")
	}

	p.Upload(testdata(t, "samples/anrs.zip"))
	p.is("the causes of two versions", p.Text("#causes-title"), "18 dumps before, 22 after; 7 causes: 1 new, 6 not significant")
	p.contains("#causes .alike", "CoverCache.loadNow")
}
