//go:build !js

// Package citest reads the files of package ci with other programs: ajv with the schema of SARIF, a reader of JUnit XML,
// and the module of GitHub's own actions that writes commands. npm fetches each once.
package citest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/render/report/readers/npm"
)

var (
	ajv = npm.Package{Name: "ajv", Version: "6.12.6",
		Integrity: "j3fVLgvTo527anyYyJOGTYJbG+vnnQYvE0m5mmkc1TK+nxAppkCLMIL0aZ4dblVCNoGShhm+kzE4ZUykBoMg4g=="}
	sarifSchema = npm.Package{Name: "@microsoft/jest-sarif", Version: "1.0.0-beta.0", // has the schema
		Integrity: "A1fOhPd6Ic5iDk4F9YPw1qNB4XF+7+IviR7xl8r2F6QzQkx5cpY9LsGk2rExiFIEcBbjpVnSmwWGBukASkiQ9A=="}
	toolkit = npm.Package{Name: "@actions/core", Version: "1.11.1",
		Integrity: "hXJCSrkwfA46Vd9Z3q4cpEpHB1rL5NG04+/rbqW9d3+CSvtB1tYe8UTpAlixa1vj0m/ULglfEK2UKxMGxCxv5A=="}
	junit2json = []npm.Package{ // and its imports
		{Name: "junit2json", Version: "4.0.0", Integrity: "dmdVW/Dqlismp0BeZfK4Gxw3QZ1pFmHL+a7iA0kUCI5DALryqlzzI6kVnzp2njib9yXuKvdR3rrg+6LkER3blA=="},
		{Name: "xml2js", Version: "0.6.2", Integrity: "T4rieHaC1EXcES0Kxxj4JWgaUQHDk+qwHcYOCFHfiwKz7tOVPLq7Hjq9dM1WCMhylqMEfP7hMcOIChvotiZegA=="},
		{Name: "sax", Version: "1.4.1", Integrity: "+aWOz7yVScEGoKNd4PA10LZ8sk0A/z5+nXQG5giUO5rprX9jgYsTdov9qCchZiPIZezbZH+jRut8nPodFAX4Jg=="},
		{Name: "xmlbuilder", Version: "11.0.1", Integrity: "fDlsI/kFEx7gLvbecc0/ohLG50fugQp8ryHzMTuW9vSa1GJ0XYWKnhsUx7oie3G98+r56aTQIUB4kht42R3JvA=="},
	}
)

// Invalid returns, by file, how it breaks the schema of SARIF 2.1.0. Valid files are missing.
func Invalid(t *testing.T, files map[string]string) map[string][]string {
	t.Helper()
	// The schema is of draft 4, so ajv must not know keywords of later drafts.
	return run[map[string][]string](t, `
		const [ajv, schema] = process.argv.slice(3);
		const Ajv = require(ajv + '/dist/ajv.bundle.js');
		const draft = require(ajv + '/lib/refs/json-schema-draft-04.json');
		const validator = new Ajv({ meta: false, schemaId: 'id', allErrors: true, format: 'full', jsonPointers: true });
		validator.addMetaSchema(draft);
		validator._opts.defaultMeta = draft.id;
		for (const later of ['propertyNames', 'contains', 'const']) validator.removeKeyword(later);
		const validate = validator.compile(require(schema + '/lib/schemas/sarif-2.1.0-rtm.5.json'));
		for (const [name, text] of Object.entries(input)) {
			if (!validate(JSON.parse(text))) output[name] = validate.errors.slice(0, 5).map(e => e.dataPath + ' ' + e.message);
		}`, files, ajv.Fetch(t), sarifSchema.Fetch(t))
}

// A Suite is a suite of tests, as a reader of JUnit XML reads it.
type Suite struct {
	Name                             string
	Tests, Failures, Errors, Skipped int
	Cases                            []Case `json:"testcase"`
}

