// Command yardstick reads a trace with a plain Go loop. make bench compares its own figures with it. It knows one
// layout, version 3 with two clocks. It has no names, no tree of contexts and no checks for damage. It expects dense
// method numbers and well-formed stacks. It makes the least that any viewer needs: columns of the calls, and for each
// method the calls, inclusive and exclusive times.
//
//	yardstick FILE     natively, as a process
//
// Compiled for GOOS=js it does the same in a worker (main_js.go).
package main

import (
	"bytes"
	"encoding/binary"
)

// recordSize is the size of a record: u2 thread, u4 method and action, u4 thread-cpu, u4 wall.
const recordSize = 14

// A replay takes a trace in pieces.
type replay struct {
	threads [1 << 16]*thread
	methods []method
	calls   int

	begun bool   // after the text and the header
	held  []byte // the incomplete end of a piece: part of a record, or of the text
}

// A method holds the number of its calls and their times, in µs.
type method struct {
	calls, recursive                       int64
	wall, cpu, exclusiveWall, exclusiveCPU int64
}

type thread struct {
	stack   []frame
	running []uint16 // by method: how often it is on the stack
	chunks  []*chunk
	n       int // rows in the last chunk
}

type frame struct {
	method              uint32
	wall, cpu           uint32
	belowWall, belowCPU uint32 // inclusive times of its callees
	row                 int
	in                  *chunk
}

// A chunk holds rows of calls, without pointers.
type chunk struct {
	wall, wallEnd, cpu, cpuEnd, method [rows]uint32
	depth                              [rows]uint16
}

const rows = 1 << 15

// write reads the next piece.
func (r *replay) write(p []byte) {
	if !r.begun {
		r.held = append(r.held, p...)
		at := bytes.Index(r.held, []byte("\n*end\nSLOW"))
		if at < 0 || len(r.held) < at+32+8 {
			return
		}
		header := r.held[at+6:]
		length := int(binary.LittleEndian.Uint16(header[6:]))
		p, r.held = header[length:], nil
		r.begun = true
	}
	if n := len(r.held); n > 0 {
		need := min(recordSize-n, len(p))
		r.held = append(r.held, p[:need]...)
		if p = p[need:]; len(r.held) < recordSize {
			return
		}
		r.records(r.held)
		r.held = r.held[:0]
	}
	whole := len(p) / recordSize * recordSize
	r.records(p[:whole])
	r.held = append(r.held, p[whole:]...)
}

func (r *replay) records(p []byte) {
	var t *thread
	current := -1
	for ; len(p) >= recordSize; p = p[recordSize:] {
		b := p[:recordSize:recordSize]
		value := binary.LittleEndian.Uint32(b[2:])
		cpu, wall := binary.LittleEndian.Uint32(b[6:]), binary.LittleEndian.Uint32(b[10:])
		if id := int(binary.LittleEndian.Uint16(b)); id != current {
			current = id
			if t = r.threads[id]; t == nil {
				t = new(thread)
				r.threads[id] = t
			}
		}
		if m := value >> 2; value&3 == 0 {
			r.enter(t, m, wall, cpu)
		} else {
			r.leave(t, wall, cpu)
		}
	}
}

func (r *replay) enter(t *thread, m, wall, cpu uint32) {
	if int(m) >= len(r.methods) {
		r.methods = append(r.methods, make([]method, int(m)+1-len(r.methods))...)
	}
	if int(m) >= len(t.running) {
		t.running = append(t.running, make([]uint16, int(m)+1-len(t.running))...)
	}
	t.running[m]++
	if len(t.chunks) == 0 || t.n == rows {
		t.chunks, t.n = append(t.chunks, new(chunk)), 0
	}
	c := t.chunks[len(t.chunks)-1]
	c.wall[t.n], c.cpu[t.n], c.method[t.n], c.depth[t.n] = wall, cpu, m, uint16(len(t.stack))
	t.stack = append(t.stack, frame{method: m, wall: wall, cpu: cpu, row: t.n, in: c})
	t.n++
	r.calls++
}

func (r *replay) leave(t *thread, wall, cpu uint32) {
	top := len(t.stack) - 1
	f := &t.stack[top]
	f.in.wallEnd[f.row], f.in.cpuEnd[f.row] = wall, cpu
	dWall, dCPU := wall-f.wall, cpu-f.cpu
	m := &r.methods[f.method]
	m.exclusiveWall += int64(dWall - f.belowWall)
	m.exclusiveCPU += int64(dCPU - f.belowCPU)
	if t.running[f.method]--; t.running[f.method] == 0 {
		m.calls++
		m.wall += int64(dWall)
		m.cpu += int64(dCPU)
	} else {
		m.recursive++
	}
	t.stack = t.stack[:top]
	if top > 0 {
		t.stack[top-1].belowWall += dWall
		t.stack[top-1].belowCPU += dCPU
	}
}
