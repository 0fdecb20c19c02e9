package trace

import (
	"encoding/binary"
	"math/bits"
)

const numberEnds = 0x8080808080808080 // top bits of 8 bytes: a clear bit ends a number

// joined is the number whose groups of 7 bits are the bytes of x.
func joined(x uint64) uint64 {
	x &= 0x7F7F7F7F7F7F7F7F
	x = x&0x007F007F007F007F | x&0x7F007F007F007F00>>1
	x = x&0x00003FFF00003FFF | x&0x3FFF00003FFF0000>>2
	return x&0x000000000FFFFFFF | x&0x0FFFFFFF00000000>>4
}

// firstOf returns the number at the start of 8 bytes, shifted up to the sign bit, and the shift
// that moves it down again. size is its length, or 9 if it does not end within the 8 bytes.
func firstOf(x uint64) (top uint64, right, size uint) {
	end := uint(bits.TrailingZeros64(^x & numberEnds))
	right = (end>>3 - end) & 63
	return joined(x) << right, right, end>>3 + 1
}

// A shape holds the ends of the first numbers in 8 bytes, by the set of bytes that end one. To
// extract a number, the 8 joined bytes are shifted left, then right.
type shape struct {
	size        [3]uint8 // bytes up to the end of the number, 0 if it does not end among the 8
	left, right [3]uint8
}

// shapesOf returns the shapes by the set of bytes that end a number, the first byte in the lowest
// bit. Without a second clock, the third number of a record of E1 to E4 repeats its second.
func shapesOf(dual bool) *[256]shape {
	shapes := new([256]shape)
	for ends := range shapes {
		s := &shapes[ends]
		number, from := 0, 0
		for i := range 8 {
			if ends>>i&1 == 1 && number < 3 {
				s.size[number] = uint8(i + 1)
				s.left[number], s.right[number] = uint8(64-7*(i+1)), uint8(64-7*(i+1-from))
				from = i + 1
				number++
			}
		}
		if !dual {
			s.size[2], s.left[2], s.right[2] = s.size[1], s.left[1], s.right[1]
		}
	}
	return shapes
}

// shapeOf is the shape of 8 bytes.
func shapeOf(shapes *[256]shape, x uint64) *shape {
	const gather = 0x0102040810204080 // bits 0, 8, 16 and on to the uppermost 8
	return &shapes[uint8(^x&numberEnds>>7*gather>>56)]
}

// runDeltas reads ordinary records of E1 to E4 until the batch is full or most records are read. It
// returns the number of bytes and records read. It leaves unusual records to decode and event, one
// at a time: those at the end of b and those with numbers of more than 8 bytes.
//
// The length of a number is unpredictable, so a branch on it would dominate the cost. Instead all
// numbers of a record are joined at once and extracted by shifts from a table (BenchmarkReader).
func (o *output) runDeltas(k *blocks, l *lists, b []byte, most int64) (read int, records int64) {
	var (
		row    = o.row
		at     = &o.clocks[row]
		wall   = uint64(at.wall.time)
		cpu    = uint64(at.cpu.time)
		latest = o.latest64()
		from   = k.now.value
		values = uint64(1<<64 - 1)
		shapes = k.form.shapes
		batch  = o.batch
		n      = o.n
		to     = n + int(min(most, int64(batchSize-n)))
		direct = l.direct
		base   = uint64(l.base)
		first  = k.form.encoding == encodingE1
	)
	if !at.seen || (k.now.wall-wall)&o.mask != 0 || k.form.dual && (k.now.cpu-cpu)&o.mask != 0 {
		return 0, 0 // the first of a block, or after one that has no times
	}
	if first {
		from, values = k.first, 1<<32-1
	}
	for n < to && len(b)-read >= 8 {
		x := binary.LittleEndian.Uint64(b[read:])
		s := shapeOf(shapes, x)
		size := int(s.size[2])
		x = joined(x)
		v := uint64(int64(x<<(s.left[0]&63)) >> (s.right[0] & 63))
		w := x << (s.left[1] & 63) >> (s.right[1] & 63)
		c := x << (s.left[2] & 63) >> (s.right[2] & 63)
		if size == 0 {
			if v, w, c, size = longDeltas(b[read:], k.form.dual); size == 0 {
				break
			}
		}
		back := (w | c) &^ (o.mask >> 2) // as a great step forward, modulo 2^32
		v = (from + v) & values
		w += wall
		c += cpu
		var method uint32
		if id := v>>2 - base; id < uint64(len(direct)) {
			method = direct[id]
		} else {
			method = l.probe(key(v >> 2))
		}
		if method == 0 || v&3 == 3 || back != 0 || w|c > latest {
			break
		}
		if !first {
			from = v
		}
		wall, cpu = w, c
		out := &batch[n]
		out.Wall, out.CPU = Ticks(w), Ticks(c)
		out.Thread, out.Method = row, MethodIndex(method-1)
		out.Action = Action(v & 3)
		n++
		read += size
	}
	records = int64(n - o.n)
	o.n = n
	if !first {
		k.now.value = from
	}
	k.now.wall += wall - uint64(at.wall.time)
	if k.form.dual {
		k.now.cpu += cpu - uint64(at.cpu.time)
	}
	at.wall.time, at.cpu.time = Ticks(wall), Ticks(cpu)
	return read, records
}

