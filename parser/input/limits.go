package input

// Limits bound the unwrapped size, against files made to fill a disk or memory.
type Limits struct {
	Bytes int64 // unwrapped, at most
	Ratio int64 // largest ratio of unwrapped to wrapped bytes, after the first Free bytes
	Free  int64
}

// DefaultLimits allow any real trace: traces shrink to a tenth, rarely to a fiftieth.
var DefaultLimits = Limits{Bytes: 64 << 30, Ratio: 250, Free: 256 << 20}

// Limits of zip files and folders. Those of a folder opened in the page are in site/static/drop.js.
const (
	MostMembers = 60_000    // files inspected
	MostNested  = 3         // nested zip files, not counting the outermost
	NestedBytes = 128 << 20 // unpacked size of a nested zip file or one in gzip, which is held in memory
	NestedInAll = 512 << 20 // their total in one file, if the page holds them together
)

// A Note describes an unusual property of a file's wrapping and its effect on the figures.
type Note struct {
	Code     string // stable, lower case, hyphenated: "gzip-cut"
	Text     string // one sentence for a person
	Complete bool   // nothing inside is missing
}
