//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/answer"
	"traceglass/wasm/mcp"
)

// newServer returns a server for folders.
func newServer(t testing.TB, memory int64, folders ...string) *mcp.Server {
	t.Helper()
	var out, errs bytes.Buffer
	if run([]string{"version"}, &out, &errs) != 0 { // resets the options
		t.Fatal(errs.String())
	}
	s, err := mcp.New(mcp.Options{Folders: folders, Memory: memory, Version: version(), Log: io.Discard, Open: openServed})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A client asks a server.
type client struct {
	t       testing.TB
	session *sdk.ClientSession
}

// connect returns a client of a server.
func connect(t testing.TB, s *mcp.Server) client {
	t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Serve(context.Background(), theirs, theirs) }()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(context.Background(), &sdk.IOTransport{Reader: ours, Writer: ours}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		<-done
	})
	return client{t, session}
}

// ask returns the text of an answer. ok is false for an error.
func (c client) ask(tool string, arguments map[string]any) (text string, ok bool) {
	c.t.Helper()
	r, err := c.session.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	if len(r.Content) != 1 || r.StructuredContent != nil {
		c.t.Fatalf("%s %v: %d contents", tool, arguments, len(r.Content))
	}
	text = r.Content[0].(*sdk.TextContent).Text
	most := answer.DefaultLimit
	if n, ok := arguments["limit"].(int); ok {
		most = answer.Limit(n)
	}
	if len(text) > most {
		c.t.Errorf("%s %v: %d bytes", tool, arguments, len(text))
	}
	for _, r := range text {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != '\u2060') {
			c.t.Errorf("%s %v has the character %q", tool, arguments, r)
			break
		}
	}
	return text, !r.IsError
}

// served are questions to every tool.
var served = []struct {
	tool string
	args string // name=value, separated by ;
}{
	{"overview", "file=samples/startup.trace.gz"},
	{"overview", "file=samples/startup.trace.gz;format=json;limit=900"},
	{"overview", "file=samples/deadlock.txt;format=markdown"},
	{"findings", "file=samples/startup.trace.gz;thread=main;from=10ms;to=300ms"},
	{"why", "file=samples/startup.trace.gz;about=f2@t0"},
	{"why", "file=samples/anrs.zip;about=cause:a7134bd73bb0bd2f"},
	{"methods", "file=samples/decode.trace.gz;clock=cpu"},
	{"callers", "file=samples/startup.trace.gz;about=RemoteFlags.isEnabled"},
	{"callees", "file=samples/startup.trace.gz;about=m99"},
	{"path", "file=samples/startup.trace.gz;about=c0.12.42"},
	{"slowest", "file=samples/startup.trace.gz;about=CoverLoader.load;over=1ms"},
	{"waits", "file=samples/startup.trace.gz;about=lock"},
	{"thread", "file=samples/deadlock.txt;about=t17"},
	{"verdict", "file=samples/deadlock.txt"},
	{"causes", "file=samples/anrs.zip;limit=8000"},
	{"causes", "file=samples"},
	{"lines", "file=deadlock.txt;about=3..9"},
	{"diff", "a=sample.trace.gz;b=sample-streaming.trace.gz"},
}