// A Case is a test of a Suite.
type Case struct {
	Name, Classname, File string
	Line                  any
	Failure, Error        []struct{ Message, Type, Inner string }
	Skipped               []struct{ Message string }
	Out                   []string `json:"system-out"`
	Properties            []struct{ Name string }
}

// ReadJUnit returns the suites of files of JUnit XML, by file.
func ReadJUnit(t *testing.T, files map[string]string) map[string][]Suite {
	t.Helper()
	dir := t.TempDir()
	for _, p := range junit2json {
		if err := os.CopyFS(filepath.Join(dir, "node_modules", p.Name), os.DirFS(p.Fetch(t))); err != nil {
			t.Fatal(err)
		}
	}
	read := run[map[string]struct{ Testsuite []Suite }](t, `
		const { parse } = await import(require('url').pathToFileURL(process.argv[3] + '/node_modules/junit2json/dist/esm/index.js'));
		const { processors } = require(process.argv[3] + '/node_modules/xml2js');
		const numbers = ['tests', 'failures', 'errors', 'skipped']; // names stay texts
		for (const [name, text] of Object.entries(input)) {
			output[name] = await parse(text, { attrValueProcessors: [(v, k) => numbers.includes(k) ? processors.parseNumbers(v) : v] });
		}`, files, dir)
	all := map[string][]Suite{}
	for name, one := range read {
		all[name] = one.Testsuite
	}
	return all
}

// A Command is a workflow command of GitHub.
type Command struct {
	Name              string
	File, Line, Title string `json:",omitempty"`
	Message           string
}

// Issue returns the line for each command, as the module writes it that GitHub's own actions use.
func Issue(t *testing.T, commands []Command) []string {
	t.Helper()
	return run[struct{ Lines []string }](t, `
		const { issueCommand } = require(process.argv[3] + '/lib/command.js');
		output.lines = [];
		const write = process.stdout.write;
		process.stdout.write = line => output.lines.push(line.slice(0, -1));
		for (const c of input) issueCommand(c.Name, { file: c.File, line: c.Line, title: c.Title }, c.Message);
		process.stdout.write = write;`, commands, toolkit.Fetch(t)).Lines
}

// ParseCommand reads a line of a log as GitHub's runner does. Ok is false if the line is no command.
func ParseCommand(line string) (c Command, ok bool) {
	line = strings.TrimSpace(line)
	head, ok := strings.CutPrefix(line, "::")
	if !ok {
		return c, false
	}
	head, data, ok := strings.Cut(head, "::")
	if !ok {
		return c, false
	}
	decode := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	name, properties, _ := strings.Cut(head, " ")
	c = Command{Name: name, Message: strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n").Replace(data)}
	for _, p := range strings.Split(properties, ",") {
		key, value, _ := strings.Cut(p, "=")
		switch value = decode.Replace(value); key {
		case "file":
			c.File = value
		case "line":
			c.Line = value
		case "title":
			c.Title = value
		}
	}
	return c, true
}

// run runs a script in node and returns its output. The script has the input as input, and its arguments from
// process.argv[3] on.
func run[T any](t *testing.T, script string, input any, args ...string) (output T) {
	t.Helper()
	node := npm.Node(t, 18)
	dir := t.TempDir()
	data, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	script = "(async () => { const input = JSON.parse(require('fs').readFileSync(process.argv[2])); const output = {};" + script +
		"\nprocess.stdout.write(JSON.stringify(output)); })().catch(e => { console.error(e); process.exit(1); });"
	for name, text := range map[string][]byte{"input.json": data, "run.cjs": []byte(script)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), node, append([]string{filepath.Join(dir, "run.cjs"), filepath.Join(dir, "input.json")}, args...)...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v: %s", err, errs.String())
	}
	if err := json.Unmarshal(out.Bytes(), &output); err != nil {
		t.Fatalf("%v: %.500s", err, out.String())
	}
	return output
}
