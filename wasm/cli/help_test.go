package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"traceglass/render/report/formats"
)

// help returns the help that traceglass prints for these arguments.
func help(t *testing.T, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	if status := run(args, &out, &err); status != 0 || out.Len() > 0 {
		t.Errorf("%q: status %d, %d bytes on standard output", args, status, out.Len())
	}
	return err.String()
}

// TestHelpNamesCommands checks that help describes every command, and each in more detail on
// request, in every way to ask.
func TestHelpNamesCommands(t *testing.T) {
	all := help(t, "help")
	for _, c := range commands {
		if !strings.Contains(all, "\n  "+c.name+" ") {
			t.Errorf("help has no line of %s", c.name)
		}
		more := help(t, "help", c.name)
		if !strings.HasPrefix(more, "usage: traceglass "+c.name+" ") || strings.Count(more, "\n") < 5 {
			t.Errorf("help %s says %q", c.name, more)
		}
		for _, flag := range []string{"-help", "--help"} {
			if help(t, c.name, flag) != more {
				t.Errorf("%s %s says something else than help %s", c.name, flag, c.name)
			}
		}
	}
	for i, line := range strings.Split(all, "\n") {
		if len(line) > 80 {
			t.Errorf("line %d of help has %d characters: %s", i+1, len(line), line)
		}
	}
	var out, err bytes.Buffer
	if status := run([]string{"help", "sumary"}, &out, &err); status != 2 || !strings.Contains(err.String(), "unknown command") {
		t.Errorf("help on an unknown command: status %d, %s", status, err.String())
	}
}

// options returns the options that a command's source defines.
func options(t *testing.T, command string) (names []string) {
	t.Helper()
	source, err := os.ReadFile(command + ".go")
	if err != nil {
		t.Fatal(err)
	}
	if command != "cut" && bytes.Contains(source, []byte(" cutting\n")) { // it also has those of cut
		cut, err := os.ReadFile("cut.go")
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, cut...)
	}
	if call := regexp.MustCompile(`part\.(\w+)\(flags\)`).FindSubmatch(source); call != nil {
		part, err := os.ReadFile("part.go")
		if err != nil {
			t.Fatal(err)
		}
		if string(call[1]) == "cutFlags" { // without those of samples
			_, part, _ = bytes.Cut(part, []byte("\nfunc (s *part) cutFlags("))
		}
		source = append(source, part...)
	}
	for _, m := range regexp.MustCompile(`\bflags\.\w+\((?:&c\.\w+, )?"([\w-]+)"`).FindAllSubmatch(source, -1) {
		names = append(names, string(m[1]))
	}
	if command == "dmtracedump" { // which parses like getopt
		for _, m := range regexp.MustCompile(`\bcase ["'](\w+)["'](?:, "(\w+)")?:`).FindAllSubmatch(source, -1) {
			for _, name := range m[1:] {
				if len(name) > 0 && string(name) != "help" {
					names = append(names, string(name))
				}
			}
		}
	}
	return names
}

// TestHelpTellsOptions checks that a command's help describes each of its options and no other,
// and that the help on all commands names them, or PART for those of a part.
func TestHelpTellsOptions(t *testing.T) {
	counts := map[string]int{"summary": 0, "explain": 4, "dmtracedump": 12, "traceview": 2, "flamegraph": 9, "export": 13, "cut": 6, "page": 9, "table": 1, "compare": 13, "overview": 11, "check": 3}
	all := help(t, "help")
	for _, c := range commands {
		more := help(t, "help", c.name)
		described := map[string]bool{}
		for _, line := range regexp.MustCompile(`(?m)^  -.*?  `).FindAllString(more+"  ", -1) {
			for _, m := range regexp.MustCompile(`(?:^| )-([\w-]+)`).FindAllStringSubmatch(line, -1) {
				described[m[1]] = true
			}
		}
		_, about, _ := strings.Cut(all, "\n  "+c.name+" ")
		about = regexp.MustCompile(`\n {12}\w`).Split(about, 2)[0]
		if strings.Contains(about, "PART") {
			about += "-from -to -thread -event"
		}
		names := options(t, c.name)
		if len(names) != counts[c.name] {
			t.Errorf("%s reads %d options, want %d: %v", c.name, len(names), counts[c.name], names)
		}
		for _, name := range names {
			if !described[name] {
				t.Errorf("help %s does not describe -%s", c.name, name)
			}
			delete(described, name)
			if !regexp.MustCompile(`-`+name+`\b`).MatchString(about) && !(len(name) == 1 && regexp.MustCompile(`\[-\w*`+name).MatchString(about)) {
				t.Errorf("help has no -%s of %s", name, c.name)
			}
		}
		for name := range described {
			t.Errorf("help %s describes -%s, which the command does not read", c.name, name)
		}
	}
}

// TestHelpNamesFormats checks that export has exactly the formats in its help and in the help on
// all commands.
func TestHelpNamesFormats(t *testing.T) {
	_, about, _ := strings.Cut(help(t, "help"), "write a trace for other programs: ")
	about, _, _ = strings.Cut(about, ".")
	listed := regexp.MustCompile(`\w+`).FindAllString(about, -1)
	if len(listed) != len(formats.Trace) {
		t.Errorf("help names %d formats, there are %d", len(listed), len(formats.Trace))
	}
	more := help(t, "help", "export")
	for _, name := range listed {
		if _, ok := formats.Trace[name]; !ok {
			t.Errorf("help names %s, which is no format", name)
		}
		if !regexp.MustCompile(`\n     (text, )?` + name + `\b`).MatchString(more) {
			t.Errorf("help export has no line of %s", name)
		}
	}
}
