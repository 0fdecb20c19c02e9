package dumptest

import (
	"fmt"
	"strings"

	"traceglass/parser/dump"
)

// Parse reads a dump in short form. A line is a thread's heading "tid name STATE", a frame "at ..."
// or "#00 ...", a lock line "- ...", an attribute "| ...", or a block. A block is "process pid
// name" with an optional time of day, or begins with dalvik or native and has no time. All other
// lines are used as they are.
func Parse(text string) *dump.Dump {
	var s strings.Builder
	pid := ""
	end := func() {
		if pid != "" {
			fmt.Fprintf(&s, "\n----- end %s -----\n\n", pid)
		}
	}
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "process":
			end()
			pid = words[1]
			clock := "10:00:00"
			if len(words) > 3 {
				clock = words[3]
			}
			fmt.Fprintf(&s, "----- pid %s at 2024-01-01 %s -----\nCmd line: %s\nBuild fingerprint: 'a/b/c:14/d/1:user/k'\nDALVIK THREADS (3):\n", pid, clock, words[2])
		case words[0] == "dalvik":
			end()
			pid = words[1]
			fmt.Fprintf(&s, "----- pid %s at 2012-01-01 10:00:00 -----\nCmd line: %s\n\nDALVIK THREADS:\n", pid, words[2])
		case words[0] == "native":
			end()
			pid = words[1]
			fmt.Fprintf(&s, "----- pid %s at 2012-01-01 10:00:00 -----\nCmd line: %s\nABI: 'arm64'\n\n\"m\" sysTid=%s\n", pid, words[2], pid)
		case len(words) == 3 && words[0][0] >= '0' && words[0][0] <= '9' && pid != "":
			fmt.Fprintf(&s, "\n\"%s\" prio=5 tid=%s %s\n  | sysTid=%s%s\n", words[1], words[0], words[2], pid, strings.TrimPrefix(words[0], "1"))
		case words[0] == "at":
			fmt.Fprintf(&s, "  %s(A.java:1)\n", line)
		default:
			fmt.Fprintf(&s, "  %s\n", line)
		}
	}
	end()
	r := dump.NewReader()
	r.Write([]byte(s.String()))
	return r.Close()
}
