//go:build !js

package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/answer"
)

// openTrace is an Open for plain traces.
func openTrace(path string, _ answer.Kinds, _ int64, open Opener, _ io.Writer) (answer.Subject, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	replay, reader := call.NewReplay(true)
	for {
		if _, err := reader.Write(data); err != nil {
			return nil, err
		}
		if err := reader.Close(); err != nil {
			return nil, err
		}
		table, info := replay.Finish(), reader.Info()
		if replay, reader = replay.Again(); reader == nil {
			info.Assign(nil)
			return &answer.Trace{File: filepath.Base(path), Index: profile.NewIndex(table, info)}, nil
		}
	}
}

// connected returns a client of a server.
func connected(t testing.TB, s *Server) *sdk.ClientSession {
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
	return session
}

// asked returns the text of an answer, after "error: " if it is an error.
func asked(t testing.TB, c *sdk.ClientSession, ctx context.Context, tool string, arguments map[string]any) string {
	t.Helper()
	r, err := c.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "error: " + err.Error()
	}
	text := r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return "error: " + text
	}
	return text
}

func newServer(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Log == nil {
		o.Log = io.Discard
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestKept asks about many files in random order. Kept files never take more than the budget, a file that fits is not read
// again, and answers are the same as those of a fresh server.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	const files = 6
	for i := range files {
		var data bytes.Buffer
		if err := tracetest.Generate(&data, tracetest.Config{Records: 5000 << i, Methods: 300, Threads: 3, Seed: uint64(i)}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.trace", i)), data.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reads := 0
	open := func(path string, of answer.Kinds, memory int64, file Opener, log io.Writer) (answer.Subject, error) {
		reads++
		return openTrace(path, of, memory, file, log)
	}
	fresh := make([]string, files)
	for _, budget := range []int64{1, 1 << 20, 4 << 20, 1 << 30} {
		s := newServer(t, Options{Folders: []string{dir}, Memory: budget, Open: open})
		reads = 0
		random := rand.New(rand.NewPCG(1, uint64(budget)))
		const questions = 24
		most := 0
		for range questions {
			i := random.IntN(files)
			q := answer.Questions[0]
			a, err := s.ask(context.Background(), &q, &query{files: [2]string{fmt.Sprintf("%d.trace", i)}, needs: 1, request: answer.Request{Question: "overview"}})
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			if err := a.Write(&text, answer.JSON, 1<<20); err != nil {
				t.Fatal(err)
			}
			if fresh[i] == "" {
				fresh[i] = text.String()
			} else if fresh[i] != text.String() {
				t.Errorf("with %d bytes, the answer about %d.trace differs", budget, i)
			}
			if s.kept.held > budget || s.kept.held > 0 && len(s.kept.files) == 0 {
				t.Errorf("%d kept files take %d bytes of %d", len(s.kept.files), s.kept.held, budget)
			}
			most = max(most, len(s.kept.files))
		}
		switch {
		case budget == 1 && (most > 0 || reads != questions):
			t.Errorf("without memory, %d files are kept and %d read", most, reads)
		case budget == 4<<20 && (most < 2 || most == files):
			t.Errorf("with some memory, %d files are kept", most)
		case budget == 1<<30 && (most != files || reads != files):
			t.Errorf("with much memory, %d files are kept and %d read", most, reads)
		}
	}
}

// TestLeastRecent: of too many files, the one of the oldest question goes first. How a file is read decides whether it answers.
func TestLeastRecent(t *testing.T) {
	k := newKept(1 << 30)
	name := func(i int) string { return fmt.Sprintf("%d.trace", i) }
	for i := range mostKept {
		k.add(&file{path: name(i), of: answer.OfTrace | answer.OfDumps, subject: &answer.Trace{}})
	}
	if k.file(name(0), answer.OfTrace) == nil {
		t.Error("a kept file is missing")
	}
	k.add(&file{path: "dumps", of: answer.OfTrace | answer.OfDumps, subject: &answer.Dumps{}})
	for i, want := range []bool{true, false, true} {
		if got := k.file(name(i), answer.OfTrace) != nil; got != want {
			t.Errorf("%s is kept: %v, want %v", name(i), got, want)
		}
	}
	for of, want := range map[answer.Kinds]bool{answer.OfTrace: true, answer.OfDumps: true, answer.OfPile: false, answer.OfTrace | answer.OfDumps | answer.OfPile: true} {
		if got := k.file("dumps", of) != nil; got != want {
			t.Errorf("dumps answer questions of %b: %v, want %v", of, got, want)
		}
	}
	if k.file(name(0), answer.OfDumps) != nil {
		t.Error("a trace answers questions about dumps")
	}
	k.forget(name(0), answer.OfTrace)
	if k.file(name(0), answer.OfTrace) != nil || len(k.files) != mostKept-1 {
		t.Errorf("%d files are kept after one is forgotten", len(k.files))
	}
}

// TestPanic: a fault in one question does not end the server.
func TestPanic(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"good.trace", "bad.trace"} {
		if err := os.WriteFile(filepath.Join(dir, name), tracetest.Bytes("main 0>A 1>B 4<B 5<A"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	s := newServer(t, Options{Folders: []string{dir}, Memory: 1 << 20, Log: &log, Open: func(path string, of answer.Kinds, memory int64, file Opener, w io.Writer) (answer.Subject, error) {
		if strings.HasSuffix(path, "bad.trace") {
			panic("\x1b[31mbad")
		}
		return openTrace(path, of, memory, file, w)
	}})
	c := connected(t, s)
	for range 3 {
		if got := asked(t, c, context.Background(), "overview", map[string]any{"file": "bad.trace"}); !strings.HasPrefix(got, "error: this question failed by a fault") {
			t.Error(got)
		}
		if got := asked(t, c, context.Background(), "overview", map[string]any{"file": "good.trace"}); !strings.HasPrefix(got, "overview") {
			t.Error(got)
		}
	}
	if log.Len() > 4*mostLog || !strings.Contains(log.String(), "server_test.go") {
		t.Errorf("%d bytes of log: %s", log.Len(), log.String())
	}
}

// TestCancel: a cancelled question returns at once and closes its file, so that the next one gets its turn.
func TestCancel(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.trace"), tracetest.Bytes("main 0>A 1>B 4<B 5<A"), 0o644); err != nil {
		t.Fatal(err)
	}
	endless := true
	reading, ended := make(chan bool), make(chan error, 1)
	s := newServer(t, Options{Folders: []string{dir}, Memory: 1 << 20, Open: func(path string, of answer.Kinds, memory int64, file Opener, w io.Writer) (answer.Subject, error) {
		if !endless {
			return openTrace(path, of, memory, file, w)
		}
		f, err := file(path)
		if err != nil {
			return nil, err
		}
		reading <- true
		for err == nil { // a file without an end
			_, err = f.ReadAt(make([]byte, 1), 0)
		}
		ended <- err
		return openTrace(path, of, memory, func(string) (*os.File, error) { return os.Open(path) }, w)
	}})
	c := connected(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	first := make(chan string)
	go func() { first <- asked(t, c, ctx, "overview", map[string]any{"file": "a.trace"}) }()
	<-reading
	waiting, stop := context.WithCancel(context.Background())
	second := make(chan string)
	go func() { second <- asked(t, c, waiting, "overview", map[string]any{"file": "a.trace"}) }()
	stop()
	if got := <-second; !strings.Contains(got, "cancel") {
		t.Error(got)
	}
	cancel()
	if got := <-first; !strings.Contains(got, "cancel") {
		t.Error(got)
	}
	if err := <-ended; !errors.Is(err, os.ErrClosed) {
		t.Errorf("reading ended by %v", err)
	}
	endless = false
	if got := asked(t, c, context.Background(), "overview", map[string]any{"file": "a.trace"}); !strings.HasPrefix(got, "overview") {
		t.Error(got)
	}
}

// TestWaiting: a client that asks very often gets errors, and the server bounds what waits.
func TestWaiting(t *testing.T) {
	s := &Server{turn: make(chan struct{}, 1), log: io.Discard}
	s.turn <- struct{}{} // somebody has it
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan error)
	for range 3 * mostWaiting {
		go func() {
			_, err := s.wait(ctx, func() (string, error) { return "", nil })
			results <- err
		}()
	}
	for range 2 * mostWaiting {
		if err := <-results; err == nil || !strings.Contains(err.Error(), "too many") {
			t.Errorf("error %v", err)
		}
	}
	cancel()
	for range mostWaiting {
		if err := <-results; !errors.Is(err, errCancelled) {
			t.Errorf("error %v", err)
		}
	}
	<-s.turn
	if _, err := s.wait(context.Background(), func() (string, error) { return "", nil }); err != nil {
		t.Error(err)
	}
}

// TestTools: every question is a tool, its schema has the arguments that the call reads, and nothing else is a tool.
func TestTools(t *testing.T) {
	s := newServer(t, Options{Folders: []string{t.TempDir()}, Memory: 1, Open: openTrace})
	list, err := connected(t, s).ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]*sdk.Tool{}
	for _, tool := range list.Tools {
		got[tool.Name] = tool
		a := tool.Annotations
		if !a.ReadOnlyHint || !a.IdempotentHint || *a.OpenWorldHint || *a.DestructiveHint {
			t.Errorf("%s has the annotations %+v", tool.Name, a)
		}
		if len(tool.Description) > 300 {
			t.Errorf("%s has %d bytes of description", tool.Name, len(tool.Description))
		}
	}
	if len(got) != len(answer.Questions)+1 || got["files"] == nil {
		t.Errorf("%d tools for %d questions", len(got), len(answer.Questions))
	}
	for _, tool := range tools() {
		of := got[tool.question.Name]
		if of == nil || !strings.Contains(of.Description, tool.question.Purpose) {
			t.Errorf("%s is described as %+v", tool.question.Name, of)
			continue
		}
		schema := of.InputSchema.(map[string]any)
		properties := schema["properties"].(map[string]any)
		if len(properties) != len(tool.arguments) || schema["additionalProperties"] != false {
			t.Errorf("%s: %v", tool.question.Name, schema)
		}
		for _, a := range tool.arguments {
			if properties[a.name] == nil {
				t.Errorf("the schema of %s has no %s", tool.question.Name, a.name)
			}
		}
	}
}
