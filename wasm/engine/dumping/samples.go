package dumping

import (
	"bytes"

	"traceglass/parser/dump"
	"traceglass/parser/samples"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// recorded counts the recordings of main in the files that were read, and keeps the first.
type recorded struct {
	count int
	first *dump.Recording
	of    origin
}

// note counts the recording of a report, if it has one.
func (r *recorded) note(f *file) {
	if f.d.Recording == nil {
		return
	}
	if r.count++; r.count == 1 {
		r.first, r.of = f.d.Recording, f.origin
	}
}

// OnlySamples returns the only recording of main in all files as a method trace, with its name and its path
// for the command. The trace is nil if the files have no recording, or several.
func (m *Room) OnlySamples() (name, stored string, trace []byte) {
	r := &m.recorded
	if r.count != 1 {
		return "", "", nil
	}
	stored = r.of.stored
	if r.of.path != r.of.stored { // in a zip file
		stored += "/" + r.of.path
	}
	file, _ := samplesTrace(&r.of, r.first).(*message.File)
	if file == nil {
		return "", "", nil
	}
	return file.Name, stored + "/" + file.Name, file.Data
}

// samplesTrace returns a recording as a method trace.
func samplesTrace(of *origin, rec *dump.Recording) message.Body {
	var out bytes.Buffer
	if err := samples.Write(&out, rec); err != nil {
		return &message.Failure{Text: words.Say("There is no trace to open: {1}.", err.Error())}
	}
	return &message.File{Name: samples.Name(of.name), Data: out.Bytes()}
}
