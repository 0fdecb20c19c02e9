// Package post lists what page and worker post to each other. On the way each is a JavaScript object: its kind, and one
// property for each field, whose name begins with a small letter. Package script converts them.
//
// Fields are strings, numbers, truth values, []byte, Buffer, and any for values that only a browser has, such as files. A
// []byte is posted as an ArrayBuffer. Each ArrayBuffer is transferred.
package post

import "reflect"

// A Post is a message between page and worker.
type Post interface {
	kind() string // as the scripts know it
}

// A Buffer is an ArrayBuffer that has been posted.
type Buffer interface {
	Bytes() []byte // a copy of its content
}

// A Choice is which of several traces in the files is read: its index, and the number of traces. The zero Choice
// is none.
type Choice struct{ Trace, Of int }

// The page posts these to a worker.
type (
	// Open reads files: a trace, thread dumps, maps of names, or ZIP files of them.
	Open struct {
		Files  []any  // of the browser
		Budget int64  // bytes that the calls of a trace may need
		Trace  int    // a Choice
		Of     int    // of that
		First  bool   // whether the page will post First
		Side   []byte // the encoded SideOf of one of two traces, answered when it has been read; nil for one trace
	}
	// OpenRuns reads many traces and keeps only the figures of their methods. Its answer is the news Runs.
	OpenRuns struct {
		Files    []any
		Budget   int64
		From, To int64 // a RunsPart
		Anchor   string
	}
	// First requests first pictures. The script draw/first.js posts it.
	First struct {
		Sizes []float64         // width and height of the minimap, then of the timeline, CSS pixels; nil if no trace is expected
		Looks map[string]string // the page's settings that pictures depend on
	}
	// FirstNames requests the names of methods in first pictures. The script draw/first.js posts it.
	FirstNames struct{ Methods []float64 }
	// Cancel stops reading. The part read so far is shown.
	Cancel struct{}
	// Ask is a request. Its answer is an Answer with the same number.
	Ask struct {
		Data []byte // encoded
		Side Buffer // with Compare and SideContexts: the answer of the other trace's worker; otherwise nil
	}
	// Name reads a map of names for the open file. It is answered by the news Named, or by NotNamed.
	Name struct {
		Files []any
		Only  bool // only if it fits does it replace another map
	}
	// KeepMap requests the map of names that is in use. It is answered by Map or NoMap.
	KeepMap struct{}
	// ListRequest requests a display list. It is answered by List or NoList.
	ListRequest struct {
		Canvas int
		Data   []byte // an encoded Picture
		Buffer Buffer // to put the list in, nil for a new one
	}
	// Speak sets the language.
	Speak struct{ Text string } // a catalogue
	// Take reads a file while it is downloaded. The script worker.js receives it.
	Take struct {
		Line   any // MessagePort for the pieces
		Name   string
		Size   int64
		Budget int64
	}
)

// A worker posts these to the page.
type (
	// Loaded is posted when the worker's script begins.
	Loaded struct{}
	// Ready is posted when the program listens. Earlier posts have waited.
	Ready struct{}
	// Exited is posted when the program has ended.
	Exited struct{ Reason string }
	// Fetched is posted when a worker that downloads a file has all of it.
	Fetched struct{ File any }
	// NotFetched is posted when it cannot download the file.
	NotFetched struct{ Reason string }
	// Answer is an answer, or with number 0 news of the reading.
	Answer struct {
		Number uint32
		Data   Buffer
	}
	// FirstList is a first picture. The script draw/first.js receives it.
	FirstList struct {
		Canvas int
		Buffer Buffer
	}
	// FirstFacts is the verdict on thread dumps. The script draw/first.js receives it.
	FirstFacts struct {
		Name, Facts string
		Claims      []any // arrays: class, how sure, pieces of the text (node.Pieces), advice
		Processes   int
	}
	// FirstNamed has the names that FirstNames requests, for the script and for the program.
	FirstNamed struct {
		Methods []any
		Lines   string
		Data    Buffer // an encoded NamesReply
	}
	// Stopping is posted when the worker has received Cancel.
	Stopping struct{}
	// Read is posted after all news of the files.
	Read struct {
		Full bool // the budget left out the rest
	}
	// List is a display list.
	List struct {
		Canvas int
		Buffer Buffer
	}
	// NoList is a Failure instead of a display list.
	NoList struct {
		Canvas       int
		Data, Buffer Buffer
	}
	// UpdatedTexts describes the open file again, in another language or with other names.
	UpdatedTexts struct{ Data Buffer }
	// NotNamed is posted when a map of names named nothing. Reason is "" if it was cancelled.
	NotNamed struct{ Reason string }
	// Map is the map of names that is in use, compressed with gzip.
	Map struct{ Blob any }
	// NoMap is posted instead of Map.
	NoMap struct{ Reason string }
)

func (*Open) kind() string         { return "open" }
func (*OpenRuns) kind() string     { return "runs" }
func (*First) kind() string        { return "first" }
func (*FirstNames) kind() string   { return "name first" }
func (*Cancel) kind() string       { return "cancel" }
func (*Ask) kind() string          { return "ask" }
func (*Name) kind() string         { return "name" }
func (*KeepMap) kind() string      { return "keep map" }
func (*ListRequest) kind() string  { return "list request" }
func (*Speak) kind() string        { return "speak" }
func (*Take) kind() string         { return "take" }
func (*Loaded) kind() string       { return "loaded" }
func (*Ready) kind() string        { return "ready" }
func (*Exited) kind() string       { return "exited" }
func (*Fetched) kind() string      { return "fetched" }
func (*NotFetched) kind() string   { return "not fetched" }
func (*Answer) kind() string       { return "answer" }
func (*FirstList) kind() string    { return "first list" }
func (*FirstFacts) kind() string   { return "first verdict" }
func (*FirstNamed) kind() string   { return "first names" }
func (*Stopping) kind() string     { return "stopping" }
func (*Read) kind() string         { return "read" }
func (*List) kind() string         { return "list" }
func (*NoList) kind() string       { return "no list" }
func (*UpdatedTexts) kind() string { return "updated texts" }
func (*NotNamed) kind() string     { return "not named" }
func (*Map) kind() string          { return "map" }
func (*NoMap) kind() string        { return "no map" }

// posts has one Post of each kind, all zero.
var posts = []Post{
	&Open{}, &OpenRuns{}, &First{}, &FirstNames{}, &Cancel{}, &Ask{}, &Name{}, &KeepMap{}, &ListRequest{}, &Speak{}, &Take{},
	&Loaded{}, &Ready{}, &Exited{}, &Fetched{}, &NotFetched{}, &Answer{}, &FirstList{}, &FirstFacts{}, &FirstNamed{},
	&Stopping{}, &Read{}, &List{}, &NoList{}, &UpdatedTexts{}, &NotNamed{}, &Map{}, &NoMap{},
}

// Kind returns the kind of a Post.
func Kind(p Post) string { return p.kind() }

// New returns a Post of a kind, all zero; nil if there is no such kind.
func New(kind string) Post {
	for _, p := range posts {
		if p.kind() == kind {
			return reflect.New(reflect.TypeOf(p).Elem()).Interface().(Post)
		}
	}
	return nil
}
