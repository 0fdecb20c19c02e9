//go:build !js

// Package mcp serves the questions of render/answer to assistants, by the Model Context Protocol. Each question is a tool.
// The server reads files below some folders only, and writes nothing. Only the native command links it.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"traceglass/render/answer"
)

// Options are what a server needs.
type Options struct {
	Folders []string // the folders that it may read
	Memory  int64    // for the files that it keeps for the next question, in bytes
	Version string
	Log     io.Writer // gets warnings, never answers
	Open    Open
}

// An Open reads what a question is about. It opens files by file only, and holds at most memory bytes.
type Open func(path string, of answer.Kinds, memory int64, file Opener, log io.Writer) (answer.Subject, error)

// A Server answers the questions of clients.
type Server struct {
	folders *folders
	kept    *kept
	open    Open
	log     io.Writer
	sdk     *sdk.Server

	turn    chan struct{} // has an element while a question is worked on: readers and words use package variables
	waiting atomic.Int32
}

// Limits on a client's requests and on the log.
const (
	mostWaiting = 64      // questions at the same time
	mostLine    = 1 << 20 // bytes of a message
	mostID      = 200     // bytes of a message's ID
	mostLog     = 4 << 10 // bytes for each question
)

// New returns a server. Close closes its folders.
func New(o Options) (*Server, error) {
	f, err := openFolders(o.Folders)
	if err != nil {
		return nil, err
	}
	s := &Server{folders: f, kept: newKept(o.Memory), open: o.Open, log: o.Log, turn: make(chan struct{}, 1)}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "traceglass", Version: o.Version}, &sdk.ServerOptions{
		Instructions: answer.Instructions() + instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	s.sdk.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (result sdk.Result, err error) {
			defer s.survive(&err)
			return next(ctx, method, r)
		}
	})
	for _, t := range tools() {
		s.sdk.AddTool(&sdk.Tool{Name: t.question.Name, Description: t.description(), InputSchema: t.schema(), Annotations: &sdk.ToolAnnotations{
			ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: jsonschema.Ptr(false), OpenWorldHint: jsonschema.Ptr(false),
		}}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			text, err := s.call(ctx, t, r.Params.Arguments)
			if err != nil {
				return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: s.folders.hide(answer.Clean(err.Error()))}}}, nil
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
		})
	}
	return s, nil
}

// instructions follow those of the guide.
const instructions = `
## This server

Each question is a tool. Its argument "about" is the subject: a handle or a name. The tool "files" lists the files that the
server may read. It reads no others, and writes none.
`

// Close closes the folders.
func (s *Server) Close() error { return s.folders.Close() }

// Serve answers a client until it closes its side.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.sdk.Run(ctx, &transport{in: in, out: out})
}

// survive makes an error of a panic, so that a fault in one question does not end the server.
func (s *Server) survive(err *error) {
	if why := recover(); why != nil {
		fmt.Fprintf(&bounded{w: s.log, left: mostLog}, "traceglass mcp: %v\n%s", why, debug.Stack())
		*err = errors.New("this question failed by a fault of Traceglass. Its standard error has details. Other questions still work")
	}
}

// call answers one call of a tool, as text within its limit. It sends no structured content too, which would be the same
// answer twice.
func (s *Server) call(ctx context.Context, t *tool, arguments json.RawMessage) (string, error) {
	c, err := t.parse(arguments)
	if err != nil {
		return "", err
	}
	return s.wait(ctx, func() (string, error) {
		answers := s.ask
		if t.question == &listing {
			answers = s.list
		}
		a, err := answers(ctx, t.question, c)
		if err != nil {
			return "", err
		}
		var out strings.Builder
		err = a.Write(&out, c.format, c.limit)
		return out.String(), err
	})
}

