package viewer

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/wasm/session"
	"traceglass/wasm/viewer/samples"
)

// contains checks that an element that can be seen has a text in it.
func (p *page) contains(selector, part string) {
	p.t.Helper()
	if got := plain(strings.Join(p.Texts(selector), "\n")); !strings.Contains(got, part) {
		p.t.Fatalf("%s says %q, want %q", selector, got, part)
	}
}

// has checks that the table of methods has a method.
func (p *page) has(method string) {
	p.t.Helper()
	p.Click("#tab-methods")
	if rows := strings.Join(p.Grid("methods").Rows, "\n"); !strings.Contains(rows, method) {
		p.t.Fatalf("the methods are\n%s\nwithout %s", rows, method)
	}
}

// exports checks the command line of an export.
func (p *page) exports(id, want string) {
	p.t.Helper()
	p.Click("#export")
	p.Click("#export-" + id)
	p.is("the export", p.browser.Last(), want)
	p.exported()
}

// TestMapping drops a map of names after the file, removes the names, drops a map of another build, and drops
// one before the file and together with it.
func TestMapping(t *testing.T) {
	var names strings.Builder
	records := "main"
	names.WriteString("# compiler: R8\n# compiler_version: 8.13.6\n")
	for i := range 12 {
		fmt.Fprintf(&names, "shop.Class%d -> a.c%d:\n    void step%d() -> a\n", i, i, i)
		records += fmt.Sprintf(" %d>a.c%d.a()V", i*100, i)
	}
	for i := 11; i >= 0; i-- {
		records += fmt.Sprintf(" %d<a.c%d.a()V", 5000-i*100, i)
	}
	trace := fileOf("app.trace", tracetest.Bytes(records))
	mapping := text("names.txt", names.String())
	other := text("mapping.txt", strings.ReplaceAll(names.String(), "void step", "int step"))
	const another = "This map is probably of another build"

	// After the file: the selection and the visible time stay.
	p := open(t)
	p.Upload(trace)
	p.has("c3.a")
	p.Click("#methods-3 .fn")
	p.Key("w")
	chosen := p.Text("#details-name")
	p.Upload(mapping)
	p.contains("#notice", "Names from names.txt (R8 8.13.6): 100 % of 12 names.")
	p.contains("#naming", "100 % named")
	p.has("Class3.step3")
	p.contains("#details-name", "step")
	named := p.Text("#details-name")

	// One click turns the names off, another turns them on.
	p.Click("#naming")
	p.has("c3.a")
	p.is("the selected method with the name in the file", p.Text("#details-name"), chosen)
	p.Click("#naming")
	p.has("Class3.step3")
	p.is("the renamed selected method again", p.Text("#details-name"), named)

	// A dump that is added while names are off keeps them off, also in the dump.
	p.Click("#naming")
	p.session.OpenOrAdd([]*session.File{text("anr.txt", samples.Dump(12, morning+"1", "com.example", "a.c3.a"))}, true)
	p.finish()
	p.contains("#stack-lines", "a.c3.a")
	p.contains("#naming", "names as in the file")
	p.Click("#room-trace")
	p.has("c3.a")
	p.Click("#naming")
	p.has("Class3.step3")

	// A map of another build gets a warning. A map that fits stays in use. Without one, the other is used only on request.
	p.Upload(other)
	p.contains("#refusal", another)
	p.has("Class3.step3")
	p = open(t)
	p.Upload(trace)
	p.has("c3.a")
	p.Upload(other)
	p.contains("#refusal", another)
	p.has("c3.a")
	p.Click("#naming")
	p.has("Class3.step3")

	// Before the file, and together with it.
	p = open(t)
	p.Upload(mapping)
	p.contains("#refusal", "names.txt is a mapping file by R8 8.13.6 with 12 classes.")
	p.Upload(trace)
	p.has("Class3.step3")
	p = open(t)
	p.Upload(mapping, trace)
	p.has("Class3.step3")
	p.contains("#naming", "100 % named")

	// Exports have the map if its names are shown.
	p.exports("csv", "export export -format csv -mapping ./names.txt app.trace as app.methods.csv")
	p.Click("#naming")
	p.has("c3.a")
	p.exports("csv", "export export -format csv app.trace as app.methods.csv")
}

