// Command lint checks the Go code with staticcheck, the scripts with ESLint, the English of README, docs, comments
// and the interface with Vale, and the spelling of everything with misspell.
//
//	go run ./.ci/lint                  errors in all files
//	go run ./.ci/lint -texts           the same, without staticcheck
//	go run ./.ci/lint -warnings DIR…   errors and warnings of these folders and files
//
// The Go module and the npm package in .ci/tools pin the versions. Lint builds each tool once, into the user's
// cache. If it cannot build one, because a C compiler, npm or the network is missing, it prints a line and skips
// that tool.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const (
	vale        = "github.com/vale-cli/vale/v3/cmd/vale"
	staticcheck = "honnef.co/go/tools/cmd/staticcheck"
	misspell    = "github.com/golangci/misspell/cmd/misspell"
	actionlint  = "github.com/rhysd/actionlint/cmd/actionlint"

	// All default checks except that of error texts: a user sees them as sentences.
	checks = "-checks=inherit,-ST1005"

	longest = 35 // words in a sentence of a comment, as in .ci/vale/Traceglass/CommentSentences.yml

	catalogue = "render/words/languages/zh.txt"
)

func main() {
	warnings := flag.Bool("warnings", false, "print warnings too")
	texts := flag.Bool("texts", false, "check texts only, not code")
	flag.Parse()
	if err := lint(flag.Args(), *warnings, *texts); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func lint(only []string, warnings, texts bool) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	key := sha256.New()
	io.WriteString(key, runtime.Version())
	for _, pins := range []string{".ci/tools/go.sum", ".ci/tools/package-lock.json"} {
		data, err := os.ReadFile(pins)
		if err != nil {
			return err
		}
		key.Write(data)
	}
	t := tools{dir: filepath.Join(cache, "traceglass", fmt.Sprintf("tools-%x", key.Sum(nil)[:6]))}

	files, err := list(".")
	if err != nil {
		return err
	}
	var failed []error
	if !texts && len(only) == 0 {
		// With the flag of make test and of the site's build, so that packages compile once for all.
		inBrowser, err := forBrowser()
		if err != nil {
			return err
		}
		failed = append(failed, t.run(staticcheck, []string{"GOFLAGS=-trimpath"}, checks, "./...", "./.ci/..."),
			t.run(staticcheck, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS=-trimpath"}, append([]string{checks}, inBrowser...)...))
		failed = append(failed, t.eslint("site/static"))
		if _, err := os.Stat(".github/workflows"); err == nil {
			failed = append(failed, t.run(actionlint, nil))
		}
	}
	// A variable, and a typo in a test of the command's suggestions.
	failed = append(failed, t.run(misspell, nil, append([]string{"-error", "-i", "nto,sumary"}, files...)...))
	failed = append(failed, t.proofread(files, only, warnings))
	return errors.Join(failed...)
}

// forBrowser lists the packages that have files for the browser alone. All others are the same everywhere.
func forBrowser() ([]string, error) {
	out, err := exec.Command("go", "list", "-f", "{{if .IgnoredGoFiles}}{{.ImportPath}}{{end}}", "./wasm/...").Output()
	return strings.Fields(string(out)), err
}

// list returns the paths of all source files and docs below root, with slashes.
func list(root string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") && name != "." && name != ".ci" && name != ".github"
			if hidden || d.Name() == "node_modules" || strings.HasSuffix(name, "/testdata") || name == "site/dist" {
				return fs.SkipDir
			}
			return nil
		}
		switch path.Ext(name) {
		case ".go", ".md", ".vugu", ".js", ".mjs", ".html", ".css", ".toml", ".yml", ".yaml":
			if !strings.HasSuffix(name, "_gen.go") {
				files = append(files, name)
			}
		}
		return nil
	})
	return files, err
}

// tools builds programs of the module in .ci/tools into dir, and runs them.
type tools struct{ dir string }

// run builds the tool if needed and runs it. It returns nil if the tool cannot be built.
func (t tools) run(tool string, env []string, args ...string) error {
	program, ok := t.build(tool)
	if !ok {
		return nil
	}
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), env...)
	return report(path.Base(tool), c)
}

// report runs a command and prints its lines, except those on generated files. It returns an error if it prints any.
func report(name string, c *exec.Cmd) error {
	out, err := c.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return err
	}
	found, generated := 0, false
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "\t") { // else the line belongs to the one before it
			file, _, _ := strings.Cut(line, ":")
			generated = strings.HasSuffix(file, "_gen.go")
		}
		if !generated {
			fmt.Print(line)
			found++
		}
	}
	if found > 0 {
		return fmt.Errorf("lint: %s failed", name)
	}
	return nil
}

// eslint fetches ESLint if needed and runs it over a folder. It returns nil if ESLint cannot be fetched.
func (t tools) eslint(folder string) error {
	dir := filepath.Join(t.dir, "npm")
	if _, err := os.Stat(dir); err != nil {
		fmt.Println("lint: fetching eslint, once")
		if err := t.fetch(dir); err != nil {
			fmt.Printf("lint: skipped eslint, which cannot be fetched here: %v\n", err)
			return nil
		}
	}
	return report("eslint", exec.Command("node", filepath.Join(dir, "node_modules/eslint/bin/eslint.js"),
		"--config", ".ci/tools/eslint.config.mjs", folder))
}

