package mapping

import (
	"hash/maphash"
	"strings"
)

// A sources holds the source files of all classes by original name. The needed ones are known only
// after the whole map is read, because a class's section may come before or after code inlined from
// it. Only a hash of each name is kept.
type sources struct {
	seed   maphash.Seed
	files  map[uint64]uint32 // java, kotlin, or a row of names + other
	names  []string
	number map[string]uint32
	texts  int64 // bytes of names
}

// Usual file names: the class name up to its first $, with an extension.
const (
	java uint32 = iota
	kotlin
	other
)

// mostSources limits how many classes have a file.
const mostSources = 1 << 19

func newSources() sources {
	return sources{seed: maphash.MakeSeed(), files: map[uint64]uint32{}, number: map[string]uint32{}}
}

// size returns the approximate memory, in bytes.
func (s *sources) size() int64 { return int64(len(s.files))*28 + int64(len(s.names))*64 + s.texts }

// add stores the file of a class, unless it has one. It returns false if the limit is reached.
func (s *sources) add(class, file string) bool {
	if class == "" || file == "" || file == "R8$$SyntheticClass" || file == "D8$$SyntheticClass" {
		return true
	}
	key := maphash.String(s.seed, class)
	if _, ok := s.files[key]; ok {
		return true
	}
	if len(s.files) >= mostSources || s.texts > mostKept/8 {
		return false
	}
	var kind uint32
	if base, ok := strings.CutPrefix(file, stem(class)); ok && base == ".java" {
		kind = java
	} else if ok && base == ".kt" {
		kind = kotlin
	} else if kind, ok = s.number[file]; !ok {
		kind = other + uint32(len(s.names))
		file = strings.Clone(file)
		s.names, s.number[file] = append(s.names, file), kind
		s.texts += int64(len(file))
	}
	s.files[key] = kind
	return true
}

// fileName is the file fileName a class, "" for one that the map does not tell.
func (s *sources) fileName(class string) string {
	kind, ok := s.files[maphash.String(s.seed, class)]
	switch {
	case !ok:
		return ""
	case kind == java:
		return stem(class) + ".java"
	case kind == kotlin:
		return stem(class) + ".kt"
	}
	return s.names[kind-other]
}

// stem returns the likely name of a class's file: the class name without package, up to the first $
// that is not its first character.
func stem(class string) string {
	name := simple(class)
	if at := strings.IndexByte(name, '$'); at > 0 {
		return name[:at]
	}
	return name
}

// SourceFile returns the source file of a class by its original name, "" if the map does not state it.
func (m *Map) SourceFile(class string) string { return m.sources.fileName(class) }

// file returns the source file of a class by its original name. If the map does not state it, the
// name is inferred (section 4.7) and may be wrong. nearby is the file of a frame nearby.
func (m *Map) file(class, nearby string) (file string, inferred bool) {
	if file = m.sources.fileName(class); file != "" {
		return file, false
	}
	name := stem(class)
	for part := range strings.SplitSeq(simple(class), "$") {
		if strings.HasSuffix(part, "Kt") && part != "Kt" {
			return strings.TrimSuffix(name, "Kt") + ".kt", true
		}
	}
	if strings.HasSuffix(nearby, ".kt") {
		return name + ".kt", true
	}
	return name + ".java", true
}
