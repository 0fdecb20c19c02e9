package words

import (
	"strings"
	"unicode/utf8"
)

// A Text is an English sentence, title or word of Traceglass, as the code writes it. String
// translates it into the current language; the English is the key. Text from a file is a plain
// string, never a Text, so no name in a file is translated.
//
// {1} and {2} in a pattern stand for arguments. A translation may reorder them.
type Text string

// String returns the text in the current language, or in English if the catalogue lacks it.
func (t Text) String() string {
	if s, ok := catalogue[string(t)]; ok {
		return s
	}
	return string(t)
}

// T returns text in the current language.
func T(text Text) string { return text.String() }

// Say returns a sentence in the current language with its arguments filled in. The arguments are
// already in that language.
func Say(pattern Text, args ...string) string { return fill(pattern.String(), args, false) }

// A Filled is an English sentence of Traceglass whose arguments are filled in already. Packages
// that cannot translate write these: errors, and warnings about a file. String finds the pattern
// and translates it.
type Filled string

func (t Filled) String() string {
	if catalogue == nil || t == "" {
		return string(t)
	}
	if s, ok := catalogue[filledMark+string(t)]; ok {
		return s
	}
	for i := range patterns {
		if args := patterns[i].match(string(t)); args != nil {
			return fill(catalogue[filledMark+patterns[i].key], args, true)
		}
	}
	return string(t)
}

// catalogue maps English to the current language; nil for English.
var catalogue map[string]string

// generation counts calls of SetCatalogue.
var generation int

// English reports whether the current language is English.
func English() bool { return catalogue == nil }

// InEnglish returns what say returns while the language is English, for output that programs
// read.
func InEnglish(say func() string) string {
	previous := catalogue
	catalogue = nil
	defer func() { catalogue = previous }()
	return say()
}

// filledMark begins the key of a Filled's pattern.
const filledMark = "~"

// Generation returns a number that each SetCatalogue changes. Cached text is stale if it has
// another number.
func Generation() int { return generation }

// patterns are the catalogue's keys for a Filled that have arguments, the longest first.
var patterns []pattern

// A pattern is a key cut at its arguments. order holds the index of the argument after each part.
type pattern struct {
	key   string
	parts []string
	order []int
}

// SetCatalogue sets the language of all later texts; "" sets English.
//
// A catalogue has an entry of two lines for each Text: the English, then the translation. An
// entry for a count has the English singular and plural, separated by |, then the language's own
// forms with {1} for the number. Empty lines and lines that begin with # are skipped. \n stands
// for a line feed. The key of a Filled begins with ~.
func SetCatalogue(text string) {
	catalogue, patterns = nil, nil
	generation++
	if text == "" {
		return
	}
	catalogue = map[string]string{}
	key := ""
	for line := range strings.Lines(text) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), `\n`, "\n")
		switch {
		case line == "" || line[0] == '#':
		case key == "":
			key = line
		default:
			catalogue[key] = line
			if p := split(strings.TrimPrefix(key, filledMark)); p.parts != nil && key[:1] == filledMark {
				i := 0
				for i < len(patterns) && len(patterns[i].key) >= len(key) {
					i++
				}
				patterns = append(patterns, p)
				copy(patterns[i+1:], patterns[i:])
				patterns[i] = p
			}
			key = ""
		}
	}
}

// split cuts a pattern at its arguments. parts is nil if it has none.
func split(key string) pattern {
	p := pattern{key: key}
	for rest := key; ; {
		i := strings.IndexByte(rest, '{')
		if i < 0 || i+3 > len(rest) || rest[i+2] != '}' {
			if p.parts != nil {
				p.parts = append(p.parts, rest)
			}
			return p
		}
		p.parts = append(p.parts, rest[:i])
		p.order = append(p.order, int(rest[i+1]-'1'))
		rest = rest[i+3:]
	}
}

// match returns the arguments of a sentence made from the pattern, or nil for any other sentence.
func (p *pattern) match(s string) []string {
	first, last := p.parts[0], p.parts[len(p.parts)-1]
	if len(p.parts) == 2 && first == "" && last == "" || !strings.HasPrefix(s, first) {
		return nil
	}
	s = s[len(first):]
	args := make([]string, len(p.order))
	for i, part := range p.parts[1:] {
		at := strings.Index(s, part)
		if i == len(p.order)-1 {
			if !strings.HasSuffix(s, last) {
				return nil
			}
			at = len(s) - len(last)
		}
		if at < 0 || p.order[i] < 0 || p.order[i] >= len(args) {
			return nil
		}
		args[p.order[i]] = s[:at]
		s = s[at+len(part):]
	}
	return args
}

// fill puts arguments into a pattern. A Filled's argument of {1!} is itself a Filled and is
// translated.
func fill(pattern string, args []string, filled bool) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(pattern, '{')
		if i < 0 || i+3 > len(pattern) {
			Write(&out, pattern)
			return out.String()
		}
		before := pattern[:i]
		n := int(pattern[i+1] - '1')
		pattern = pattern[i+2:]
		arg := ""
		if n >= 0 && n < len(args) {
			arg = args[n]
		}
		if pattern[0] == '!' && filled {
			arg = Filled(arg).String()
			pattern = pattern[1:]
		}
		before, pattern = Around(before, arg, pattern[1:])
		Write(&out, before)
		Write(&out, arg)
	}
}

// Around returns the parts of a pattern before and after an argument. They lose the blank to a Chinese argument, because
// only one in letters or digits is set apart from Chinese text.
func Around(before, arg, after string) (string, string) {
	if catalogue == nil || arg == "" {
		return before, after
	}
	first, _ := utf8.DecodeRuneInString(arg)
	last, _ := utf8.DecodeLastRuneInString(arg)
	if cut := strings.TrimSuffix(before, " "); cut != before && IsHan(first) {
		if r, _ := utf8.DecodeLastRuneInString(cut); IsHan(r) {
			before = cut
		}
	}
	if cut := strings.TrimPrefix(after, " "); cut != after && IsHan(last) {
		if r, _ := utf8.DecodeRuneInString(cut); IsHan(r) {
			after = cut
		}
	}
	return before, after
}

// Write appends text to a sentence. It adds a blank between a Chinese character and a letter or
// digit.
func Write(out *strings.Builder, text string) {
	if catalogue != nil && text != "" {
		before, _ := utf8.DecodeLastRuneInString(out.String())
		after, _ := utf8.DecodeRuneInString(text)
		if IsHan(before) && isPlain(after) || isPlain(before) && IsHan(after) {
			out.WriteByte(' ')
		}
	}
	out.WriteString(text)
}

// IsHan reports whether a character is Chinese.
func IsHan(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

func isPlain(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// List joins the names of several things.
func List(all []string) string { return strings.Join(all, T(", ")) }

// counted returns n things in the current language, or "" if that is English or the catalogue
// lacks them.
func counted(n int64, one, many Text) string {
	forms, ok := catalogue[string(one+"|"+many)]
	if !ok {
		return ""
	}
	form, others, ok := strings.Cut(forms, "|")
	if ok && n != 1 {
		form = others
	}
	return fill(form, []string{Count(n)}, false)
}
