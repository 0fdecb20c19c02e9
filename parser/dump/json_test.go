package dump

import (
	"encoding/json"
	"strings"
	"testing"
)

const inJSON = "----- pid 7 at 2024-01-01 10:00:00 -----\nCmd line: a.b\n\"m\\u00fcll \U0001F600\" prio=5 tid=1 Native\n  | group=\"main\" sCount=1\n\tat a.B.c(B.java:1)\n\n----- end 7 -----\n"

// nested is a JSON text as a string of a JSON text, so many times.
func nested(times int, text string) string {
	for range times {
		quoted, _ := json.Marshal(`{"a": [` + text + `]}`)
		text = string(quoted)
	}
	return text
}

// TestJSON: a dump in a JSON string is read like the dump alone.
func TestJSON(t *testing.T) {
	quoted, _ := json.Marshal(inJSON)
	q := string(quoted)
	ascii := strings.ReplaceAll(q, "\U0001F600", `\ud83d\ude00`)
	tests := []struct {
		name, text string
		threads    int
		relative   Relative
	}{
		{"a string", q, 1, NoRelative},
		{"in ASCII alone", ascii, 1, NoRelative},
		{"in an object", `{"id": 12.5e3, "ok": [true, false, null], "trace": ` + q + `, "after": "x"}`, 1, NoRelative},
		{"two in a list", " \n[" + q + "," + q + "]", 2, NoRelative},
		{"below the head of an answer", "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200 \r\na: b\r\n\r\n{\"trace\": " + q + "}", 1, NoRelative},
		{"in a JSON text in a string", `{"text": ` + nested(1, q) + `}`, 1, NoRelative},
		{"in one of that", `{"text": ` + nested(2, q) + `}`, 1, NoRelative},
		{"a dump below a word with H", "Hello\n" + inJSON, 1, NoRelative},
		{"cut off in the string", `{"trace": ` + q[:len(q)-30], 1, NoRelative},
		{"damaged behind it", `{"trace": ` + q + ` oh no`, 1, NoRelative},
		{"a dump that begins with a quote mark", "\"main\" prio=5 tid=1 Native\n  | group=\"main\"\n\n\"true\" prio=5 tid=2 Native\n", 2, NoRelative},
		{"and one after a bracket", "[ 06-14 09:59:28.123  1:2 I/art ]\n\"main\" prio=5 tid=1 Native\n", 1, NoRelative},
		{"JSON without one", `{"a": "b\nc"}`, 0, NoRelative},
		{"desktop Java's", "{\n  \"threadDump\": {\n    \"processId\": \"7\"\n  }\n}", 0, JSONDump},
	}
	for _, tt := range tests {
		for _, length := range []int{1, 7, 1 << 20} {
			d := readPieces([]byte(tt.text), length)
			if len(d.Threads) != tt.threads || d.Relative != tt.relative {
				t.Errorf("%s, in pieces of %d: %d threads, relative %d; want %d, %d", tt.name, length, len(d.Threads), d.Relative, tt.threads, tt.relative)
			}
			if tt.threads == 0 && d.Content(0) == "" {
				t.Errorf("%s: its text is not kept", tt.name)
			}
		}
	}
	if d := readPieces([]byte(ascii), 3); d.Threads[0].Name != "m\\u00fcll \U0001F600" && d.Threads[0].Name != "müll \U0001F600" || d.Blocks[0].CommandLine != "a.b" || len(d.Stack) != 1 {
		t.Errorf("read as %+v", d.Threads[0])
	}
	if whole := readPieces([]byte(inJSON), 99); whole.Text.Lines() != readPieces([]byte(q), 99).Text.Lines()-1 {
		t.Error("the lines differ from those of the dump alone")
	}
}
