package desk

import (
	"strconv"
	"strings"
	"unicode"

	"traceglass/render/words"
	"traceglass/wasm/export"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
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

// InName returns a text as a part of a file's name: letters, digits, dots, and hyphens for all else.
func InName(text string) string {
	const most = 40 // letters
	var b strings.Builder
	n := 0
	for _, c := range text {
		switch {
		case n == most:
			return b.String()
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '.', c == '_':
			b.WriteRune(c)
		default:
			b.WriteByte('-')
		}
		n++
	}
	return b.String()
}

// SaveButtons returns the buttons that save a comparison. Their ids begin with stem. save gets the format.
func SaveButtons(stem string, ready bool, save func(format string)) *bar.Row {
	row := bar.Of()
	for i := range export.Changes.Exports {
		if e := &export.Changes.Exports[i]; e.Name != "" {
			row.Buttons = append(row.Buttons, bar.Button{
				ID: stem + e.Ending[1:], Name: e.Name.String(), Title: e.About.String(), Disabled: !ready, Do: func() { save(e.Format()) },
			})
		}
	}
	return row
}

// SaveCommands returns the same as commands of the palette.
func SaveCommands(save func(format string)) (all []Command) {
	for _, b := range SaveButtons("", true, save).Buttons {
		all = append(all, Command{Name: words.Say("Save the changes as {1}", b.Name), Do: b.Do})
	}
	return all
}
