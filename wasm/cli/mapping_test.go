package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/simpleperf/simpleperftest"
	"traceglass/parser/trace/tracetest"
)

const shopMap = `# compiler: R8
# compiler_version: 8.13.6
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
# pg_map_id: 1111111
shop.Cart -> a.b:
# {"id":"sourceFile","fileName":"Cart.kt"}
    1:2:void shop.Checks.notNull(java.lang.Object):18:18 -> a
    1:2:void add(shop.Item):55 -> a
    3:9:void add(shop.Item):56:62 -> a
      # {"id":"com.android.tools.r8.residualsignature","signature":"()V"}
    void open(int) -> b
    1:3:void shop.Menu.open(int):7:9 -> b
shop.Db -> a.c:
`

// shopTrace has one method with one original, one with two, one whose class alone is in the map,
// and one that the map lacks.
func shopTrace() []byte {
	return tracetest.Bytes("main 0>a.b.a 1>a.b.b(I)V 2>a.c.z(La/b;)V 3>q.x.y 4<q.x.y 5<a.c.z(La/b;)V 6<a.b.b(I)V 9<a.b.a")
}

const shopDump = `----- pid 12 at 2024-05-01 10:00:00 -----
Cmd line: com.shop.app

DALVIK THREADS (2):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x7 self=0x7
  | sysTid=12 nice=-10 cgrp=default sched=0/0 handle=0x7
  at a.b.a(PG:1)
  - waiting to lock <0x0cd0> (a a.c) held by thread 2
  at android.os.Looper.loop(Looper.java:100)

"Worker" prio=5 tid=2 Runnable
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x8 self=0x8
  | sysTid=13 nice=0 cgrp=default sched=0/0 handle=0x8
  at a.b.a(PG:4)
  - locked <0x0cd0> (a a.c)
  at java.lang.Thread.run(Thread.java:1012)

----- end 12 -----
`

