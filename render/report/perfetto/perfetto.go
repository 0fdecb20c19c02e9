// Package perfetto writes traces in Perfetto's own format, Protocol Buffers, which needs a
// fraction of the space of Chrome's format. protos/perfetto/trace of github.com/google/perfetto
// describes the messages.
package perfetto

import (
	"bufio"
	"io"

	"traceglass/parser/profile"
	"traceglass/parser/trace"
	"traceglass/render/names"
	"traceglass/render/report"
	"traceglass/render/report/protobuf"
)

// Field numbers of the messages.
const (
	packet = 1 // of Trace

	clockSnapshot, timestamp, sequenceID, trackEvent, internedData, sequenceFlags = 6, 8, 10, 11, 12, 13 // of TracePacket
	packetDefaults, trackDescriptor                                               = 59, 60

	snapshotClock                                     = 1 // of ClockSnapshot
	clockID, clockTime, clockIncremental, clockFactor = 1, 2, 3, 4

	defaultEvent, defaultClock = 11, 58 // of TracePacketDefaults

	trackUUID, trackProcess, trackThread, trackParent, trackCounter = 1, 3, 4, 5, 8 // of TrackDescriptor
	processID, processName                                          = 1, 6
	threadProcess, threadID, threadName                             = 1, 2, 5
	counterType, counterFactor, counterIncremental                  = 1, 4, 5

	eventType, eventName, eventTrack, eventCounter, eventCounterTrack = 9, 10, 11, 12, 31 // of TrackEvent
	internedName                                                      = 2
	nameID, nameText                                                  = 1, 2
)

// Values of the fields.
const (
	sliceBegin, sliceEnd      = 1, 2
	stateCleared, stateNeeded = 1, 2
	bootTime, ownClock        = 6, 64
	threadTime                = 1
)

// Write writes each call as a slice on its thread's track, in ns of the primary clock, with the
// thread's CPU time if the trace has both clocks. Each thread is a sequence of packets of its own.
// Its times are differences, and it contains each name once.
func Write(w io.Writer, x *profile.Index, scope profile.Scope, name string) error {
	out := writer{Writer: bufio.NewWriterSize(w, 1<<16)}
	pid := uint64(report.PID(x))
	const process = 1 // uuid; those of threads and counters follow
	out.packet(protobuf.Message{}.Uint(sequenceID, 1).Message(trackDescriptor, protobuf.Message{}.Uint(trackUUID, process).
		Message(trackProcess, protobuf.Message{}.Uint(processID, pid).Text(processName, name))))
	labels := names.Labels(x)
	seen := make([]trace.ThreadIndex, len(labels)) // by method: the last thread that wrote its name, from 1
	for i, thread := range report.Threads(x, scope) {
		out.thread(x, scope, thread, uint64(i), pid, process, func(m trace.MethodIndex) (string, bool) {
			first := seen[m] != thread+1
			seen[m] = thread + 1
			return labels[m], first
		})
	}
	return out.Flush()
}

// A writer writes packets; its bufio.Writer keeps the first error.
type writer struct {
	*bufio.Writer
	head, body, event protobuf.Message
}

func (w *writer) packet(content protobuf.Message) {
	w.head = w.head[:0].Message(packet, content)
	w.Write(w.head)
}

// thread writes the calls of one thread. name returns a method's name, and whether the thread
// uses it for the first time.
func (w *writer) thread(x *profile.Index, scope profile.Scope, thread trace.ThreadIndex, i, pid, process uint64, name func(trace.MethodIndex) (string, bool)) {
	in := &x.Info.Threads[thread]
	sequence, track, counter := i+2, process+2*i+1, process+2*i+2
	dual, tick := x.Calls.Clocks == trace.Dual && !x.Counts(profile.CPU), x.Calls.Tick
	event := protobuf.Message{}.Uint(eventTrack, track)
	if dual {
		event = event.Uint(eventCounterTrack, counter)
	}
	clock := protobuf.Message{}.Uint(clockID, ownClock).Uint(clockTime, 0).Uint(clockIncremental, 1).Uint(clockFactor, uint64(tick))
	w.packet(protobuf.Message{}.Uint(sequenceID, sequence).Uint(sequenceFlags, stateCleared).
		Message(packetDefaults, protobuf.Message{}.Message(defaultEvent, event).Uint(defaultClock, ownClock)).
		Message(clockSnapshot, protobuf.Message{}.Message(snapshotClock, clock).
			Message(snapshotClock, protobuf.Message{}.Uint(clockID, bootTime).Uint(clockTime, 0))))
	w.packet(protobuf.Message{}.Uint(sequenceID, sequence).Message(trackDescriptor, protobuf.Message{}.Uint(trackUUID, track).Uint(trackParent, process).
		Message(trackThread, protobuf.Message{}.Uint(threadProcess, pid).Uint(threadID, uint64(in.ID)).Text(threadName, in.Label()))))
	if dual {
		w.packet(protobuf.Message{}.Uint(sequenceID, sequence).Message(trackDescriptor, protobuf.Message{}.Uint(trackUUID, counter).Uint(trackParent, track).
			Message(trackCounter, protobuf.Message{}.Uint(counterType, threadTime).Uint(counterFactor, uint64(tick)).Uint(counterIncremental, 1))))
	}
	var at, cpuAt int64 // of the previous event, in ns
	report.EachCall(x, scope, thread, func(e report.Event) {
		w.event = w.event[:0].Uint(eventType, sliceEnd)
		w.body = w.body[:0].Uint(timestamp, uint64(x.Calls.Ticks(e.Wall-at))).Uint(sequenceID, sequence).Uint(sequenceFlags, stateNeeded)
		if e.Enter {
			id := uint64(e.Method) + 1
			w.event = w.event[:0].Uint(eventType, sliceBegin).Uint(eventName, id)
			if text, first := name(e.Method); first {
				w.body = w.body.Message(internedData, protobuf.Message{}.Message(internedName, protobuf.Message{}.Uint(nameID, id).Text(nameText, text)))
			}
		}
		if dual {
			w.event = w.event.Uint(eventCounter, uint64(x.Calls.Ticks(e.CPU-cpuAt)))
		}
		w.packet(w.body.Message(trackEvent, w.event))
		at, cpuAt = e.Wall, e.CPU
	})
}