// wait runs work when it is its turn. If the request is cancelled, it returns at once. Its work then ends soon,
// because its files are closed, and the next question waits for that.
func (s *Server) wait(ctx context.Context, work func() (string, error)) (string, error) {
	if s.waiting.Add(1) > mostWaiting {
		s.waiting.Add(-1)
		return "", errors.New("too many questions wait for an answer. Ask again later")
	}
	defer s.waiting.Add(-1)
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return "", errCancelled
	}
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			<-s.turn
			done <- r
		}()
		defer s.survive(&r.err)
		r.text, r.err = work()
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return "", errCancelled
	}
}

var errCancelled = errors.New("the request was cancelled")

// ask answers a question about files.
func (s *Server) ask(ctx context.Context, q *answer.Question, c *query) (*answer.Answer, error) {
	var sides [2]*file
	for i, name := range c.files[:c.needs] {
		f, err := s.file(ctx, name, q.Reads(c.request.About))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", answer.Clean(name), err)
		}
		sides[i] = f
	}
	defer s.kept.trim(s.kept.budget) // also after a fault
	var a *answer.Answer
	var err error
	if q.Of&answer.OfPair != 0 {
		from, ok1 := sides[0].subject.(*answer.Trace)
		to, ok2 := sides[1].subject.(*answer.Trace)
		if !ok1 || !ok2 {
			return nil, errors.New("one of both files is no trace, and diff compares traces")
		}
		a, err = answer.Diff(from, to, c.request)
	} else {
		a, err = answer.Ask(sides[0].subject, c.request)
	}
	if err != nil {
		return nil, err
	}
	for _, f := range sides[:c.needs] {
		for _, w := range f.warnings {
			a.Note(w)
		}
	}
	a.Each(s.folders.hide)
	return a, nil
}

// file returns a file that is kept, or reads it.
func (s *Server) file(ctx context.Context, name string, of answer.Kinds) (*file, error) {
	path, err := s.folders.find(name)
	if err != nil {
		return nil, err
	}
	if f := s.kept.file(path, of); f != nil && !s.changed(f) {
		return f, nil
	}
	s.kept.forget(path, of)
	if half := s.kept.budget / 2; s.kept.held > half {
		s.kept.trim(half)
	}
	f, err := s.read(ctx, path, of, s.kept.budget-s.kept.held)
	if err == nil && len(s.kept.files) > 0 && f.partial() { // kept files took its memory
		s.kept.clear()
		f, err = s.read(ctx, path, of, s.kept.budget)
	}
	if err != nil {
		return nil, err
	}
	s.kept.add(f)
	return f, nil
}

// read reads a file.
func (s *Server) read(ctx context.Context, path string, of answer.Kinds, memory int64) (*file, error) {
	r := &reading{ctx: ctx, folders: s.folders}
	stop := context.AfterFunc(ctx, r.close)
	defer stop()
	f := &file{path: path, of: of}
	if s.folders.isFolder(path) {
		f.listing = s.folders.fingerprint(path)
	}
	var warnings bytes.Buffer
	var err error
	f.subject, err = s.open(path, of, memory, r.open, &bounded{w: io.MultiWriter(s.log, &warnings), left: mostLog})
	if ctx.Err() != nil {
		return nil, errCancelled
	}
	if err != nil {
		return nil, err
	}
	f.stamps = r.stamps
	for line := range strings.Lines(warnings.String()) {
		if line = strings.TrimSpace(strings.TrimPrefix(line, "traceglass: ")); line != "" && len(f.warnings) < mostWarnings {
			f.warnings = append(f.warnings, line)
		}
	}
	return f, nil
}

// changed reports whether a file changed after it was read.
func (s *Server) changed(f *file) bool {
	for _, was := range f.stamps {
		now, err := s.folders.stat(was.path)
		if err != nil || !was.same(now) {
			return true
		}
	}
	return f.listing != "" && f.listing != s.folders.fingerprint(f.path)
}

// A bounded writer drops what exceeds its limit.
type bounded struct {
	w    io.Writer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	if n > 0 {
		b.w.Write(p[:n])
	}
	return len(p), nil
}
