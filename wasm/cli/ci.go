//go:build !js

package main

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	budgets "traceglass/parser/budget"
	"traceglass/parser/dump"
	"traceglass/parser/platform"
	"traceglass/parser/trace"
	"traceglass/render/report"
	"traceglass/render/report/ci"
)

// ciFormats returns the formats for CI and code hosts.
func ciFormats() (all []value[string]) {
	for _, f := range ci.Formats {
		all = append(all, value[string]{name: f.Name, usage: f.Usage, is: f.Name})
	}
	return all
}

// sources are the folders of -sources.
var sources []string

// ciFlags declares the options of the formats for CI and code hosts.
func ciFlags(flags *pflag.FlagSet) {
	sources = nil
	parse(flags, "sources", "DIR", "", "For sarif, junit and github, look for source files below `DIR`, such as app/src/main/java. Can be repeated. Without it, a source file is named below the folders of its package", func(dir string) error {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return errors.New("must be a folder")
		}
		sources = append(sources, dir)
		return nil
	})
}

// A ciRun collects the results of one command.
type ciRun struct {
	ci.Run
	write func(io.Writer, *ci.Run) error
}

// newResults returns where a command collects its results, or nil if the format is none for CI and code hosts.
func newResults(command, format string) results {
	if run := newRun(command, format); run != nil {
		return run
	}
	return nil
}

func newRun(command, format string) *ciRun {
	for _, f := range ci.Formats {
		if f.Name == format {
			run := &ciRun{ci.Run{Command: command}, f.Write}
			if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "(devel)" {
				run.Version = strings.TrimPrefix(info.Main.Version, "v") // readers compare numbers
			}
			return run
		}
	}
	return nil
}

func (r *ciRun) addFailure(file string, err error) {
	at := ci.Place{File: hostPath(file)}
	if wrong, ok := errors.AsType[*budgets.Error](err); ok {
		at.Line = wrong.Line
	}
	r.Fail(at, err)
}

func (r *ciRun) writeTo(w io.Writer) error { return r.write(w, &r.Run) }

func (r *ciRun) addOverview(o *report.Overview, file string) {
	if len(r.Rules) == 0 {
		r.Rules = ci.OverviewRules()
	}
	r.AddOverview(o, memberPath(file, o.Member), func(m *trace.Method) ci.Place {
		switch m.Origin() {
		case platform.Own, platform.Unknown:
		default:
			return ci.Place{} // its source is in another repository
		}
		return originals.place(m)
	})
}

func (r *ciRun) addDump(d *dump.Dump, file, name string) {
	member, number, _ := strings.Cut(name, "#") // #2 is the second report of a file
	if strings.Trim(number, "0123456789") != "" {
		member = name
	}
	r.AddDump(d, strings.TrimSuffix(file+": "+name, ": "), memberPath(file, member), func(f *dump.Frame, inFile bool) string {
		if !inFile && originals.guesses(f.Class) {
			return ""
		}
		return sourceFile(f.Class, f.File)
	})
}

// place returns the source of a method. Without -sources a file must be in the trace or the map, not a guess.
func (n *namer) place(m *trace.Method) ci.Place {
	line := max(0, int(m.Line))
	if n != nil && n.m != nil && m.Raw != nil {
		if m.File != m.Raw.File && n.guesses(m.Class) {
			return ci.Place{}
		}
		if line == 0 {
			line = int(n.m.FirstLine(m.Raw.Class, m.Raw.Name, m.Raw.Signature))
		}
	}
	return ci.Place{File: sourceFile(m.Class, m.File), Line: line}
}

// guesses reports whether the file of a class from the map is a guess that -sources cannot confirm.
func (n *namer) guesses(class string) bool {
	return len(sources) == 0 && n != nil && n.m != nil && n.m.SourceFile(class) == ""
}

// sourceFile returns the path of a class's source file, or "" if the file is unknown. With -sources the file exists.
func sourceFile(class, name string) string {
	pkg := strings.Split(class, ".")
	parts := append(pkg[:len(pkg)-1], name)
	if slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || part == ".." || len(part) > 255 || strings.ContainsAny(part, `/\: `) || trace.Visible(part) != part
	}) || !strings.Contains(name, ".") {
		return ""
	}
	file := path.Join(parts...)
	for _, dir := range sources {
		if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
			return path.Join(hostPath(dir), file)
		}
	}
	if len(sources) > 0 {
		return ""
	}
	return file
}

// memberPath returns the path of a member of a zip file or folder, which stays below that. "" is the file itself.
func memberPath(file, member string) string {
	return path.Join(hostPath(file), path.Join("/", member))
}

// hostPath returns a path as code hosts know it: below the current folder, which is usually that of the repository.
func hostPath(file string) string {
	if here, err := os.Getwd(); err == nil && filepath.IsAbs(file) {
		if below, err := filepath.Rel(here, file); err == nil && filepath.IsLocal(below) {
			file = below
		}
	}
	return path.Clean(filepath.ToSlash(file))
}