// TestMapOfTwo: each of two traces gets the map that fits, or both get one. A click turns the names of both off.
func TestMapOfTwo(t *testing.T) {
	ofA, ofB := fileOf("a-mapping.txt", samples.ShopMap("1111111")), fileOf("b-mapping.txt", bytes.ReplaceAll(samples.ShopMap("2222222"), []byte("a.b:"), []byte("a.d:")))
	a, b := fileOf("a.trace", samples.ShopTrace("1111111")), fileOf("b.trace", samples.ShopCalls("main 0>a.d.a()V 10>a.c.a()V 90<a.c.a()V 200<a.d.a()V 201>android.os.Looper.loop()V 205<android.os.Looper.loop()V", "2222222"))
	bare := fileOf("b.trace", samples.ShopCalls("main 0>a.b.a()V 10>a.c.a()V 90<a.c.a()V 200<a.b.a()V 201>android.os.Looper.loop()V 205<android.os.Looper.loop()V", ""))
	b.Modified, bare.Modified = 1, 1
	p := open(t)
	changes := func(what string, names ...string) {
		t.Helper()
		all := p.Texts("#changes-rows .row .fn")
		slices.Sort(all)
		p.is(what, strings.Join(all, ", "), strings.Join(names, ", "))
	}
	p.Upload(a, b)
	changes("as in the files", "c.a", "gone: b.a", "new: d.a")
	p.Upload(ofA)
	p.contains("#notice", "A: Names from a-mapping.txt (R8 8.13.6): 100 % of 2 names. The map is of this build: both have the map id 1111111. B: ")
	p.contains("#naming", "A: 100 % named · B: names as in the file")
	changes("A under its names", "gone: Cart.add", "gone: Db.find", "new: c.a", "new: d.a")
	p.Upload(ofB)
	p.contains("#naming", "A: 100 % named · B: 100 % named")
	changes("each by its own", "Cart.add", "Db.find")
	p.Click("#room-a")
	p.has("Cart.add")
	p.Click("#room-b")
	p.has("Cart.add")
	p.contains("#naming", "100 % named")
	p.Click("#naming")
	p.has("d.a")
	p.Click("#room-changes")
	changes("as in the files again", "c.a", "gone: b.a", "new: d.a")
	p.contains("#naming", "A: names as in the file · B: names as in the file")
	p.Click("#naming")
	changes("each by its own again", "Cart.add", "Db.find")

	// A map that fits neither trace.
	p.Upload(text("mapping.txt", "# pg_map_id: 3333333\ncom.other.Main -> z.z:\n    void run() -> a\n"))
	p.contains("#refusal", "A: ")
	changes("as before", "Cart.add", "Db.find")
	p.contains("#naming", "A: 100 % named · B: 100 % named")

	// One map for both, dropped with the traces and before them.
	p = open(t)
	p.Upload(fileOf("a.trace", samples.ShopTrace("")), bare, ofA)
	p.contains("#naming", "A: 100 % named · B: 100 % named")
	changes("both by one", "Cart.add", "Db.find")
	p = open(t)
	p.Upload(ofA)
	p.contains("#refusal", "is a mapping file")
	p.Upload(fileOf("a.trace", samples.ShopTrace("")), bare)
	p.contains("#naming", "A: 100 % named · B: 100 % named")
	changes("both by one", "Cart.add", "Db.find")
}

