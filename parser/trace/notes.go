package trace

import (
	"fmt"
	"strconv"
)

// describe writes the sentence of every note, now that the counts are known.
func (r *Receipt) describe(in *Info) {
	for i := range r.Notes {
		n := &r.Notes[i]
		n.Text = n.sentence(in)
	}
}

// sentence returns a sentence with the problem, its count, and its effect on the figures.
func (n *Note) sentence(in *Info) string {
	switch n.Code {
	// the text part
	case "byte-order-mark":
		return "The file begins with a byte order mark, so a text editor saved it; its names and numbers are read as usual."
	case "debug-bridge":
		return "The trace is wrapped in a chunk of the debug bridge, as an attached profiler receives it; the chunk's header was skipped, the rest is read as usual."
	case "text-before-version":
		return n.count("byte stands", "bytes stand") + " before the line *version; they were skipped, the rest is read as usual."
	case "carriage-returns":
		return n.count("line of the text part ends", "lines of the text part end") + " with a carriage return: the file went through a text transfer, which may have changed the binary records too."
	case "long-line":
		return n.count("line", "lines") + " of the text part longer than 1 MB left out; a method or thread named there is shown by its id."
	case "unknown-section":
		return n.count("line", "lines") + " of the text part beginning with * ignored; the figures do not depend on such lines."
	case "missing-threads-line":
		return "The line *threads is missing; the lines after the options that name threads are read as its list."
	case "missing-methods-line":
		return "The line *methods is missing; the lines of the thread list that name methods are read as its list."
	case "odd-option":
		return n.count("line", "lines") + " of the file's options without a value ignored; the figures are not affected."
	case "odd-thread-line":
		return n.count("line of the thread list is", "lines of the thread list are") + " not readable; threads named there are shown by their ids."
	case "line-feed-in-name":
		return n.count("line", "lines") + " without an id in the thread list read as a further line of the name before."
	case "long-name":
		return n.count("line", "lines") + " of a thread's name left out: the name is longer than 4 KB."
	case "odd-method-line":
		return n.count("line of the method list is", "lines of the method list are") + " not readable; methods named there are shown by their ids."
	case "end-inside-name":
		return "The text part has another line *end before the real one; it was read as part of a name."
	case "missing-end":
		return "The text part has no line *end; the names before that point are used."
	case "junk-before-data":
		return n.count("byte", "bytes") + " between the text part and the records skipped; the records are read as usual."
	case "damaged-magic":
		return "One of the four letters before the records is damaged; the records are read as usual."
	case "text-after-end":
		return n.count("byte follows", "bytes follow") + " the text part without being records; names are shown, but there are no calls."
	case "no-data":
		if len(in.Methods)+len(in.Threads) == 0 {
			return "The file ends before its names and records; stop the recording, then copy the file again."
		}
		if in.Receipt.Count("missing-end") > 0 {
			return "The file ends inside its list of names, so there are no calls to show. Copy the file again."
		}
		return "The file holds names but no records, so there are no calls to show; open it together with its .data file."

	// the header of the data part
	case "no-names":
		return "The file holds records but no names, so methods and threads are shown by their ids; open it together with its .key file."
	case "truncated-header":
		return "The file ends inside the header of the records; names are shown, but there are no calls."
	case "odd-header":
		return "The header states an impossible place for the first record; the usual one, 32 bytes on, was used."
	case "odd-record-size":
		return "The header states an impossible record size; the usual one, " + strconv.Itoa(layoutOf(in.Version).size) + " bytes, was used."
	case "version-mismatch":
		return fmt.Sprintf("The text part and the header of the records state different versions; the header's, %d, was used.", in.Version)
	case "returns-taken-out":
		return n.count("carriage return", "carriage returns") + " that a text transfer had put before line feeds of the binary part taken out again; the records are read as they were recorded."
	case "text-conversion":
		return "A text conversion has replaced bytes of the binary part, and its " + n.count("byte", "bytes") + " cannot be read as records; names are shown, but there are no calls. Copy the trace again as a binary file."
	case "clock-mismatch":
		return "The text part names one clock, but the records have two; both are shown."
	case "clock-assumed":
		return "The file does not state its clock; its times are shown as thread-cpu time, but may be wall time."
	case "clock-global":
		return "The file calls its clock global, as very old versions did; its times are shown as wall time."
	case "overflow":
		return "The recording's buffer filled up, and what happened later was dropped (data-file-overflow=true): figures end at the last record, and calls still running there are shown up to it."

	// options of a trace cut out of another
	case "cut":
		return "This was cut out of another recording: calls that cross an edge begin or end there."
	case "rounded-times":
		return n.count("time", "times") + " finer than 1 µs rounded when this was cut out: none is off by more than half of that."
	case "hashed-names":
		return "The names of methods and threads were replaced by hashes when this was cut out."

	case "main-samples":
		step, _ := in.number(MainStep)
		return fmt.Sprintf("These are samples of main from a report. Number of samples: %d, one about every %d ms. Where two samples are more than twice as far apart, it is unknown what main did, and no call is shown.", n.Count, (step+500)/1000)

	// the records
	case "truncated-record":
		return fmt.Sprintf("The file ends inside a record: its last %s left out, because a record has %d. All figures end there. What the app did afterwards is missing.", n.count("byte was", "bytes were"), in.RecordSize)
	case "missing-records":
		return "The file ends " + n.count("record", "records") + " before the number it states; calls that would have ended there are shown as still running."
	case "unwritten-records":
		return "The writer was interrupted: the last " + n.count("byte was", "bytes were") + " reserved but never written; everything before is read."
	case "zero-tail":
		return n.count("record", "records") + " with only zeros at the end left out: space that was never written. Everything before is read."
	case "zero-records":
		return n.count("record", "records") + " with only zeros among the others left out: a hole in the file, as a failed copy leaves. Calls that began or ended there are missing. Copy the file again."
	case "reserved-action":
		return n.count("record", "records") + " with the reserved action 3 left out; a call that began or ended there is missing."
	case "unknown-thread":
		return n.count("thread of the records is", "threads of the records are") + " not in the file's list, mostly because it had ended; such threads are shown by their ids and counted in full."
	case "unknown-method":
		return n.count("method of the records is", "methods of the records are") + " not in the file's list; each is shown by its id and counted on its own."
	case "too-many-listed":
		return n.count("line", "lines") + " of the lists left out: there are more methods or threads than Traceglass holds; they are shown by their ids."
	case "too-many-methods":
		return n.count("record", "records") + " with more different methods than Traceglass holds; their figures are summed in one."
	case "clock-went-back":
		return "A clock went back inside its thread for " + n.count("record", "records") + "; the time was held until the clock had caught up, so no time is negative."
	case "reused-thread-id":
		return n.count("thread reuses", "threads reuse") + " the id of a thread that had ended, as the thread-cpu clock or a second start shows. Each is shown as a separate thread, with (2) after its name."
	case "two-names":
		return n.count("thread id is", "thread ids are") + " listed under two names; the last one is shown. If the id was used again, calls of two threads appear as one thread."
	case "late-thread":
		return n.count("thread", "threads") + " began after the clock had passed 71 minutes and wrapped, and the file is not in time order. They may be shown 71 minutes, or a multiple, too early."

	case "too-many-threads":
		return n.count("thread", "threads") + " more than Traceglass holds; their records are counted with another's."

	// V2 files, and dumps without a header
	case "skipped-bytes":
		return n.count("byte that is", "bytes that are") + " part of no packet left out; names and calls there are missing."
	case "odd-block":
		return n.count("block of records is", "blocks of records are") + " not as long as stated; the readable part counts, and calls around it may be wrong."
	case "truncated-block":
		return "The file ends in the middle of a thread's records. Everything before is read; calls still running then are shown as running."
	case "nameless-exits":
		return n.count("exit", "exits") + " of calls that began before the recording, which has no names for them: the calls are shown as one unknown method."
	case "fitted-exits":
		return n.count("exit", "exits") + " of calls that began before the recording, which has no names for them. These calls and the calls after them get their names by their addresses: only one position in memory fits the listed methods."
	case "nameless-calls":
		return n.count("call", "calls") + " without names, because the thread's recording begins in the middle; they are shown as one unknown method."
	case "no-times":
		return "The recording has no times, only the order of calls: every time is shown as 0."
	case "unit-assumed":
		return "The file does not state the unit of its times. They are read as nanoseconds, which newer versions write, and may be microseconds."
	case "cpu-assumed":
		return "The encoding of thread-cpu time in this format is not documented. The thread-cpu figures rest on an interpretation, and may be wrong. Wall time is certain."
	case "wall-scale":
		return n.count("thread was", "threads were") + " on the CPU more than 20 times as long as the wall clock ran, which cannot be: Android versions of spring 2025 wrote wall times 1000 times too small. Wall times are shown as recorded."

	// streaming files
	case "padded-records":
		return "Records are 14 bytes long although the header states fewer, a known error of older Android versions; they are read as they are."
	case "unknown-packet":
		return n.count("item that is", "items that are") + " neither record nor packet left out; a call that began or ended there is missing."
	case "truncated-packet":
		return "The file ends inside a packet. " + n.count("byte", "bytes") + " of that packet were left out; everything before is read."
	case "truncated-summary":
		return "The file ends inside its summary; the part before is used."
	case "no-summary":
		return "The file has no summary: the recording was cut short. Everything up to there is read; calls still running then are shown as running."
	case "data-after-summary":
		return n.count("byte", "bytes") + " after the summary ignored; the recording itself is complete."
	}
	return n.Text // a later stage's
}

// count is the note's count and its noun, "1 record" or "3 records".
//
//go:noinline // seldom called, and from many places
func (n *Note) count(one, many string) string {
	if n.Count == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n.Count, 10) + " " + many
}
