package dump

import (
	"bytes"
	"hash/maphash"
)

// A PlaceID is the row of a stack line among the distinct ones of a file. A dump repeats many lines
// thousands of times; equal lines have equal ids.
type PlaceID uint32

// A places is the set of distinct stack lines.
type places struct {
	rows  []place
	slots []uint32 // open addressing: row + 1, or 0; the length is a power of 2, at most half are used
	seed  maphash.Seed
}

type place struct {
	line uint32 // first line with it
	hash uint32
	kind FrameKind
}

// id returns the row of content, which is at a line of d, and adds it if new.
func (p *places) id(d *Dump, line int, content []byte, kind FrameKind) PlaceID {
	if 2*len(p.rows) >= len(p.slots) {
		p.grow()
	}
	hash := uint32(maphash.Bytes(p.seed, content))
	for at := hash; ; at++ {
		slot := &p.slots[int(at)&(len(p.slots)-1)]
		if *slot == 0 {
			p.rows = append(p.rows, place{uint32(line), hash, kind})
			*slot = uint32(len(p.rows))
			return PlaceID(len(p.rows) - 1)
		}
		row := PlaceID(*slot - 1)
		if p.rows[row].hash == hash && bytes.Equal(p.text(row, d), content) {
			return row
		}
	}
}

func (p *places) grow() {
	if p.slots == nil {
		p.seed = maphash.MakeSeed()
	}
	p.slots = make([]uint32, max(1024, 2*len(p.slots)))
	for i := range p.rows {
		at := p.rows[i].hash
		for p.slots[int(at)&(len(p.slots)-1)] != 0 {
			at++
		}
		p.slots[int(at)&(len(p.slots)-1)] = uint32(i + 1)
	}
}

func (p *places) text(id PlaceID, d *Dump) []byte { return d.content(int(p.rows[id].line)) }
