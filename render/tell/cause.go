package tell

import "traceglass/parser/wait"

// Cause is a cause in a line, the same for all dumps of one, and another for each: its rule, and
// after a comma what tells it from others by that rule.
func Cause(c wait.Cause) string {
	text := c.Rule
	if c.Waits != "" {
		text += ", for " + c.Waits
	}
	if c.Holder != "" {
		text += ", which " + c.Holder + " has"
	}
	if c.Frames != "" {
		text += ", in " + c.Frames
	}
	return text
}
