//go:build js && !dumps

package engine

import (
	"errors"

	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// What stands for with-dumps.go and its like in the program that reads none.

const ReadsDumps = false

var ErrNoDump = errors.New("This program reads no thread dumps.")

type dumps struct{}

func (*dumps) frameName(uint32) (message.Name, bool)     { return message.Name{}, false }
func (*Engine) answerDumps(message.Body) message.Body    { return nil }
func (*Engine) listDumps(message.Body, *scene.List) bool { return false }
func (*Engine) BeginDump(string, string)                 {}
func (*Engine) WriteDump([]byte)                         {}
func (*Engine) EndDump(string) error                     { return ErrNoDump }
func (*Engine) HasDumps() bool                           { return false }
func (*Engine) Dumps() *message.Dumps                    { return nil }
