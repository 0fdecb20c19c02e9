package readable

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	compiled = flag.String("compiled", "", "folder that testdata/compile.sh filled: compare its names with names.txt")
	update   = flag.Bool("update", false, "with -compiled, write names.txt")
)

// cut cuts a label before its method.
func cut(label string) (class, name string) {
	at := strings.LastIndexByte(label, '.')
	return label[:at], label[at+1:]
}

// label returns the readable name of a method, or "=" for a raw name.
func label(raw string) string {
	class, name := cut(raw)
	if n, ok := Of(class, name); ok {
		return n.Text()
	}
	return "="
}

// TestRules has a row for each rule, including rules for compilers that compile.sh does not run, and
// for each kind of name that stays raw.
func TestRules(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"a.Foo$load$2.invokeSuspend", "a.Foo.load, coroutine"},
		{"a.Foo$bar$1.invoke", "a.Foo.bar, lambda"},
		{"a.Foo$bar$1$2.invoke", "a.Foo.bar, lambda"},
		{"a.Foo$bar$1.onClick", "a.Foo.bar, anonymous class: onClick"},
		{"a.Foo$bar$1.<init>", "a.Foo.bar, anonymous class: <init>"},
		{"a.Foo$1.run", "a.Foo.anonymous class: run"},
		{"a.Foo$1.invoke", "a.Foo.anonymous class: invoke"}, // of Java perhaps, an InvocationHandler
		{"a.Foo$1.invokeSuspend", "a.Foo.coroutine"},
		{"a.Foo$1.<clinit>", "="}, // a table of javac
		{"a.Foo$Bar$1.run", "a.Foo$Bar.anonymous class: run"},
		{"a.Foo$1Local.run", "a.Foo.Local, local class: run"},
		{"a.FooKt$Main$1.invoke", "a.FooKt.Main, lambda"},
		{"a.FooKt.main", "="},
		{"Foo$bar$1.invoke", "Foo.bar, lambda"},
		// kotlinc 1.3 and earlier
		{"a.Foo$bar$lambda$1.invoke", "a.Foo.bar, lambda"},
		{"a.Foo$$inlined$map$lambda$1.invokeSuspend", "a.Foo.inlined map, coroutine"},
		{"a.Foo$bar$1$invokeSuspend$$inlined$map$1.collect", "a.Foo.bar, inlined map: collect"},
		{"a.Foo$bar$$inlined$map$1$2.emit", "a.Foo.bar, inlined map: emit"},
		{"a.Foo$special$$inlined$observable$1.afterChange", "a.Foo.inlined observable: afterChange"},
		{"a.Foo$bar$1$collect$1.invokeSuspend", "a.Foo.bar, collect, coroutine"},
		{"a.FooKt$sam$i$java_lang_Runnable$0.run", "a.FooKt.SAM adapter: run"},
		{"a.Foo$$serializer.deserialize", "a.Foo.serializer: deserialize"},
		{"a.Foo$Companion.create", "a.Foo.create, companion"},
		{"a.Foo$DefaultImpls.bar$default", "a.Foo.bar, default arguments, interface method"},
		{"a.Foo$WhenMappings.<clinit>", "a.Foo.<clinit>, when mappings"},
		{"a.Foo$EntriesMappings.<clinit>", "a.Foo.<clinit>, entries mappings"},
		{"kotlin.collections.CollectionsKt___CollectionsKt.toList", "kotlin.collections.CollectionsKt.toList"},
		{"a.ComposableSingletons$FooKt$lambda-1$1.invoke", "a.FooKt.composable lambda"},
		{"a.ComposableSingletons$FooKt.getLambda-1$app_release", "a.FooKt.composable lambda, getter"},
		{"a.ComposableSingletons$FooKt.lambda__1092107385$lambda$0", "a.FooKt.composable lambda"},
		{"a.ComposableSingletons$Foo.invoke", "="},
		{"a.Foo$$ExternalSyntheticLambda0.run", "a.Foo.lambda: run"},
		{"a.Foo$$InternalSyntheticLambda$1$0f3c$0.run", "a.Foo.lambda: run"},
		{"a.Foo$$ExternalSyntheticOutline0.m", "a.Foo.outline: m"},
		{"a.Foo$$ExternalSyntheticApiModelOutline0.m", "a.Foo.API outline: m"},
		{"a.Foo$$ExternalSyntheticBackport0.m", "a.Foo.backport: m"},
		{"a.Foo$$ExternalSyntheticNews0.m", "="},
		{"a.-$$Lambda$Foo$1r7QkDNgyCCJ-p2YRmJvPNDr0Ds.run", "a.Foo.lambda: run"},
		{"a.-$$Lambda$Foo$Bar$1r7QkDNgyCCJ-p2YRmJvPNDr0Ds.run", "a.Foo$Bar.lambda: run"},
		{"a.-$$LambdaGroup$js$1r7QkDNgyCCJ-p2YRmJvPNDr0Ds.invoke", "a.lambda group: invoke"},
		{"a.-$Lambda$1r7QkDNgyCCJ-p2YRmJvPNDr0Ds.run", "="}, // Jack: of several classes
		{"a.Foo$$Lambda$12.run", "a.Foo.lambda: run"},
		{"a.Foo$$Lambda$#.run", "a.Foo.lambda: run"}, // of a pile of dumps
		{"a.Foo$load$#.invokeSuspend", "a.Foo.load, coroutine"},
		{"a.Foo$$Lambda$12/0x7f3a01.run", "a.Foo.lambda: run"},
		{"a.Foo$$Lambda/0x7f3a01.run", "a.Foo.lambda: run"},
		{"a.Foo$-CC.$default$bar", "a.Foo.bar, interface method"},
		{"a.Foo$-CC.$private$bar", "a.Foo.bar, interface method"},
		{"a.Foo.lambda$onCreate$0", "a.Foo.onCreate, lambda"},
		{"a.Foo.lambda$onCreate$0$a-Foo", "a.Foo.onCreate, lambda"},
		{"a.Foo.lambda$null$0", "a.Foo.lambda"},
		{"a.Foo.lambda$new$0", "a.Foo.<init>, lambda"},
		{"a.Foo.lambda$static$0", "a.Foo.<clinit>, lambda"},
		{"a.Foo.lambda$-a_Foo_1234", "a.Foo.lambda"},
		{"a.Foo.bar$lambda$0", "a.Foo.bar, lambda"},
		{"a.Foo.bar$lambda-1", "a.Foo.bar, lambda"},
		{"a.Foo.bar$lambda-1$lambda-0", "a.Foo.bar, lambda"},
		{"a.Foo.bar$lambda$1$lambda$0", "a.Foo.bar, lambda"},
		{"a.Foo.bar$lambda$1$0", "a.Foo.bar, lambda"},
		{"a.Foo.bar$lambda$1$inner", "="}, // a local function
		{"a.Foo._init_$lambda$0", "a.Foo.<init>, lambda"},
		{"a.Foo._get_bar_$lambda$0", "a.Foo.bar, getter, lambda"},
		{"a.Foo._set_bar_$lambda$0", "a.Foo.bar, setter, lambda"},
		{"a.Foo.bar_delegate$lambda$0", "a.Foo.bar, delegate, lambda"},
		{"a.Foo$load$2.invokeSuspend$lambda$0", "a.Foo.load, coroutine, lambda"},
		{"a.Foo.$r8$lambda$1r7QkDNgyCCJ-p2YRmJvPNDr0Ds", "a.Foo.lambda accessor"},
		{"a.Foo.bar$default", "a.Foo.bar, default arguments"},
		{"a.Foo.bar$suspendImpl", "a.Foo.bar, suspend body"},
		{"a.Foo.bar$$forInline", "a.Foo.bar, for inlining"},
		{"a.Foo.getBar$annotations", "a.Foo.getBar, annotations"},
		{"a.Foo.getBar$delegate", "a.Foo.getBar, delegate"},
		{"a.Foo.access$000", "a.Foo.accessor"},
		{"a.Foo.access$bar", "a.Foo.bar, accessor"},
		{"a.Foo.access$bar$jd", "a.Foo.bar, accessor"},
		{"a.Foo.access$bar$s1234", "a.Foo.bar, accessor"},
		{"a.Foo.access$getBar$p", "a.Foo.getBar, field accessor"},
		{"a.Foo.access$getBar$cp", "a.Foo.getBar, field accessor"},
		{"a.Foo.-$$Nest$mbar", "a.Foo.bar, accessor"},
		{"a.Foo.-$$Nest$smbar", "a.Foo.bar, accessor"},
		{"a.Foo.-$$Nest$fgetbar", "a.Foo.bar, field read"},
		{"a.Foo.-$$Nest$sfputbar", "a.Foo.bar, field write"},
		{"a.Foo.-wrap3", "a.Foo.accessor"},
		{"a.Foo.-get0", "a.Foo.field read"},
		{"a.Foo.-set0", "a.Foo.field write"},
		{"a.Foo.-get", "="},
		{"a.Price.constructor-impl", "a.Price.constructor, value class"},
		{"a.Price.equals-impl0", "a.Price.equals, value class"},
		{"a.Foo.pay-u2uoSUM", "a.Foo.pay"},
		{"a.Foo.Text--4IGK_g", "a.Foo.Text"},
		{"a.Foo.pay-u2uoSUM$default", "a.Foo.pay, default arguments"},
		{"a.Foo.my-example", "="}, // a word
		{"a.Foo.inModule$app_debug", "a.Foo.inModule"},
		{"a.Foo.inModule$kotlinx_coroutines_core", "="}, // or a local function
		// What stays raw
		{"java.util.Vector.get", "="},
		{"a.Foo.getBar", "="},
		{"a.Foo$Bar.run", "="},
		{"a.R$string.<clinit>", "="},
		{"a.Foo$INSTANCE.get", "="},
		{"a.b.c", "="},
		{"a.b$c.d", "="},
		{"a.b$1.c", "="},
		{"a.A$b$1.c", "="},
		{"$Proxy7.run", "="},
		{"a.Foo$1<b>$2.run", "="},
		{"a.Foo$bär$1.run", "="},
		{"a.Foo$bar$1.<script>alert", "a.Foo.bar, anonymous class: <script>alert"},
		{"a.Foo\x00$bar$1.run", "="},
		{"a.Foo$bar$1.run\u202e", "="},
		{"a.Foo$.run", "="},
		{"a.Foo$$.run", "="},
		{"a.Foo$$$1.run", "="},
		{"a.Foo.$default", "="},
		{"a.Foo.access$", "="},
		{"a.Foo.$lambda$", "="},
		{"a.Foo.lambda$", "="},
		{"a.Foo.-impl", "="},
		{"a.-$$Lambda$.run", "="},
		{"a.-$$Lambda$b$1r7.run", "="},
	} {
		if got := label(tt.raw); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.raw, got, tt.want)
		}
	}
}

