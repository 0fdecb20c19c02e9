package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help returns the help that traceglass prints for these arguments.
func help(t *testing.T, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	if status := run(args, &out, &err); status != 0 || err.Len() > 0 {
		t.Errorf("%q: status %d, %s", args, status, err.String())
	}
	return out.String()
}

// available returns the commands that the help lists.
func available() (all []*cobra.Command) {
	for _, c := range newRoot().Commands() {
		if c.IsAvailableCommand() {
			all = append(all, c)
		}
	}
	return all
}

// TestHelpNamesCommands checks that help describes every command, and each in more detail on
// request, in every way to ask.
func TestHelpNamesCommands(t *testing.T) {
	all := help(t, "help")
	commands := available()
	if len(commands) < 14 {
		t.Fatalf("there are only %d commands", len(commands))
	}
	for _, c := range commands {
		if !regexp.MustCompile(`\n  ` + c.Name() + `  +[a-z]`).MatchString(all) {
			t.Errorf("help has no line of %s", c.Name())
		}
		more := help(t, "help", c.Name())
		if !strings.HasPrefix(more, "usage: traceglass "+c.Name()) || strings.Count(more, "\n") < 5 || c.Long == "" {
			t.Errorf("help %s says %q", c.Name(), more)
		}
		for _, flag := range []string{"-help", "--help"} {
			if help(t, c.Name(), flag) != more {
				t.Errorf("%s %s says something else than help %s", c.Name(), flag, c.Name())
			}
		}
		if c.Name() != "dmtracedump" && help(t, c.Name(), "-h") != more { // there, -h is HTML
			t.Errorf("%s -h says something else than help %s", c.Name(), c.Name())
		}
		for i, line := range strings.Split(more, "\n") {
			if len(line) > helpWidth {
				t.Errorf("help %s: line %d has %d characters: %s", c.Name(), i+1, len(line), line)
			}
		}
	}
	for i, line := range strings.Split(all, "\n") {
		if len(line) > helpWidth {
			t.Errorf("line %d of help has %d characters: %s", i+1, len(line), line)
		}
	}
	var out, err bytes.Buffer
	if status := run([]string{"help", "sumary"}, &out, &err); status != 2 || !strings.Contains(err.String(), "unknown command") {
		t.Errorf("help on an unknown command: status %d, %s", status, err.String())
	}
}

// TestHelpTellsOptions checks that the help and the reference explain every option, and that each
// option with a value says what to write, and not only its type in Go.
func TestHelpTellsOptions(t *testing.T) {
	reference := help(t, "reference")
	for _, c := range available() {
		more := help(t, "help", c.Name())
		_, section, _ := strings.Cut(reference, "\n## "+c.Name()+"\n")
		if c.Name() == "summary" {
			section = reference
		}
		section, _, _ = strings.Cut(section, "\n## ")
		options := 0
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			options++
			label, about := describe(f)
			kind, _ := pflag.UnquoteUsage(f)
			if len(about) < 10 || kind == "string" || kind == "int" || kind == "func" {
				t.Errorf("%s: the option %s says %q, and %q of its value", c.Name(), label, about, kind)
			}
			if !strings.Contains(more, "\n  "+label) || !strings.Contains(strings.Join(strings.Fields(more), " "), about) {
				t.Errorf("help %s does not explain %s", c.Name(), label)
			}
			if f.Name != "help" && !strings.Contains(section, "| `"+label+"` |") {
				t.Errorf("the reference of %s has no %s", c.Name(), label)
			}
		})
		if options == 0 {
			t.Errorf("%s has no options, not even -help", c.Name())
		}
	}
}

