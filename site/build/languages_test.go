package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"html"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/render/words"
	"traceglass/render/words/languages"
	"traceglass/wasm/ui/node"
)

// TestLanguages gathers all texts from the sources. It checks that each language has an entry with the same
// arguments for each text, and no other entries. Texts come from constants of type Text, counts, templates and
// scripts.
func TestLanguages(t *testing.T) {
	texts := gather(t)
	if len(texts.keys) < 500 || len(texts.patterns) < 50 {
		t.Fatalf("found %d texts and %d patterns: does gather still find them?", len(texts.keys), len(texts.patterns))
	}
	for _, code := range languages.Codes() {
		if code == "en" {
			continue
		}
		entries := entriesOf(t, code)
		var missing, left []string
		for key, where := range texts.keys {
			text, ok := entries[key]
			switch {
			case !ok:
				missing = append(missing, key+"\t"+where)
			case !sameArguments(key, text):
				t.Errorf("%s: %s: %q has other arguments in %q", code, where, key, text)
			}
		}
		for key, text := range entries {
			if _, ok := texts.keys[key]; ok {
				continue
			}
			switch pattern, filled := strings.CutPrefix(key, "~"); {
			case filled && !texts.hasParts(pattern) && texts.sentences[pattern] == "", !filled && texts.patterns[key] == "":
				left = append(left, key)
			case filled && !fewerArguments(key, text), !filled && !sameArguments(key, text):
				t.Errorf("%s: %q has other arguments in %q", code, key, text)
			}
		}
		for one, where := range texts.sentences {
			if _, ok := entries["~"+one]; !ok && staysEnglish(code, one) {
				missing = append(missing, "~"+one+"\t"+where)
			}
		}
		slices.Sort(missing)
		slices.Sort(left)
		for _, m := range missing {
			t.Errorf("%s lacks %s", code, m)
		}
		for _, key := range left {
			t.Errorf("%s has an entry that no source has: %q", code, key)
		}
		if file := os.Getenv("UNSAID"); file != "" { // lists what remains to be translated
			var out strings.Builder
			for _, m := range missing {
				key, _, _ := strings.Cut(m, "\t")
				out.WriteString(strings.ReplaceAll(key, "\n", `\n`) + "\n")
			}
			if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// entriesOf reads a catalogue and reports every malformed entry.
func entriesOf(t *testing.T, code string) map[string]string {
	catalogue, _ := languages.Of(code)
	entries, key := map[string]string{}, ""
	for i, line := range strings.Split(catalogue, "\n") {
		line = strings.ReplaceAll(line, `\n`, "\n")
		switch {
		case line == "" || line[0] == '#':
			if key != "" {
				t.Errorf("%s.txt:%d: %q has no entry", code, i+1, key)
				key = ""
			}
		case key == "":
			if key = line; entries[key] != "" {
				t.Errorf("%s.txt:%d: %q has two entries", code, i+1, key)
			}
		default:
			entries[key], key = line, ""
		}
	}
	return entries
}

var argument = regexp.MustCompile(`\{(\w+)[^{}]*\}`)

// sameArguments reports whether a translation has the same arguments as the English text. The argument of a
// count is its number. A translation may use an argument twice.
func sameArguments(key, text string) bool {
	names := func(s string) []string {
		all := map[string]bool{}
		for _, m := range argument.FindAllStringSubmatch(s, -1) {
			all[m[1]] = true
		}
		return slices.Sorted(maps.Keys(all))
	}
	want := names(key)
	if len(want) == 0 && strings.Contains(key, "|") {
		want = []string{"1"}
	}
	return slices.Equal(names(text), want)
}

// staysEnglish reports whether a sentence made in English stays English in a language, or three of its words in a
// row do.
func staysEnglish(code, sentence string) bool {
	catalogue, _ := languages.Of(code)
	words.SetCatalogue(catalogue)
	defer words.SetCatalogue("")
	got := words.Filled(sentence).String()
	return got == sentence || slices.ContainsFunc(threeWords.FindAllString(got, -1), func(three string) bool {
		return strings.Contains(sentence, three)
	})
}

var threeWords = regexp.MustCompile(`[a-z]{2,} [a-z]{2,} [a-z]{2,}`)

// fewerArguments reports whether a translation has no other arguments than the English text. It may omit some.
func fewerArguments(key, text string) bool {
	for _, m := range argument.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(key, "{"+m[1]) {
			return false
		}
	}
	return true
}

// hasParts reports whether each text between a pattern's arguments occurs somewhere in the gathered texts.
func (s *gathered) hasParts(pattern string) bool {
	for _, part := range argument.Split(pattern, -1) {
		if part = strings.Trim(part, " .;,:"); part != "" && !strings.Contains(s.all, part) {
			return false
		}
	}
	return true
}

// A gathered holds the texts of the sources, each with the place where it occurs. Languages must have entries
// for keys and may have entries for patterns. Sentences come from packages that know no language: each
// argument is "⟨x⟩", and each count appears in singular and plural.
type gathered struct {
	keys, patterns, sentences map[string]string
	all                       string // patterns, keys and scripts, to search in
}

const wordsPath = "traceglass/render/words"

// A listed package is one package in the output of go list.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	ImportMap               map[string]string
}

// gather type-checks the programs' own packages and gathers their texts.
func gather(t *testing.T) gathered {
	s := gathered{keys: map[string]string{"en": "boot/language.js", "English": "boot/language.js"}, patterns: map[string]string{}, sentences: map[string]string{}}
	s.packages(t, []string{"GOOS=js", "GOARCH=wasm"}, "./wasm/app", "./wasm/cli")
	s.packages(t, nil, "./render/report/changes") // budgets are in the native command only
	s.scripts(t)
	s.all += strings.Join(slices.Collect(maps.Keys(s.patterns)), "\n") + strings.Join(slices.Collect(maps.Keys(s.keys)), "\n")
	return s
}

// packages gathers the texts of packages and of all packages that they import, as compiled for a target.
func (s *gathered) packages(t *testing.T, target []string, roots ...string) {
	args := []string{"list", "-export", "-trimpath", "-deps", "-json=ImportPath,Dir,Export,GoFiles,ImportMap"}
	cmd := exec.Command("go", append(args, roots...)...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), target...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]*listed{}
	var own []*listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		packages[p.ImportPath] = p
		if strings.HasPrefix(p.ImportPath, "traceglass/") {
			own = append(own, p)
		}
	}
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		p := packages[path]
		if p == nil || p.Export == "" {
			return nil, fmt.Errorf("no export data of %s", path)
		}
		return os.Open(p.Export)
	})
	for _, p := range own {
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: imports, Sizes: types.SizesFor("gc", "wasm")}
		if _, err := config.Check(p.ImportPath, files, parsed, info); err != nil {
			t.Fatal(err)
		}
		for _, f := range parsed {
			s.file(p, f, files, info)
		}
	}
}

