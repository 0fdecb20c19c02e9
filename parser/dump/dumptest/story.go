package dumptest

import (
	"fmt"
	"strings"
)

// A process is one of a story, or the threads of a case: a reason why an app does not answer.
type process struct {
	name    string // command line, or the case's name
	pid     int    // 0 of a case, and of a story without processes
	threads []thread
}

// readStory reads threads as story.txt and podcast.txt describe them. Threads before the first
// process or case belong to a process without a name.
func readStory(text string) ([]process, error) {
	all := []process{{}}
	stacks := map[string]string{}
	into := "" // the named stack that is being read
	for line := range strings.Lines(text) {
		last := &all[len(all)-1]
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case line[0] == '#' || line == "\n":
		case strings.HasPrefix(line, "  "):
			if kind == "=" {
				var ok bool
				if line, ok = stacks[rest]; !ok {
					return nil, fmt.Errorf("dumptest: no stack %q", rest)
				}
			}
			switch {
			case into != "":
				stacks[into] += line
			case len(last.threads) == 0:
				return nil, fmt.Errorf("dumptest: %q is of no thread", line)
			default:
				last.threads[len(last.threads)-1].stack += line
			}
		case kind == "stack":
			into = rest
		case kind == "case":
			into = ""
			all = append(all, process{name: rest})
		case kind == "process":
			into = ""
			p := process{}
			if _, err := fmt.Sscanf(rest, "%s | %d", &p.name, &p.pid); err != nil {
				return nil, fmt.Errorf("dumptest: %q: %w", line, err)
			}
			all = append(all, p)
		default:
			t, err := readThread(line)
			if err != nil {
				return nil, err
			}
			last.threads = append(last.threads, t)
		}
	}
	return all, nil
}

// readThread reads the line of a thread. CPU times of one dump alone count for a second one too.
func readThread(line string) (t thread, err error) {
	f := strings.Split(line, "|")
	if len(f) != 9 {
		return t, fmt.Errorf("dumptest: %q is no thread", line)
	}
	for i := range f {
		f[i] = strings.TrimSpace(f[i])
	}
	t = thread{name: f[0], daemon: f[4], state: f[6], letter: f[7]}
	if len(strings.Fields(f[8])) == 2 {
		f[8] += " " + f[8]
	}
	numbers := strings.Join([]string{f[1], f[2], f[3], f[5], f[8]}, " ")
	if _, err := fmt.Sscan(numbers, &t.tid, &t.sysTid, &t.prio, &t.nice, &t.utm[0], &t.stm[0], &t.utm[1], &t.stm[1]); err != nil {
		return t, fmt.Errorf("dumptest: %q: %w", line, err)
	}
	return t, nil
}
