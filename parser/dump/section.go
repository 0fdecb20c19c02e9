package dump

// sections are the sections of a bug report, and the appendixes of a report. Those without dumps are skipped.
type sections struct {
	title    string // of the open section, "" outside bug reports
	skipping bool   // in a section or an appendix without dumps
	skipped  [][2]int
	leftOut  []int // first lines of skipped blocks
	again    bool  // reading skipped sections after all
	traces   bool  // the bug report has sections of dumps
}

// skip starts skipping at line i.
func (s *sections) skip(i int) {
	s.skipping = true
	if s.title != "" {
		s.skipped = append(s.skipped, [2]int{i, i})
	}
}

// stop stops skipping at line i.
func (s *sections) stop(i int) {
	if s.title != "" {
		s.end(i)
	}
	s.skipping = false
}

// end ends the skipped lines, if some are open, before line i.
func (s *sections) end(i int) {
	if s.skipping && len(s.skipped) > 0 {
		s.skipped[len(s.skipped)-1][1] = i
	}
}