// A source is a Go file whose texts are gathered.
type source struct {
	*gathered
	p     *listed
	files *token.FileSet
	info  *types.Info
	below bool              // its package writes bare strings that words.Filled translates
	inner map[ast.Expr]bool // parts of a gathered sentence
}

// below are packages, with those in a folder, that know no language or mostly do not.
var below = []string{"parser/", "wasm/worker", "wasm/page", "wasm/reading", "wasm/session", "wasm/script"}

// file gathers the texts of a Go file.
func (s *gathered) file(p *listed, f *ast.File, files *token.FileSet, info *types.Info) {
	src := &source{gathered: s, p: p, files: files, info: info, inner: map[ast.Expr]bool{}}
	path := strings.TrimPrefix(p.ImportPath, "traceglass/")
	src.below = slices.ContainsFunc(below, func(b string) bool { return path == b || strings.HasSuffix(b, "/") && strings.HasPrefix(path, b) })
	for _, object := range info.Defs {
		if c, ok := object.(*types.Const); ok && coded[types.TypeString(c.Type(), nil)] {
			s.sentences[constant.StringVal(c.Val())] = path + ": " + c.Name()
		}
	}
	ast.Inspect(f, src.node)
}

// node gathers the texts of a node. It returns false if its parts have no others.
func (s *source) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.CompositeLit:
		s.composite(n)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if field, ok := left.(*ast.SelectorExpr); ok && len(n.Rhs) == len(n.Lhs) {
				s.code(field.Sel.Name, n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		if s.element(n) || s.count(n) {
			return false
		}
	}
	e, ok := n.(ast.Expr)
	return !ok || !s.text(e) && !s.bare(e)
}

