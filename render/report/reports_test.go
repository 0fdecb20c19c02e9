package report

import (
	"bytes"
	"strings"
	"testing"

	"traceglass/parser/advice"
	"traceglass/parser/dump/dumptest"
)

// TestReportsAdvice: a verdict that proves what to do has advice, others have no such key. reports.md describes all advice.
func TestReportsAdvice(t *testing.T) {
	const asleep = "process 5 com.example\n1 main Sleeping\nat java.lang.Thread.sleep\nat com.example.A.a\n"
	for text, want := range map[string]string{
		asleep: `,"advice":"sleep-on-main","adviceText":"Remove this sleep: it delays all later messages of main."}`,
		strings.Replace(asleep, "Sleeping\nat java.lang.Thread.sleep", "Runnable", 1): `]}`,
	} {
		var all Reports
		all.Add("a.txt", dumptest.Parse(text))
		var out bytes.Buffer
		if err := all.JSON(&out); err != nil {
			t.Fatal(err)
		}
		_, verdict, _ := strings.Cut(out.String(), `"verdict":{`)
		if verdict, _, _ = strings.Cut(verdict, "}"); !strings.HasSuffix(verdict+"}", want) || !strings.HasPrefix(out.String(), `{"kind":"anr-reports","schema":2,`) {
			t.Errorf("got %s, want a verdict that ends with %s", out.String(), want)
		}
	}
	document := string(read(t, "reports.md"))
	for a := advice.None + 1; a < advice.Count; a++ {
		if !strings.Contains(document, "`"+a.String()+"`") {
			t.Errorf("reports.md does not describe %q", a)
		}
	}
}
