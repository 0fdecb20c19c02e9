package words

import (
	"fmt"
	"strings"
	"unicode"
)

// CutClass cuts the name of a class before its last word: "java.util.", "Vector". A class in
// angle brackets stays in the second part: "java.lang.", "Class<a.b.C>". Text that is no class
// name is all in the second part.
func CutClass(class string) (pkg, last string) {
	if strings.IndexByte(class, ' ') >= 0 {
		return "", class // not the name of a class
	}
	end := len(class)
	if i := strings.IndexByte(class, '<'); i >= 0 {
		end = i
	}
	cut := strings.LastIndexByte(class[:end], '.') + 1
	return class[:cut], class[cut:]
}

// ShortClass returns the class without its package: Vector for java.util.Vector.
func ShortClass(class string) string {
	_, last := CutClass(class)
	return last
}

// IsShortened reports whether an obfuscator shortened a class, which is without its package. It then has at most two
// letters before the first $, such as a, b1 or a$1.
func IsShortened(class string) bool {
	const most = 2
	n := 0
	for _, r := range class {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			n++
		case r == '$' && n > 0:
			return n <= most
		}
		if n > most {
			return false
		}
	}
	return n > 0
}

// ShortMethod returns the method with its class, without the package: Vector.get. It returns the
// class alone if the method has no name, and the name alone if it has no class.
func ShortMethod(class, name string) string {
	switch {
	case name == "":
		return ShortClass(class)
	case class == "":
		return name
	}
	return ShortClass(class) + "." + name
}

// CutLabel cuts the label of a method or frame, whose class is not known separately, before the
// last word of its class: "java.util.", "Vector.get". The label of a native frame, "libc.so
// (read+12)", is all in the second part.
func CutLabel(label string) (pkg, last string) {
	method := strings.LastIndexByte(label, '.')
	if method < 0 || strings.ContainsAny(label, "(/") || strings.Contains(label, "::") {
		return "", label
	}
	cut := strings.LastIndexByte(label[:method], '.') + 1
	return label[:cut], label[cut:]
}

// endKept is how many letters SplitName keeps at the end. Threads of a pool differ there.
const endKept = 10

// SplitName splits a thread's name where a view may cut it: before its last letters, half of them at most.
func SplitName(name string) (head, end string) {
	letters := []rune(name)
	cut := len(letters) - min(len(letters)/2, endKept)
	return string(letters[:cut]), string(letters[cut:])
}

// ShortLabel returns the label of a method or frame without the package: Vector.get for
// java.util.Vector.get.
func ShortLabel(label string) string {
	_, last := CutLabel(label)
	return last
}

// NameLine returns the parts of a method's name, separated by tabs, so that a box can show as
// many as fit: package, class, method, and parameters where an overload exists. A method without
// a known class has its label as the only part. mark, if not empty, is the fifth part; a box
// shows it where it has space for it.
func NameLine(label, class, name, params, mark string) string {
	line := apart.Replace(label)
	if class != "" && name != "" {
		pkg, last := CutClass(apart.Replace(class))
		line = pkg + "\t" + last + "\t" + apart.Replace(name) + "\t" + apart.Replace(params)
	}
	if mark != "" {
		line += strings.Repeat("\t", 4-strings.Count(line, "\t")) + mark
	}
	return line
}

// apart replaces the separators of lines and parts in a name.
var apart = strings.NewReplacer("\n", "", "\t", " ")

// Object returns how an object that threads lock is shown: java.lang.Object 0x0b51c3d2, with the
// number as dumps print it.
func Object(class string, id uint64) string {
	return strings.TrimSpace(fmt.Sprintf("%s 0x%08x", class, id))
}

// ShortObject returns an object, as Object returns it or its class alone, without the package:
// Object 0x0b51c3d2.
func ShortObject(object string) string {
	if i := strings.LastIndexByte(object, ' '); i >= 0 && strings.HasPrefix(object[i:], " 0x") {
		return ShortClass(object[:i]) + object[i:]
	}
	return ShortClass(object)
}

// Clock returns the time of day, to the second, of a time as dumps print it: 10:00:59 for
// 2024-05-01 10:00:59.123. It returns "" if the text is not a time.
func Clock(time string) string {
	_, of, _ := strings.Cut(time, " ")
	of, _, _ = strings.Cut(of, ".")
	return of
}

// ShortText returns the name of a method without its package and signature.
func ShortText(text string) string {
	name, _, _ := strings.Cut(text, "(")
	return ShortLabel(name)
}

// Distinct returns the names of n methods: their labels, with the signature where key finds another label the
// same. So two methods never look the same, neither of two packages nor of two signatures.
func Distinct(n int, label, text func(int) string, key func(label string) string) []string {
	names := make([]string, n)
	seen := make(map[string]int, n)
	for i := range names {
		names[i] = label(i)
		seen[key(names[i])]++
	}
	for i, name := range names {
		if seen[key(name)] > 1 {
			names[i] = text(i)
		}
	}
	return names
}

// WholeLabel is the key of lists that show labels whole.
func WholeLabel(label string) string { return label }
