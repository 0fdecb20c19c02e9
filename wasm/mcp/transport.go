//go:build !js

package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"traceglass/render/answer"
)

// A transport exchanges messages with a client, one a line. The SDK's own transport ends with the first line that is no
// message. This one answers such a line with an error, and reads on. It also bounds messages, and the errors that it
// writes. At the end of its input, it waits for the answers to all calls of tools.
type transport struct {
	in  io.Reader
	out io.Writer
}

// Connect implements the SDK's Transport.
func (t *transport) Connect(context.Context) (sdk.Connection, error) {
	c := &connection{in: bufio.NewReaderSize(t.in, 64<<10), out: t.out, pending: map[jsonrpc.ID]bool{}}
	c.closer, _ = t.in.(io.Closer)
	c.idle = sync.NewCond(&c.mu)
	return c, nil
}

// A connection is a connected transport. A single goroutine reads.
type connection struct {
	in     *bufio.Reader
	closer io.Closer

	mu      sync.Mutex
	out     io.Writer
	broken  bool                // writing has failed, or the connection is closed
	pending map[jsonrpc.ID]bool // calls of tools without an answer
	idle    *sync.Cond          // pending is empty, or broken
}

// SessionID implements the SDK's Connection.
func (c *connection) SessionID() string { return "" }

// Close implements the SDK's Connection.
func (c *connection) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.broken = true
	c.idle.Broadcast()
	if c.closer != nil {
		return c.closer.Close()
	}
	return nil
}

// Read returns the next message.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		line, err := c.line()
		switch {
		case errors.Is(err, errTooLong):
			c.refuse(jsonrpc.CodeInvalidRequest, "this message is too long")
			continue
		case err != nil:
			c.drain()
			return nil, err
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case !json.Valid(line):
			c.refuse(jsonrpc.CodeParseError, "this line is no JSON")
			continue
		}
		message, err := jsonrpc.DecodeMessage(line)
		if err != nil {
			c.refuse(jsonrpc.CodeInvalidRequest, "this line is no message of JSON-RPC 2.0")
			continue
		}
		r, ok := message.(*jsonrpc.Request)
		if !ok {
			continue // the server asks nothing, so this answers nothing
		}
		if id, ok := r.ID.Raw().(string); ok && len(id) > mostID {
			c.refuse(jsonrpc.CodeInvalidRequest, "the id of this message is too long")
			continue
		}
		if r.IsCall() && r.Method == "tools/call" {
			c.mu.Lock()
			c.pending[r.ID] = true
			c.mu.Unlock()
		}
		return r, nil
	}
}

var errTooLong = errors.New("line too long")

// line returns the next line. It skips a line that is too long.
func (c *connection) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		piece, err := c.in.ReadSlice('\n')
		if long = long || len(line)+len(piece) > mostLine; !long {
			line = append(line, piece...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && len(line) > 0 && !long:
			return line, nil
		case err != nil:
			return nil, err
		case long:
			return nil, errTooLong
		}
		return line, nil
	}
}

// drain waits for the answers to all calls of tools.
func (c *connection) drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.pending) > 0 && !c.broken {
		c.idle.Wait()
	}
}

// refuse answers a line that has no usable id.
func (c *connection) refuse(code int, why string) {
	text, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": map[string]any{"code": code, "message": why}})
	c.write(text)
}

// Write sends a message.
func (c *connection) Write(_ context.Context, message jsonrpc.Message) error {
	r, ok := message.(*jsonrpc.Response)
	if ok && r.Error != nil { // it may repeat what the client sent, of any length
		short := &jsonrpc.Error{Message: answer.Clean(r.Error.Error())}
		if full := new(jsonrpc.Error); errors.As(r.Error, &full) {
			short.Code = full.Code
		}
		message = &jsonrpc.Response{ID: r.ID, Error: short}
	}
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	err = c.write(text)
	if ok {
		c.mu.Lock()
		delete(c.pending, r.ID)
		if len(c.pending) == 0 {
			c.idle.Broadcast()
		}
		c.mu.Unlock()
	}
	return err
}

// write writes a line.
func (c *connection) write(text []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	if err != nil {
		c.broken = true
		c.idle.Broadcast()
	}
	return err
}
