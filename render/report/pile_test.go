package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/pile"
	"traceglass/parser/wait"
	"traceglass/render/tell"
)

// TestPile checks that the three formats agree on a pile, and that text from files cannot break
// them.
func TestPile(t *testing.T) {
	p := pile.Pile{Tell: tell.Claim}
	add := func(name, process, frames string) {
		r := dump.NewReader()
		fmt.Fprintf(r, "----- pid 7 at 2024-01-0%d 10:00:00 -----\nCmd line: %s\nBuild fingerprint: 'a/b/c:14/d'\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n", len(p.Cases)+1, process)
		for frame := range strings.FieldsSeq(frames) {
			fmt.Fprintf(r, "  at %s(A.java:%d)\n", frame, len(p.Cases))
		}
		fmt.Fprint(r, "\n----- end 7 -----\n")
		d := r.Close()
		p.Add("", name, 0, wait.NewFacts(d), d)
	}
	add("=a,\"1\x1b[31m", "com.app", "com.app.A$1.run com.app.B.go")
	add("b", "com.app", "com.app.C.wait")
	add("c", "com.app", "com.app.A$22.run com.app.B.go")
	p.NoCause = append(p.NoCause, "d")

	var out bytes.Buffer
	if err := Pile(&out, &p, pile.NoBaseline); err != nil {
		t.Fatal(err)
	}
	want := `3 dumps, 2 causes

      2  Main sleeps
         in com.app.A$#.run ← com.app.B.go
         main sleeps on purpose (Thread.sleep), called by com.app.A$1.run.
         What to do: Remove this sleep: it delays all later messages of main.
         2024-01-01 10:00:00 to 2024-01-03 10:00:00, Android 14 × 2, build a/b/c:14/d × 2, com.app × 2
         =a,"1\x1b[31m, line 1
         c, line 1

      1  Main sleeps
         in com.app.C.wait
         main sleeps on purpose (Thread.sleep), called by com.app.C.wait.
         What to do: Remove this sleep: it delays all later messages of main.
         2024-01-02 10:00:00, Android 14 × 1, build a/b/c:14/d × 1, com.app × 1
         b, line 1

1 file without a cause (a bug report without an ANR, or no thread that shows a cause): d
`
	if want = strings.Replace(want, `\x1b`, "\uFFFD", 1); out.String() != want {
		t.Errorf("text:\n%s\nwant:\n%s", out.String(), want)
	}

	out.Reset()
	if err := PileCSV(&out, &p, pile.NoBaseline); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 4 || rows[1][6] != "'=a,\"1\x1b[31m" || rows[2][0] != "1" || rows[3][0] != "2" {
		t.Errorf("CSV: %q, %v", rows, err)
	}

	out.Reset()
	if err := PileJSON(&out, &p, pile.NoBaseline); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Kind   string
		Dumps  int
		Groups []struct {
			Count        int
			Rule, Frames string
			Files        []struct{ Name string }
		}
		Without []string
	}
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back.Kind != "dump-groups" || back.Dumps != 3 || len(back.Groups) != 2 ||
		back.Groups[0].Count != 2 || back.Groups[0].Files[1].Name != "c" || back.Groups[0].Frames != "com.app.A$#.run ← com.app.B.go" || len(back.Without) != 1 {
		t.Errorf("JSON: %s, %v", out.String(), err)
	}
}