func (s *source) where(n ast.Node) string {
	at := s.files.Position(n.Pos())
	return strings.TrimPrefix(s.p.ImportPath, "traceglass/") + "/" + filepath.Base(at.Filename) + ":" + strconv.Itoa(at.Line)
}

// literal returns the value of a constant string.
func (s *source) literal(e ast.Expr) (string, bool) {
	if tv, ok := s.info.Types[e]; ok && tv.Value != nil && tv.Value.Kind() == constant.String {
		return constant.StringVal(tv.Value), true
	}
	return "", false
}

// constantText returns the value of a constant Text.
func (s *source) constantText(e ast.Expr) (string, bool) {
	if types.TypeString(s.info.Types[e].Type, nil) != wordsPath+".Text" {
		return "", false
	}
	return s.literal(e)
}

// text gathers a constant Text. Languages must have an entry for it in every package.
func (s *source) text(e ast.Expr) bool {
	key, ok := s.constantText(e)
	switch {
	case !ok:
	case strings.ContainsFunc(argument.ReplaceAllString(key, ""), isLetter):
		s.keys[key] = s.where(e)
	case key != "":
		s.patterns[key] = s.where(e)
	}
	return ok
}

// bare gathers a string of a package that knows no language, and what looks like a sentence.
func (s *source) bare(e ast.Expr) bool {
	if !s.below {
		return false
	}
	if !s.inner[e] {
		for _, one := range sentence(e, s.info, s.inner) {
			if sentenceLike.MatchString(one) || isError(s.info.Types[e].Type) && twoWords.MatchString(one) && unshown[one] == "" {
				s.sentences[one] = s.where(e)
			}
		}
	}
	text, ok := s.literal(e)
	if ok {
		n := 0
		key := strings.ReplaceAll(verb.ReplaceAllStringFunc(text, func(string) string { n++; return "{" + strconv.Itoa(n) + "}" }), "%%", "%")
		s.patterns["~"+key] = s.where(e)
	}
	return ok
}

// code gathers a rule of waits or of pairs. It appears as its code, with blanks instead of hyphens.
func (s *source) code(field string, e ast.Expr) {
	if text, ok := s.literal(e); ok && s.below && strings.ToLower(field) == "rule" && text != "" {
		s.sentences[strings.ReplaceAll(text, "-", " ")] = s.where(e)
	}
}

// composite gathers the codes in the fields of a struct.
func (s *source) composite(n *ast.CompositeLit) {
	fields, ok := s.info.Types[n].Type.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); !ok {
			s.code(fields.Field(i).Name(), e)
		} else if key, ok := kv.Key.(*ast.Ident); ok {
			s.code(key.Name, kv.Value)
		}
	}
}

// element gathers the text of a call that makes an element of a template, and reports whether n is one.
func (s *source) element(n *ast.CallExpr) bool {
	fun, ok := n.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if x, ok := fun.X.(*ast.Ident); !ok || x.Name != "node" {
		return false
	}
	say := func(key string) {
		if key := strings.TrimSpace(key); strings.ContainsFunc(argument.ReplaceAllString(key, ""), isLetter) {
			s.keys[key] = s.where(n)
		}
	}
	switch fun.Sel.Name {
	case "Text", "AppendText":
		if text, ok := s.literal(n.Args[len(n.Args)-1]); ok {
			say(node.Key(text))
		}
		return true
	case "HTML":
		text, ok := s.literal(n.Args[0])
		if ok {
			node.Translated(text, func(text string) string { say(node.Key(text)); return text })
		}
		return ok
	}
	return false
}

