package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/parquet-go/parquet-go"

	"traceglass/render/report/table"
)

// serve runs a job server with the same protocol as Flink's and Spark's: Prism in its own
// process, at a port. It prints a line when it is ready, and ends when its standard input does.
func serve(port string) error {
	n, err := strconv.Atoi(port)
	if err != nil {
		return err
	}
	if _, err := prism.CreateJobServer(context.Background(), prism.Options{Port: n}); err != nil {
		return err
	}
	fmt.Println("ready")
	bufio.NewReader(os.Stdin).ReadString(0)
	return nil
}

// An engine runs the pipeline in a test.
type engine struct {
	name string
	args []string // the options of a run in a process of its own; none to run in the test's process, on Prism
}

// engines returns the engines to test with: Prism, or the one that a flag names, also with two
// workers if it has a number for them.
func engines(t testing.TB) []engine {
	switch *on {
	case "":
		return []engine{{name: "prism"}}
	case "flink":
		s := start(t, "flink")
		return []engine{{"flink 1", s.args("--runner=flink", "--parallelism=1")}, {"flink 2", s.args("--runner=flink", "--parallelism=2")}}
	}
	return []engine{{*on, start(t, *on).args("--runner=" + *on)}}
}

// run runs the pipeline and returns its counters.
func (e engine) run(t testing.TB, o Options) (n map[string]int64) {
	t.Helper()
	if len(e.args) == 0 {
		if err := run(t.Context(), o, func(ctx context.Context, p *beam.Pipeline) error {
			r, err := beam.Run(ctx, "prism", p)
			if err == nil {
				n = counts(r)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if !strings.Contains(o.In, "*") {
		o.In += "/**"
	}
	for tries := 1; ; tries++ {
		c := child("fleet", o, e.args...)
		var said bytes.Buffer
		c.Stderr = &said
		out, err := c.Output()
		switch {
		case err == nil:
			return resultsIn(t, out).Counts
		case tries == 60 || !strings.Contains(said.String(), "Only one SparkContext should be running"):
			t.Fatalf("%v: %s", err, &said)
		}
		time.Sleep(time.Second) // until Spark has ended the job of a killed run
	}
}

// A server is a job server in a process of its own.
type server struct {
	endpoint string
	pid      int
}

// args returns the options for a run on a server, as README.md gives them. The run's own process
// contains the workers.
func (s server) args(more ...string) []string {
	return append(more, "--endpoint="+s.endpoint, "--environment_type=LOOPBACK")
}

// spent returns the peak memory of a running process in bytes, and its processor time, or 0 on a
// system without /proc.
func spent(pid int) (peak int64, cpu time.Duration) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // rusage of a child includes its parent's peak
	_, text, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Sscan(text, &peak)
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])); len(fields) > 12 {
		user, _ := strconv.Atoi(fields[11]) // in hundredths of a second on Linux
		system, _ := strconv.Atoi(fields[12])
		cpu = time.Duration(user+system) * 10 * time.Millisecond
	}
	return peak * 1024, cpu
}

// start starts a job server: Flink's or Spark's, or else Prism's. The server ends with the test.
func start(t testing.TB, name string) (s server) {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	s.endpoint = "localhost:" + port
	c := child("engine", Options{})
	c.Env = append(c.Env, "FLEET_AT="+port)
	java, isJava := javaServers[name]
	var said bytes.Buffer
	if isJava {
		c = java.command(t, name, port)
		c.Stderr = &said
	}
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() {
		in.Close()
		if <-ended; t.Failed() && isJava {
			t.Logf("the job server of %s says: %s", name, &said)
		}
	})
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	go func() {
		io.Copy(io.Discard, lines)
		c.Wait()
		close(ended)
	}()
	if !isJava {
		if s.pid = c.Process.Pid; line != "ready\n" {
			t.Fatalf("the job server says %q, %v", line, err)
		}
		return s
	}
	if s.pid, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
		t.Fatalf("the job server says %q, %v", line, err)
	}
	for {
		conn, err := net.Dial("tcp", s.endpoint)
		if err == nil {
			conn.Close()
			return s
		}
		select {
		case <-ended:
			t.Fatalf("the job server of %s ended: %s", name, &said)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// TestEngines runs the pipeline on Prism in its own process, with the options for Flink's job
// server, and on Flink if make fleet-flink has fetched it. It also runs it on Beam's direct runner,
// another engine that interprets the pipeline itself. All must give the same output as Prism in one
// process.
func TestEngines(t *testing.T) {
	in, here := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "here")
	generate(t, in, 0, min(*files, 200))
	if err := os.WriteFile(filepath.Join(in, "shot.png"), []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
		t.Fatal(err)
	}
	want := engine{}.run(t, options(in, here))
	for _, name := range []string{"job server", "direct", "flink"} {
		t.Run(name, func(t *testing.T) {
			e := engine{name, []string{"--runner=direct"}}
			if name != "direct" {
				e.args = start(t, name).args("--runner=flink")
			}
			there := t.TempDir()
			if got := e.run(t, options(in, there)); !reflect.DeepEqual(got, want) {
				t.Errorf("counters %v, want %v", got, want)
			}
			sameTables(t, here, there)
			if got := e.run(t, options(in, there)); len(got) > 0 {
				t.Errorf("counters %v, although nothing is new", got)
			}
			sameTables(t, here, there)
		})
	}
}

// sameTables compares the rows of all tables in any order, after it replaced texts in those of there.
func sameTables(t *testing.T, here, there string, replace ...string) {
	t.Helper()
	same[table.File](t, here, there, "part-*/files", replace)
	same[table.Thread](t, here, there, "part-*/threads", replace)
	same[table.Method](t, here, there, "part-*/methods", replace)
	same[table.Edge](t, here, there, "part-*/edges", replace)
	same[table.Finding](t, here, there, "part-*/findings", replace)
	same[table.Claim](t, here, there, "part-*/claims", replace)
	same[table.Stack](t, here, there, "part-*/stacks", replace)
	same[table.Report](t, here, there, "part-*/reports", replace)
	same[table.Reject](t, here, there, "part-*/rejected", replace)
	same[table.Spread](t, here, there, "aggregates/method_spread", replace)
	same[table.Cause](t, here, there, "aggregates/anr_causes", replace)
}

// same compares the rows of a table in any order.
func same[T any](t *testing.T, here, there, name string, replace []string) {
	t.Helper()
	rows := func(out string, replace ...string) map[string]int {
		n := map[string]int{}
		paths, err := filepath.Glob(filepath.Join(out, name+".parquet"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s has no %s (%v)", out, name, err)
		}
		for _, p := range paths {
			all, err := parquet.ReadFile[T](p)
			if err != nil {
				t.Fatal(err)
			}
			for i := range all {
				row, err := json.Marshal(all[i])
				if err != nil {
					t.Fatal(err)
				}
				n[strings.NewReplacer(replace...).Replace(string(row))]++
			}
		}
		return n
	}
	if a, b := rows(here), rows(there, replace...); len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("%s: %d rows differ from %d", name, len(a), len(b))
	}
}