// rows returns the raw names of names.txt and their readable names.
func rows(t *testing.T) (raw, want []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/names.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		name, label, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		raw, want = append(raw, name), append(want, label)
	}
	return raw, want
}

// TestCompiled checks the readable name of each method that compilers wrote for src. A function in
// a readable name is one of the source, or what every class has.
func TestCompiled(t *testing.T) {
	raw, want := rows(t)
	if len(raw) < 500 {
		t.Fatalf("%d names", len(raw))
	}
	words := map[string]bool{}
	sources, _ := filepath.Glob("testdata/src/*")
	for _, file := range append(sources, "testdata/library.txt") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range regexp.MustCompile(`\w+`).FindAllString(string(data), -1) {
			words[w] = true
		}
	}
	notes := map[string]bool{"coroutine": true, "lambda accessor": true, composableLambda: true, composableLambda + "s": true, anonymous: true, "local class": true, "SAM adapter": true}
	for _, s := range slices.Concat(classSuffixes, synthetics) {
		notes[s.note] = true
	}
	for _, a := range slices.Concat(affixes, lambdaOwners) {
		notes[a.note] = true
	}
	for i, name := range raw {
		got := label(name)
		if got != want[i] {
			t.Errorf("%s\n got %s\nwant %s", name, got, want[i])
		}
		if got == "=" {
			continue
		}
		_, method := cut(got)
		for _, part := range regexp.MustCompile(`, |: `).Split(method, -1) {
			part = strings.TrimPrefix(part, inlined)
			for _, w := range regexp.MustCompile(`\w+`).FindAllString(part, -1) {
				if !notes[part] && !words[w] && !strings.HasPrefix(w, "get") && !strings.HasPrefix(w, "set") {
					t.Errorf("%s: %s is no word of the source", got, w)
				}
			}
		}
	}
}