// fetch installs the npm packages that .ci/tools pins into dir.
func (t tools) fetch(dir string) error {
	if err := os.MkdirAll(t.dir, 0o755); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(t.dir, "unfinished-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(".ci/tools", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(unfinished, name), data, 0o644); err != nil {
			return err
		}
	}
	c := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=0")
	c.Dir = unfinished
	if out, err := c.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(bytes.TrimSpace(out)), "\n")
		return fmt.Errorf("%w: %s", err, first)
	}
	return os.Rename(unfinished, dir)
}

// build returns the path of the tool's program. If the tool cannot be built, build prints why and returns false.
func (t tools) build(tool string) (string, bool) {
	program := filepath.Join(t.dir, path.Base(tool))
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if _, err := os.Stat(program); err == nil {
		return program, true
	}
	fmt.Printf("lint: building %s, once\n", path.Base(tool))
	c := exec.Command("go", "install", tool)
	c.Dir = ".ci/tools"
	c.Env = append(os.Environ(), "GOBIN="+t.dir, "GOOS=", "GOARCH=", "GOFLAGS=", "CGO_ENABLED="+cgo(tool))
	if out, err := c.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(bytes.TrimSpace(out)), "\n")
		fmt.Printf("lint: skipped %s, which cannot be built here: %s\n", path.Base(tool), first)
		return "", false
	}
	return program, true
}

// cgo returns "1" for the tool that needs a C compiler.
func cgo(tool string) string {
	if tool == vale {
		return "1"
	}
	return "0"
}

// proofread runs Vale over Markdown, comments and the English of the interface.
func (t tools) proofread(files, only []string, warnings bool) error {
	program, ok := t.build(vale)
	if !ok {
		return nil
	}
	dir, err := os.MkdirTemp("", "lint-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	english := filepath.Join(dir, "english.txt")
	if err := writeEnglish(english); err != nil {
		return err
	}
	names, err := identifiers(files)
	if err != nil {
		return err
	}

	args := []string{"--no-global", "--output=line", "--minAlertLevel=error", english}
	if warnings {
		args[2] = "--minAlertLevel=warning"
	}
	for _, name := range files {
		switch path.Ext(name) {
		case ".go", ".md":
			if !strings.Contains(name, "/zh/") {
				args = append(args, name)
			}
		}
	}
	c := exec.Command(program, args...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return err
	}

	printed := 0
	for line := range strings.Lines(string(out)) {
		line = strings.Replace(line, english, catalogue, 1)
		name, _, found := strings.Cut(line, ":")
		if !found {
			return fmt.Errorf("lint: vale: %s", out)
		}
		if _, word, found := strings.Cut(line, "Spelling:'"); found {
			if word, _, _ = strings.Cut(word, "'"); names[word] {
				continue
			}
		}
		if strings.Contains(line, ".CommentSentences:") {
			if joined, err := isJoined(line); err != nil {
				return err
			} else if joined {
				continue
			}
		}
		if len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return within(name, o) }) {
			fmt.Print(line)
			printed++
		}
	}
	if printed > 0 {
		return fmt.Errorf("lint: %d places to rewrite", printed)
	}
	return nil
}

// isJoined reports whether Vale joined a comment at the end of a line of code with those on the next lines, so that
// they look like one long sentence. hit is Vale's line on it: file, line, column, rule and message.
func isJoined(hit string) (bool, error) {
	var line, column int
	name, rest, _ := strings.Cut(hit, ":")
	if _, err := fmt.Sscanf(rest, "%d:%d:", &line, &column); err != nil {
		return false, fmt.Errorf("lint: vale: %s", hit)
	}
	source, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	lines := strings.Split(string(source), "\n")
	if line > len(lines) {
		return false, nil
	}
	code, comment, found := strings.Cut(lines[line-1], "// ")
	if !found || strings.TrimSpace(code) == "" {
		return false, nil
	}
	for _, next := range lines[line:] { // the rest of the same comment
		text, ok := strings.CutPrefix(strings.TrimSpace(next), "// ")
		if !ok {
			break
		}
		comment += " " + text
	}
	return len(strings.Fields(comment)) <= longest, nil
}

// within reports whether the file name is dir or lies in it.
func within(name, dir string) bool {
	dir = path.Clean(filepath.ToSlash(dir))
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// sentence returns the text with a full stop if it has no end mark: Vale would count it into the next entry's
// first sentence.
func sentence(text string) string {
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// writeEnglish writes the English lines of the catalogue to a file, each at its own line number, and blank lines
// for the others.
func writeEnglish(to string) error {
	data, err := os.ReadFile(catalogue)
	if err != nil {
		return err
	}
	lines := strings.Split(string(data), "\n")
	first := true // of an entry: the English; the line after it is the translation
	for i, line := range lines {
		switch {
		case line == "":
			first = true
		case strings.HasPrefix(line, "#"):
			lines[i] = ""
		case first:
			first = false
			lines[i] = sentence(strings.TrimPrefix(line, "~"))
		default:
			lines[i] = ""
		}
	}
	return os.WriteFile(to, []byte(strings.Join(lines, "\n")), 0o600)
}

// identifiers returns all names that Go files use. A comment may use them too.
func identifiers(files []string) (map[string]bool, error) {
	names := make(map[string]bool)
	for _, name := range files {
		if path.Ext(name) != ".go" {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		var s scanner.Scanner
		s.Init(set.AddFile(name, -1, len(source)), source, nil, 0)
		for tok := token.ILLEGAL; tok != token.EOF; {
			var literal string
			if _, tok, literal = s.Scan(); tok == token.IDENT {
				names[literal] = true
			}
		}
	}
	return names, nil
}
