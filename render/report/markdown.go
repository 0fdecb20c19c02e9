package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
	"traceglass/render/scene/locks"
	"traceglass/render/tell"
	"traceglass/render/words"
)

// Limits on Markdown, because people read it in a tracker.
const (
	stackShown = 60  // in bytes, of a value in the dump's head
	valueShown = 300 // bytes of a value from the dump's own heading
)

// environment lists the keys of a dump's head that an issue needs.
var environment = []string{"Subject", "Reason", "Build fingerprint", "ABI", "Load", "Heap", "Free memory until OOME", "VmSwapKb", "memory full", "io full"}

// Markdown writes one process of a dump for an issue tracker: the verdict, who waits for whom,
// the stacks of main and of the thread at the end of its chain, and the environment. name is the
// file's name. Lines count from 1.
func Markdown(to io.Writer, d *dump.Dump, f *wait.Facts, block int, name string) error {
	w := &markdown{Writer: bufio.NewWriter(to), d: d}
	b := &d.Blocks[block]
	verdict := f.Explain(block)
	w.printf("## %s\n\n", InMarkdown(locks.BlockName(b)))
	for i, c := range verdict.Claims {
		advice := tell.Advice(c.Advice)
		if i == 0 {
			w.printf("**%s** (%s)\n", InMarkdown(tell.Claim(&c)), c.Confidence)
			if advice != "" {
				w.printf("\n%s\n", InMarkdown(words.Say("What to do: {1}", advice)))
			}
			continue
		}
		w.printf("\n- %s (%s)", InMarkdown(tell.Claim(&c)), c.Confidence)
		if advice != "" {
			w.printf(" %s", InMarkdown(words.Say("What to do: {1}", advice)))
		}
	}
	if len(verdict.Claims) > 1 {
		w.printf("\n")
	}
	if chain := tell.Chain(&verdict.Claims[0]); len(chain) > 0 {
		w.printf("\n### %s\n\n", words.T("Who waits for whom"))
		for i, line := range chain {
			w.printf("%d. %s\n", i+1, InMarkdown(line))
		}
	}
	if first := &verdict.Claims[0]; verdict.Main > 0 && len(first.Hops) > 0 {
		w.stack(words.T("The thread that holds up others"), first.Hops[len(first.Hops)-1].Thread.Row)
	}
	if main := d.Main(b); main >= 0 {
		w.stack(words.T("Main thread"), main)
		chain := f.Graph(block).Chain(main)
		if end := chain[len(chain)-1]; end != main {
			w.stack(words.T("The thread at the end of its chain"), end)
		}
	}
	w.printf("\n### Environment\n\n")
	fact := func(key, value string) {
		if value != "" {
			w.printf("- %s: %s\n", key, InMarkdown(value))
		}
	}
	fact("Time", b.Time)
	fact("Android", b.Release())
	for _, part := range d.Head(block) {
		for i := range part.Facts {
			fa := &part.Facts[i]
			for _, key := range environment {
				if fa.Key == key {
					value, _, _ := strings.Cut(fa.Value, "\n")
					fact(key, words.ClipTo(value, valueShown))
				}
			}
			if strings.HasSuffix(fa.Key, "% TOTAL") {
				fact("CPU", strings.TrimSuffix(fa.Key, " TOTAL")+": "+fa.Value)
			}
		}
	}
	if n := b.EndThread - b.FirstThread; n > 0 {
		fact("Threads", fmt.Sprintf("%d: %s", n, inStates(f.States(block))))
	}
	fact("From", fmt.Sprintf("%s, line %d", name, d.Number(b.Line)))
	return w.Flush()
}

// A markdown writes the report on one process.
type markdown struct {
	*bufio.Writer
	d *dump.Dump
}

func (w *markdown) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// stack writes the lines of a thread's stack from the file.
func (w *markdown) stack(title string, t int) {
	thread := &w.d.Threads[t]
	var lines []string
	left := 0
	for i := thread.Line; i < thread.EndLine; i++ {
		switch w.d.Kinds[i] {
		case dump.HeadingLine, dump.JavaLine, dump.NativeLine, dump.KernelLine, dump.LockLine, dump.NoteLine:
		default:
			continue
		}
		if len(lines) == stackShown {
			left++
			continue
		}
		indent := "  "
		if w.d.Kinds[i] == dump.HeadingLine {
			indent = ""
		}
		lines = append(lines, indent+Clean(words.ClipTo(w.d.Content(i), valueShown)))
	}
	w.printf("\n### %s\n\n%s\n", title, fenced(strings.Join(lines, "\n")))
	if left > 0 {
		w.printf("\n%s\n", words.Say("{1} in the file.", plural(left, "more line", "more lines")))
	}
}

// fenced returns text as a code block. The fence is longer than any in the text.
func fenced(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + "\n" + text + "\n" + fence
}

// InMarkdown escapes text from a file, so that a tracker makes no markup, link or mention of a
// person or issue from it.
func InMarkdown(s string) string {
	var out strings.Builder
	s = Clean(s)
	for i, r := range s {
		switch r {
		case '\\', '`', '*', '_', '[', ']', '<', '>', '|', '~', '!', '&':
			out.WriteByte('\\')
		case '#': // begins a heading, or with a number names an issue
			if next := s[i+1:]; i == 0 || next != "" && next[0] >= '0' && next[0] <= '9' {
				out.WriteByte('\\')
			}
		case ':', '.': // trackers turn https://… and www.… into links
			if strings.HasPrefix(s[i:], "://") || i >= 3 && strings.EqualFold(s[i-3:i+1], "www.") {
				out.WriteByte('\\')
			}
		case '@': // a name after it would mention a person
			out.WriteString("@\u2060")
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}
