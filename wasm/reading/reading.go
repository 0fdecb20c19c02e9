package reading

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"traceglass/parser/input"
	"traceglass/parser/input/inflate"
	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
)

// A Reading reads files, once.
type Reading struct {
	Engine *engine.Engine
	Files  []File
	Choice post.Choice        // of the traces in them
	Budget int64              // bytes that a trace may take
	Pair   bool               // the trace is one of two
	Now    func() float64     // ms of any clock
	News   func(message.Body) // gets the progress
	First  func()             // draws the first pictures, as soon as the calls are there; nil where nobody looks

	Description *message.Description // of the trace, once it has been read
	Full        bool                 // a trace needs more memory than the budget allows

	dumped    Dumped // those in which dumps were looked for, in the order of Begin
	last      bool   // the map is being read
	mapsOnly  bool   // only maps are read, for the open files
	maps      []item // maps of names; the last one is read after all other files
	cancelled bool
	spent     bool // more was unwrapped than so small files can hold

	zips     []*zipped
	items    int     // to read
	done     int     // of them
	stored   int64   // sum of the items' stored bytes
	size     int64   // the same, at most whole
	whole    int64   // of the files
	before   amount  // of the items before this one
	at       current // the item that is being read
	newsAt   float64
	due      bool // a timer will report progress
	ended    bool // no more reports follow
	inflater inflate.Inflater
	sparing  bool    // the garbage collector runs less often than usual
	rested   float64 // when the browser last had its turn: readWhole does not wait for it
}

// An amount is how much was read, in bytes.
type amount struct {
	stored    int64 // as it is stored
	unwrapped int64 // that the engine got
}

// A current is the state of the item that is being read.
type current struct {
	amount
	source Source
	kind   input.Kind
	head   []byte // unwrapped
	last   byte   // that was read
}

// Run reads all and returns what there is to show, a Description, Dumps or both, after them
// what else could be chosen, and a Failure if a file could not be read.
func (r *Reading) Run() (results []message.Body) {
	defer func() {
		if p := recover(); p != nil {
			results = []message.Body{Mistake(p)}
		}
		r.ended = true
	}()
	// Almost all memory that is allocated now stays in use. So the garbage collector runs less often than usual,
	// and for a small trace, not at all. The memory limit makes it free old columns before the budget is used up.
	debug.SetGCPercent(ofSmall)
	r.sparing = true
	defer r.collect()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(r.Budget))
	all, failures := r.list()
	var members *message.Members
	if len(r.zips) > 0 {
		var ask bool
		if all, members, ask = among(r.Choice, all); ask {
			return []message.Body{members}
		}
	}
	failures = append(failures, r.readAll(all)...)
	results, why := r.opened()
	failures = append(failures, why...)
	if len(r.maps) > 0 {
		results, failures = r.applyMap(results, failures)
	}
	if members != nil {
		results = append(results, members)
	}
	if len(r.zips) > 0 {
		failures = r.left(failures)
	}
	if len(failures) > 0 {
		results = append(results, r.failure(failures))
	}
	return results
}

// list lists what to read of all files. Failures say, a sentence each, what of them is not known.
func (r *Reading) list() (all []item, failures []string) {
	for _, group := range input.Pair(namesOf(r.Files)) {
		var files []File
		for _, i := range group {
			files = append(files, r.Files[i])
		}
		more, why := r.itemsOf(files)
		all, failures = append(all, more...), append(failures, why...)
	}
	return all, failures
}

// readAll reads the items. If none is a trace, it reads the recording in the dumps. Failures say why some were not read.
func (r *Reading) readAll(all []item) (failures []string) {
	r.items = len(all)
	r.whole = sizeOf(r.Files)
	r.toRead(all)
	for i := range all {
		r.done = i
		r.report()
		if err := r.readItem(&all[i], len(all) > 1); errors.Is(err, errLater) {
			r.at = current{}
		} else if err != nil {
			failures = append(failures, err.Error())
		}
		r.before.stored += r.at.stored
		r.before.unwrapped += r.at.unwrapped
		r.at = current{}
		if r.cancelled {
			break
		}
		if left := len(all) - 1 - i; r.spent && left > 0 {
			failures = append(failures, fmt.Sprintf("%s not read: so small a zip file cannot hold so much.", words.Plural(int64(left), "more file was", "more files were")))
			break
		}
	}
	if r.Description == nil && !r.cancelled {
		if err := r.readSamples(); err != nil {
			failures = append(failures, err.Error())
		}
	}
	return failures
}

// opened returns the descriptions of the trace and the dumps that were read, and the marks of causes.
func (r *Reading) opened() (results []message.Body, failures []string) {
	if r.Description != nil {
		results = append(results, r.Description)
	}
	if err := r.Engine.Dumps().Empty(); err != nil {
		failures = append(failures, err.Error())
	} else if about := r.Engine.Dumps().Open(); about != nil {
		results = append(results, about)
	}
	if marks := r.Engine.Dumps().Marks(); marks != nil {
		results = append(results, marks)
	}
	return results, failures
}