// TestMappingOfDumps: a map renames frames of one dump, with the file's name in the tooltip, and of a whole
// pile. A click turns it off. The warnings list names that the map does not contain.
func TestMappingOfDumps(t *testing.T) {
	names := "# compiler: R8\n# compiler_version: 8.13.6\nshop.Cart -> a.b:\n    1:3:void add():55:57 -> a\nshop.Db -> a.c:\n    1:3:void find():7:9 -> a\n"
	frames := []string{"a.b.a", "q.x.y"}
	for i := range 12 {
		names += fmt.Sprintf("shop.Class%d -> a.c%d:\n    1:3:void step%d():5:7 -> a\n", i, i, i)
		frames = append(frames, fmt.Sprintf("a.c%d.a", i))
	}
	mapping := text("mapping.txt", names)
	p := open(t)
	lines := func() string {
		var all []string
		for _, line := range p.Texts("#stack-lines .what") {
			all = append(all, strings.Join(strings.Fields(plain(line)), ""))
		}
		return strings.Join(all, " ")
	}
	p.Upload(text("anr.txt", strings.ReplaceAll(samples.Dump(7, "2024-05-01 10:00:00", "com.shop", frames...), "Source.java:12", "PG:2")))
	p.is("the process", p.Processes(), "com.shop")
	p.contains("#stack-lines", "a.b.a")
	raw := lines()
	p.Upload(mapping)
	if got := lines(); !strings.HasPrefix(got, "shop.Cart.addCart.java:56 q.x.yPG:2 shop.Class0.step0Class0.java:6") {
		t.Errorf("with the map's names, the stack is %s", got)
	}
	p.is("the tooltip of the first frame", p.doc.find("#stack-lines li").attrs["title"], "In the file: at a.b.a(PG:2)")
	p.contains("#naming", "92.8 % named")
	p.Click("#receipt")
	p.contains("#dialog", "Names that the map lacks: q.x.y")
	p.Key("Escape")
	p.Click("#naming")
	p.is("the stack as in the file", lines(), raw)

	// A pile.
	var members []string
	for i := range 30 {
		method := "a.b.a"
		if i%3 == 2 {
			method = "a.c.a"
		}
		members = append(members, fmt.Sprintf("anr_%d", i), strings.ReplaceAll(samples.Dump(1000+2*i, fmt.Sprintf("2024-01-01 10:00:%02d", i), "com.example", method), "Source.java:12", "PG:2"))
	}
	p = open(t)
	p.Upload(fileOf("pile.zip", samples.Zip(t, members...)))
	if n := len(p.doc.findAll("#causes .alike")); n != 2 {
		t.Errorf("%d causes are shown", n)
	}
	p.contains("#causes", "a.c.a")
	p.Upload(mapping)
	p.contains("#causes", "Cart.add")
	p.contains("#causes", "Db.find")
	var titles []string
	for _, e := range p.doc.find("#causes").kids {
		if e.tag == "li" {
			titles = append(titles, e.attrs["title"])
		}
	}
	slices.Sort(titles)
	p.is("the files' names in tooltips", strings.Join(titles, ","), "In the file: a.b.a,In the file: a.c.a")
	p.Click("#cause-1")
	p.contains("#stack-lines", "Db.find")
	p.Click("#to-pile")
	p.Click("#naming")
	p.contains("#causes", "a.c.a")
	if strings.Contains(p.Text("#causes"), "Db.find") {
		t.Error("a cause has a name of the map")
	}
}

// TestMapPacked: a map opens compressed with gzip, from an app bundle, and from a build's zip file with unrelated files, for a
// trace and for a dump.
func TestMapPacked(t *testing.T) {
	names := string(samples.ShopMap("1111111"))
	for _, file := range []*session.File{
		text("mapping.txt.gz", samples.Gzip(names)),
		fileOf("app.aab", samples.Zip(t, "base/dex/classes.dex", "dex\n035", "BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map", names, "base/manifest/AndroidManifest.xml", "x")),
		fileOf("build.zip", samples.Zip(t, "out/mapping/release/mapping.txt", names, "out/mapping/release/usage.txt", "a.b\n", "out/mapping/release/seeds.txt", "a.c\n")),
	} {
		p := open(t)
		p.Upload(fileOf("app.trace", samples.ShopTrace("")))
		p.has("b.a")
		p.Upload(file)
		p.has("Cart.add")
		p = open(t)
		p.Upload(fileOf("anr.txt", samples.ShopDump("PG")))
		p.contains("#stack-lines", "a.b.a")
		p.Upload(file)
		p.contains("#stack-lines", "Cart.add")
	}
}

// TestMappingLink: a link made while a map is in use has the name in the file, and opens with the map and without.
func TestMappingLink(t *testing.T) {
	trace := fileOf("app.trace", tracetest.Bytes("main 0>a.b.a()V 10>a.c.a()V 60<a.c.a()V 99<a.b.a()V"))
	mapping := text("mapping.txt", "shop.Cart -> a.b:\n    void add() -> a\nshop.Db -> a.c:\n    void find() -> a\n")
	p := open(t)
	p.Upload(trace)
	p.Upload(mapping)
	p.has("Db.find")
	p.Click("#methods-1 .fn")
	p.is("the selected method", p.DetailsName(), "shop.Db.find")
	l := p.Link()
	p.secret(l, "Db", "find")
	for want, files := range map[string][]*session.File{"a.c.a": {trace}, "shop.Db.find": {mapping, trace}} {
		q := open(t)
		q.Upload(files...)
		q.Follow(l)
		p.is("the selected method of the link", q.DetailsName(), want)
	}
}
