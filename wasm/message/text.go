package message

// TextLines asks for lines [First, First+Count) of the files' text.
type TextLines struct {
	request[*TextLinesReply]

	First, Count int
}

// TextLinesReply answers TextLines.
type TextLinesReply struct {
	reply

	First, Total int
	Lines        []TextLine
}

// A TextLine is one line of a file, cut after 4,000 bytes.
type TextLine struct {
	Text   string
	Help   string // its kind, "" for a blank line
	Thread uint32 // the thread with this line, NoNode for none
}
