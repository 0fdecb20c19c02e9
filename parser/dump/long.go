package dump

import (
	"encoding/base64"
	"strings"
)

const longRunning = "LongRunningMethods:"

// LongRunning returns the runtime's record of methods that ran long before the dump (section 7). It
// is a small method trace for package trace. Line is the line of the text that holds it, or -1 if
// the block has none.
func (d *Dump) LongRunning(b *Block) (trace []byte, line int, err error) {
	if b.longLine == 0 {
		return nil, -1, nil
	}
	line = b.longLine - 1
	_, text, _ := strings.Cut(d.Content(line), longRunning)
	text = strings.TrimRight(strings.TrimSpace(text), "=")
	trace, err = base64.RawStdEncoding.DecodeString(text)
	return trace, line, err
}
