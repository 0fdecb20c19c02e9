package session

import "slices"

// visited has the files of the browser's history, so that Back can show them again. An entry of the history has a
// serial. Entries with the same one show the same files.
type visited struct {
	serial int // of the browser's current entry
	known  []visit
}

// A visit has the files that entries with a serial show. Without files, they show the start page.
type visit struct {
	serial int
	from   Source
}

// mostVisited is how many different openings the page can repeat. The browser keeps the bytes of a downloaded file as long.
const mostVisited = 8

// of returns the visit with a serial.
func (v *visited) of(serial int) (visit, bool) {
	i := slices.IndexFunc(v.known, func(one visit) bool { return one.serial == serial })
	if i < 0 {
		return visit{}, false
	}
	return v.known[i], true
}

// limit forgets the visits of all but the latest mostVisited openings. Visits of the same files count once.
func (v *visited) limit() {
	var latest []Source
	for i := len(v.known) - 1; i >= 0; i-- {
		from := v.known[i].from
		switch isKept := slices.ContainsFunc(latest, from.reads); {
		case isKept:
		case len(latest) < mostVisited:
			latest = append(latest, from)
		default:
			v.known = slices.Delete(v.known, i, i+1)
		}
	}
}

// EnterStart notes that the browser's current entry shows the start page, not files that an address or a link names.
func (s *Session) EnterStart() {
	s.visited = visited{known: []visit{{}}}
}

// ForgetVisits forgets the files of all entries. The files that are opened next get no entry of their own.
func (s *Session) ForgetVisits() { s.visited.known = nil }

// Enter notes the serial of the files that are shown now. It returns true if they need an entry of their own, so that Back
// leads to the current one. While an entry is opened again, or shows other parts of its files, they need none.
func (s *Session) Enter(serial int) (after bool) {
	v := &s.visited
	from := s.state.source()
	was, ok := v.of(v.serial)
	v.known = slices.DeleteFunc(v.known, func(one visit) bool { return one.serial == serial })
	v.known = append(v.known, visit{serial, from})
	v.limit()
	v.serial = serial
	return ok && !was.from.reads(from)
}

// Revisit shows the files of entries with a serial. Either they are shown now, or they are being read. Otherwise nothing
// is open, because they are no longer known.
func (s *Session) Revisit(serial int) (shown, reads bool) {
	defer s.out.flush()
	to, ok := s.visited.of(serial)
	s.visited.serial = serial
	o := s.open()
	if ok && o != nil && o.shows(to.from) {
		s.turn++ // a pending fetch is no longer wanted
		o.dismiss()
		return true, false
	}
	s.replace(false)
	s.vacate()
	if ok && !to.from.isEmpty() {
		s.read(to.from, to.from.Name(), false)
		return false, true
	}
	return ok || serial == 0, false
}

// shows reports whether a source is open, perhaps together with files that were added later.
func (o *open) shows(from Source) bool {
	all := o.source()
	if o.compare != nil || o.shown().runs || from.With != nil || from.Runs {
		return all.reads(from)
	}
	_, files := partMaps(from.Files)
	for _, f := range files {
		if !slices.Contains(all.Files, f) {
			return false
		}
	}
	return len(files) > 0 && all.Choice == from.Choice
}

// reads reports whether another source reads the same, apart from maps of names and the part of runs.
func (s *Source) reads(other Source) bool {
	_, files := partMaps(s.Files)
	_, others := partMaps(other.Files)
	if !slices.Equal(files, others) || s.Choice != other.Choice || s.Runs != other.Runs || (s.With == nil) != (other.With == nil) {
		return false
	}
	return s.With == nil || s.With.reads(*other.With)
}