// failure joins failures. Sentences about a zip file apply to a folder too.
func (r *Reading) failure(failures []string) *message.Failure {
	kind := "zip file"
	if slices.ContainsFunc(r.Files, File.IsFolder) {
		kind = "folder"
	}
	return &message.Failure{Text: strings.ReplaceAll(strings.Join(failures, " "), "zip file", kind)}
}

// The values for debug.SetGCPercent: usually, while a small trace is read, and while a large one is.
const (
	usual   = 100
	ofSmall = 1600
	ofLarge = 400
)

// shown is how long, in ms, it takes to show a small trace, or the changes between two.
const shown = 2000

// small is the size of a trace, in bytes in the file or in memory, whose garbage does not matter for that long.
const small = 64 << 20

// collect makes the garbage collector run as usual: at once, or when a small trace or the changes between two have
// been shown.
func (r *Reading) collect() {
	r.sparing = false
	if d := r.Description; d == nil || d.Memory > small && !r.Pair || r.First == nil {
		debug.SetGCPercent(usual)
		return
	}
	time.AfterFunc(shown*time.Millisecond, func() { debug.SetGCPercent(usual) })
}

// Dumped are the files in which dumps were looked for, in their order.
type Dumped []item

// Dumped returns those of the reading.
func (r *Reading) Dumped() Dumped { return r.dumped }

// Again reads one of them again.
func (d Dumped) Again(i int, of *engine.Engine, now func() float64) error {
	r := &Reading{Engine: of, Now: now, News: func(message.Body) {}, size: d[i].size()}
	return r.again(&d[i])
}

// again reads a dump that has been read before.
func (r *Reading) again(it *item) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New(Mistake(p).Text)
		}
	}()
	if err := r.readFile(it); err != nil {
		return fmt.Errorf("%s was not read again: %w", it.name, err)
	}
	return nil
}

// Cancel ends the reading. The part read so far counts.
func (r *Reading) Cancel() {
	r.cancelled = true
	if r.at.source != nil {
		r.at.source.Stop()
	}
}

// readItem reads an item. An error is the whole answer to the user; of several items it names
// the one. Of a zip file it takes what holds nothing in its stride, unless it all does.
func (r *Reading) readItem(it *item, several bool) error {
	err := r.readFile(it)
	_, useless := errors.AsType[*refused](err)
	if it.zip != nil {
		if err = it.settle(err, useless); useless {
			return err
		}
	}
	if err != nil && several && !strings.HasPrefix(err.Error(), it.name) {
		return fmt.Errorf("%s: %w", it.name, err)
	}
	return err
}

// endDump completes the reading of a thread dump. An error says what a text is that holds none.
func (r *Reading) endDump(partial string) error {
	found, err := r.Engine.Dumps().End(partial)
	switch {
	case found || err != nil:
		return err
	case r.at.kind == input.ThreadDump:
		return &refused{"This holds no thread dump."}
	}
	return &refused{r.at.kind.Describe(r.at.head)}
}

// readFile reads an item, twice if it must.
func (r *Reading) readFile(it *item) error {
	for {
		var partial string
		if err := r.once(it); err != nil {
			why, ok := errors.AsType[*stopped](err)
			if !ok || r.at.unwrapped == 0 {
				return err
			}
			partial = why.why
		}
		if !r.at.kind.Traces() {
			return r.endDump(partial)
		}
		if err := r.Engine.End(partial); err != nil {
			return err
		}
		if !r.Engine.Again() {
			if r.First != nil && r.items == 1 { // what else is read may change it
				r.First()
			}
			r.Description = r.Engine.Describe()
			r.Description.Stored = it.stored
			return nil
		}
	}
}

// readSamples reads the only recording of main in the dumps as the trace, if there is just one.
func (r *Reading) readSamples() error {
	name, stored, trace := r.Engine.Dumps().OnlySamples()
	if trace == nil {
		return nil
	}
	r.Engine.Begin(name, int64(len(trace)), false)
	if err := r.Engine.Write(trace); err != nil {
		return err
	}
	if err := r.Engine.End(""); err != nil {
		return err
	}
	r.Description = r.Engine.Describe()
	r.Description.Stored = stored
	return nil
}

// once reads an item from start to end. An error is *stopped if the part read so far can
// be shown, else the whole answer to the user.
func (r *Reading) once(it *item) error {
	r.at = current{}
	for i, part := range it.parts {
		if i > 0 && r.at.unwrapped > 0 && r.at.last != '\n' {
			// The .key lacks its last line feed, and the .data follows.
			if err := r.Engine.Write([]byte{'\n'}); err != nil {
				return err
			}
		}
		if err := r.readPart(it, part); err != nil {
			return err
		}
	}
	if r.at.unwrapped == 0 {
		return &refused{input.Empty.Sentence()}
	}
	return nil
}

// Mistake reports a panic: to the user in a sentence, and in full on the console.
func Mistake(r any) *message.Failure {
	fmt.Fprintf(os.Stderr, "recovered: %v\n%s", r, debug.Stack())
	return &message.Failure{Text: fmt.Sprintf("An error occurred here (%v). The rest still works.", r)}
}