// count gathers the texts of a call with a count: it has two parameters called one and many. It reports whether n is one.
func (s *source) count(n *ast.CallExpr) bool {
	sig, ok := s.info.Types[n.Fun].Type.(*types.Signature)
	if !ok {
		return false
	}
	for i := 0; i+1 < sig.Params().Len() && i+1 < len(n.Args); i++ {
		if sig.Params().At(i).Name() != "one" || sig.Params().At(i+1).Name() != "many" {
			continue
		}
		one, ok1 := s.constantText(n.Args[i])
		many, ok2 := s.constantText(n.Args[i+1])
		if !ok1 || !ok2 {
			continue
		}
		s.keys[one+"|"+many] = s.where(n)
		for k, a := range n.Args {
			if k != i && k != i+1 {
				ast.Inspect(a, s.node)
			}
		}
		return true
	}
	return false
}

// coded are types with constants that users see.
var coded = map[string]bool{"traceglass/parser/compare.Rule": true, "traceglass/parser/compare.Evidence": true}

// sentenceLike matches a sentence with its end mark. Errors need only match twoWords.
var sentenceLike, twoWords = regexp.MustCompile(`^ ?[\p{Lu}\d⟨](.*[a-z]{2,} ){2}.*[.!?]$`), regexp.MustCompile(`[a-z]{2,} [a-z]{2,}`)

// unshown are errors that no user sees, with the reason.
var unshown = map[string]string{
	"this is read last":       "opening handles it: maps of names come after the files that they belong to",
	"⟨x⟩ asks for no picture": "the page never makes such a request",
}

func isError(t types.Type) bool { return t != nil && t.String() == "error" }

// sentence returns the possible values of an expression, with "⟨x⟩" for each argument. The expression is a
// constant, a sum or a call of fmt; for others sentence returns nil. A count yields its singular and its
// plural. sentence notes the parts of the expression in inner.
func sentence(e ast.Expr, info *types.Info, inner map[ast.Expr]bool) []string {
	tv := info.Types[e]
	if tv.Value != nil && tv.Value.Kind() == constant.String {
		return []string{constant.StringVal(tv.Value)}
	}
	argument := func(e ast.Expr) []string {
		inner[e] = true
		if all := sentence(e, info, inner); all != nil {
			return all
		}
		return []string{"⟨x⟩"}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return argument(e.X)
	case *ast.BinaryExpr:
		if basic, ok := tv.Type.Underlying().(*types.Basic); e.Op != token.ADD || !ok || basic.Info()&types.IsString == 0 {
			return nil
		}
		var all []string
		for _, left := range argument(e.X) {
			for _, right := range argument(e.Y) {
				all = append(all, left+right)
			}
		}
		return all
	case *ast.CallExpr:
		sig, ok := info.Types[e.Fun].Type.(*types.Signature)
		if !ok {
			return nil
		}
		last := sig.Params().Len() - 1
		if last > 0 && sig.Params().At(last-1).Name() == "one" && sig.Params().At(last).Name() == "many" {
			one, many := argument(e.Args[len(e.Args)-2]), argument(e.Args[len(e.Args)-1])
			return []string{"1 " + one[0], "3 " + many[0]}
		}
		if last == 0 && isError(info.Types[e].Type) {
			return argument(e.Args[0]) // errors.New
		}
		if last < 1 || !sig.Variadic() || sig.Params().At(last-1).Name() != "format" {
			return nil
		}
		all := argument(e.Args[last-1])
		for i := range all {
			all[i] = strings.ReplaceAll(all[i], "%%", "\x00")
		}
		for _, arg := range e.Args[last:] {
			var filled []string
			for _, format := range all {
				at := verb.FindStringIndex(format)
				if at == nil {
					return nil
				}
				for _, a := range argument(arg) {
					filled = append(filled, format[:at[0]]+a+format[at[1]:])
				}
			}
			all = filled
		}
		for i := range all {
			all[i] = strings.ReplaceAll(all[i], "\x00", "%")
		}
		return all
	}
	return nil
}

var verb = regexp.MustCompile(`%(?:\[\d\])?[#+]?[-0-9.]*[a-zA-Z]`)

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

