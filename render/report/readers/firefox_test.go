//go:build !js

package readers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"traceglass/parser/profile"
	"traceglass/render/names"
	"traceglass/render/report"
	"traceglass/render/report/readers/npm"
)

var profilerCLI = npm.Package{Name: "@firefox-devtools/profiler-cli", Version: "0.10.0",
	Integrity: "f9fqdHh7B6ddQIYrwrEs4FE5D8BMOsXSorYF4NRFfwPaGikVBlhorBxHT7zrb6WMgJgKQYHC9kazkRjbItLx8Q=="}

// A session is Firefox Profiler's own reader with a profile loaded: the daemon of its command. The test sends it
// the requests of that command, without starting node for each, and stops it.
type session struct{ socket string }

func openFirefox(t *testing.T, node, program, profile string) *session {
	t.Helper()
	dir := t.TempDir()
	daemon := exec.CommandContext(t.Context(), node, program, "--daemon", profile, "--session", "test")
	daemon.Env = append(os.Environ(), "PROFILER_CLI_SESSION_DIR="+dir)
	var output bytes.Buffer
	daemon.Stdout, daemon.Stderr = &output, &output
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- daemon.Wait() }()
	t.Cleanup(func() {
		daemon.Process.Kill()
		<-ended
	})
	s := &session{filepath.Join(dir, "test.sock")}
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("profiler-cli ended: %v\n%s", err, output.Bytes())
		default:
		}
		if _, err = s.request(map[string]any{"type": "status"}); err == nil {
			return s
		}
	}
	t.Fatalf("profiler-cli has not loaded the profile in a minute: %v", err)
	return nil
}

// request sends a request and returns the result. It returns an error while the profile loads.
func (s *session) request(request any) (json.RawMessage, error) {
	connection, err := net.Dial("unix", s.socket)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	if err := json.NewEncoder(connection).Encode(request); err != nil {
		return nil, err
	}
	var answer struct {
		Type, Error string
		Result      json.RawMessage
	}
	if err := json.NewDecoder(connection).Decode(&answer); err != nil {
		return nil, err
	}
	if answer.Type == "loading" || answer.Type == "error" {
		return nil, fmt.Errorf("%s: %s", answer.Type, answer.Error)
	}
	return answer.Result, nil
}

// ask runs a command about thread i and decodes its answer.
func (s *session) ask(t *testing.T, i int, answer any, subcommand string, options map[string]any) {
	t.Helper()
	command := map[string]any{"command": "thread", "subcommand": subcommand, "thread": fmt.Sprintf("t-%d", i)}
	maps.Copy(command, options)
	result, err := s.request(map[string]any{"type": "command", "command": command})
	if err == nil {
		err = json.Unmarshal(result, answer)
	}
	if err != nil {
		t.Fatalf("profiler-cli %v: %v: %s", command, err, result)
	}
}

// functions returns the name of thread i and the cost of every function in it.
func (s *session) functions(t *testing.T, i int) (thread string, all figures) {
	t.Helper()
	var shown struct {
		FriendlyThreadName, WeightType string
		Functions                      []struct {
			Name                      string
			SelfSamples, TotalSamples float64 // ms
		}
	}
	s.ask(t, i, &shown, "functions", map[string]any{"includeIdle": true, "functionFilters": map[string]any{"limit": 1 << 20}})
	if shown.WeightType != "tracing-ms" {
		t.Fatalf("thread %d has %s", i, shown.WeightType)
	}
	all = figures{}
	for _, f := range shown.Functions {
		all.add(f.Name, cost{int64(math.Round(f.TotalSamples * 1e6)), int64(math.Round(f.SelfSamples * 1e6))})
	}
	return shown.FriendlyThreadName, all
}

// markers returns the name of thread i in a file of Chrome events and, for the events of each
// name, their number and total duration in ns.
func (s *session) markers(t *testing.T, i int) (thread string, all map[string][2]int64) {
	t.Helper()
	var shown struct {
		FriendlyThreadName string
		ByType             []struct {
			MarkerName    string
			Count         int64
			DurationStats struct{ Avg float64 } // ms
		}
	}
	s.ask(t, i, &shown, "markers", map[string]any{"markerFilters": map[string]any{"limit": 1 << 20}})
	all = map[string][2]int64{}
	for _, m := range shown.ByType {
		all[m.MarkerName] = [2]int64{m.Count, int64(math.Round(m.DurationStats.Avg * float64(m.Count) * 1e6))}
	}
	return shown.FriendlyThreadName, all
}

// save writes a file of an input.
func save(t *testing.T, write func(io.Writer) error) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "profile.json")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFirefox checks that Firefox Profiler's own reader upgrades our files to its newest version
// and finds our self and running times.
func TestFirefox(t *testing.T) {
	t.Parallel()
	program := filepath.Join(profilerCLI.Fetch(t), "dist/profiler-cli.js")
	node := npm.Node(t, 20)
	for _, in := range inputs(t) {
		if in.name == "fenix-regular" || in.name == "apart" {
			continue // node takes long to start for each thread
		}
		for _, clock := range in.clocks() {
			t.Run(fmt.Sprintf("%s by clock %d", in.name, clock), func(t *testing.T) {
				path := save(t, func(w io.Writer) error { return report.Firefox(w, in.Index, profile.WholeTrace, in.name, clock) })
				firefox := openFirefox(t, node, program, path)
				threads := report.Threads(in.Index, profile.WholeTrace)
				for i, thread := range threads[:min(len(threads), 2)] {
					name, got := firefox.functions(t, i)
					if want := in.Info.Threads[thread].Label(); name != want {
						t.Errorf("thread %d is %s, want %s", i, name, want)
					}
					compare(t, name, got, in.figuresOf(thread, clock))
				}
			})
		}
	}
}

// TestFirefoxChrome checks how it reads Chrome's trace events, which it shows as markers: each
// thread has as many of each name as calls, with the same total duration.
func TestFirefoxChrome(t *testing.T) {
	t.Parallel()
	program := filepath.Join(profilerCLI.Fetch(t), "dist/profiler-cli.js")
	node := npm.Node(t, 20)
	for _, in := range inputs(t) {
		if in.name == "fenix-regular" || in.name == "apart" {
			continue // see TestFirefox
		}
		t.Run(in.name, func(t *testing.T) {
			firefox := openFirefox(t, node, program, save(t, func(w io.Writer) error { return report.Chrome(w, in.Index, profile.WholeTrace, in.name) }))
			clock, want := in.clocks()[0], map[string]map[string][2]int64{} // by thread and method
			labels := names.Labels(in.Index)
			for _, thread := range report.Threads(in.Index, profile.WholeTrace) {
				p, all := in.Index.Profile(profile.WholeTrace.Only(thread), nil), map[string][2]int64{}
				for row := profile.Row(1); int(row) < p.Tree.Len(); row++ {
					if c := &p.Rows[row]; c.Calls > 0 {
						label := labels[p.Tree.Method[row]]
						all[label] = [2]int64{all[label][0] + c.Calls, all[label][1] + c.Inclusive[clock]}
					}
				}
				want[in.Info.Threads[thread].Label()] = all
			}
			for i := range min(len(want), 2) {
				name, got := firefox.markers(t, i)
				if want[name] == nil || !maps.Equal(got, want[name]) {
					t.Errorf("%s: %v, want %v", name, got, want[name])
				}
			}
		})
	}
}
