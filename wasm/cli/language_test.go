package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/render/words/languages"
)

// TestLang checks that with -lang explain and markdown write only that language, except codes,
// and that output for programs is the same in every language.
func TestLang(t *testing.T) {
	t.Cleanup(func() { words.SetCatalogue("") })
	out := func(want int, args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if got := run(args, &stdout, &stderr); got != want {
			t.Fatalf("%q: status %d, want %d: %s", args, got, want, stderr.String())
		}
		return stdout.String() + stderr.String()
	}
	const dump = "../../testdata/sample-anr.txt"
	for _, args := range [][]string{{"explain", "-all"}, {"explain", "-group"}, {"export", "-format", "markdown"}} {
		text := out(0, append(append(args, "-lang", "zh-CN"), dump)...)
		if !strings.Contains(text, "持有") && !strings.Contains(text, "死锁") {
			t.Errorf("%q is not in Chinese: %s", args, text)
		}
		for _, said := range []string{"which thread", " holds", "waits for", "more line", "equal stacks", "deadlock:"} {
			if strings.Contains(text, said) {
				t.Errorf("%q leaves %q in English", args, said)
			}
		}
	}
	han := regexp.MustCompile(`\p{Han}`)
	for _, args := range [][]string{{"summary"}, {"explain", "-group", "-format", "json"}, {"explain", "-group", "-format=csv"}, {"export", "-format", "csv"}, {"export", "-format", "folded"}} {
		english := out(0, append(args, dump)...)
		if chinese := out(0, append(append(args, "-lang=zh"), dump)...); chinese != english && args[0] != "summary" || han.MatchString(chinese) {
			t.Errorf("%q changes with the language", args)
		}
	}
	if text := out(0, "explain", dump); han.MatchString(text) {
		t.Error("explain speaks Chinese without -lang")
	}
	if text := out(2, "explain", "-lang", "tlh", dump); !strings.Contains(text, "-lang must be "+orList(languages.Codes())) {
		t.Errorf("an unknown language gives %q", text)
	}
}
