// Package samples makes small files that the page opens in tests.
package samples

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// Dump returns a small thread dump: one process with two threads. main is in the given methods, innermost
// first.
func Dump(pid int, time, process string, main ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "----- pid %d at %s -----\nCmd line: %s\nBuild type: optimized\n\nDALVIK THREADS (2):\n", pid, time, process)
	fmt.Fprintf(&b, "\"main\" prio=5 tid=1 Runnable\n  | group=\"main\" sCount=0 dsCount=0 flags=0 obj=0x72f8 self=0x1000\n  | sysTid=%d nice=-10 cgrp=default sched=0/0 handle=0x7f\n", pid)
	for _, method := range main {
		fmt.Fprintf(&b, "  at %s(Source.java:12)\n", method)
	}
	fmt.Fprintf(&b, "\n\"worker\" prio=5 tid=2 Waiting\n  | group=\"main\" sCount=1 dsCount=0 flags=1 obj=0x13 self=0x2000\n  | sysTid=%d nice=0 cgrp=default sched=0/0 handle=0x7e\n", pid+1)
	fmt.Fprintf(&b, "  at java.lang.Object.wait(Native method)\n\n----- end %d -----\n", pid)
	return b.String()
}

// Zip returns a zip file from alternating names and contents.
func Zip(t testing.TB, namesAndContents ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for pair := range slices.Chunk(namesAndContents, 2) {
		header := &zip.FileHeader{Name: pair[0], Method: zip.Deflate}
		if pair[1] == "" {
			header.Method = zip.Store // a compressor takes long to start
		}
		w, err := z.CreateHeader(header)
		if err == nil {
			_, err = w.Write([]byte(pair[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Gzip compresses a text.
func Gzip(text string) string {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write([]byte(text))
	z.Close()
	return out.String()
}

// Runs returns runs of an app startup, named as Macrobenchmark names them.
func Runs(prefix string, db bool, times ...int) (files []tracetest.Member) {
	for i, us := range times {
		files = append(files, tracetest.Member{Name: fmt.Sprintf("%s_iter%03d-methodTracing-2024-05-01.trace", prefix, i), Data: tracetest.Startup(us, db)})
	}
	return files
}

// ShopMap returns a map of names, with an id or without.
func ShopMap(id string) []byte {
	text := "# compiler: R8\n# compiler_version: 8.13.6\n"
	if id != "" {
		text += "# pg_map_id: " + id + "\n"
	}
	return []byte(text + "shop.Cart -> a.b:\n    1:3:void add():55:57 -> a\nshop.Db -> a.c:\n    1:3:void find():7:9 -> a\n")
}

// ShopTrace returns a trace of that build. If id is not empty, its source files name the map with that id.
func ShopTrace(id string) []byte {
	return ShopCalls("main 0>a.b.a()V 10>a.c.a()V 60<a.c.a()V 99<a.b.a()V 100>android.os.Looper.loop()V 104<android.os.Looper.loop()V", id)
}

// ShopCalls returns a trace with these records. Its source files name the map with an id, as ShopTrace does.
func ShopCalls(calls, id string) []byte {
	data := tracetest.Bytes(calls)
	if id != "" {
		for _, file := range []string{"b.java", "c.java", "d.java"} {
			data = bytes.ReplaceAll(data, []byte(file), []byte("r8-map-id-"+id))
		}
	}
	return data
}

// ShopDump returns a thread dump of that build.
func ShopDump(file string) []byte {
	return []byte(strings.ReplaceAll(Dump(7, "2024-05-01 10:00:00", "com.shop", "a.b.a", "a.c.a"), "Source.java:12", file+":2"))
}
