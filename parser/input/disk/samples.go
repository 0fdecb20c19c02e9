package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"traceglass/parser/anr"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/samples"
)

// mostListed limits the names in an error.
const mostListed = 5

// AsTrace makes an export of ANRs the trace of its recording of main, if it has one. It leaves any
// other source as it is. The error of an export with several recordings names them.
func (s *Source) AsTrace() error {
	if s.Kind != input.JSON {
		return nil
	}
	return s.recording("")
}

// cutSamples splits the path of a recording of main in an export: week.json/week-3.samples.trace.
func cutSamples(paths []string) (file, name string, ok bool) {
	if len(paths) != 1 || !strings.HasSuffix(paths[0], samples.Ending) {
		return "", "", false
	}
	if _, err := os.Stat(paths[0]); err == nil {
		return "", "", false
	}
	file, name = filepath.Split(paths[0])
	file = strings.TrimRight(file, `/\`)
	info, err := os.Stat(file)
	return file, name, file != "" && (err != nil || !info.IsDir())
}

// openSamples opens a recording of main in an export as a trace.
func openSamples(paths []string, open func(...string) (*Source, error)) (*Source, error) {
	file, name, ok := cutSamples(paths)
	if !ok {
		return nil, nil
	}
	s, err := open(file)
	if err != nil {
		return nil, err
	}
	if s.Kind.MayHoldDump(s.Head) {
		err = s.recording(name)
	}
	if err == nil && s.Kind != input.MethodTrace {
		err = fmt.Errorf("%s has no samples of main", file)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// recording makes the source the trace of a recording of main in it. name chooses one of several.
// Without a recording the source is at its end.
func (s *Source) recording(name string) error {
	file := s.Name
	reports := 0
	var names []string
	var chosen *dump.Recording
	reader := anr.NewReader(func(d *dump.Dump) {
		reports++
		if d.Recording == nil {
			return
		}
		one := samples.Name(dump.ReportName(file, reports-1, 2))
		if len(names) == 0 || one == name {
			chosen = d.Recording
		}
		names = append(names, one)
	})
	if _, err := io.Copy(reader, s.r); err != nil {
		return err
	}
	reader.Close()
	switch {
	case len(names) == 0:
		return nil
	case len(names) > 1 && !slices.Contains(names, name):
		list := strings.Join(names[:min(len(names), mostListed)], ", ")
		if len(names) > mostListed {
			list += ", …"
		}
		return fmt.Errorf("%s has samples of main in %d reports. Choose one by its path, such as %s: %s", file, len(names), file+"/"+names[0], list)
	}
	var trace bytes.Buffer
	if err := samples.Write(&trace, chosen); err != nil {
		return errors.New("its samples of main make no trace: " + err.Error())
	}
	s.Kind, s.Name, s.r = input.MethodTrace, samples.Name(file), &trace
	s.Head = append([]byte(nil), trace.Bytes()[:min(trace.Len(), input.HeadSize)]...)
	return nil
}
