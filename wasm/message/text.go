package message

// TextLines asks for lines [First, First+Count) of the files' own text. Answered by
// TextLinesReply.
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

// A TextLine is one line of a file as it is; what is longer than 4,000 bytes is left out.
type TextLine struct {
	Text   string
	Help   string // what kind of line it is, "" for a blank one
	Thread uint32 // it belongs to, NoNode for none
}