// TestCompile compares names.txt with the names of classes compiled now.
func TestCompile(t *testing.T) {
	if *compiled == "" {
		t.Skip("needs a JDK and Maven: run testdata/compile.sh OUT, then go test ./parser/readable -compiled OUT")
	}
	var names []string
	err := filepath.WalkDir(*compiled, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		read := map[string]func([]byte) []string{".class": classNames, ".dex": dexNames}[filepath.Ext(path)]
		if read == nil {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil {
			names = append(names, read(data)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if *update {
		var out bytes.Buffer
		for _, name := range names {
			fmt.Fprintf(&out, "%s\t%s\n", name, label(name))
		}
		if err := os.WriteFile("testdata/names.txt", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, _ := rows(t)
	for _, name := range names {
		if !slices.Contains(was, name) {
			t.Errorf("new: %s", name)
		}
	}
	for _, name := range was {
		if !slices.Contains(names, name) {
			t.Errorf("gone: %s", name)
		}
	}
}

// checkDistinct checks that methods of different raw names are shown differently.
func checkDistinct(t *testing.T, raw []string) {
	t.Helper()
	names := Names(len(raw), func(row int) (class, name string) { return cut(raw[row]) })
	shown := map[string]string{}
	for row, name := range raw {
		label := name
		if n, ok := names[row]; ok {
			label = n.Text()
		}
		if other, ok := shown[label]; ok && other != name {
			t.Errorf("%s and %s are both %s", other, name, label)
		}
		shown[label] = name
	}
}

// TestDistinct holds for any names: those of the compilers, of the shared corpus, and names put
// together from pieces of them, also with names that look as if they were readable already.
func TestDistinct(t *testing.T) {
	raw, want := rows(t)
	checkDistinct(t, raw)
	for _, label := range want {
		if label != "=" {
			raw = append(raw, label)
		}
	}
	checkDistinct(t, raw)
	pieces := map[string]bool{}
	for _, name := range raw {
		for _, p := range regexp.MustCompile(`\$+|\.|-|_|[^$.\-_]+`).FindAllString(name, -1) {
			pieces[p] = true
		}
	}
	list := make([]string, 0, len(pieces))
	for p := range pieces {
		list = append(list, p)
	}
	slices.Sort(list)
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		few := make([]string, 12)
		for i := range few {
			few[i] = list[random.IntN(len(list))]
		}
		few = append(few, "$", "$", "$", "$lambda$", "1", "2", "Foo", "bar")
		made := make([]string, 300)
		for i := range made {
			name := "a.Foo"
			for range random.IntN(5) {
				name += few[random.IntN(len(few))]
			}
			name += "."
			for range 1 + random.IntN(5) {
				name += strings.ReplaceAll(few[random.IntN(len(few))], ".", "")
			}
			if strings.HasSuffix(name, ".") {
				name += "x"
			}
			made[i] = name
		}
		checkDistinct(t, made)
	}
}

// TestCorpus checks that names of real traces and dumps stay distinct, and that the rules cover most
// of the names that a compiler numbered.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/corpus/*/*")
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	pattern := regexp.MustCompile(`[A-Za-z][\w.]*\.[\w$-]+[\t.][\w$<>-]+`)
	numbered, raw := 0, 0
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(io.LimitReader(f, 16<<20))
		f.Close()
		if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
			if z, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, _ = io.ReadAll(io.LimitReader(z, 64<<20))
			}
		}
		set := map[string]bool{}
		for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
			for _, name := range pattern.FindAllString(s.Text(), -1) {
				set[strings.ReplaceAll(name, "\t", ".")] = true
			}
		}
		names := make([]string, 0, len(set))
		for name := range set {
			names = append(names, name)
			if regexp.MustCompile(`\$\d+\.\w+$|\$lambda\$\d+$`).MatchString(name) {
				numbered++
				if label(name) == "=" {
					raw++
				}
			}
		}
		checkDistinct(t, names)
	}
	if t.Logf("%d of %d numbered names stay raw", raw, numbered); raw*5 > numbered {
		t.Errorf("%d of %d numbered names stay raw", raw, numbered)
	}
}

