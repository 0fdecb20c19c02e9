package input

// Limits bound what is unwrapped, against files made to fill a disk or a memory.
type Limits struct {
	Bytes int64 // unwrapped, at most
	Ratio int64 // unwrapped to wrapped, at most, once Free bytes are passed
	Free  int64
}

// DefaultLimits allow any true trace: these shrink to a tenth, seldom to a fiftieth.
var DefaultLimits = Limits{Bytes: 64 << 30, Ratio: 250, Free: 256 << 20}

// Bounds on zip files and folders. Those of a folder that the page opens are in site/static/drop.js.
const (
	MostMembers = 60_000    // files that are looked at
	MostNested  = 3         // zip files within each other, but for the outermost
	NestedBytes = 128 << 20 // of a zip file within another, or in gzip, which is held in memory
	NestedInAll = 512 << 20 // of all of them in one file, where they are held together: in the page
)

// A Note says what was unusual about a file's wrapping and what it does to the figures.
type Note struct {
	Code     string // stable, lower case, hyphenated: "gzip-cut"
	Text     string // one sentence for a person
	Complete bool   // nothing of what is inside is missing for it
}
