package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

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

// engine starts a job server and returns the options for a run on it, as README.md gives them for
// Flink. The run's own process contains the workers.
func engine(t testing.TB) (args []string) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	l.Close()
	c := child("engine", "", "", 0)
	c.Env = append(c.Env, "FLEET_AT="+port)
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
	t.Cleanup(func() {
		in.Close()
		c.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		t.Fatalf("the job server says %q, %v", line, err)
	}
	return []string{"--runner=flink", "--endpoint=localhost:" + port, "--environment_type=LOOPBACK"}
}

// TestEngines runs the pipeline on Prism in its own process, with the options for Flink's job
// server. It also runs it on Beam's direct runner, another engine that interprets the pipeline
// itself. Both must give the same output as Prism in one process.
func TestEngines(t *testing.T) {
	in, here := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "here")
	generate(t, in, 0, 40)
	if err := os.WriteFile(filepath.Join(in, "shot.png"), []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), options(in, here), onPrism); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{"job server": engine(t), "direct": {"--runner=direct"}} {
		t.Run(name, func(t *testing.T) {
			there := t.TempDir()
			for range 2 { // the second run has nothing new
				if out, err := child("fleet", in, there, 2, args...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				sameTables(t, here, there)
			}
		})
	}
}

// sameTables compares the rows of all tables in any order.
func sameTables(t *testing.T, here, there string) {
	t.Helper()
	same[table.File](t, here, there, "part-*/files")
	same[table.Thread](t, here, there, "part-*/threads")
	same[table.Method](t, here, there, "part-*/methods")
	same[table.Edge](t, here, there, "part-*/edges")
	same[table.Finding](t, here, there, "part-*/findings")
	same[table.Claim](t, here, there, "part-*/claims")
	same[table.Stack](t, here, there, "part-*/stacks")
	same[table.Reject](t, here, there, "part-*/rejected")
	same[table.Spread](t, here, there, "aggregates/method_spread")
	same[table.Cause](t, here, there, "aggregates/anr_causes")
}

// same compares the rows of a table in any order.
func same[T any](t *testing.T, here, there, name string) {
	t.Helper()
	rows := func(out string) map[string]int {
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
				n[string(row)]++
			}
		}
		return n
	}
	if a, b := rows(here), rows(there); len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("%s: %d rows differ from %d", name, len(a), len(b))
	}
}