// TestCheap checks that ordinary names cost nothing, and that a huge one stays raw.
func TestCheap(t *testing.T) {
	huge := "a.Foo" + strings.Repeat("$bar$1", 200_000)
	if n := testing.AllocsPerRun(100, func() {
		Of("java.util.Vector", "get")
		Of(huge, "invoke")
		Of("a.Foo", huge)
		Of("a.Foo\x01", "bar$default")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if _, ok := Of(huge, "invoke"); ok {
		t.Error("a name of 1 MB is readable")
	}
}

// FuzzOf holds for any name: a readable name keeps the package, and has only characters of the raw
// name and of notes.
func FuzzOf(f *testing.F) {
	f.Add("a.Foo$load$2", "invokeSuspend")
	f.Add("a.ComposableSingletons$FooKt", "getLambda-1$app_release")
	f.Fuzz(func(t *testing.T, class, name string) {
		n, ok := Of(class, name)
		if !ok {
			return
		}
		pkg, _, _ := strings.Cut(n.Class, "$")
		if !strings.HasPrefix(class, pkg[:strings.LastIndexByte(pkg, '.')+1]) || n.Method == "" || n.numbered == "" || len(n.Text()) > len(class)+len(name)+200 {
			t.Errorf("%q %q is %q", class, name, n)
		}
		for _, r := range n.Text() {
			if r < ' ' || r > '~' {
				t.Errorf("%q %q is %q", class, name, n)
			}
		}
	})
}
