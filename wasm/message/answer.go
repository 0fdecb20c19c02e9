package message

// AnswerText asks for the overview and the selection as Markdown for an assistant.
type AnswerText struct {
	request[*AnswerTextReply]

	Of AnswerOf

	// Of a trace.
	Thread   uint32 // that the overview describes
	From, To int64  // as in Scope
	Clock    Clock
	Measure  uint32
	Method   uint32  // selected; NoNode for none
	Call     CallRef // selected, if HasCall
	HasCall  bool
	Hidden   bool // with hashes instead of the app's names

	// Of thread dumps.
	Process     uint32 // index into Dumps.Processes
	StackThread uint32 // selected; NoNode for none
	Pile        PileScope
}

// AnswerOf is what AnswerText is about.
type AnswerOf uint8

const (
	OfTrace AnswerOf = iota
	OfDump
	OfPile
)

// Last returns the largest value.
func (AnswerOf) Last() uint8 { return uint8(OfPile) }

// AnswerTextReply answers AnswerText.
type AnswerTextReply struct {
	reply

	Markdown string // "" if there is no such thing any more
}
