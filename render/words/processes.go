package words

// CountProcesses counts the processes that n dumps are of. The function of returns the pid and the name in dump i. A dump
// without a pid, which is 0, counts as a process of its own.
func CountProcesses(n int, of func(i int) (pid int, name string)) int {
	type process struct {
		pid  int
		name string
	}
	seen, count := map[process]bool{}, 0
	for i := range n {
		var p process
		p.pid, p.name = of(i)
		if p.pid == 0 || !seen[p] {
			seen[p] = true
			count++
		}
	}
	return count
}

// Processes counts processes, and dumps if a process has several: "1 process, 2 dumps". Its arguments are those of
// CountProcesses.
func Processes(n int, of func(i int) (pid int, name string)) string {
	count := CountProcesses(n, of)
	text := Plural(int64(count), "process", "processes")
	if count < n {
		text = Say("{1}, {2}", text, Plural(int64(n), "dump", "dumps"))
	}
	return text
}