// longDeltas returns the numbers and the size of a record of E1 to E4 longer than 8 bytes. The size
// is 0 if a single number is longer than 8 bytes.
func longDeltas(b []byte, dual bool) (value, wall, cpu uint64, size int) {
	if len(b) < longestRecord {
		return 0, 0, 0, 0
	}
	top, right, size1 := firstOf(binary.LittleEndian.Uint64(b))
	value = uint64(int64(top) >> (right & 63))
	top, right, size2 := firstOf(binary.LittleEndian.Uint64(b[size1:]))
	wall = top >> (right & 63)
	cpu = wall
	size3 := uint(0)
	if dual {
		top, right, size3 = firstOf(binary.LittleEndian.Uint64(b[size1+size2:]))
		cpu = top >> (right & 63)
	}
	if max(size1, size2, size3) > 8 {
		return 0, 0, 0, 0
	}
	return value, wall, cpu, int(size1 + size2 + size3)
}

// latest64 is the latest time that a clock reaches by going forward: 1 less than a power of two.
func (o *output) latest64() uint64 {
	if o.micros() && !o.wraps {
		return 1<<32 - 1
	}
	return latestTime - 1
}

// runTimed is runDeltas for records of times first.
func (o *output) runTimed(k *blocks, l *lists, b []byte, most int64) (read int, records int64) {
	var (
		row     = o.row
		at      = &o.clocks[row]
		wall    = uint64(at.wall.time)
		cpu     = uint64(at.cpu.time)
		cpuMask = o.cpuMask
		value   = k.now.value
		ticks   = k.now.wall
		shapes  = k.form.shapes
		batch   = o.batch
		n       = o.n
		to      = n + int(min(most, int64(batchSize-n)))
		depth   = len(k.stacks.of[row])
		stack   = k.stacks.of[row][:cap(k.stacks.of[row])]
		direct  = l.direct
		base    = uint64(l.base)
		actions = uint64(1)
		shift   = uint(1) // bits of the action
		start   = k.form.base
		hertz   = k.form.hertz()
		dual    = k.form.dual
	)
	if !at.seen || !k.form.based && k.form.encoding == encodingE5 {
		return 0, 0
	}
	if k.form.encoding == encodingE5 {
		actions, shift = 3, 2
	}
	for n < to && len(b)-read >= 24 {
		x := binary.LittleEndian.Uint64(b[read:])
		s := shapeOf(shapes, x)
		if s.size[0] == 0 {
			break
		}
		x = joined(x)
		next := ticks + uint64(int64(x<<(s.left[0]&63))>>(s.right[0]&63))
		size := uint(s.size[0])
		action := next & actions
		t := next>>(shift&63) - start
		if hertz > 0 && t < latestTime {
			t = t/hertz*1e9 + t%hertz*1e9/hertz
		}
		c := t
		switch {
		case !dual:
		case s.size[1] > 0:
			c = x << (s.left[1] & 63) >> (s.right[1] & 63)
			size = uint(s.size[1])
		default:
			top, right, more := firstOf(binary.LittleEndian.Uint64(b[read+int(size):]))
			c = top >> (right & 63)
			size += more
		}
		if t < wall || c < cpu || t|c >= latestTime || action == 3 || size > 16 {
			break
		}
		v := value
		var method uint32
		if action == uint64(Enter) {
			top, right, more := x<<(s.left[1]&63), uint(s.right[1]), uint(s.size[1])-size
			if dual || s.size[1] == 0 {
				top, right, more = firstOf(binary.LittleEndian.Uint64(b[read+int(size):]))
			}
			v += uint64(int64(top) >> (right & 63))
			size += more
			if id := v>>2 - base; id < uint64(len(direct)) {
				method = direct[id]
			} else {
				method = l.probe(key(v >> 2))
			}
			if more > 8 || method == 0 || v&unnamed != 0 || uint(depth) >= uint(len(stack)) {
				break
			}
			stack[depth] = entered{v &^ 3, method}
			depth++
		} else {
			if uint(depth-1) >= uint(len(stack)) {
				break
			}
			depth--
			method = stack[depth].row
		}
		wall, cpu = t, c
		ticks, value = next, v
		out := &batch[n]
		out.Wall, out.CPU = Ticks(t), Ticks(c)&cpuMask
		out.Thread, out.Method, out.Action = row, MethodIndex(method-1), Action(action)
		n++
		read += int(size)
	}
	records = int64(n - o.n)
	o.n = n
	at.wall.time, at.cpu.time = Ticks(wall), Ticks(cpu)
	k.now.value, k.now.wall = value, ticks
	if dual && records > 0 {
		k.now.cpu = cpu
	}
	k.stacks.of[row] = stack[:depth]
	return read, records
}

