package words

import (
	"strings"
	"unicode/utf8"
)

// A Text is a sentence, a title or a word of ours in English, as the code has it. It is shown in
// the language that is spoken, which its String knows; English is the key to that. What a file says
// is a string and never a Text, so no name is taken for a word of ours.
//
// In a pattern {1}, {2} stand for arguments, which another language may have in another order.
type Text string

// String is the text in the language that is spoken; in English, where that lacks it.
func (t Text) String() string {
	if s, ok := catalogue[string(t)]; ok {
		return s
	}
	return string(t)
}

// T is a text that is one by itself in the language that is spoken.
func T(text Text) string { return text.String() }

// Say is a sentence with its arguments, each in words already.
func Say(pattern Text, args ...string) string { return fill(pattern.String(), args, false) }

// A Told is a sentence of ours in English that has its arguments in it already: an error of what
// knows no language, or what it has to say of a file. Its String finds its pattern.
type Told string

func (t Told) String() string {
	if catalogue == nil || t == "" {
		return string(t)
	}
	if s, ok := catalogue[told+string(t)]; ok {
		return s
	}
	for i := range patterns {
		if args := patterns[i].match(string(t)); args != nil {
			return fill(catalogue[told+patterns[i].key], args, true)
		}
	}
	return string(t)
}

// catalogue has what is said in the language that is spoken by the English for it; nil for English.
var catalogue map[string]string

// turn is raised by Speak.
var turn int

// English reports whether that is what is spoken.
func English() bool { return catalogue == nil }

// InEnglish is what say makes in English, whatever is spoken: for what programs read.
func InEnglish(say func() string) string {
	spoken := catalogue
	catalogue = nil
	defer func() { catalogue = spoken }()
	return say()
}

// told begins the keys of what is told.
const told = "~"

// Turn is another number after each Speak: what was said before is of another language.
func Turn() int { return turn }

// patterns are those of its keys that have arguments, the longest first.
var patterns []pattern

// A pattern is a key between whose parts arguments stand, the numbers of which are in order.
type pattern struct {
	key   string
	parts []string
	order []int
}

// Speak has all that is said from now on said in the language of a catalogue, English for "". A
// catalogue has an entry of two lines for each Text: it, and what it is in the language. An entry
// for a count has the English for one and for many, parted by |, and then as many forms as the
// language has, with {1} for the number. Empty lines and those that begin with # are not read; a
// line feed in a text is written \n. The key of what is told begins with ~.
func Speak(text string) {
	catalogue, patterns = nil, nil
	turn++
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
			if p := split(strings.TrimPrefix(key, told)); p.parts != nil && key[:1] == told {
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

// split finds the arguments of a pattern; one without has no parts.
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

// match returns the arguments of a sentence that was made by the pattern, nil for any other.
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

// fill puts arguments into a pattern: {1} is the first as it is. If they are told, {1!} is a sentence
// of ours itself.
func fill(pattern string, args []string, told bool) string {
	var out strings.Builder
	for {
		i := strings.IndexByte(pattern, '{')
		if i < 0 || i+3 > len(pattern) {
			Write(&out, pattern)
			return out.String()
		}
		Write(&out, pattern[:i])
		n := int(pattern[i+1] - '1')
		pattern = pattern[i+2:]
		arg := ""
		if n >= 0 && n < len(args) {
			arg = args[n]
		}
		if pattern[0] == '!' && told {
			arg = Told(arg).String()
			pattern = pattern[1:]
		}
		Write(&out, arg)
		pattern = pattern[1:]
	}
}

// Write goes on with a sentence. Between a Chinese character and a letter or a figure stands a blank.
func Write(out *strings.Builder, text string) {
	if catalogue != nil && text != "" {
		before, _ := utf8.DecodeLastRuneInString(out.String())
		after, _ := utf8.DecodeRuneInString(text)
		if isHan(before) && isPlain(after) || isPlain(before) && isHan(after) {
			out.WriteByte(' ')
		}
	}
	out.WriteString(text)
}

func isHan(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

func isPlain(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// List names several things.
func List(all []string) string { return strings.Join(all, T(", ")) }

// counted is n things in the language that is spoken, "" if that is English or lacks them.
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
