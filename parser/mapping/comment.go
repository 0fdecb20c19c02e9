package mapping

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A value is one value of the JSON in comments. Parsing is lenient (section 2.4): R8's own
// documentation uses single quotes and unquoted keys.
type value struct {
	text   string // if the value is neither object nor list
	keys   []string
	values []value
	list   bool
}

// get returns the value of a key, ignoring case and underscores.
func (v *value) get(key string) *value {
	for i, k := range v.keys {
		if k == key || strings.EqualFold(strings.ReplaceAll(k, "_", ""), key) {
			return &v.values[i]
		}
	}
	return &value{}
}

// Limits of one comment.
const (
	mostDepth  = 16
	mostValues = 1 << 16
)

// A jsonReader reads one comment.
type jsonReader struct {
	s    string
	left int // number of values allowed
}

// parseJSON parses s; ok is false if s is not an object.
func parseJSON(s string) (v value, ok bool) {
	r := jsonReader{s, mostValues}
	v, ok = r.value(0)
	return v, ok && v.keys != nil
}

func (r *jsonReader) blanks() {
	r.s = strings.TrimLeft(r.s, " \t")
}

func (r *jsonReader) value(depth int) (v value, ok bool) {
	r.blanks()
	if r.left--; r.s == "" || depth > mostDepth || r.left < 0 {
		return v, false
	}
	switch r.s[0] {
	case '{', '[':
		end := byte('}')
		if r.s[0] == '[' {
			end, v.list = ']', true
		} else {
			v.keys = []string{}
		}
		r.s = r.s[1:]
		for first := true; ; first = false {
			r.blanks()
			if r.s == "" {
				return v, false
			}
			if r.s[0] == end {
				r.s = r.s[1:]
				return v, true
			}
			if !first {
				if r.s[0] != ',' {
					return v, false
				}
				r.s = r.s[1:]
				r.blanks()
			}
			if !v.list {
				key, ok := r.word(":")
				r.blanks()
				if !ok || r.s == "" || r.s[0] != ':' {
					return v, false
				}
				r.s = r.s[1:]
				v.keys = append(v.keys, key)
			}
			one, ok := r.value(depth + 1)
			if !ok {
				return v, false
			}
			v.values = append(v.values, one)
		}
	}
	v.text, ok = r.word(",]}")
	return v, ok
}

// word parses a string in either kind of quotes, or up to one of ends.
func (r *jsonReader) word(ends string) (string, bool) {
	if r.s == "" {
		return "", false
	}
	quote := r.s[0]
	if quote != '"' && quote != '\'' {
		end := strings.IndexAny(r.s, ends)
		if end <= 0 {
			return "", false
		}
		word := strings.TrimRight(r.s[:end], " \t")
		r.s = r.s[end:]
		return word, word != ""
	}
	var b strings.Builder
	for i := 1; i < len(r.s); i++ {
		switch c := r.s[i]; {
		case c == quote:
			r.s = r.s[i+1:]
			return b.String(), true
		case c == '\\' && i+1 < len(r.s):
			i++
			switch r.s[i] {
			case 'u':
				if i+4 < len(r.s) {
					if n, err := strconv.ParseUint(r.s[i+1:i+5], 16, 16); err == nil {
						b.WriteRune(rune(n)) // an unpaired half becomes U+FFFD
						i += 4
						continue
					}
				}
				b.WriteRune(utf8.RuneError)
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(r.s[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}

// An info holds the facts from comments about a method.
type info struct {
	residual    string // descriptor in the app
	synthesized bool
	outline     bool
	positions   map[int32]int32 // of an outline called here: original line by outline line
}

const r8 = "com.android.tools.r8."

// comment parses a trimmed comment from the first letter after #.
func (r *Reader) comment(s []byte) {
	s = trim(s)
	if len(s) == 0 {
		return
	}
	if s[0] != '{' {
		if !r.inClass {
			r.header(string(s[:min(len(s), mostHeader)]))
		}
		return
	}
	if r.section == nil && r.inClass && !contains(s, "sourceFile") && !contains(s, "partitionSourceFiles") && !contains(s, "tools.r8.mapping") {
		return
	}
	v, ok := parseJSON(string(s))
	if !ok {
		return
	}
	id := v.get("id").text
	switch id {
	case r8 + "mapping":
		r.version(v.get("version").text)
		return
	case "partitionSourceFiles":
		files := v.get("fileNameMappings")
		for i, class := range files.keys {
			r.source(class, files.values[i].text)
		}
		return
	case "sourceFile":
		if r.inClass {
			r.source(string(r.original), v.get("fileName").text)
		}
		return
	}
	switch {
	case r.section == nil:
	case !r.inMember:
		r.classComment(id, &v)
	case id == r8+"synthesized":
		r.last.synthesized = true
		if r.kept != nil {
			r.info().synthesized = true
		}
	case r.kept == nil:
	case id == r8+"outline":
		r.info().outline = true
	case id == r8+"residualsignature":
		r.info().residual = r.intern([]byte(v.get("signature").text))
	case id == r8+"outlineCallsite":
		to := map[int32]int32{}
		positions := v.get("positions")
		for i, key := range positions.keys {
			from, err := strconv.ParseInt(key, 10, 32)
			at, bad := strconv.ParseInt(positions.values[i].text, 10, 32)
			if err == nil && bad == nil {
				to[int32(from)] = int32(at)
			}
		}
		if r.reserve(int64(len(to)) * 32) {
			r.info().positions = to
		}
	}
}

// classComment stores a comment about a wanted class.
func (r *Reader) classComment(id string, v *value) {
	switch id {
	case r8 + "synthesized":
		r.section.synthesized = true
	case r8 + "mergedClasses":
		var names []string
		var walk func(v *value)
		walk = func(v *value) {
			for i := range v.values {
				if one := &v.values[i]; one.get("name").text != "" {
					names = append(names, strings.Clone(one.get("name").text))
				}
				walk(&v.values[i])
			}
		}
		walk(v.get("mergedClasses"))
		r.section.merged = sortedNames(append(r.section.merged, names...))
		for _, name := range names {
			r.size += int64(len(name)) + textSize
		}
	}
}

// mostHeader is how many bytes of a header line are parsed.
const mostHeader = 1024

// header parses "key: value".
func (r *Reader) header(s string) {
	key, value, ok := strings.Cut(s, ":")
	if !ok {
		return
	}
	value = strings.Clone(strings.TrimSpace(value))
	h := &r.m.Head
	switch strings.TrimSpace(key) {
	case "compiler":
		h.Compiler = value
		r.r8 = true
	case "compiler_version":
		h.Version = value
	case "pg_map_id":
		h.ID = value
	case "pg_map_hash":
		h.Hash = value
		if hash, ok := strings.CutPrefix(value, "SHA-256 "); ok {
			h.Hash = strings.TrimSpace(hash)
			r.hash = newSHA256()
			r.hashing = 1 // from the next line on
		}
	}
}

// version stores a version of the format, and notes unknown newer ones.
func (r *Reader) version(v string) {
	r.m.Format = v
	r.r8 = true
	major, minor, _ := strings.Cut(v, ".")
	a, err := strconv.Atoi(major)
	b, bad := strconv.Atoi(minor)
	if err != nil || bad != nil {
		return // "experimental"
	}
	if a > 2 || a == 2 && b > 3 {
		r.note("newer-version", r.m.Lines, 1, "The map has version "+clip(v)+" of the format, newer than 2.3: its new features are left out.")
	}
}
