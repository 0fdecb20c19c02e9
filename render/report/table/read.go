//go:build !js

package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"traceglass/parser/anr"
	"traceglass/parser/call"
	"traceglass/parser/dump"
	"traceglass/parser/input"
	"traceglass/parser/input/disk"
	"traceglass/parser/profile"
	"traceglass/parser/simpleperf"
	"traceglass/parser/story"
	"traceglass/parser/trace"
)

// A Content is one input: the profile of a trace, or dumps.
type Content struct {
	File     File // without hash, size and columns from other sources
	Profile  *profile.Profile
	Overview *story.Overview // of Profile; nil if keeping every call takes too much memory
	Dumps    []Dump
}

// Limits limit the resources for one input. The context limits its time.
type Limits struct {
	Memory   int64          // approximate bytes; 0 for no limit
	Archives *disk.Archives // opens members of zip files; nil opens none
}

// Names has the functions that give an input its original names. A nil function keeps the names
// of the file.
type Names struct {
	Trace   func(*trace.Info) error
	Samples func([]simpleperf.Method) error
	Dump    func(*dump.Dump) (*dump.Dump, error)
}

// Read reads a trace, a pair of .key and .data, a thread dump or a zip file of dumps. It reads as
// much of a damaged file as it can. An error is one sentence that names the file's kind or the
// limit that it exceeds.
func Read(ctx context.Context, paths []string, limits Limits, names Names) (*Content, error) {
	c := &Content{File: File{Name: filepath.Base(paths[0]), Path: paths[0]}}
	f := &feed{ctx: ctx, limits: limits, names: names, buffer: make([]byte, 256<<10)}
	several, isZip := disk.Dumps{}, false
	if len(paths) == 1 {
		several, isZip = disk.OpenDumps(paths[0])
		defer several.Close()
	}
	left, unread := several.Reported, 0 // members without rows; those that may have been dumps
	if isZip && !several.Trace {
		for i, name := range several.Names {
			source, err := several.Open(i)
			var reports []*dump.Dump
			if err == nil {
				reports, err = f.reports(source)
			}
			switch {
			case err != nil && (f.over != nil || ctx.Err() != nil):
				return nil, err
			case err != nil: // other members may be readable
				left, unread = append(left, fmt.Sprintf("%s (%v)", name, err)), unread+1
			case len(reports) == 0:
				left = append(left, name)
			default:
				c.add(name, reports)
			}
		}
		if len(c.Dumps) == 0 && len(several.Names) > 1 {
			return nil, errors.New(input.NothingUseful(append(several.Names, several.LeftOut...)).Text)
		}
	}
	if len(c.Dumps) == 0 {
		source, err := f.limits.Archives.Open(paths...)
		if err != nil {
			return nil, err
		}
		kind, head, notes := source.Kind, source.Head, source.Notes
		switch reports, err := f.reports(source); {
		case err != nil:
			return nil, err
		case len(reports) > 0:
			c.add("", reports)
		case !kind.Traces():
			return nil, withNotes(errors.New(kind.Describe(head)), notes)
		}
	}
	for _, d := range c.Dumps {
		if issue, ok := f.issues[d.About.Issue]; ok {
			issue.Join(&d.About)
		}
	}
	if len(c.Dumps) > 0 {
		dumpFacts(&c.File, c.Dumps)
		if len(left) > 0 && c.Dumps[0].Member != "" {
			c.File.Complete = c.File.Complete && unread == 0
			c.File.Receipt = append(c.File.Receipt, Note{Code: "left-out", Count: int64(len(left)), Text: text(input.LeftOut(left))})
		}
		return c, nil
	}
	var err error
	kept := true // every call, which findings need
	if c.Profile, err = f.samples(paths); c.Profile == nil && err == nil {
		if c.Profile, err = f.profile(paths, true); f.over != nil && ctx.Err() == nil {
			f.over, kept = nil, false
			c.Profile, err = f.profile(paths, false)
		}
	}
	if err != nil {
		return nil, err
	}
	traceFacts(&c.File, c.Profile)
	if kept {
		c.overview()
	}
	return c, nil
}

// add adds the dumps of a file, or of a member of a zip file.
func (c *Content) add(name string, reports []*dump.Dump) {
	for i, d := range reports {
		c.Dumps = append(c.Dumps, Dump{text(dump.ReportName(name, i, len(reports))), d})
	}
}

// A feed copies an input's bytes to its reader, within limits.
type feed struct {
	ctx    context.Context
	limits Limits
	names  Names
	buffer []byte
	dumps  int64 // bytes of dumps so far
	issues map[string]anr.Issue
	seen   anr.Seen // reports of the files of a zip file
	over   error    // error of an exceeded limit
}

