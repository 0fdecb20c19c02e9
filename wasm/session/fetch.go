package session

import "traceglass/wasm/message/post"

// fetches are the openings of files that have yet to come: downloaded, or found in a folder.
type fetches struct {
	out *outbox
	now *current
}

// Fetch shows that files will come: downloaded, or found in a folder. The open files stay until these have been read.
// It returns their turn.
func (fs *fetches) Fetch(name string) int {
	defer fs.out.flush()
	if o := fs.now.open(); o != nil {
		o.dismiss()
		fs.now.turn++
		o.background = &fetching{}
		fs.out.do(func(host Host) { host.OpeningInBackground(name, 0) })
		return fs.now.turn
	}
	fs.now.vacate()
	fs.now.state = &fetching{}
	fs.out.do(func(host Host) { host.Opening(name, 0, false) })
	return fs.now.turn
}

// Fetched ends waiting for files, which the host is about to open. It returns false if they are no longer wanted.
func (fs *fetches) Fetched(turn int) bool {
	if !fs.now.Wanted(turn) {
		return false
	}
	if o := fs.now.open(); o != nil {
		if _, ok := o.background.(*fetching); ok {
			o.background = nil
		}
	} else if f, ok := fs.now.state.(*fetching); ok && f.worker == nil {
		fs.now.state = &empty{}
	}
	return true
}

// NotFetched says why nothing has come. If a worker already reads what came, it ends.
func (fs *fetches) NotFetched(turn int, name, why string) {
	defer fs.out.flush()
	if !fs.now.Wanted(turn) {
		return
	}
	if o := fs.now.open(); o != nil {
		o.refuse(name, why)
		return
	}
	if len(fs.now.state.workers()) > 0 {
		fs.now.vacate()
	} else if _, ok := fs.now.state.(*fetching); ok {
		fs.now.state = &empty{}
	}
	fs.out.fail(why)
}

// Stream has the worker read a file while its pieces come by a port, line. It returns false if they are no longer
// wanted, or if the worker cannot.
func (fs *fetches) Stream(turn int, line any, name string, size int64) bool {
	defer fs.out.flush()
	f, ok := fs.now.state.(*fetching)
	if !ok || !fs.now.Wanted(turn) || f.worker != nil || fs.now.idle == nil || fs.now.idle.reading {
		return false
	}
	f.worker, fs.now.idle = fs.now.idle, nil
	f.worker.reading = true
	fs.out.send(f.worker, &post.Take{Line: line, Name: name, Size: size, Budget: fs.now.budget})
	return true
}

// Streamed handles a file whose worker has all of it.
func (fs *fetches) Streamed(turn int, file *File) {
	defer fs.out.flush()
	if f, ok := fs.now.state.(*fetching); ok && f.worker != nil && fs.now.Wanted(turn) {
		fs.arrive(f, file)
	}
}

// arrive makes fetching reading, with the same worker.
func (fs *fetches) arrive(f *fetching, file *File) {
	fs.out.do(Host.Begins)
	fs.now.idle = f.worker
	fs.now.beginReading(Source{Files: []*File{file}}, false)
}

// handlePost handles a post of a worker that reads a file while it is downloaded.
func (fs *fetches) handlePost(f *fetching, p post.Post) {
	switch p := p.(type) {
	case *post.Answer:
		fs.out.showData(p.Data) // progress
	case *post.FirstNamed:
		fs.out.showData(p.Data)
	case *post.Fetched:
		fs.arrive(f, p.File.(*File))
	case *post.NotFetched:
		fs.now.state, fs.now.idle = &empty{}, f.worker
		fs.out.fail(p.Reason)
	}
}
