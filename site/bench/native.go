//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// A program is a command line to run, with the rows for its time and its peak memory.
type program struct {
	time, memory string
	args         []string
	runs         int
}

// measurePrograms runs the command and its yardsticks as processes, as a user does.
func measurePrograms(b *bench) error {
	summary, err := b.compile("traceglass", "./wasm/cli")
	if err != nil {
		return err
	}
	bare, err := b.compile("yardstick", "./site/bench/yardstick")
	if err != nil {
		return err
	}
	original := !missing("dmtracedump")
	if !original {
		b.log("dmtracedump is not installed (Debian package dmtracedump): nothing to compare traceglass dmtracedump with")
	}
	for _, s := range b.shaped() {
		b.log("native programs, %s", s.name)
		programs := []program{
			{summaryTime, summaryMemory, []string{summary, "summary", s.path}, b.runs},
			{bareTime, bareMemory, []string{bare, s.path}, b.runs},
			{oursTime, oursPeak, []string{summary, "dmtracedump", s.path}, min(3, b.runs)},
			{oursList, oursListPeak, []string{summary, "dmtracedump", "-o", s.path}, min(3, b.runs)},
		}
		if s.shape {
			programs = programs[:2]
		} else if original && s.name != huge { // dmtracedump takes seconds, and minutes at 1.41 GB
			programs = append(programs, []program{
				{dumpTime, dumpMemory, []string{"dmtracedump", s.path}, min(2, b.runs)},
				{dumpList, dumpListPeak, []string{"dmtracedump", "-o", s.path}, min(2, b.runs)},
			}...)
		}
		for run := range b.runs { // by turns: other work on the machine then slows all alike
			for _, p := range programs {
				if run >= p.runs || !b.wants(p.time, p.memory) {
					continue
				}
				cost, err := runProgram(p.args)
				if err != nil {
					return err
				}
				b.add(p.time, s, cost.Seconds)
				b.add(p.memory, s, float64(cost.Peak)/1e6)
			}
		}
	}
	return nil
}

// compile builds a command and returns its path.
func (b *bench) compile(name, pkg string, env ...string) (string, error) {
	path := filepath.Join(b.work, name)
	cmd := exec.Command("go", "build", "-trimpath", "-o", path, pkg)
	cmd.Env = append(os.Environ(), env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", cmd, err, text)
	}
	return path, nil
}

func missing(program string) bool {
	_, err := exec.LookPath(program)
	return err != nil
}

// A cost is the time and memory of a process.
type cost struct {
	Seconds float64
	Peak    int64 // resident memory, bytes
}

// timeCommand is a first argument: this command then runs another, for runProgram.
const timeCommand = "time"

// runProgram runs a program and returns its cost. A process inherits the peak memory of its parent, so a small
// process starts it: this command again.
func runProgram(args []string) (c cost, err error) {
	self, err := os.Executable()
	if err != nil {
		return c, err
	}
	cmd := exec.Command(self, append([]string{timeCommand}, args...)...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return c, fmt.Errorf("%v: %w", args, err)
	}
	return c, json.Unmarshal(text, &c)
}

// timeProgram is that small process. It prints the cost of the program that it runs.
func timeProgram(args []string) error {
	cmd := exec.Command(args[0], args[1:]...)
	var said bytes.Buffer
	cmd.Stderr = &said
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.Bytes())
	}
	c := cost{Seconds: time.Since(start).Seconds()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.Peak = usage.Maxrss
		if runtime.GOOS != "darwin" {
			c.Peak *= 1024
		}
	}
	return json.NewEncoder(os.Stdout).Encode(c)
}