// TestWrongUsage checks the messages on invalid command lines. Each has one line with the reason, and
// one that names the help.
func TestWrongUsage(t *testing.T) {
	for args, want := range map[string]string{
		"exprt":                               `traceglass: unknown command "exprt". Did you mean export?`,
		"-x":                                  "traceglass: unknown option -x",
		"export -formt csv a.trace":           "traceglass export: unknown option -formt. Did you mean -format or -force?",
		"export --formt csv a.trace":          "traceglass export: unknown option -formt. Did you mean -format or -force?",
		"export -format jpeg a.trace":         `traceglass export: -format must be csv, tsv, json, `,
		"export -format":                      "traceglass export: -format needs a value: F",
		"export -o":                           "traceglass export: -o needs a value: FILE",
		"export -format csv -rows many x":     `traceglass export: -rows must be a number, not "many"`,
		"export -format csv -force=perhaps x": `traceglass export: -force must be true or false, not "perhaps"`,
		"export -format csv -clock sun x":     `traceglass export: -clock must be wall, cpu or waiting, not "sun"`,
		"export -format csv -from soon x":     "traceglass export: -from must be a time from the recording's start, such as 1.25s, 300ms or 1250 (ns), not \"soon\"",
		"export -format csv":                  "traceglass export: name one file",
		"help foo":                            `traceglass help: unknown command "foo"`,
		"start.trace.gz":                      "traceglass: name a command. Did you mean traceglass overview start.trace.gz?",
		"a/traces.txt":                        "traceglass: name a command. Did you mean traceglass explain a/traces.txt?",
		"version x":                           "traceglass version: this command takes no file",
		"completion tcsh":                     "traceglass completion: name one shell: bash, zsh or fish",
	} {
		var out, err bytes.Buffer
		if status := run(strings.Fields(args), &out, &err); status != 2 || out.Len() > 0 || !strings.HasPrefix(err.String(), want) || strings.Count(err.String(), "\n") != 2 || !strings.Contains(err.String(), "\nRun \"traceglass help") {
			t.Errorf("%s: status %d, %s%s\nwant %s", args, status, out.String(), err.String(), want)
		}
	}
}

// TestReferenceLists checks that the source of the command reference, which has no other help, lists all commands.
func TestReferenceLists(t *testing.T) {
	page, err := os.ReadFile("../../site/docs/command-reference.md")
	if err != nil {
		t.Fatal(err)
	}
	want := "| command | |\n|---|---|\n"
	for _, c := range available() {
		want += fmt.Sprintf("| `%s` | %s |\n", c.Name(), strings.ReplaceAll(c.Short, "|", `\|`))
	}
	if !strings.Contains(string(page), "\n\n"+want+"\n") {
		t.Errorf("the list of commands in command-reference.md should be\n%s", want)
	}
}

// TestHelpAsk: the help on ask has the options of all questions, and names the help on one.
func TestHelpAsk(t *testing.T) {
	var out, err bytes.Buffer
	run([]string{"help", "ask"}, &out, &err)
	for _, want := range []string{"\n  -from T ", "\n  -thread T ", "\n  -format F ", "\n  -limit N ", "traceglass help ask QUESTION"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("help ask has no %q", want)
		}
	}
}

// TestHelpOnNothing: help on a command that is none names the list of all commands, not the help on help.
func TestHelpOnNothing(t *testing.T) {
	var out, err bytes.Buffer
	if run([]string{"help", "foo"}, &out, &err) != 2 || !strings.HasSuffix(err.String(), "\nRun \"traceglass help\" for all commands.\n") {
		t.Error(err.String())
	}
}

// TestDashes checks that one dash and two mean the same, and that values of options stay as they
// are, even if they look like options.
func TestDashes(t *testing.T) {
	root := newRoot()
	for args, want := range map[string]string{
		"export -format csv a":           "export --format csv a",
		"export --format=csv a":          "export --format=csv a",
		"export -format=csv a -o b":      "export --format=csv a -o b",
		"export --o b -t5 --t 7 -help":   "export -o b -t5 -t 7 --help",
		"export -o -format a -force":     "export -o -format a --force",
		"export -dump -force -- -force":  "export --dump -force -- -force",
		"-lang zh export -member -force": "--lang zh export --member -force",
		"dmtracedump -hok -compat=0 a":   "dmtracedump -hok --compat=0 a",
		"dmtracedump -hd -faults -h":     "dmtracedump -hd -faults -h",
		"dmtracedump -gout.png -faults":  "dmtracedump -gout.png --faults",
		"dmtracedump -o -faults - -":     "dmtracedump -o --faults - -",
		"compare a -sort calls -- -sort": "compare a --sort calls -- -sort",
		"nothing -lang zh":               "nothing --lang zh",
	} {
		if got := strings.Join(singleDashes(root, strings.Fields(args)), " "); got != want {
			t.Errorf("%s becomes %s, want %s", args, got, want)
		}
	}
}
