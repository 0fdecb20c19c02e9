package viewer

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/render/words/languages"
	"traceglass/wasm/reading"
	"traceglass/wasm/ui/canvas"
)

// A pseudo-language marks every translated text, so that untranslated text shows.
const mark = "§"

var parts = regexp.MustCompile(`\{[^{}]*\}|[^{}\[\]]+|[\[\]{}]`)

// pseudo returns a catalogue that translates each entry to its English with marks at every word.
func pseudo(t *testing.T) string {
	catalogue, ok := languages.Of("zh")
	if !ok {
		t.Fatal("no Chinese")
	}
	var out strings.Builder
	key := ""
	for line := range strings.Lines(catalogue) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case key == "":
			key = line
		default:
			said := key
			if strings.HasPrefix(key, "~") { // a translation may leave out some of its arguments
				said = argued.ReplaceAllStringFunc(key, func(arg string) string {
					if strings.Contains(line, arg[:2]) {
						return arg
					}
					return ""
				})
			}
			fmt.Fprintf(&out, "%s\n%s\n", key, markWords(said))
			key = ""
		}
	}
	return out.String()
}

var (
	letters = regexp.MustCompile(`[A-Za-z]`)
	tags    = regexp.MustCompile(`<[^<>]*>`)
	spoken  = regexp.MustCompile(`[\p{L}\p{N}'’.…“”_*-]+`)
	argued  = regexp.MustCompile(`\{(\d)\}`)
	counted = regexp.MustCompile(`\{(\w+):[^{}]*\|([^{}]*)\}`)
)

func markWords(key string) string {
	if key == "en" {
		return "en"
	}
	if pattern, ok := strings.CutPrefix(key, "~"); ok { // its arguments may be translated too
		return argued.ReplaceAllString(markWords(pattern), "{$1!}")
	}
	if one, many, ok := strings.Cut(key, "|"); ok && !strings.Contains(one, "{") {
		_ = one
		key = "{1} " + many
	}
	key = counted.ReplaceAllString(key, "{$1} $2")
	return parts.ReplaceAllStringFunc(key, func(part string) string {
		if part[0] == '{' || part == "[" || part == "]" {
			return part
		}
		at := 0
		var out strings.Builder
		words := func(text string) {
			out.WriteString(spoken.ReplaceAllStringFunc(text, func(word string) string {
				if letters.MatchString(word) {
					return mark + word + mark
				}
				return word
			}))
		}
		for _, tag := range tags.FindAllStringIndex(part, -1) {
			words(part[at:tag[0]])
			out.WriteString(part[tag[0]:tag[1]])
			at = tag[1]
		}
		words(part[at:])
		return out.String()
	})
}

// named matches names of classes, files and methods.
var named = regexp.MustCompile(`§[^§]*§|[\w$<>/-]*[./$_][\w$.<>/-]*`)

var word = regexp.MustCompile(`[A-Za-z][A-Za-z]+`)

// untranslated lists texts that a user can read or hear, or that are drawn, with words that lack marks. It skips
// names, and elements that show code or text of the file.
func (p *page) untranslated(allowed []string) (all []string) {
	look := func(text, where string) {
		odd := slices.DeleteFunc(word.FindAllString(named.ReplaceAllString(text, " "), -1), func(w string) bool { return slices.Contains(allowed, w) })
		if line := fmt.Sprintf("%s: %.160s %q", where, strings.TrimSpace(text), odd); len(odd) > 0 && !slices.Contains(all, line) {
			all = append(all, line)
		}
	}
	within := func(e *element, selectors ...string) bool {
		return e.closest(func(e *element) bool { return slices.ContainsFunc(selectors, e.matches) }) != nil
	}
	id := func(e *element) string {
		if e = e.closest(func(e *element) bool { return e.attrs["id"] != "" }); e != nil {
			return e.attrs["id"]
		}
		return ""
	}
	p.doc.all(func(e *element) bool {
		if !e.visible() {
			return true
		}
		for _, kid := range e.kids {
			if kid.tag == "" && !within(e, "code", "pre", "kbd", ".fn", ".file-name", "#language", "script", "style", "noscript", ".text-line", "h1") {
				look(kid.text, id(e)+" "+e.tag+"."+e.attrs["class"])
			}
		}
		for _, name := range []string{"title", "aria-label", "placeholder", "alt"} {
			if text := e.attrs[name]; text != "" && !within(e, "code", "pre", "#language") {
				look(text, id(e)+" "+name)
			}
		}
		return true
	})
	for c, list := range p.drawn {
		if e := p.doc.find("#" + canvasIDs[c]); e == nil || !e.visible() {
			continue
		}
		for _, text := range list.Texts {
			look(text.String, canvasIDs[c])
		}
	}
	return all
}

