package dump

import "slices"

// join assigns wait channels to the threads of each block, and marks blocks that only add to other
// blocks of the same process (section 14.2).
func (d *Dump) join() {
	with, without := map[int][]int{}, map[int][]int{} // blocks with and without threads, by pid
	for i := range d.Blocks {
		switch b := &d.Blocks[i]; {
		case b.PID == 0:
		case b.EndThread > b.FirstThread:
			with[b.PID] = append(with[b.PID], i)
		case b.Kind == Channels || b.Kind == Failed:
			without[b.PID] = append(without[b.PID], i)
		}
	}
	channels := map[int][]int{}
	for pid, blocks := range without {
		for _, i := range blocks {
			if d.nearest(i, with[pid]) < 0 {
				continue
			}
			d.Blocks[i].Joined = true
			if d.Blocks[i].Kind == Channels {
				channels[pid] = append(channels[pid], i)
			}
		}
	}
	rows := map[int]map[int]int32{} // row of Dump.Channels from 1, by block of kind Channels and number of the thread
	for pid, blocks := range with {
		for _, i := range blocks {
			from := d.nearest(i, channels[pid])
			if from < 0 {
				continue
			}
			if rows[from] == nil {
				rows[from] = map[int]int32{}
				for row := d.Blocks[from].FirstChannel; row < d.Blocks[from].EndRow; row++ {
					rows[from][d.Channels[row].SysTid] = int32(row + 1)
				}
			}
			for t := d.Blocks[i].FirstThread; t < d.Blocks[i].EndThread; t++ {
				if thread := &d.Threads[t]; thread.SysTid != 0 {
					thread.channel = rows[from][thread.SysTid]
				}
			}
		}
	}
}

// nearest returns, from an ascending list of blocks with one pid, the block closest to block i that
// may be of the same process, or -1. If two are equally close it returns the later one: wait
// channels are read before the threads, and written after them. It checks only the neighbors, so
// joining takes linear time.
func (d *Dump) nearest(i int, of []int) int {
	at, _ := slices.BinarySearch(of, i)
	found := -1
	if at < len(of) && d.maybeSameProcess(i, of[at]) {
		found = of[at]
	}
	if at > 0 && d.maybeSameProcess(i, of[at-1]) && (found < 0 || i-of[at-1] < found-i) {
		found = of[at-1]
	}
	return found
}

// maybeSameProcess reports whether two blocks with one pid may be of the same process.
func (d *Dump) maybeSameProcess(a, b int) bool {
	x, y := d.Blocks[a].CommandLine, d.Blocks[b].CommandLine
	return x == "" || y == "" || x == y
}
