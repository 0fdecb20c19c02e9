package page

import (
	"slices"
	"syscall/js"

	"traceglass/wasm/script"
	"traceglass/wasm/session"
)

// fileOf returns a File of the browser for the session.
func fileOf(file js.Value) *session.File {
	f := &session.File{Name: file.Get("name").String(), Size: int64(file.Get("size").Float()), Blob: file}
	if at := file.Get("lastModified"); at.Type() == js.TypeNumber {
		f.Modified = at.Float()
	}
	if from := file.Get("from"); from.Type() == js.TypeString {
		f.From = from.String()
	}
	return f
}

// filesIn returns the Files in an array for the session.
func filesIn(array js.Value) (files []*session.File) {
	for _, file := range script.All(array) {
		files = append(files, fileOf(file))
	}
	return files
}

// arrayOf returns an array of the browser's Files.
func arrayOf(files []*session.File) js.Value {
	array := script.Array()
	for _, f := range files {
		array.Call("push", f.Blob)
	}
	return array
}

// bothOf returns the Files of A and those of B, undefined if no two traces are open.
func bothOf(both [][]*session.File) js.Value {
	if both == nil {
		return js.Undefined()
	}
	return script.Array(arrayOf(both[0]), arrayOf(both[1]))
}

// came notes which address a File came from.
func came(file js.Value, url string) *session.File {
	file.Set("from", url)
	return fileOf(file)
}

// handlesOf returns an array of promises of the browser's handles, undefined unless each file has one: a part of the
// files would be another trace.
func handlesOf(files []*session.File) js.Value {
	handles := script.Array()
	for _, f := range files {
		if promise := f.Blob.(js.Value).Get("handle"); promise.Truthy() {
			handles.Call("push", promise)
		}
	}
	if handles.Length() < len(files) {
		return js.Undefined()
	}
	return handles
}

// areAt reports whether files are those of some addresses, one of each, in any order.
func areAt(files []*session.File, urls []string) bool {
	var from []string
	for _, f := range files {
		from = append(from, f.From)
	}
	slices.Sort(from)
	return len(from) > 0 && slices.Equal(from, slices.Sorted(slices.Values(urls)))
}
