package session

import "traceglass/wasm/message/post"

// Fetch shows that files will come: downloaded, or found in a folder. The open files stay until these have been read.
// It returns their turn.
func (s *Session) Fetch(name string) int {
	defer s.out.flush()
	if o := s.open(); o != nil {
		o.dismiss()
		s.turn++
		o.background = &fetching{}
		s.out.do(func(host Host) { host.OpeningInBackground(name, 0) })
		return s.turn
	}
	s.vacate()
	s.state = &fetching{}
	s.out.do(func(host Host) { host.Opening(name, 0, false) })
	return s.turn
}

// Fetched ends waiting for files, which the host is about to open. It returns false if they are no longer wanted.
func (s *Session) Fetched(turn int) bool {
	if !s.Wanted(turn) {
		return false
	}
	if o := s.open(); o != nil {
		if _, ok := o.background.(*fetching); ok {
			o.background = nil
		}
	} else if f, ok := s.state.(*fetching); ok && f.worker == nil {
		s.state = &empty{}
	}
	return true
}

// NotFetched says why nothing has come. If a worker already reads what came, it ends.
func (s *Session) NotFetched(turn int, name, why string) {
	defer s.out.flush()
	if !s.Wanted(turn) {
		return
	}
	if o := s.open(); o != nil {
		o.refuse(name, why)
		return
	}
	if len(s.state.workers()) > 0 {
		s.vacate()
	} else if _, ok := s.state.(*fetching); ok {
		s.state = &empty{}
	}
	s.out.fail(why)
}

// Stream has the worker read a file while its pieces come by a port, line. It returns false if they are no longer
// wanted, or if the worker cannot.
func (s *Session) Stream(turn int, line any, name string, size int64) bool {
	defer s.out.flush()
	f, ok := s.state.(*fetching)
	if !ok || !s.Wanted(turn) || f.worker != nil || s.idle == nil || s.idle.reading {
		return false
	}
	f.worker, s.idle = s.idle, nil
	f.worker.reading = true
	s.out.send(f.worker, &post.Take{Line: line, Name: name, Size: size, Budget: s.budget})
	return true
}

// Streamed handles a file whose worker has all of it.
func (s *Session) Streamed(turn int, file *File) {
	defer s.out.flush()
	if f, ok := s.state.(*fetching); ok && f.worker != nil && s.Wanted(turn) {
		s.arrive(f, file)
	}
}

// arrive makes fetching reading, with the same worker.
func (s *Session) arrive(f *fetching, file *File) {
	s.out.do(Host.Begins)
	s.idle = f.worker
	s.beginReading(Source{Files: []*File{file}}, false)
}

// hearFetching handles a post of a worker that reads a file while it is downloaded.
func (s *Session) hearFetching(p post.Post) {
	f := s.state.(*fetching)
	switch p := p.(type) {
	case *post.Answer:
		s.out.showData(p.Data) // progress
	case *post.FirstNamed:
		s.out.showData(p.Data)
	case *post.Fetched:
		s.arrive(f, p.File.(*File))
	case *post.NotFetched:
		s.state, s.idle = &empty{}, f.worker
		s.out.fail(p.Reason)
	}
}
