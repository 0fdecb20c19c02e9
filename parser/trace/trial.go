package trace

// A trial reads a part of a file in one encoding.
type trial struct {
	reader *Reader
	known  *lists  // methods listed before that part
	enters []int64 // by MethodIndex
}

// trialReader returns a Reader of packets in the same form. End means that it gets the last bytes of
// the file.
func (p *packets) trialReader(sink Sink, end bool) *Reader {
	r := newReader(sink, true)
	r.file.closed, r.file.part = end, inPackets
	r.packets.form = p.form
	return r
}

// Records counts the entries of each method.
func (t *trial) Records(batch []Record) {
	for i := range batch {
		t.enters = append(t.enters, make([]int64, max(0, int(batch[i].Method)+1-len(t.enters)))...)
		if batch[i].Action == Enter {
			t.enters[batch[i].Method]++
		}
	}
}

// score rates a trial read of the bytes at c: entries of listed methods raise the score, and signs
// of damage lower it.
func (t *trial) score(c cursor) int64 {
	r := t.reader
	r.read(c)
	r.out.flush()
	known, unknown := int64(0), int64(0)
	for i, n := range t.enters {
		if row := t.known.find(keyOf(r.file.info.Methods[i].ID)); r.file.info.Methods[i].Listed || row != 0 && t.known.info.Methods[row-1].Listed {
			known += n
		} else {
			unknown += n
		}
	}
	damage := r.file.info.Receipt.Count("reserved-action") + r.file.info.Receipt.Count("odd-block") + r.file.info.Receipt.Count("skipped-bytes")
	return known - min(known, unknown) - 64*damage
}
