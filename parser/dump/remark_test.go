package dump

import (
	"strings"
	"testing"
)

// TestRemarks: a person's lines between a dump's lines do not break the surrounding stack, even
// with blank lines around them.
func TestRemarks(t *testing.T) {
	const before, after = pid100 + "\"main\" prio=5 tid=1 Blocked\n  | sysTid=100\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a A) held by thread 2\n", "  at a.B.d(B.java:2)\n  - locked <0x2> (a A)\n  at java.lang.Thread.run(T.java:1)\n\n\"b\" prio=5 tid=2 Native\n  at a.B.c(B.java:1)\n\n----- end 100 -----\n"
	want, _, _ := strings.Cut(outline(readText(before+after)), "\n")
	for _, remark := range []string{
		"// look here", "  // look here", "look here", "<-- this one?", "> quoted", "# a note", "\"quoted\"", "/* a comment */", "Total nonsense", "GC here?", "Heap is full",
		"at this point it hangs", "at this point (I think) it hangs", "```", "* a list", "^^^ here", "two\nlines", "\nbetween blanks\n", "\n\n// between blanks\n\n", "look:\n", "\n\"quoted\"\n",
	} {
		if got, _, _ := strings.Cut(outline(readText(before+remark+"\n"+after)), "\n"); got != want {
			t.Errorf("%q:\n got %s\nwant %s", remark, got, want)
		}
	}
	for name, text := range map[string]string{
		"a blank line alone":     before + "\n" + after,
		"behind a whole stack":   before + "  at java.lang.Thread.run(T.java:1)\n\n// look\n\n" + after,
		"the beginning of stack": before + "\n// look\n\n  native: #00 pc 0001  /a.so (b+1)\n" + after,
		"another block":          before + "\n----- end 100 -----\nlook\n" + after,
	} {
		if got := outline(readText(text)); !strings.Contains(got, "orphan-lines") {
			t.Errorf("%s: no line is an orphan: %s", name, got)
		}
	}
}

// TestProcessOfLog: a log names the process if the dump's text does not.
func TestProcessOfLog(t *testing.T) {
	for prefix, want := range map[string]string{
		"06-14 09:59:28.123 100-105/com.example A/art: ":                   "com.example",
		"2024-06-14 09:59:28.123   100-105   art     com.example:x    A  ": "com.example:x",
		"2024-06-14 09:59:28.123   100-105   art     pid-100    A  ":       "",
		"06-14 09:59:28.123 100-105/? A/art: ":                             "",
		"06-14 09:59:28.123  100  105 I art : ":                            "",
		"I/art     (  100): ":                                              "",
		"06-14 09:59:28.123 100-105/com.example A/art: Cmd line: own.name\n" + "06-14 09:59:28.123 100-105/com.example A/art: ": "own.name",
	} {
		first, rest, two := strings.Cut(prefix, "\n")
		if !two {
			first, rest = "", prefix
		}
		var text strings.Builder
		if two {
			text.WriteString(first + "\n")
		}
		for _, line := range []string{"DALVIK THREADS (1):", "\"main\" prio=5 tid=1 Native", "  at a.B.c(B.java:1)"} {
			text.WriteString(rest + line + "\n")
		}
		d := readText(text.String())
		if len(d.Blocks) != 1 || d.Blocks[0].CommandLine != want {
			t.Errorf("%q: %d blocks, %+v, want %q", prefix, len(d.Blocks), d.Blocks, want)
		}
	}
}
