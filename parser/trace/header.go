package trace

import (
	"bytes"
	"encoding/binary"
)

// Byte offsets in the header of a data part, little-endian (section 4.1).
const (
	versionAt    = 4  // u2
	dataOffsetAt = 6  // u2 where the records start, from the header's start
	startAt      = 8  // u8 µs
	recordSizeAt = 16 // u2, from version 3 and in streaming files
	headerSize   = 32 // as written; 16 by one old generator
)

// A streaming file's version has these bits set.
const streamingBits = 0xF0

// replacement is U+FFFD, which a text conversion writes for bytes that are not text.
var replacement = []byte("\xEF\xBF\xBD")

// readHeader reads the data part's header and selects the decoder.
func (r *Reader) readHeader(c cursor) int {
	b := c.b
	if len(b) < startAt {
		return 0
	}
	switch yes, ok := r.transferred(b); {
	case !ok:
		return 0
	case yes:
		r.startUndoing(c.off)
		return 0
	}
	version := int(binary.LittleEndian.Uint16(b[versionAt:]))
	switch version {
	case 1, 2, 3, 0xF1, 0xF2, 0xF3:
	case 4, 5, 6, 0xF4, 0xF5, 0xF6:
		return r.packets.start(c, version)
	default:
		r.file.fail(c.off, "header", "this is a method trace of version %d, which is not known", version)
		return 0
	}
	streaming := version&streamingBits == streamingBits
	format := version &^ streamingBits
	offset := int(binary.LittleEndian.Uint16(b[dataOffsetAt:]))
	if offset < recordSizeAt {
		offset = headerSize
	}
	if len(b) < offset {
		return 0
	}
	if stated := int(binary.LittleEndian.Uint16(b[dataOffsetAt:])); stated != offset {
		r.file.note("odd-header", c.at(dataOffsetAt))
	}
	in := &r.file.info
	in.Version = version
	in.Start = int64(binary.LittleEndian.Uint64(b[startAt:]))
	if r.text.version != 0 && r.text.version != format {
		r.file.note("version-mismatch", c.at(versionAt))
	}
	size := 0
	if offset >= recordSizeAt+2 && (format == 3 || streaming) {
		size = int(binary.LittleEndian.Uint16(b[recordSizeAt:]))
	}
	at := layoutOf(version)
	least := at.size
	// A text conversion moves the fields of the header about, its size with them.
	ruined := size != least && bytes.Contains(b[startAt:offset], replacement)
	if size < least {
		if !ruined && (size != 0 || format == 3 && offset >= recordSizeAt+2) {
			r.file.note("odd-record-size", c.at(recordSizeAt))
		}
		size = least
	}
	at.size = size
	in.RecordSize = size
	r.decoder.layout = at
	r.decoder.streaming = streaming
	switch {
	case streaming:
		in.Container = Streaming
		r.file.part = inItems
		if !at.dual() {
			r.file.part = inSample
		}
	default:
		if in.Container == "" {
			in.Container = Concatenated
		}
		r.file.part = inRecords
	}
	in.Complete = !streaming // until something shows that it is not
	if in.Container == DataOnly {
		r.file.note("no-names", c.off)
	}
	if ruined {
		in.Complete = false
		r.file.skip("text-conversion")
	}
	r.chooseClocks()
	return offset
}

func (r *Reader) endHeader(c cursor) {
	r.file.note("truncated-header", c.off)
	if len(c.b) > versionAt+1 {
		r.file.info.Version = int(binary.LittleEndian.Uint16(c.b[versionAt:]))
	}
	if r.file.info.Container == "" {
		r.file.info.Container = Concatenated
	}
}

// chooseClocks sets the clocks of the records by the data part and the text read so far.
func (r *Reader) chooseClocks() {
	if r.lists.wideIDs {
		r.out.chooseClocks(r.packets.form.clocks())
	} else {
		r.out.chooseClocks(r.decoder.layout.clocks())
	}
}

// settleClocks chooses the clocks again when the whole text was read.
func (r *Reader) settleClocks() {
	in := &r.file.info
	if r.decoder.layout.size > 0 || r.lists.wideIDs {
		r.packets.settleTick()
		r.chooseClocks()
		if option, ok := in.Option("clock"); ok && in.Clocks == Dual && option != "dual" {
			in.Receipt.Add("clock-mismatch", -1, 1)
		}
		if in.ClockAssumed {
			in.Receipt.Add("clock-assumed", -1, 1)
		}
		if option, _ := in.Option("clock"); option == "global" && in.Clocks == Wall {
			in.Receipt.Add("clock-global", -1, 1)
		}
		return
	}
	switch option, _ := in.Option("clock"); option { // a key without data
	case "dual":
		in.Clocks = Dual
	case "wall", "global":
		in.Clocks = Wall
	case "thread-cpu":
		in.Clocks = CPU
	}
}
