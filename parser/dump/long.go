package dump

import (
	"encoding/base64"
	"strings"
)

const longRunning = "LongRunningMethods:"

// LongRunning is what the runtime kept of the methods that ran long before the dump (section 7):
// a small method trace, as package trace reads it. The line is the text's that holds it, -1 if the
// block has none.
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
