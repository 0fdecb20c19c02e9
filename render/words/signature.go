package words

import "strings"

// primitives maps the letters of types in a descriptor to the types of Java that are not classes.
var primitives = map[byte]string{
	'B': "byte", 'C': "char", 'D': "double", 'F': "float", 'I': "int", 'J': "long", 'S': "short", 'V': "void", 'Z': "boolean",
}

// JavaTypes formats the descriptor of a method as Java source does: for (Landroid/os/Bundle;I)V
// it returns the parameters (android.os.Bundle, int) and the result void. It returns "" for both
// if the text is not a descriptor.
func JavaTypes(descriptor string) (params, result string) { return javaTypes(descriptor, false) }

// ShortTypes is JavaTypes without packages: (Bundle, int).
func ShortTypes(descriptor string) (params, result string) { return javaTypes(descriptor, true) }

func javaTypes(descriptor string, short bool) (params, result string) {
	rest, ok := strings.CutPrefix(descriptor, "(")
	if !ok {
		return "", ""
	}
	var list strings.Builder
	list.WriteByte('(')
	for !strings.HasPrefix(rest, ")") {
		var t string
		if t, rest = cutType(rest, short); t == "" || t == "void" {
			return "", ""
		}
		if list.Len() > 1 {
			list.WriteString(", ")
		}
		list.WriteString(t)
	}
	list.WriteByte(')')
	if result, rest = cutType(rest[1:], short); result == "" || rest != "" {
		return "", ""
	}
	return list.String(), result
}

// cutType cuts the first type off a descriptor. name is "" if the descriptor does not begin with
// one.
func cutType(s string, short bool) (name, rest string) {
	element := strings.TrimLeft(s, "[")
	arrays := len(s) - len(element)
	switch {
	case element == "":
		return "", s
	case element[0] == 'L':
		end := strings.IndexByte(element, ';')
		if end < 2 {
			return "", s
		}
		name, rest = element[1:end], element[end+1:]
		name = strings.ReplaceAll(name, "/", ".")
		if short {
			name = ShortClass(name)
		}
	default:
		name, rest = primitives[element[0]], element[1:]
	}
	if name == "" || name == "void" && arrays > 0 {
		return "", s
	}
	return name + strings.Repeat("[]", arrays), rest
}