var scriptMessage = regexp.MustCompile("hear\\(\"(?:say|none)\"[^`\"]*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|`([^`]*)`)")

var hole = regexp.MustCompile(`\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`)

var shellText = regexp.MustCompile(`data-says[^>]*>([^<]*)<`)

// embedFailure finds the errors that the frame reports through embed.js.
var embedFailure = regexp.MustCompile("(?:new Failure|refuse|stop)\\((?:\"\\w+\", )?(?:\"([^\"]+[.!?])\"|`([^`]+)`)")

var tag = regexp.MustCompile(`<!--.*?-->|<(/?)([a-zA-Z][a-zA-Z0-9-]*)([^>]*)>|[^<]+`)

// page gathers the texts of a page of the site outside the viewer, as pages.js does. Each heading, paragraph, list
// item or cell is one text, with {1} for the first element in it.
func (s *gathered) page(name, text string) {
	type element struct {
		tag, key string
		inside   int
		silent   bool
	}
	open := []element{{}}
	say := func(key string) {
		key = strings.Join(strings.Fields(html.UnescapeString(key)), " ")
		if strings.ContainsFunc(argument.ReplaceAllString(key, ""), isLetter) {
			s.keys[key] = name
		}
	}
	end := func(to int) {
		for len(open) > to {
			e := open[len(open)-1]
			open = open[:len(open)-1]
			switch e.tag {
			case "title", "h1", "h2", "p", "li", "th", "td", "button", "label", "a":
				if !e.silent {
					say(e.key)
				}
			}
		}
	}
	within := func(tags ...string) int {
		return 1 + slices.IndexFunc(open[1:], func(e element) bool { return slices.Contains(tags, e.tag) })
	}
	_, text, _ = strings.Cut(text, "<html")
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		switch {
		case strings.HasPrefix(m[0], "<!"):
		case m[2] == "":
			open[len(open)-1].key += m[0]
		case m[1] == "/":
			for i := len(open) - 1; i > 0; i-- {
				if open[i].tag == m[2] {
					end(i)
					break
				}
			}
		default:
			ends := map[string][]string{"td": {"td", "th"}, "th": {"td", "th"}, "tr": {"tr"}}[m[2]] // elements that this tag closes
			if i := within(ends...); i > 0 {
				end(i)
			}
			last := &open[len(open)-1]
			last.inside++
			last.key += "{" + strconv.Itoa(last.inside) + "}"
			if alt := alternative.FindStringSubmatch(m[3]); alt != nil {
				say(alt[1])
			}
			if !slices.Contains([]string{"meta", "link", "input", "img", "br"}, m[2]) {
				open = append(open, element{tag: m[2], silent: last.silent || strings.Contains(m[3], `translate="no"`)})
			}
		}
	}
	end(1)
}

var alternative = regexp.MustCompile(` alt="([^"]*)"`)

// scripts gathers the texts of the scripts and the pages.
func (s *gathered) scripts(t *testing.T) {
	sources, err := static("../static")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range sources {
		switch filepath.Ext(name) {
		case ".js":
			s.all += string(text)
			for _, m := range scriptText.FindAllStringSubmatch(string(text), -1) {
				key, err := strconv.Unquote(m[1])
				if err != nil {
					t.Fatalf("%s: %s: %v", name, m[1], err)
				}
				s.keys[key] = name
			}
			for _, m := range scriptMessage.FindAllStringSubmatch(string(text), -1) {
				n := 0
				s.patterns["~"+m[1]+hole.ReplaceAllStringFunc(m[2], func(string) string { n++; return "{" + strconv.Itoa(n) + "}" })] = name
			}
			for _, m := range embedFailure.FindAllStringSubmatch(string(text), -1) {
				s.sentences[hole.ReplaceAllString(m[1]+m[2], "⟨x⟩")] = name
			}
		case ".html":
			if strings.Contains(string(text), "@pages.js@") {
				s.page(name, string(text))
			}
			for _, m := range shellText.FindAllStringSubmatch(string(text), -1) {
				s.keys[m[1]] = name
			}
		}
	}
}
