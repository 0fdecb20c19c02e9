package tracing

import (
	"errors"
	"slices"
	"time"

	"traceglass/parser/call"
	"traceglass/parser/simpleperf"
	"traceglass/parser/trace"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// A Reading reads one trace, from one goroutine.
type Reading struct {
	file   string
	size   int64 // as stored
	paired bool
	budget int64
	began  time.Time
	replay *call.Replay
	reader *trace.Reader
	again  *Reading

	samples *simpleperf.Reader // reads a recording of samples instead of replay and reader
}

// Read starts reading a file. Reading must stop when its calls need more than budget bytes: see
// Full. size, in bytes as stored, is only copied to Progress. paired means that the bytes are
// those of a .key file followed by its .data file.
func Read(file string, size int64, paired bool, budget int64) *Reading {
	return Reading{file: file, size: size, paired: paired, budget: budget}.withReader(call.NewReplay(true))
}

// ReadSamples starts reading a recording of samples, as Read does a method trace.
func ReadSamples(file string, size, budget int64) *Reading {
	r := &Reading{file: file, size: size, budget: budget, began: time.Now(), samples: simpleperf.NewReader()}
	r.samples.Within(budget)
	return r
}

// withReader returns a new reading of the same file by replay and reader.
func (r Reading) withReader(replay *call.Replay, reader *trace.Reader) *Reading {
	r.began, r.replay, r.reader = time.Now(), replay, reader
	if r.paired {
		reader.Paired()
	}
	return &r
}

// Write reads the next piece of the uncompressed file. An error means that the file is not a
// trace. Its text is for the user.
func (r *Reading) Write(p []byte) error {
	if r.samples != nil {
		_, err := r.samples.Write(p)
		return err
	}
	_, err := r.reader.Write(p)
	return err
}

// Full reports whether the memory budget is used up, or would be by the next piece. The caller
// must then stop reading and pass the reason to End.
func (r *Reading) Full() bool {
	if r.samples != nil {
		return r.samples.HeldBytes() > r.budget // samples over the limit are dropped, but names need memory too
	}
	return r.replay.Needs(pieceRecords) > r.budget
}

// pieceRecords is the maximum number of records in a piece of 2 MB.
const pieceRecords = 2 << 20 / 9

// Progress returns how far reading is. The caller sets Bytes.
func (r *Reading) Progress() message.Progress {
	if r.samples != nil {
		return message.Progress{Size: r.size, Calls: r.samples.Opened(), Memory: r.samples.HeldBytes()}
	}
	return message.Progress{Size: r.size, Calls: r.replay.Table.Calls, Memory: r.replay.HeldBytes() + r.reader.HeldBytes()}
}

// End completes the reading. partial is a sentence on why only a part was read, or "". The trace
// is nil if the file must be read a second time: see Again.
func (r *Reading) End(partial string) (*Trace, error) {
	if r.samples != nil {
		return r.endSamples(partial)
	}
	if err := r.reader.Close(); err != nil {
		return nil, err
	}
	calls, info := r.replay.Finish(), r.reader.Info()
	if partial == "" {
		if replay, reader := r.replay.Again(); reader != nil {
			r.again = r.withReader(replay, reader)
			return nil, nil
		}
	} else {
		info.Complete = false
		info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: "partial", Count: 1, Offset: info.Bytes, Text: partial})
	}
	tr := newTrace(r.file, nil)
	tr.profiles.set(calls, info)
	r.replay = nil
	tr.profiles.read = time.Since(r.began)
	return tr, nil
}

func (r *Reading) endSamples(partial string) (*Trace, error) {
	if err := r.samples.Close(); err != nil {
		return nil, err
	}
	if partial != "" {
		r.samples.Note(trace.Note{Code: "partial", Count: 1, Offset: -1, Text: partial}, false)
	}
	tr := newTrace(r.file, r.samples)
	tr.profiles.measure(r.samples.Measure())
	tr.profiles.read = time.Since(r.began)
	return tr, nil
}

// Empty returns an error for the user if the trace has no calls. It gives the reason if the
// receipt has it.
func (tr *Trace) Empty() error {
	if tr.profiles.index.Calls.Calls > 0 {
		return nil
	}
	why := words.T("Record again, and use the app meanwhile.")
	for _, n := range slices.Backward(tr.profiles.index.Info.Receipt.Notes) { // the first note is the cause
		switch n.Code {
		case "no-data", "truncated-header", "text-conversion", "partial":
			why = words.Filled(n.Text).String()
		}
	}
	return errors.New(words.Say("This file holds no call that can be shown. {1}", why))
}

// Again returns, after End, the second reading of the same file from its start, or nil if none is
// needed. The replay of some damaged traces needs to know their end.
func (r *Reading) Again() *Reading { return r.again }
