package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"traceglass/render/words"
)

// budget is what a trace may take, in bytes, as -memory says.
var budget = machineMemory()

// Where memory is not known, and in the page, this is what a trace may take. The page's own
// budget is the same.
const defaultMemory = 3_200_000_000

// machineMemory is three quarters of what the machine, or the container on it, has.
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

// takeMemory sets the budget as -memory says, which any command takes that reads a trace, and
// returns the other arguments.
func takeMemory(args []string) ([]string, error) {
	budget = machineMemory()
	var rest []string
	for i := 0; i < len(args); i++ {
		name, value, given := strings.Cut(args[i], "=")
		if name != "-memory" && name != "--memory" {
			rest = append(rest, args[i])
			continue
		}
		if !given {
			if i++; i == len(args) {
				return nil, errors.New("-memory wants a size, such as 500MB or 2GB")
			}
			value = args[i]
		}
		var err error
		if budget, err = parseSize(value); err != nil {
			return nil, err
		}
	}
	// Columns that grew leave garbage, which is to be found before the budget is passed for it.
	debug.SetMemoryLimit(budget)
	return rest, nil
}

// parseSize reads a size: 500MB, 1.5GB, or bytes.
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
		return 0, fmt.Errorf("-memory wants a size, such as 500MB or 2GB, not %q", text)
	}
	return int64(n * unit), nil
}

// A budgeted reader ends where a trace would take more memory than it may.
type budgeted struct {
	io.Reader
	needs   func() int64 // what the trace takes, and the next piece may take besides
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

// partial says that only a part of a trace was read.
func (b *budgeted) partial() string {
	return fmt.Sprintf("Only the first %s were read: the rest would need more memory than the %s that it may take; -memory allows more.",
		words.Plain(words.Size(b.read)), words.Plain(words.Size(budget)))
}
