package message

// A FirstVerdict is the verdict on the process in front, as text. The page shows it before its interface is built.
type FirstVerdict struct {
	Name, Facts string
	Claims      []FirstClaim // the surest first
	Processes   int          // if there are several, the page lists them too
}

// A FirstClaim is a sentence of the verdict.
type FirstClaim struct {
	Class string // of its element
	Sure  string // how sure it is, in words
	Text  string
}