// TestServerAnswers: every tool answers as the command does.
func TestServerAnswers(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata")); err != nil {
		t.Fatal(err)
	}
	server := newServer(t, 1<<30, dir)
	c := connect(t, server)
	left := map[string]bool{"files": true}
	for _, q := range answer.Questions {
		left[q.Name] = true
	}
	for _, tt := range served {
		arguments := map[string]any{}
		command := []string{"ask", tt.tool}
		var files []string
		about := ""
		for _, one := range strings.Split(tt.args, ";") {
			name, value, _ := strings.Cut(one, "=")
			arguments[name] = value
			switch name {
			case "file", "a", "b":
				files = append(files, filepath.Join(dir, value))
			case "about":
				about = value
			case "limit":
				var n int
				fmt.Sscan(value, &n)
				arguments[name] = n
				fallthrough
			default:
				command = append(command, "-"+name, value)
			}
		}
		if about != "" {
			command = append(command, about)
		}
		var want, errs bytes.Buffer
		if status := run(append(command, files...), &want, &errs); status != 0 {
			t.Fatalf("%v: %s", command, errs.String())
		}
		got, ok := c.ask(tt.tool, arguments)
		if warned := strings.Contains(errs.String(), "left out"); !ok || got != strings.ReplaceAll(want.String(), dir+"/", "") && !warned {
			t.Errorf("%s %s answers\n%s\nand the command\n%s%s", tt.tool, tt.args, got, want.String(), errs.String())
		}
		delete(left, tt.tool)
	}
	for arguments, want := range map[string][]string{
		"":               {"samples/startup.trace.gz  (146 KB)", "deadlock.txt", "nested.trace", "folder\n  samples  (5 ×, "},
		"samples":        {"samples/anrs.zip", "files samples\n5 files.\n\nzip file\n"},
		dir:              {"files\n13 files.\n\nfolder\n  samples  (5 ×, "},
		dir + "/samples": {"files samples\n5 files.\n\nzip file\n"},
	} {
		got, ok := c.ask("files", map[string]any{"folder": arguments})
		for _, w := range want {
			if !ok || !strings.Contains(got, w) {
				t.Errorf("files %s has no %q:\n%s", arguments, w, got)
			}
		}
	}
	delete(left, "files")
	if len(left) > 0 {
		t.Errorf("not asked: %v", slices.Sorted(maps.Keys(left)))
	}
	for _, tt := range []struct{ tool, args, want string }{
		{"overview", ``, "needs the argument file"},
		{"overview", `"file":7`, "file must be a string"},
		{"overview", `"file":"missing.trace"`, "the server has no such file"},
		{"overview", `"file":"README.md"`, "README.md: "},
		{"overview", `"file":"samples"`, "choose one by its path, such as samples/decode.trace.gz"},
		{"overview", `"file":"nested.trace","about":"m1"`, "overview has no argument about. It has file, thread"},
		{"overview", `"file":"nested.trace","clock":"sun"`, "clock must be one of wall, cpu, waiting"},
		{"overview", `"file":"nested.trace","from":"soon"`, "from must be a time"},
		{"overview", `"file":"nested.trace","limit":"much"`, "limit must be a number"},
		{"why", `"file":"nested.trace"`, "needs the argument about"},
		{"why", `"file":"nested.trace","about":"m77"`, "no method m77"},
		{"verdict", `"file":"nested.trace"`, "does not apply, because this is a trace"},
		{"diff", `"a":"nested.trace","b":"deadlock.txt"`, "is no trace"},
		{"files", `"folder":"nested.trace"`, "this is no folder"},
	} {
		arguments := map[string]any{}
		if err := json.Unmarshal([]byte("{"+tt.args+"}"), &arguments); err != nil {
			t.Fatal(err)
		}
		got, ok := c.ask(tt.tool, arguments)
		if ok || !strings.Contains(got, tt.want) || strings.Contains(got, dir) {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.args, got, tt.want)
		}
	}
}

// TestServerNotices: a file that changed is read again, a pile with another file too, and warnings are in the notes.
func TestServerNotices(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, newServer(t, 1<<30, dir))
	has := func(tool, file, want string) {
		t.Helper()
		if got, ok := c.ask(tool, map[string]any{"file": file}); !ok || !strings.Contains(got, want) {
			t.Errorf("%s %s has no %q:\n%s", tool, file, want, got)
		}
	}
	write("a.trace", tracetest.Bytes("main 0>A.a 10000<A.a"))
	has("methods", "a.trace", "A.a")
	write("a.trace", tracetest.Bytes("main 0>B.b 10000<B.b")) // of the same size
	has("methods", "a.trace", "B.b")
	write("new", tracetest.Bytes("main 0>C.c 10000<C.c"))
	if err := os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "a.trace")); err != nil {
		t.Fatal(err)
	}
	has("methods", "a.trace", "C.c")

	inner := tracetest.Zip(tracetest.Member{Name: "deep/in.trace", Data: tracetest.Bytes("main 0>D.d 10000<D.d")}, tracetest.Member{Name: "other.trace", Data: tracetest.Bytes("main 0>E.e 10000<E.e")})
	write("z.zip", tracetest.Zip(tracetest.Member{Name: "in.zip", Data: inner}))
	has("methods", "z.zip/in.zip/deep/in.trace", "D.d")
	has("methods", "z.zip/in.zip/other.trace", "E.e")

	dump, err := os.ReadFile("../../testdata/deadlock.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("dumps/anr_1", dump)
	has("causes", "dumps", "1 dump with 1 cause")
	write("dumps/anr_2", bytes.ReplaceAll(dump, []byte("pid 4711"), []byte("pid 4712")))
	has("causes", "dumps", "2 dumps with 1 cause")
	write("dumps/notes.txt", []byte("hello"))
	has("causes", "dumps", "notes\n")
	if err := os.Remove(filepath.Join(dir, "a.trace")); err != nil {
		t.Fatal(err)
	}
	if got, ok := c.ask("methods", map[string]any{"file": "a.trace"}); ok {
		t.Errorf("a file that is gone is answered:\n%s", got)
	}
}