// runBare is runDeltas for records without times. Whether one enters a call cannot be foreseen
// either: both take the same steps.
func (o *output) runBare(k *blocks, l *lists, b []byte, most int64) (read int, records int64) {
	var (
		row    = o.row
		value  = k.now.value
		after  = value & 1
		batch  = o.batch
		n      = o.n
		to     = n + int(min(most, int64(batchSize-n)))
		depth  = len(k.stacks.of[row])
		stack  = k.stacks.of[row][:cap(k.stacks.of[row])]
		direct = l.direct
		base   = uint64(l.base)
	)
	if !o.clocks[row].seen {
		return 0, 0
	}
	for n < to && len(b)-read >= 8 && value != 0 {
		top, right, size := firstOf(binary.LittleEndian.Uint64(b[read:]))
		d := uint64(int64(top) >> (right & 63))
		exit := uint64(0)
		if d == 1-after {
			exit = 1
		}
		v := value + d&(exit-1)
		var method uint32
		if id := v>>2 - base; id < uint64(len(direct)) {
			method = direct[id]
		} else {
			method = l.probe(key(v >> 2))
		}
		i := depth - int(exit)
		if size > 8 || v&unnamed != 0 || uint(i) >= uint(len(stack)) {
			break
		}
		call := &stack[i]
		method ^= (method ^ call.row) & -uint32(exit)
		if method == 0 {
			break
		}
		call.row = method
		call.method ^= (call.method ^ v&^3) & (exit - 1)
		value = v ^ (v^(call.method|1))&-exit
		after = v&1 | exit
		depth = i + 1 - int(exit)
		out := &batch[n]
		out.Wall, out.CPU = 0, 0
		out.Thread, out.Method, out.Action = row, MethodIndex(method-1), Action(exit)
		n++
		read += int(size)
	}
	records = int64(n - o.n)
	o.n = n
	k.now.value = value
	k.stacks.of[row] = stack[:depth]
	return read, records
}
