package words

import (
	"fmt"
	"strings"
)

// CutClass cuts a class's name before its last word: "java.util.", "Vector". Of a class that
// names another one it is the first that is cut: "java.lang.", "Class<a.b.C>".
func CutClass(class string) (pkg, last string) {
	if strings.IndexByte(class, ' ') >= 0 {
		return "", class // no name of a class
	}
	end := len(class)
	if i := strings.IndexByte(class, '<'); i >= 0 {
		end = i
	}
	cut := strings.LastIndexByte(class[:end], '.') + 1
	return class[:cut], class[cut:]
}

// ShortClass is a class without its package: Vector for java.util.Vector.
func ShortClass(class string) string {
	_, last := CutClass(class)
	return last
}

// ShortMethod is a method with its class and without the package: Vector.get; the class alone
// of a method without a name, and the name alone of one without a class.
func ShortMethod(class, name string) string {
	switch {
	case name == "":
		return ShortClass(class)
	case class == "":
		return name
	}
	return ShortClass(class) + "." + name
}

// CutLabel cuts a method's name or a frame's, of which the class is not known by itself,
// before the class's last word: "java.util.", "Vector.get". A native frame, "libc.so (read+12)",
// stays whole.
func CutLabel(label string) (pkg, last string) {
	method := strings.LastIndexByte(label, '.')
	if method < 0 || strings.ContainsAny(label, "(/") || strings.Contains(label, "::") {
		return "", label
	}
	cut := strings.LastIndexByte(label[:method], '.') + 1
	return label[:cut], label[cut:]
}

// ShortLabel is a method or a frame without the package: Vector.get for java.util.Vector.get.
func ShortLabel(label string) string {
	_, last := CutLabel(label)
	return last
}

// NameLine is a method's name in the parts that a box shows what it has room for of: package, class,
// method and, where another has the same name, parameters, between tabs; or its label, if it has no
// known class. A mark stands before it where there is room for both.
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

// apart takes out of a name what parts lines, and parts of a line.
var apart = strings.NewReplacer("\n", "", "\t", " ")

// Object is what an object that threads lock is called: java.lang.Object 0x0b51c3d2, its
// number as dumps print it.
func Object(class string, id uint64) string {
	return strings.TrimSpace(fmt.Sprintf("%s 0x%08x", class, id))
}

// ShortObject is an object, as Object writes it or its class alone, without the package:
// Object 0x0b51c3d2.
func ShortObject(object string) string {
	if i := strings.LastIndexByte(object, ' '); i >= 0 && strings.HasPrefix(object[i:], " 0x") {
		return ShortClass(object[:i]) + object[i:]
	}
	return ShortClass(object)
}

// Clock is the time of day, to the second, of a time as dumps print it: 10:00:59 of
// 2024-05-01 10:00:59.123; "" of one that is none.
func Clock(time string) string {
	_, of, _ := strings.Cut(time, " ")
	of, _, _ = strings.Cut(of, ".")
	return of
}

// ShortText is a method's name with its signature, without package and signature.
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