// TestMapping runs every command with -mapping.
func TestMapping(t *testing.T) {
	t.Chdir(t.TempDir())
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(shopMap))
	z.Close()
	other := strings.ReplaceAll(shopMap, "pg_map_id: 1111111", "pg_map_id: 2222222")
	for name, data := range map[string]string{
		"a.trace": string(shopTrace()), "anr.txt": shopDump, "mapping.txt": shopMap, "names.gz": packed.String(), "other.txt": other,
		"ids.txt": strings.ReplaceAll(shopDump, "PG", "r8-map-id-1111111"), "no.txt": "hello\n", "plain.txt": strings.ReplaceAll(shopDump, "a.b.a", "com.shop.Main.go"),
		"s.trace": string(simpleperftest.Bytes("7@10 a.b.a;a.c.z 7@11 a.b.a::7=main")),
	} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		args   string
		has    []string // parts of the output
		lacks  string
		errs   string // a part of standard error
		status int
	}{
		{"summary -mapping names.gz a.trace", []string{
			`"class":"shop.Cart","name":"add","signature":"(Lshop/Item;)V","raw":{"class":"a.b","name":"a","signature":"()V"},"calls":1`,
			`"class":"shop.Cart","name":"open or shop.Menu.open","signature":"(I)V","raw":{"class":"a.b","name":"b","signature":"(I)V"},"remark":"the optimiser merged these methods: which one ran is unknown","originals":["void shop.Cart.open(int)","void shop.Menu.open(int)"],`,
			`"class":"shop.Db","name":"z","signature":"(Lshop/Cart;)V","raw":{`, `"class":"q.x","name":"y","signature":"()V","calls":1`,
		}, "", "traceglass: Names from names.gz (R8 8.13.6): 75.0 % of 4 names.\ntraceglass: 1 name has several originals because the optimiser merged methods: up to 20 are listed.\n", 0},
		{"summary --mapping=mapping.txt anr.txt", []string{`"thread-dump"`}, "", "traceglass: Names from mapping.txt (R8 8.13.6): 100 % of 2 names.\n", 0},
		{"explain -mapping mapping.txt anr.txt", []string{"main waits for lock <0x00000cd0> (a shop.Db), which thread 2 \"Worker\" holds", " 9  - waiting to lock <0x0cd0> (a shop.Db)"}, "a.b.a", "100 %", 0},
		{"explain -group -mapping mapping.txt anr.txt", []string{"shop."}, "a.b.a", "100 %", 0},
		{"explain -mapping mapping.txt ids.txt", []string{"shop.Db"}, "", "The map is of this build: both have the map id 1111111.", 0},
		{"explain -mapping other.txt ids.txt", []string{"(a a.c)"}, "shop.Db", "This map belongs to another build: the file has the map id 1111111, the map 2222222. Names would be wrong.", 0},
		{"explain -mapping mapping.txt plain.txt", []string{"com.shop.Main"}, "", "The names in this file are not shortened", 0},
		{"export -format markdown -mapping mapping.txt anr.txt", []string{"at shop.Checks.notNull(Checks.kt:18) [inlined]\n  at shop.Cart.add(Cart.kt:55)"}, "a.b.a", "100 %", 0},
		{"export -format folded -mapping mapping.txt anr.txt", []string{"shop.Cart.add"}, "a.b.a", "", 0},
		{"export -format folded -mapping mapping.txt a.trace", []string{"shop.Cart.add;shop.Cart.open or shop.Menu.open"}, "a.b", "", 0},
		{"export -format csv -mapping mapping.txt a.trace", []string{"shop.Cart"}, "a.b", "", 0},
		{"dmtracedump -mapping mapping.txt a.trace", []string{"shop.Cart.add (Lshop/Item;)V\tCart.kt"}, "a.b.a", "75.0 % of 4", 0},
		{"dmtracedump -faults -mapping mapping.txt a.trace", []string{"shop.Cart.add (Lshop/Item;)V\tCart.kt"}, "a.b.a", "75.0 % of 4", 0},
		{"dmtracedump -o -mapping mapping.txt a.trace", []string{"shop.Cart.add"}, "a.b.a", "", 0},
		{"traceview -r -mapping mapping.txt a.trace", []string{"shop.Cart.add"}, "a.b.a", "", 0},
		{"summary -mapping mapping.txt s.trace", []string{`"name":"shop.Cart.add","class":"shop.Cart"`}, "", "", 0},
		{"flamegraph -o out -mapping mapping.txt a.trace", nil, "", "75.0 % of 4", 0},
		{"table -o tables -mapping mapping.txt a.trace", nil, "", "75.0 % of 4", 0},
		{"summary -mapping no.txt a.trace", nil, "{", "traceglass: a.trace: no.txt: Traceglass does not know this kind of file", 1},
		{"summary -mapping none.txt a.trace", nil, "{", "none.txt", 1},
		{"summary mapping.txt", nil, "{", "This is a mapping file (mapping.txt). Open it together with a trace or a dump", 1},
		{"summary -mapping", nil, "{", "-mapping needs a value: FILE", 2},
	}
	for _, tt := range tests {
		var out, errs bytes.Buffer
		status := run(strings.Fields(tt.args), &out, &errs)
		notes := strings.ReplaceAll(errs.String(), "\u00a0", " ")
		if status != tt.status || !strings.Contains(notes, tt.errs) {
			t.Errorf("%s: status %d, %s", tt.args, status, notes)
		}
		for _, has := range tt.has {
			if !strings.Contains(out.String(), has) {
				t.Errorf("%s: there is no %s in\n%s", tt.args, has, out.String())
			}
		}
		if tt.lacks != "" && strings.Contains(out.String(), tt.lacks) {
			t.Errorf("%s: there is %s in\n%s", tt.args, tt.lacks, out.String())
		}
		if strings.HasPrefix(tt.args, "summary") && status == 0 && !json.Valid(out.Bytes()) {
			t.Errorf("%s: no JSON", tt.args)
		}
	}
	svg, _ := filepath.Glob("out/*.svg")
	if len(svg) == 0 {
		t.Fatal("no flame graph")
	}
	for _, name := range svg {
		b, _ := os.ReadFile(name)
		if !bytes.Contains(b, []byte("shop.Cart.add")) || bytes.Contains(b, []byte("a.b.a")) {
			t.Errorf("%s has not the names of the map", name)
		}
	}
	if originals = nil; run([]string{"summary", "a.trace"}, new(bytes.Buffer), new(bytes.Buffer)) != 0 {
		t.Error("a command without -mapping fails after those with it")
	}
}

// TestNamedByNameAlone checks a map that names a method by class and name alone: the sentences on
// the map must agree with the summary.
func TestNamedByNameAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, data := range map[string][]byte{
		"map.txt":   []byte("com.shop.Cart -> com.shop.Cart:\n    void refresh(int) -> a\n"),
		"other.txt": []byte("android.shop.Cart -> android.shop.Cart:\n    void refresh() -> a\n"),
		"x.trace":   tracetest.Bytes("main 0>com.shop.Cart.a()V 1<com.shop.Cart.a()V"),
		"y.trace":   tracetest.Bytes("main 0>android.shop.Cart.a()V 1<android.shop.Cart.a()V"),
	} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ args, note string }{
		{"-mapping map.txt x.trace", "traceglass: Names from map.txt: 0.0 % of 1 name.\ntraceglass: 1 more name matches by name only: the map has no method with its signature.\n"},
		{"-mapping other.txt y.trace", "traceglass: Names from other.txt: 100 % of 1 name.\n"},
	} {
		status, out, errs := ran(append([]string{"summary"}, strings.Fields(tt.args)...)...)
		if got := strings.ReplaceAll(errs, "\u00a0", " "); status != 0 || !strings.Contains(out, `"name":"refresh"`) || got != tt.note {
			t.Errorf("%s: status %d, %s, want %s; %s", tt.args, status, got, tt.note, out)
		}
	}
}
