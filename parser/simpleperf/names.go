package simpleperf

import (
	"strconv"
	"strings"

	"traceglass/parser/platform"
	"traceglass/parser/trace"
)

// A Kind is the kind of a method's code (section 7.2).
type Kind uint8

const (
	Kernel Kind = iota
	Java
	Native
	Unknown // code of a library, without a symbol
)

// String returns the kind's name in the summary.
func (k Kind) String() string { return [...]string{"kernel", "java", "native", "unknown"}[k] }

// A Method is a row of the method table. Frames with one name share it.
type Method struct {
	Kind    Kind
	Class   string // of Java, with dots; "" otherwise
	Name    string // of Java without the class; else as the file has it
	Library string // path on the device; "" of Java, which may be interpreted, compiled or both

	Raw *trace.Raw // method as in the file, if a map has given the original names; else nil
}

// Label returns the full name: "com.example.Feed.load", "memcpy".
func (m *Method) Label() string {
	if m.Kind == Java {
		return m.Class + "." + m.Name
	}
	return m.Name
}

// An identity is equal for frames of one method: the full name for Java, the name and library for
// other code.
type identity struct{ name, library string }

// An oddity is an unusual property of a frame.
type oddity uint8

const (
	noFile   oddity = 1 + iota // it names a file that is not listed
	noSymbol                   // or a symbol that its file does not list
)

// names are the names of a file's frames. They come last in the file, and are looked up when the
// whole file was read.
type names struct {
	files    []file
	text     int64               // bytes of files, and of the names of threads and events
	methodOf []trace.MethodIndex // by frame
	odd      []oddity            // by frame
}

// A file is one File record: its path, and the bytes that have its symbols.
type file struct {
	id      uint32
	path    string
	symbols message
}

// add adds a File record. ok is false if it is damaged.
func (n *names) add(m message) (ok bool) {
	var f field
	one := file{}
	for rest := m; ; {
		if !rest.next(&f) {
			if rest.broken() {
				return false
			}
			break
		}
		switch {
		case f.matches(1, asVarint):
			one.id = uint32(f.value)
		case f.matches(2, asBytes):
			one.path = textOf(f.bytes)
		}
	}
	one.symbols = append(message{}, m...)
	n.files = append(n.files, one)
	n.text += int64(len(one.path) + cap(one.symbols))
	return true
}

// resolve returns the methods of the frames that samples have, and the number of symbols that the
// file lists.
func (n *names) resolve(c *samples, receipt *trace.Receipt) (methods []Method, listed int64) {
	used := make([]bool, len(c.frames.keys))
	for _, f := range c.stacks {
		used[f] = true
	}
	symbols, listed := n.symbols(&c.frames, used)
	files := map[uint32]int{}
	for i := range n.files {
		files[n.files[i].id] = i
	}
	rows := map[identity]trace.MethodIndex{}
	n.methodOf = make([]trace.MethodIndex, len(c.frames.keys))
	missing := map[uint32]bool{}
	unlisted := map[uint64]bool{}
	n.odd = make([]oddity, len(c.frames.keys))
	for i := range c.frames.keys {
		if !used[i] {
			continue
		}
		row := uint32(i)
		id, number := c.frames.file(row), c.frames.symbol(row)
		symbol, named := symbols[row]
		path := ""
		if at, ok := files[id]; ok {
			path = n.files[at].path
			if !named && number != -1 {
				unlisted[c.frames.keys[row]] = true
				n.odd[row] = noSymbol
			}
		} else {
			missing[id] = true
			n.odd[row] = noFile
			path = "file " + strconv.FormatUint(uint64(id), 10)
			if number != -1 {
				symbol, named = "symbol "+strconv.FormatInt(int64(number), 10), true
			}
		}
		m := methodOf(path, symbol, named, c.frames.java[row])
		is := identity{m.Label(), m.Library}
		at, ok := rows[is]
		if !ok {
			at = trace.MethodIndex(len(methods))
			rows[is] = at
			methods = append(methods, m)
		}
		n.methodOf[row] = at
	}
	if n := len(missing); n > 0 {
		receipt.Add("file-not-listed", -1, int64(n))
	}
	if n := len(unlisted); n > 0 {
		receipt.Add("symbol-not-listed", -1, int64(n))
	}
	return methods, listed
}

// symbols returns the names of the frames that are used, where their file lists them, and the number of
// symbols in all. The last file of an id counts.
func (n *names) symbols(frames *frames, used []bool) (named map[uint32]string, listed int64) {
	of := map[uint32]map[int32][]uint32{} // frames by file and symbol
	for i, ok := range used {
		row := uint32(i)
		if number := frames.symbol(row); ok && number >= 0 {
			file := of[frames.file(row)]
			if file == nil {
				file = map[int32][]uint32{}
				of[frames.file(row)] = file
			}
			file[number] = append(file[number], row)
		}
	}
	named = map[uint32]string{}
	for i := range n.files {
		wanted := of[n.files[i].id]
		var f field
		number := int32(0)
		for m := n.files[i].symbols; m.next(&f); {
			if !f.matches(3, asBytes) {
				continue
			}
			if rows := wanted[number]; rows != nil {
				name := textOf(f.bytes)
				for _, row := range rows {
					named[row] = name
				}
			}
			number++
		}
		listed += int64(number)
		n.files[i].symbols = nil
	}
	return named, listed
}

// methodOf returns the method of a frame, by the first rule of section 7.2 that matches.
func methodOf(path, symbol string, named, java bool) Method {
	if strings.HasPrefix(path, "[kernel.kallsyms]") || strings.HasSuffix(path, ".ko") {
		if !named {
			symbol = platform.FileName(path)
		}
		return Method{Kind: Kernel, Name: symbol, Library: path}
	}
	if !named {
		return Method{Kind: Unknown, Name: platform.FileName(path), Library: path}
	}
	if java || hasJava(path) && !strings.Contains(symbol, "::") {
		name := strings.TrimSuffix(symbol, " [DEDUPED]")
		if before, _, ok := strings.Cut(name, "("); ok { // java.lang.Object com.example.Feed.load(int)
			name = before[strings.LastIndexByte(before, ' ')+1:]
		}
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && dot < len(name)-1 {
			return Method{Kind: Java, Class: name[:dot], Name: name[dot+1:]}
		}
	}
	return Method{Kind: Native, Name: symbol, Library: path}
}

// hasJava reports whether the file at a path contains compiled or interpreted Java code.
func hasJava(path string) bool {
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		switch path[dot:] {
		case ".dex", ".cdex", ".vdex", ".odex", ".oat", ".art", ".jar", ".apk":
			return true
		}
	}
	return strings.HasPrefix(path, "[JIT ") || strings.Contains(path, "jit-code-cache") || strings.Contains(path, "jit-cache") ||
		strings.HasPrefix(platform.FileName(path), "TemporaryFile-")
}

// Own reports whether a method outside Java belongs to the app, judging by its library's folder
// (section 7.3).
func (m *Method) Own(app string) bool {
	if platform.OfFile(m.Library) == platform.Tracer {
		return false
	}
	for _, folder := range []string{"/data/app/", "/data/data/", "/data/user/", "/data/local/"} {
		if strings.HasPrefix(m.Library, folder) {
			return true
		}
	}
	if strings.HasPrefix(m.Library, "[JIT app cache") { // compiled while the app ran
		return true
	}
	return app != "" && strings.Contains(m.Library, app)
}
