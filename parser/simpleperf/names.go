package simpleperf

import (
	"strconv"
	"strings"

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

// resolve finds the method of every frame that samples have.
func (r *Reader) resolve() {
	used := make([]bool, len(r.frames.keys))
	for _, f := range r.stacks {
		used[f] = true
	}
	symbols := r.symbols(used)
	files := map[uint32]int{}
	for i := range r.files {
		files[r.files[i].id] = i
	}
	rows := map[identity]trace.MethodIndex{}
	r.methodOf = make([]trace.MethodIndex, len(r.frames.keys))
	missing := map[uint32]bool{}
	unlisted := map[uint64]bool{}
	r.odd = make([]oddity, len(r.frames.keys))
	for i := range r.frames.keys {
		if !used[i] {
			continue
		}
		row := uint32(i)
		id, number := r.frames.file(row), r.frames.symbol(row)
		symbol, named := symbols[row]
		path := ""
		if at, ok := files[id]; ok {
			path = r.files[at].path
			if !named && number != -1 {
				unlisted[r.frames.keys[row]] = true
				r.odd[row] = noSymbol
			}
		} else {
			missing[id] = true
			r.odd[row] = noFile
			path = "file " + strconv.FormatUint(uint64(id), 10)
			if number != -1 {
				symbol, named = "symbol "+strconv.FormatInt(int64(number), 10), true
			}
		}
		m := methodOf(path, symbol, named, r.frames.java[row])
		is := identity{m.Label(), m.Library}
		at, ok := rows[is]
		if !ok {
			at = trace.MethodIndex(len(r.Methods))
			rows[is] = at
			r.Methods = append(r.Methods, m)
		}
		r.methodOf[row] = at
	}
	if n := len(missing); n > 0 {
		r.Receipt.Add("file-not-listed", -1, int64(n))
	}
	if n := len(unlisted); n > 0 {
		r.Receipt.Add("symbol-not-listed", -1, int64(n))
	}
}

// symbols are the names of the frames that are used, where their file lists them. The last
// file of an id counts.
func (r *Reader) symbols(used []bool) map[uint32]string {
	of := map[uint32]map[int32][]uint32{} // frames by file and symbol
	for i, ok := range used {
		row := uint32(i)
		if number := r.frames.symbol(row); ok && number >= 0 {
			file := of[r.frames.file(row)]
			if file == nil {
				file = map[int32][]uint32{}
				of[r.frames.file(row)] = file
			}
			file[number] = append(file[number], row)
		}
	}
	names := map[uint32]string{}
	for i := range r.files {
		wanted := of[r.files[i].id]
		var f field
		number := int32(0)
		for m := r.files[i].symbols; m.next(&f); {
			if !f.matches(3, asBytes) {
				continue
			}
			if rows := wanted[number]; rows != nil {
				name := textOf(f.bytes)
				for _, row := range rows {
					names[row] = name
				}
			}
			number++
		}
		r.Symbols += int64(number)
		r.files[i].symbols = nil
	}
	return names
}

// methodOf returns the method of a frame, by the first rule of section 7.2 that matches.
func methodOf(path, symbol string, named, java bool) Method {
	if strings.HasPrefix(path, "[kernel.kallsyms]") || strings.HasSuffix(path, ".ko") {
		if !named {
			symbol = leaf(path)
		}
		return Method{Kind: Kernel, Name: symbol, Library: path}
	}
	if !named {
		return Method{Kind: Unknown, Name: leaf(path), Library: path}
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
		strings.HasPrefix(leaf(path), "TemporaryFile-")
}

// leaf is the last part of a path.
func leaf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Own reports whether a method outside Java belongs to the app, judging by its library's folder
// (section 7.3).
func (m *Method) Own(app string) bool {
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