// TestPseudoLanguage: with a catalogue that marks each word, every text that a user can read, hear or see on a
// canvas has marks, except text of the file.
func TestPseudoLanguage(t *testing.T) {
	words.SetCatalogue(pseudo(t))
	t.Cleanup(func() { words.SetCatalogue("") })
	p := open(t)
	// Units, and names that are not translated, such as those of compiled methods.
	own := strings.Fields("ns ms min KB MB GB UTC Traceglass CPU ART Dalvik Ctrl Mod Shift Alt Esc Enter PNG SVG CSV TSV JSON DOT simpleperf Graphviz speedscope pprof ID void int long boolean byte float double char short origin EN own library platform native unknown connect src self toplevel anonymous class companion coroutine lambda")
	allowed := own
	says := func(view string) {
		t.Helper()
		for _, s := range p.untranslated(allowed) {
			t.Errorf("%s: %s", view, s)
		}
	}
	says("welcome")
	file := testdata(t, "sample.trace.gz")
	content, _, err := file.Blob.(*memory).content(reading.Stretch{})
	if err != nil {
		t.Fatal(err)
	}
	allowed = append(append(slices.Clone(own), word.FindAllString(string(namesIn(content)), -1)...), word.FindAllString(file.Name, -1)...)
	p.Upload(file)
	says("methods")
	p.Click("#all-threads")
	says("all threads")
	for i, tab := range []string{"overview", "methods", "top-down", "bottom-up", "flame graph", "relatives", "threads", "about", "call graph"} {
		p.Key(fmt.Sprint(1 + i))
		says(tab)
	}
	p.Key("2")
	p.Click("#methods-1 .twist")
	p.Click("#methods-1 .fn")
	says("a row open, details of a method")
	p.Click("#longest-0")
	says("details of a call")
	call := p.call(1)
	p.Point(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.Move, Hit: call})
	says("a tip")
	p.Point(canvas.Input{Canvas: canvas.Timeline, Kind: canvas.RightClick, Hit: call})
	if len(p.Texts("#menu button span")) == 0 {
		t.Error("the call has no menu")
	}
	says("a menu of a call")
	p.Key("Escape")
	p.Click("#methods-sort-columns")
	says("the columns")
	p.Key("Escape")
	p.Drag(300, 520)
	says("a range")
	p.Type("find", "get")
	says("a search")
	p.Key("Escape")
	p.Click("#file-menu")
	says("the file's menu")
	p.Click("#properties")
	says("properties")
	p.Click("#dialog-close")
	for id, what := range map[string]string{"receipt": "the receipt", "help": "help"} {
		p.Click("#" + id)
		says(what)
		p.Click("#dialog-close")
	}
	for id, what := range map[string]string{"export": "exports", "commands": "commands"} {
		p.Click("#" + id)
		says(what)
		p.Key("Escape")
	}

	dump, err := os.ReadFile(filepath.Join(root, "testdata/sample-anr.txt"))
	if err != nil {
		t.Fatal(err)
	}
	allowed = append(append(slices.Clone(own), word.FindAllString(string(dump), -1)...), "sample", "anr")
	p.Upload(testdata(t, "sample-anr.txt"))
	p.Click("#file-menu")
	p.Click("#close")
	p.Upload(testdata(t, "sample-anr.txt"))
	says("a dump")
	for _, tab := range p.doc.findAll("#dumps [role=tab]") {
		if tab.visible() {
			p.Click("#" + tab.attrs["id"])
			says(tab.attrs["id"])
		}
	}
}

// namesIn returns the text part of a trace.
func namesIn(trace []byte) []byte {
	if i := bytes.Index(trace, []byte("*end\n")); i >= 0 {
		return trace[:i]
	}
	return trace
}

// TestLanguageOfDumps: the verdict, which the worker writes, changes its language too. The selection stays.
func TestLanguageOfDumps(t *testing.T) {
	chinese, ok := languages.Of("zh")
	if !ok {
		t.Fatal("no Chinese")
	}
	words.SetCatalogue(chinese)
	t.Cleanup(func() { words.SetCatalogue("") })
	p := open(t)
	p.Upload(testdata(t, "sample-anr.txt"))
	p.contains("#verdict", "死锁")
	p.Click("#stacks-1")
	selected := p.Text("#stack-name")
	p.Speak("")
	p.contains("#verdict", "deadlock")
	p.doc.all(func(e *element) bool {
		for _, kid := range e.kids {
			if kid.tag == "" && e.visible() && strings.ContainsFunc(kid.text, words.IsHan) && kid.text != "中文" {
				t.Errorf("in English the page says %q", kid.text)
			}
		}
		return true
	})
	p.is("the selected thread", p.Text("#stack-name"), selected)
	p.Speak(chinese)
	p.contains("#verdict", "死锁")
	p.is("the selected thread", p.Text("#stack-name"), selected)
}
