package worker

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"syscall/js"
	"time"

	"traceglass/parser/input"
	"traceglass/parser/input/inflate"
	"traceglass/render/words"
	"traceglass/wasm/engine"
	"traceglass/wasm/message"
	"traceglass/wasm/message/post"
	"traceglass/wasm/script"
)

// A reading takes files from the browser to the engine: a method trace in one file, or in a
// .key and its .data, and any number of thread dumps. Between pieces the worker's other
// messages are served.
type reading struct {
	engine *engine.Engine
	files  []js.Value  // Files
	choice post.Choice // of the traces in them
	budget int64       // bytes that a trace may take
	beside []byte      // of two traces: the request for what of this one is compared; nil for one
	news   func(message.Body)
	first  func() // draws the first pictures, as soon as the calls are there; nil where nobody looks

	description *message.Description // of the trace, once it has been read
	dumped      []item               // those in which dumps were looked for, in the order of Begin
	last        bool                 // the map is being read
	mapsOnly    bool                 // nothing but maps is read, for what is open
	maps        []item               // maps of names, of which the last is read when all else has been
	cancelled   bool
	full        bool // a trace needs more memory than the budget allows
	spent       bool // more was unwrapped than so small files can hold

	zips     []*zipped
	items    int     // to read
	done     int     // of them
	stored   int64   // sum of the items' stored bytes
	size     int64   // the same, at most whole
	whole    int64   // of the files
	before   amount  // of the items before this one
	at       current // the item that is being read
	piece    []byte  // of it, the last
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

// A current is what is known of the item that is being read.
type current struct {
	amount
	source source
	kind   input.Kind
	head   []byte // unwrapped
	last   byte   // that was read
}

// run reads all and returns what there is to show, a Description, Dumps or both, after them
// what else could be chosen, and a Failure if a file could not be read.
func (r *reading) run() (results []message.Body) {
	defer func() {
		if p := recover(); p != nil {
			results = []message.Body{mistake(p)}
		}
		r.ended = true
	}()
	// Almost all that is allocated now stays: to look for garbage at each doubling finds none, and that of a
	// small trace, below 64 MB with it, is not looked for. But what columns that grew have left is to be found
	// before the budget is passed for it.
	debug.SetGCPercent(ofSmall)
	r.sparing = true
	defer r.collect()
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(r.budget))
	kind := "zip file"
	for _, file := range r.files {
		if file.Get("type").String() == "inode/directory" {
			kind = "folder" // of which drop.js has made a zip file
		}
	}
	var all []item
	var failures []string
	for _, group := range input.Pair(script.NamesOf(r.files)) {
		var files []js.Value
		for _, i := range group {
			files = append(files, r.files[i])
		}
		more, why := r.itemsOf(files)
		all, failures = append(all, more...), append(failures, why...)
	}
	var members *message.Members
	if len(r.zips) > 0 {
		var ask bool
		if all, members, ask = among(r.choice, all); ask {
			return []message.Body{members}
		}
	}
	r.items = len(all)
	r.whole = script.SizeOf(r.files)
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
	if r.description != nil {
		results = append(results, r.description)
	}
	if err := r.engine.Dumps().Empty(); err != nil {
		failures = append(failures, err.Error())
	} else if about := r.engine.Dumps().Open(); about != nil {
		results = append(results, about)
	}
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
		results = append(results, &message.Failure{Text: strings.ReplaceAll(strings.Join(failures, " "), "zip file", kind)})
	}
	return results
}

// How much memory is filled before garbage is looked for, in percent of what was held the last time, 4 MB at
// least: as a rule, while what is read is small, and when it is no more.
const (
	usual   = 100
	ofSmall = 1600
	ofLarge = 400
)

// shown is how long, in ms, until a small trace that was opened has been shown, or what differs between two.
const shown = 2000

// small is a trace, in bytes that are held of it or of what was read, beside which its garbage does not matter
// for that long.
const small = 64 << 20

// collect has garbage looked for at each doubling again: at once, or when a small trace, or what differs
// between two, has been shown.
func (r *reading) collect() {
	r.sparing = false
	if d := r.description; d == nil || d.Memory > small && len(r.beside) == 0 || r.first == nil {
		debug.SetGCPercent(usual)
		return
	}
	time.AfterFunc(shown*time.Millisecond, func() { debug.SetGCPercent(usual) })
}

// again reads a dump that has been read before.
func (r *reading) again(it *item) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New(mistake(p).Text)
		}
	}()
	if err := r.readFile(it); err != nil {
		return fmt.Errorf("%s was not read again: %w", it.name, err)
	}
	return nil
}

func (r *reading) cancel() {
	r.cancelled = true
	if r.at.source != nil {
		r.at.source.stop()
	}
}

// readItem reads an item. An error is the whole answer to the user; of several items it names
// the one. Of a zip file it takes what holds nothing in its stride, unless it all does.
func (r *reading) readItem(it *item, several bool) error {
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
func (r *reading) endDump(partial string) error {
	found, err := r.engine.Dumps().End(partial)
	switch {
	case found || err != nil:
		return err
	case r.at.kind == input.ThreadDump:
		return &refused{"This holds no thread dump."}
	}
	return &refused{r.at.kind.Describe(r.at.head)}
}

// readFile reads an item, twice if it must.
func (r *reading) readFile(it *item) error {
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
		if err := r.engine.End(partial); err != nil {
			return err
		}
		if !r.engine.Again() {
			if r.first != nil && r.items == 1 { // what else is read may change it
				r.first()
			}
			r.description = r.engine.Describe()
			r.description.Stored = it.stored
			return nil
		}
	}
}

// once reads an item from start to end. An error is *stopped if what was read so far can
// be shown, else the whole answer to the user.
func (r *reading) once(it *item) error {
	r.at = current{}
	for i, part := range it.parts {
		if i > 0 && r.at.unwrapped > 0 && r.at.last != '\n' {
			// The .key lacks its last line feed, and the .data follows.
			if err := r.engine.Write([]byte{'\n'}); err != nil {
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
