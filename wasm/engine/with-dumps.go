//go:build dumps || !js

package engine

import (
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// ReadsDumps tells whether this build reads thread dumps. That of the page's program does
// not: reading them weighs an eighth of its download, and most visits are for a trace. The
// page loads a second program for them, of this package with the tag dumps.
const ReadsDumps = true

// answerDumps answers a request about dumps; nil for any other.
func (e *Engine) answerDumps(req message.Body) message.Body {
	switch req := req.(type) {
	case *message.StackRows:
		return e.stackRows(req)
	case *message.Stack:
		return e.stack(req)
	case *message.TextLines:
		return e.textLines(req)
	case *message.Groups:
		return e.groups(req)
	case *message.StackNode:
		return e.stackNode(req)
	case *message.Courses:
		return e.courses(req)
	case *message.LockGraph:
		return e.lockGraph(req)
	case *message.Sight:
		if e.index != nil {
			return e.sight(req)
		}
	}
	return nil
}

// listDumps makes the display list that a request about dumps asks for; false for any other.
func (e *Engine) listDumps(req message.Body, l *scene.List) bool {
	switch req := req.(type) {
	case *message.StackFlame:
		e.stackFlame(l, req)
	case *message.CourseChart:
		e.courseChart(l, req)
	default:
		return false
	}
	return true
}

// frameName is what a box of the dumps' canvases has written in it.
func (m *dumps) frameName(number uint32) (message.Name, bool) { return m.frames.name(number) }
