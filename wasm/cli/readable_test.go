package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

// TestReadable checks that names of compilers are as in the file unless readable ones are requested.
func TestReadable(t *testing.T) {
	dir := t.TempDir()
	dump, fast, trace := filepath.Join(dir, "anr.txt"), filepath.Join(dir, "fast.txt"), filepath.Join(dir, "a.trace")
	text := "----- pid 101 at 2024-01-01 10:00:00 -----\nCmd line: com.example.app\n\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  | sysTid=101 nice=0\n" +
		"  at java.lang.Thread.sleep(Native method)\n  at com.example.app.Feed$load$2.invokeSuspend(Feed.kt:12)\n\n----- end 101 -----\n"
	for name, text := range map[string]string{dump: text, fast: strings.ReplaceAll(text, "Suspend(", "Suspend!(")} { // ! of ART 5 to 7
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := tracetest.Bytes("main 0/0>com.example.app.Feed$load$2.invokeSuspend()V 900000/900000<com.example.app.Feed$load$2.invokeSuspend()V")
	if err := os.WriteFile(trace, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args        []string
		has, hasNot string
	}{
		{[]string{"explain", dump}, "Feed$load$2.invokeSuspend.", "coroutine"},
		{[]string{"explain", "-readable", dump}, "Feed.load, coroutine", "Feed$load$2.invokeSuspend."},
		{[]string{"explain", "-readable", fast}, "Feed.load, coroutine", "Feed$load$2.invokeSuspend."},
		{[]string{"overview", trace}, "Feed$load$2.invokeSuspend", "coroutine"},
		{[]string{"overview", "-readable", trace}, "Feed.load, coroutine", "invokeSuspend"},
		{[]string{"overview", "-readable", "-format", "json", trace}, "Feed$load$2", "coroutine"},
	} {
		var out, errs bytes.Buffer
		if status := run(tt.args, &out, &errs); status != 0 || !strings.Contains(out.String(), tt.has) || strings.Contains(out.String(), tt.hasNot) {
			t.Errorf("%s: status %d, has not %q, or has %q\n%s%s", tt.args[:len(tt.args)-1], status, tt.has, tt.hasNot, out.String(), errs.String())
		}
	}
}
