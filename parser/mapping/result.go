package mapping

import (
	"slices"
	"strings"

	"traceglass/parser/mapping/mapid"
	"traceglass/parser/trace"
)

// A Result counts the names of a file that a map contains, and how well map and file match (section
// 5). Names are the methods of a trace, or class.method in a dump's frames.
type Result struct {
	Names   int      // names that look shortened, or whose class is in the map
	Named   int      // of them
	Several int      // with more than one original
	ByName  int      // not included in Named: renamed by class and name only, because no method in the map has their signature
	Judged  int      // names that show whether the map matches: those of renamed classes, by signature or line
	Fit     int      // of them
	Missing []string // first names without an original, as in the file, by name
	Match   Match
	ID      string // id in the file, with SameBuild and AnotherBuild

	m       *Map
	foreign map[string]int // other builds' ids in frames and methods, with their counts
	same    int            // number of ids that equal this map's
	example string         // a class of the file that was looked up
}

// A Match compares the ids of map and file.
type Match uint8

const (
	NoID Match = iota
	SameBuild
	AnotherBuild
)

// mostMissing limits the list of names that were not found.
const mostMissing = 500

func newResult(m *Map) *Result { return &Result{m: m, foreign: map[string]int{}} }

// id counts the map id in a source file name.
func (r *Result) id(class, file string) {
	id, has := strings.CutPrefix(file, mapid.Prefix)
	switch {
	case !has || r.m.ID == "" || strings.HasPrefix(class, "j$."):
	case r.m.Matches(id):
		r.same++
	default:
		r.foreign[id]++
	}
}

// method counts a method of a trace.
func (r *Result) method(m *trace.Method, found *Method) {
	renames := found.Kind != UnknownClass && (found.Class != m.Class || found.Name != m.Name)
	if m.Library != "" || !renames && framework(m.Class) || found.Kind == UnknownClass && !looksShortened(m.Class) {
		return
	}
	r.Names++
	renamed := found.Class != m.Class
	switch found.Kind {
	case UnknownClass:
		r.missing(m.Class + "." + m.Name + m.Signature)
		return
	case Kept:
	case ByName:
		if renamed {
			r.Judged++
		}
		r.missing(m.Class + "." + m.Name + m.Signature)
		if renames {
			r.ByName++
		}
		return
	default:
		if len(found.Originals) > 1 {
			r.Several++
		}
		if renamed && m.Signature != "" {
			r.Judged, r.Fit = r.Judged+1, r.Fit+1
		}
	}
	r.Named++
}

func (r *Result) missing(name string) {
	if r.example == "" {
		r.example = name
	}
	if at, seen := slices.BinarySearch(r.Missing, name); !seen && at < mostMissing {
		r.Missing = slices.Insert(r.Missing, at, name)
		r.Missing = r.Missing[:min(len(r.Missing), mostMissing)]
	}
}

// Add adds the counts of another part of the same file, or of another open file.
func (r *Result) Add(more *Result) {
	r.Names, r.Named, r.Several = r.Names+more.Names, r.Named+more.Named, r.Several+more.Several
	r.ByName += more.ByName
	r.Judged, r.Fit, r.same = r.Judged+more.Judged, r.Fit+more.Fit, r.same+more.same
	for _, name := range more.Missing {
		r.missing(name)
	}
	for id, n := range more.foreign {
		r.foreign[id] += n
	}
}

// Settle sets Match by the ids in source file names.
func (r *Result) Settle() {
	r.Match, r.ID = NoID, ""
	others, most := 0, 0
	for id, n := range r.foreign {
		others += n
		if n > most || n == most && id < r.ID {
			most, r.ID = n, id
		}
	}
	switch {
	case others > r.same:
		r.Match = AnotherBuild
	case r.same > 0:
		r.Match, r.ID = SameBuild, r.m.ID
	default:
		r.ID = ""
	}
}

// leastJudged is the smallest number of names that allows a judgment.
const leastJudged = 10

// OfAnotherBuild reports whether the map is of another build, for certain or probably.
func (r *Result) OfAnotherBuild() bool {
	switch {
	case r.Match == SameBuild:
		return false
	case r.Match == AnotherBuild:
		return true
	case r.Names > 0 && r.Named == 0:
		return true
	}
	return r.Doubt() == Doubtful
}

// A Doubt is how doubtful it is, judging by names only, that map and file belong together.
type Doubt uint8

const (
	NoDoubt   Doubt = iota // nearly all match, or there are too few to judge
	SomeDoubt              // some do not
	Doubtful               // most do not
)

// Doubt returns the doubt that map and file belong together.
func (r *Result) Doubt() Doubt {
	switch {
	case r.Judged < leastJudged || r.Fit*20 >= r.Judged*19:
		return NoDoubt
	case r.Fit*10 >= r.Judged*7:
		return SomeDoubt
	}
	return Doubtful
}

// Examples returns a name of the file that was not found, and a class of the map.
func (r *Result) Examples() (file, inMap string) { return r.example, r.m.first }

// Map returns the map that the names come from.
func (r *Result) Map() *Map { return r.m }
