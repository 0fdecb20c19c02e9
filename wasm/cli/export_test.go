package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
)

func TestExport(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.trace")
	if err := os.WriteFile(path, tracetest.Bytes("main 0/0>A.a 10/5<A.a"), 0o644); err != nil {
		t.Fatal(err)
	}
	// Texts of errors.
	for args, want := range map[string]string{
		"-from soon":        "must be a time from the recording's start, such as 1.25s",
		"-from -1":          "must be a time",
		"-from 3us -to 2us": "-to 2µs is not later than -from 3µs",
		"-from 3ms":         "-from 3ms is after the trace's end at 10µs",
		"-thread 1,x":       `no thread with calls has the name or id "x"`,
	} {
		var out, err bytes.Buffer
		run(append(append([]string{"export", "-format", "csv"}, strings.Fields(args)...), path), &out, &err)
		if !strings.Contains(err.String(), want) {
			t.Errorf("%s: %q, want %q", args, err.String(), want)
		}
	}
	tests := []struct {
		args   string
		status int
		begins string // standard output begins with this
		holds  string
	}{
		{"-format csv", 0, "id,class,", "0x0,A,a,()V"},
		{"-format tsv", 0, "id\tclass\t", "0x0\tA\ta\t()V"},
		{"-format json", 0, `{"schema":1,"trace":"a.trace","clock":"dual"`, `"class":"A"`},
		{"-format perfetto", 0, "\n", "A.a"},
		{"-format folded", 0, "main [1];A.a 10\n", ""},
		{"-format folded -clock cpu", 0, "main [1];A.a 5\n", ""},
		{"-format speedscope", 0, `{"$schema"`, `"endValue":10000,`},
		{"-format speedscope -clock waiting", 1, "", ""},
		{"-format chrome", 0, `{"displayTimeUnit"`, `"name":"a.trace"`},
		{"-format pprof", 0, "\x1f\x8b", ""},
		{"-format dot -t 0", 0, "digraph g {", "A.a"},
		{"-format text", 0, "\n=====", "Total cycles: 10\n"},
		{"-format text -clock waiting", 0, "\n=====", "Total cycles: 5\n"},
		{"-format html", 0, "<!DOCTYPE html>", "<title>a.trace</title>"},
		{"-format csv -switches", 0, "id,class,", "0x0,A,a,()V"},
		{"-format chrome -switches", 2, "", ""},
		{"-format csv -charged", 0, "id,class,", "causedWallNs"},
		{"-format json -charged", 0, `{"schema":1`, `"unchargedWallNs":0,`},
		{"-format json -charged -library A", 0, `{"schema":1`, `"unchargedWallNs":10000,`},
		{"-format json -charged -library A -own A", 0, `{"schema":1`, `"unchargedWallNs":0,`},
		{"-format csv -by class", 0, "class,methods,calls,", "A,1,1,0,10000,10000,5000,5000,5000,5000\n"},
		{"-format tsv -by thread", 0, "thread\tmethods\tcalls\t", "main\t1\t1\t0\t10000\t10000\t5000"},
		{"-format json -by origin -charged", 0, `{"schema":1`, `{"origin":"own","methods":1,"calls":1,"recursiveCalls":0,"inclusiveWallNs":10000,"causedWallNs":10000,`},
		{"-format json -by library -library A", 0, `{"schema":1`, `"by":"library",`},
		{"-format csv -by method", 0, "id,class,", "0x0,A,a,()V"},
		{"-format pprof -by class", 2, "", ""},
		{"-format csv -by colour", 2, "", ""},
		{"-format json -own=", 2, "", ""},
		{"-format pprof -charged", 2, "", ""},
		{"-format jpeg", 2, "", ""},
		{"-format folded -from 2us -to 6000", 0, "main [1];A.a 4\n", ""},
		{"-format folded -to 0.000004s", 0, "main [1];A.a 4\n", ""},
		{"-format csv -from 2us -to 6us", 0, "id,class,", "0x0,A,a,()V,A.java,,1,0,4000,4000,2000,2000,2000,2000"},
		{"-format csv -from 2us -to 2us", 2, "", ""},
		{"-format csv -from 11us", 1, "", ""},
		{"-format csv -from -1", 2, "", ""},
		{"-format csv -from soon", 2, "", ""},
		{"-format csv -thread main", 0, "id,class,", "A,a"},
		{"-format csv -thread 1", 0, "id,class,", "A,a"},
		{"-format csv -thread 1,main", 0, "id,class,", "A,a"},
		{"-format csv -thread 1 -thread none", 1, "", ""},
		{"-format speedscope -from 2us -to 6us", 0, `{"$schema"`, `"startValue":2000,"endValue":6000,`},
		{"-format chrome -from 2us -to 6us", 0, `{"displayTimeUnit"`, `"ts":2,`},
		{"-format firefox -from 2us -to 6us", 0, `{"meta"`, `"weight":[0.004,0]`},
		{"-format pprof -from 2us -thread main", 0, "\x1f\x8b", ""},
		{"-format text -from 2us -to 6us", 0, "\n=====", "Total cycles: 4\n"},
		{"-format html -thread main", 0, "<!DOCTYPE html>", ""},
		{"-format dot -from 2us -t 0", 0, "digraph g {", "A.a"},
		{"", 2, "", ""},
	}
	for _, tt := range tests {
		args := append(append([]string{"export"}, strings.Fields(tt.args)...), path)
		var out, err bytes.Buffer
		if status := run(args, &out, &err); status != tt.status {
			t.Errorf("%s: status %d, want %d; %s", tt.args, status, tt.status, err.String())
		}
		if !strings.HasPrefix(out.String(), tt.begins) || !strings.Contains(out.String(), tt.holds) || tt.begins == "" && out.Len() > 0 {
			t.Errorf("%s: %.200q, want %q and %q in it", tt.args, out.String(), tt.begins, tt.holds)
		}
		if tt.status == 0 && tt.begins != "" {
			file := filepath.Join(dir, "out")
			if status := run(append(args[:len(args)-1:len(args)-1], "-o", file, path), &err, &err); status != 0 {
				t.Errorf("%s -o: status %d, %s", tt.args, status, err.String())
			}
			if written, _ := os.ReadFile(file); !bytes.Equal(written, out.Bytes()) {
				t.Errorf("%s -o writes something else", tt.args)
			}
		}
	}
}

// TestExportSwitches checks that time off the CPU becomes a call, and that the total stays the
// same.
func TestExportSwitches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.trace")
	records := "main 0/0>A.a 1000/100>A.b 1010/110<A.b 1030/130<A.a"
	if err := os.WriteFile(path, tracetest.Bytes(records), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                     "main [1];A.a 1020\nmain [1];A.a;A.b 10\n",
		"-switches":            "main [1];A.a 120\nmain [1];A.a;A.b 10\nmain [1];A.a;(context switch) 900\n",
		"-switches -clock cpu": "main [1];A.a 120\nmain [1];A.a;A.b 10\n",
	} {
		var out, err bytes.Buffer
		status := run(append(append([]string{"export", "-format", "folded"}, strings.Fields(args)...), path), &out, &err)
		if status != 0 || out.String() != want {
			t.Errorf("%s: status %d, %s%s\nwant %s", args, status, err.String(), out.String(), want)
		}
	}
	dir := t.TempDir()
	var out bytes.Buffer
	if status := run([]string{"flamegraph", "-switches", "-o", dir, path}, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	if svg, _ := os.ReadFile(filepath.Join(dir, "all.svg")); !bytes.Contains(svg, []byte("(context switch)")) {
		t.Error("the flame graph shows no context switch")
	}
}
