package message

// A FirstVerdict is what a page shows of thread dumps before its interface is built: the verdict on the process in
// front, as text.
type FirstVerdict struct {
	Name, Facts string
	Claims      []FirstClaim // the surest first
	Processes   int          // of several there is a list beside it
}

// A FirstClaim is one sentence of it.
type FirstClaim struct {
	Class string // of its element
	Sure  string // how sure it is, in words
	Text  string
}
