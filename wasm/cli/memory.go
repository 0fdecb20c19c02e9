package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"traceglass/render/words"
)

// budget is the memory for a trace, in bytes: the value of -memory.
var budget = machineMemory()

// defaultMemory is the budget if the machine's memory is unknown, and in the page. The page's own
// budget is the same.
const defaultMemory = 3_200_000_000

// machineMemory returns three quarters of the memory of the machine or its container.
var machineMemory = sync.OnceValue(func() int64 {
	if runtime.GOOS == "js" {
		return defaultMemory
	}
	most := int64(math.MaxInt64)
	if info, err := os.ReadFile("/proc/meminfo"); err == nil {
		if _, rest, ok := bytes.Cut(info, []byte("MemTotal:")); ok {
			if fields := strings.Fields(string(rest[:min(len(rest), 100)])); len(fields) > 0 {
				if kb, err := strconv.ParseInt(fields[0], 10, 64); err == nil {
					most = kb * 1024
				}
			}
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
				most = min(most, n)
			}
		}
	}
	if most == math.MaxInt64 {
		return defaultMemory
	}
	return most / 4 * 3
})

// parseSize parses a size: 500MB, 1.5GB, or bytes.
func parseSize(text string) (int64, error) {
	number, unit := strings.ToUpper(text), 1.0
	for _, u := range []struct {
		name string
		size float64
	}{{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}} {
		if short, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(short), u.size
			break
		}
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !(n*unit >= 1 && n*unit < 1<<62) {
		return 0, errors.New("must be a size, such as 500MB or 2GB")
	}
	return int64(n * unit), nil
}

// A budgeted reader ends the input when a trace would exceed the memory budget.
type budgeted struct {
	io.Reader
	needs   func() int64 // memory of the trace, including its next piece
	read    int64        // bytes of the trace
	stopped bool
}

func (b *budgeted) Read(p []byte) (int, error) {
	if b.stopped || b.read > 0 && b.needs() > budget {
		b.stopped = true
		return 0, io.EOF
	}
	n, err := b.Reader.Read(p)
	b.read += int64(n)
	return n, err
}

// partial returns the sentence on a partly read trace.
func (b *budgeted) partial() string {
	return fmt.Sprintf("Only the first %s were read: the rest would need more memory than the %s that it may take; -memory allows more.",
		words.Plain(words.Size(b.read)), words.Plain(words.Size(budget)))
}
