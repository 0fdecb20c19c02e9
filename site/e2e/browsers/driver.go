//go:build !js

// Package browsers drives Firefox and WebKitGTK's browser for a short run of the site in each. Firefox speaks
// WebDriver BiDi over a WebSocket. WebKit speaks WebDriver over HTTP, through WebKitWebDriver. The package has
// only what this run needs.
package browsers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Browser is a browser with an empty profile and one page.
type Browser interface {
	Version() string
	Navigate(ctx context.Context, url string) error
	// Run runs JavaScript as the body of an async function and returns the result as JSON.
	Run(ctx context.Context, script string) (json.RawMessage, error)
	// Perform sends input as a user would. Sources are WebDriver's sources of actions.
	Perform(ctx context.Context, sources ...any) error
	Screenshot(ctx context.Context) ([]byte, error) // returns a PNG picture
	Close()
}

// callTime is the time limit of a command.
const callTime = 40 * time.Second

// ErrMissing reports that a browser is not installed.
var ErrMissing = errors.New("it is not installed")

// WebDriver's sources of actions.
type (
	// A Source is a keyboard or a mouse and its actions.
	Source struct {
		Type    string `json:"type"` // "key", "pointer"
		ID      string `json:"id"`
		Actions []any  `json:"actions"`
	}
	keyAction struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}
	pointerAction struct {
		Type     string `json:"type"`
		X        int    `json:"x"`
		Y        int    `json:"y"`
		Duration int    `json:"duration"` // in ms
	}
	buttonAction struct {
		Type   string `json:"type"`
		Button int    `json:"button"`
	}
)

// Keys returns key presses, one after the other.
func Keys(text string) Source {
	s := Source{Type: "key", ID: "keyboard"}
	for _, r := range text {
		s.Actions = append(s.Actions, keyAction{"keyDown", string(r)}, keyAction{"keyUp", string(r)})
	}
	return s
}

// Drag returns a press of the mouse at one place, a move to another, and the release. If both places are the
// same, it is a click. Coordinates are CSS pixels from the viewport's top left.
func Drag(fromX, fromY, toX, toY int) Source {
	return Source{Type: "pointer", ID: "mouse", Actions: []any{
		pointerAction{"pointerMove", fromX, fromY, 0}, buttonAction{"pointerDown", 0},
		pointerAction{"pointerMove", (fromX + toX) / 2, (fromY + toY) / 2, 50}, pointerAction{"pointerMove", toX, toY, 50},
		buttonAction{"pointerUp", 0},
	}}
}

// find returns the path of the first program that is installed.
func find(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", names[0], ErrMissing)
}

// A process is a started program with its own folder.
type process struct {
	cmd *exec.Cmd
	dir string
}

// launch starts a program with dir as its home. Its output goes to out.
func launch(dir string, out io.Writer, env []string, name string, args ...string) (*process, error) {
	return start(dir, out, nil, env, name, args...)
}

// start starts a program as launch does, and passes it open files: the first has the number 3.
func start(dir string, out io.Writer, files []*os.File, env []string, name string, args ...string) (*process, error) {
	cmd := exec.Command(name, args...)
	cmd.ExtraFiles = files
	cmd.Env = append(append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_DATA_HOME="+dir), env...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &process{cmd, dir}, nil
}

func (p *process) end() {
	if p != nil {
		p.cmd.Process.Signal(os.Interrupt)
		done := make(chan struct{})
		go func() { p.cmd.Wait(); close(done) }()
		select {
		case <-done:
		case <-time.After(5 * time.Second):
			p.cmd.Process.Kill()
			<-done
		}
	}
}

// A watch waits for output with a mark: a text at the start of a line or in it.
type watch struct {
	mark  string
	found chan string // gets the rest of the line after the mark, once
	text  strings.Builder
	done  bool
}

func newWatch(mark string) *watch { return &watch{mark: mark, found: make(chan string, 1)} }

func (w *watch) Write(p []byte) (int, error) {
	if !w.done {
		w.text.Write(p)
		if _, rest, ok := strings.Cut(w.text.String(), w.mark); ok {
			if line, _, whole := strings.Cut(rest, "\n"); whole {
				w.done = true
				w.found <- strings.TrimSpace(line)
			}
		}
	}
	return len(p), nil
}

// wait returns the rest of the line after the mark.
func (w *watch) wait(ctx context.Context) (string, error) {
	select {
	case line := <-w.found:
		return line, nil
	case <-ctx.Done():
		return "", fmt.Errorf("no output with %q: %w", w.mark, ctx.Err())
	}
}