// TestServerClients: two clients at once get the same answers as one.
func TestServerClients(t *testing.T) {
	server := newServer(t, 1<<20, "../../testdata") // too little to keep all
	var all sync.WaitGroup
	answers := make([][]string, 2)
	for i := range answers {
		c := connect(t, server)
		all.Go(func() {
			for _, file := range []string{"sample.trace.gz", "samples/startup.trace.gz", "samples/deadlock.txt", "sample.trace.gz", "nested.trace", "sample-anr.txt"} {
				text, ok := c.ask("overview", map[string]any{"file": file})
				answers[i] = append(answers[i], fmt.Sprint(ok, text))
			}
		})
	}
	all.Wait()
	if !slices.Equal(answers[0], answers[1]) || !strings.HasPrefix(answers[0][4], "true") {
		t.Errorf("one client gets\n%s\nthe other\n%s", answers[0], answers[1])
	}
}

// TestServerCommand drives the built command over its standard input and output.
func TestServerCommand(t *testing.T) {
	bin, err := built()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(bin, "traceglass")
	start := exec.Command(program, "mcp", "../../testdata")
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(context.Background(), &sdk.CommandTransport{Command: start}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := client{t, session}
	if text := session.InitializeResult().Instructions; !strings.HasPrefix(text, answer.Instructions()) {
		t.Errorf("the instructions are\n%s", text)
	}
	for _, file := range []string{"samples/deadlock.txt", "sample-anr.txt"} {
		if got, ok := c.ask("verdict", map[string]any{"file": file}); !ok || !strings.Contains(got, "deadlock") {
			t.Error(got)
		}
	}
	if err := session.Close(); err != nil {
		t.Errorf("the command ends by %v", err)
	}

	// Lines that are no messages, and a damaged file: standard output has only the protocol.
	dir := t.TempDir()
	whole, err := os.ReadFile("../../testdata/samples/anrs.zip")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "dumps.zip"), whole, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "other.txt"), []byte("hello"), 0o644); err != nil {
		t.Fatal(err)
	}
	raw := exec.Command(program, "mcp", dir)
	raw.Stdin = strings.NewReader(hello + "\n\nnonsense\n[1]\n" + `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"causes","arguments":{"file":"."}}}`)
	var out, errs bytes.Buffer
	raw.Stdout, raw.Stderr = &out, &errs
	if err := raw.Run(); err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	for line := range strings.Lines(out.String()) {
		var message struct{ JSONRPC string }
		if json.Unmarshal([]byte(line), &message) != nil || message.JSONRPC != "2.0" {
			t.Errorf("standard output has %q", line)
		}
	}
	if !strings.Contains(out.String(), "40 dumps") || !strings.Contains(errs.String(), "other.txt") {
		t.Errorf("standard output\n%s\nstandard error\n%s", out.String(), errs.String())
	}
	for _, wrong := range [][]string{{"mcp"}, {"mcp", program}, {"mcp", "-member", "x", dir}} {
		if err := exec.Command(program, wrong...).Run(); err == nil || err.(*exec.ExitError).ExitCode() != statusUsage {
			t.Errorf("%v: %v", wrong[1:], err)
		}
	}
}

// hello begins a session.
const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}`

// TestServerMemory: a trace that fits the memory is read whole, even if kept files take it. The answer about a larger one
// says how much was read.
func TestServerMemory(t *testing.T) {
	dir := t.TempDir()
	for name, records := range map[string]int64{"large.trace": 200_000, "1.trace": 50_000, "2.trace": 50_000, "3.trace": 50_000, "4.trace": 50_000} {
		var data bytes.Buffer
		if err := tracetest.Generate(&data, tracetest.Config{Records: records, Methods: 100, Threads: 2, Seed: 1}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const partial = "Only the first"
	whole := int64(1 << 20)
	for ; ; whole += 1 << 20 {
		text, ok := connect(t, newServer(t, whole, dir)).ask("overview", map[string]any{"file": "large.trace"})
		if ok && !strings.Contains(text, partial) {
			break
		}
		if !ok || whole > 100<<20 {
			t.Fatalf("with %d bytes: %s", whole, text)
		}
	}
	if whole == 1<<20 {
		t.Fatal("the large trace is too small")
	}
	c := connect(t, newServer(t, whole, dir))
	for _, file := range []string{"1.trace", "2.trace", "3.trace", "4.trace", "large.trace", "1.trace", "large.trace"} {
		if text, ok := c.ask("overview", map[string]any{"file": file}); !ok || strings.Contains(text, partial) {
			t.Errorf("%s: %s", file, text)
		}
	}
}
