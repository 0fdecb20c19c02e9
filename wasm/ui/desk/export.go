package desk

import (
	"strconv"
	"strings"

	"traceglass/wasm/export"
	"traceglass/wasm/message"
)

// A Part limits an export to the selected threads, the selected range, or both.
type Part struct{ Threads, Range bool }

// ShareArgs returns the command's options for the least share of a callee in the call graph, in percent.
func ShareArgs(share int) []string {
	if share == message.AutoThreshold {
		return nil // the command uses the same default
	}
	return []string{"-t", strconv.Itoa(share)}
}

// A Job is an export to run: the command's arguments, the files that it reads, and the name of the file that it
// makes.
type Job struct {
	Args, Files []string
	Name        string
}

// Stem returns a file's name without the suffixes of files that Traceglass opens.
func Stem(file string) string {
	for {
		short := file
		for _, ending := range []string{".gz", ".zip", ".txt", ".trace", ".key", ".data"} {
			short = strings.TrimSuffix(short, ending)
		}
		if short == "" || short == file {
			return file
		}
		file = short
	}
}

// SaveCommands returns the commands of the palette that save a comparison. save gets the format.
func SaveCommands(save func(format string)) (all []Command) {
	for i := range export.Changes.Exports {
		if e := &export.Changes.Exports[i]; e.Name != "" {
			all = append(all, Command{Name: e.Name.String(), Do: func() { save(e.Format()) }})
		}
	}
	return all
}
