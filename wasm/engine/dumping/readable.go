package dumping

import (
	"strings"

	"traceglass/parser/dump"
	"traceglass/parser/readable"
	naming "traceglass/render/names"
)

// readables are the readable names of a dump's methods, by class and method.
type readables struct {
	of    *dump.Dump // nil until needed
	names map[string]readable.Name
}

// readableName returns the readable name of a method, and false for one that has none.
func (f *file) readableName(class, method string) (readable.Name, bool) {
	if f.readable.of != f.d {
		f.readable = readables{f.d, naming.OfDump(f.d)}
	}
	if len(f.readable.names) == 0 {
		return readable.Name{}, false
	}
	name, ok := f.readable.names[class+"."+strings.TrimSuffix(method, "!")]
	return name, ok
}

// readableText returns the readable form of a name with its class, "" if it has none.
func (f *file) readableText(name string) string {
	at := max(0, strings.LastIndexByte(name, '.'))
	if n, ok := f.readableName(name[:at], strings.TrimPrefix(name[at:], ".")); ok {
		return n.Text()
	}
	return ""
}