// copy copies source to to, within the limits. held returns the memory in use after read bytes.
func (f *feed) copy(to io.Writer, source io.Reader, held func(read int64) int64) error {
	var read int64
	for {
		if err := f.ctx.Err(); err != nil {
			f.over = errors.New("reading it took longer than is allowed a file")
			if errors.Is(err, context.Canceled) {
				f.over = err
			}
			return f.over
		}
		n, err := source.Read(f.buffer)
		read += int64(n)
		if f.limits.Memory > 0 && held(read) > f.limits.Memory {
			f.over = fmt.Errorf("it takes more than the %d MB of memory that are allowed a file, after %d MB of it", f.limits.Memory/1_000_000, read/1_000_000)
			return f.over
		}
		if _, err := to.Write(f.buffer[:n]); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// textCost is the memory that a byte of a thread dump may need, in bytes: its text, its lines and
// their facts.
const textCost = 4

// reports reads a source as thread dumps, one per report, and closes it. It returns none if the
// source holds none. A dump may begin later in the text than the lines that identify the file.
func (f *feed) reports(source *disk.Source) ([]*dump.Dump, error) {
	defer source.Close()
	switch source.Kind {
	case input.ThreadDump, input.UTF16, input.Logcat, input.JSON, input.Unknown:
	default:
		return nil, nil
	}
	var reports []*dump.Dump
	reader := anr.NewReader(func(d *dump.Dump) { reports = append(reports, d) })
	reader.Seen = &f.seen
	f.seen.File++
	before := f.dumps
	if err := f.copy(reader, source, func(read int64) int64 {
		f.dumps = before + read
		return textCost * f.dumps
	}); err != nil {
		return nil, err
	}
	d := reader.Close()
	for name, issue := range reader.Issues {
		if f.issues == nil {
			f.issues = map[string]anr.Issue{}
		}
		f.issues[name] = issue
	}
	if d != nil {
		d, err := source.Dump(d)
		if err != nil || d == nil {
			return nil, err
		}
		reports = reader.Reports(d, (*dump.Dump).Separate)
	}
	if f.names.Dump == nil {
		return reports, nil
	}
	for i := range reports {
		named, err := f.names.Dump(reports[i])
		if err != nil {
			return nil, err
		}
		reports[i] = named
	}
	return reports, nil
}

// listCost is the memory that a byte of a trace's lists may need before its first record, in
// bytes, with the profile made of them.
const listCost = 6

// samples profiles a simpleperf recording by its usual measure. It returns nil for other files.
func (f *feed) samples(paths []string) (*profile.Profile, error) {
	source, err := f.limits.Archives.Open(paths...)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if source.Kind != input.Simpleperf {
		return nil, nil
	}
	reader := simpleperf.NewReader()
	err = f.copy(reader, source, func(int64) int64 { return reader.Needs(int64(len(f.buffer))) })
	if err == nil {
		err = reader.Close()
	}
	if err != nil {
		if f.over != nil {
			return nil, err
		}
		return nil, withNotes(err, source.Notes)
	}
	for _, n := range source.Notes {
		reader.Note(trace.Note{Code: n.Code, Count: 1, Offset: reader.Bytes, Text: n.Text}, n.Complete)
	}
	if f.names.Samples != nil {
		if err := f.names.Samples(reader.Methods); err != nil {
			return nil, err
		}
	}
	return profile.NewIndex(reader.Calls(reader.Measure(), true)).Profile(profile.WholeTrace, nil), nil
}

// profile profiles a trace with sums by calling context. keep keeps every call.
func (f *feed) profile(paths []string, keep bool) (*profile.Profile, error) {
	replay, reader := call.NewReplay(keep)
	for {
		source, err := f.limits.Archives.Open(paths...)
		if err != nil {
			return nil, err
		}
		if source.Paired {
			reader.Paired()
		}
		info := reader.Info()
		err = f.copy(reader, source, func(read int64) int64 {
			// A profile needs about as much memory again as the tree.
			held := 3*replay.HeldBytes() + 400*int64(len(info.Methods)+len(info.Threads))
			if info.Records == 0 {
				held = max(held, listCost*read)
			}
			return held
		})
		if err == nil {
			err = reader.Close()
		}
		source.Close()
		if err != nil {
			if f.over != nil {
				return nil, err
			}
			return nil, withNotes(err, source.Notes)
		}
		calls := replay.Finish()
		if replay, reader = replay.Again(); reader != nil {
			continue
		}
		for _, n := range source.Notes { // damage to the wrapping is damage to the trace
			info.Complete = info.Complete && n.Complete
			info.Receipt.Notes = append(info.Receipt.Notes, trace.Note{Code: n.Code, Count: 1, Offset: info.Bytes, Text: n.Text})
		}
		if f.names.Trace != nil {
			if err := f.names.Trace(info); err != nil {
				return nil, err
			}
		}
		return profile.NewIndex(calls, info).Profile(profile.WholeTrace, nil), nil
	}
}

// withNotes adds notes on the wrapping, which may have caused it, to an error.
func withNotes(err error, notes []input.Note) error {
	for _, n := range notes {
		err = fmt.Errorf("%w %s", err, n.Text)
	}
	return err
}

// Hash returns the digests of files as they are stored, separated by points, and their total size
// in bytes.
func Hash(paths ...string) (sum string, bytes int64, err error) {
	var all []string
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return "", 0, err
		}
		one, n, err := input.DigestOf(f)
		f.Close()
		if err != nil {
			return "", 0, err
		}
		all = append(all, one)
		bytes += n
	}
	return strings.Join(all, "."), bytes, nil
}

// HashMember is Hash for a file in a zip file, uncompressed. A pair there has one digest.
func HashMember(a *disk.Archives, paths ...string) (sum string, bytes int64, err error) {
	source, err := a.Open(paths...)
	if err != nil {
		return "", 0, err
	}
	defer source.Close()
	return input.DigestOf(source)
}
