package app

import (
	"strings"

	"github.com/vugu/vugu"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/node"
)

// choosing is the choice between several traces in a ZIP file.
type choosing struct {
	from   *message.Members
	text   string // search text in their names
	cursor int    // index into lines
	lines  []int  // indices into from.Traces that are listed
	more   int    // number of further matches that are not listed
}

// setMembers handles news of a ZIP file that holds several traces.
func (c *files) setMembers(m *message.Members) {
	if m.Chosen >= 0 {
		c.opening.members = m
		return
	}
	if c.opening.stage == reading {
		c.opening.stage, c.page.File = empty, ""
	}
	c.opening.background = ""
	c.over.openMembers(m)
}

// openMembers opens the dialog to choose a trace.
func (c *overlays) openMembers(m *message.Members) {
	c.shows, c.menu = members, menu{}
	c.choosing = choosing{from: m, cursor: max(0, m.Chosen)}
	c.host.Focus("member-find")
}

// find lists the traces whose names, with those of their zip files, contain every word of the text.
func (c *choosing) find() {
	c.lines, c.more = c.lines[:0], 0
	sought := strings.Fields(strings.ToLower(c.text))
next:
	for i := range c.from.Traces {
		name := strings.ToLower(c.from.Traces[i].Name + " " + c.from.Traces[i].Zip)
		for _, word := range sought {
			if !strings.Contains(name, word) {
				continue next
			}
		}
		if len(c.lines) == mostListed {
			c.more++
			continue
		}
		c.lines = append(c.lines, i)
	}
	c.cursor = max(0, min(c.cursor, len(c.lines)-1))
}

// foreword describes the choice.
func (c *choosing) foreword() string {
	s := words.Say("{1}: {2} traces. One is open at a time.", words.Clip(c.from.Stored), words.Count(int64(len(c.from.Traces))))
	if n := c.from.Others; n == 1 {
		s = words.Say("{1} Another file in it may be a thread dump. It opens together with the one you choose.", s)
	} else if n > 1 {
		s = words.Say("{1} {2} other files in it may be thread dumps. They open together with the one you choose.", s, words.Count(int64(n)))
	}
	return s
}

// rest counts the traces that are not listed.
func (c *choosing) rest() string {
	switch {
	case c.more > 0:
		return words.Say("{1} more: type part of the name to filter.", words.Count(int64(c.more)))
	case len(c.lines) == 0:
		return words.T("No trace matches.")
	}
	return ""
}

func (c *choosing) member(i int) *message.Member { return &c.from.Traces[i] }

// about describes the kind of a trace, its zip file if there are several, and whether it is open.
func (c *choosing) about(i int) string {
	m, kind := c.member(i), words.T("method trace")
	switch {
	case m.Pair:
		kind = words.T("method trace, .key and .data")
	case m.Packed:
		kind = words.T("method trace, packed by gzip")
	}
	if m.Zip != "" {
		kind = words.Say("{1} in {2}", kind, words.Clip(m.Zip))
	}
	if i == c.from.Chosen {
		kind = words.Say("{1}, open now", kind)
	}
	return kind
}

// memberKey handles a key while the dialog is open.
func (c *Dialog) memberKey(key canvas.Key) bool {
	m := &c.choosing
	m.find()
	switch key.Name {
	case "ArrowDown":
		m.cursor = min(m.cursor+1, max(0, len(m.lines)-1))
	case "ArrowUp":
		m.cursor = max(m.cursor-1, 0)
	case "Enter":
		if m.cursor < len(m.lines) {
			c.chooseMember(m.lines[m.cursor])
		}
	default:
		return false
	}
	return true
}

// chooseMember reads trace i.
func (c *Dialog) chooseMember(i int) {
	from := c.choosing.from
	c.closeDialog()
	if i != from.Chosen {
		c.host.Choose(from, i)
	}
}

func (c *choosing) typed(event vugu.DOMEvent) { c.text, c.cursor = node.Value(event), 0 }
