package mapping

import "strings"

// dotted converts a class name with slashes to dots.
func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }

var primitives = map[byte]string{
	'Z': "boolean", 'B': "byte", 'C': "char", 'S': "short", 'I': "int", 'J': "long", 'F': "float", 'D': "double", 'V': "void",
}

// types converts a descriptor, "(La/b;I)V", to types as the map writes them, "void(shop.Cart,int)",
// with original class names; ok is false if it is not a descriptor.
func (m *Map) types(descriptor string) (types string, ok bool) {
	rest, ok := strings.CutPrefix(descriptor, "(")
	if !ok {
		return "", false
	}
	var args strings.Builder
	for !strings.HasPrefix(rest, ")") {
		var one string
		if one, rest, ok = m.javaType(rest); !ok {
			return "", false
		}
		if args.Len() > 0 {
			args.WriteByte(',')
		}
		args.WriteString(one)
	}
	ret, rest, ok := m.javaType(rest[1:])
	return ret + "(" + args.String() + ")", ok && rest == ""
}

// javaType converts the first type of a descriptor.
func (m *Map) javaType(s string) (name, rest string, ok bool) {
	element := strings.TrimLeft(s, "[")
	array := strings.Repeat("[]", len(s)-len(element))
	if element == "" {
		return "", "", false
	}
	if element[0] == 'L' {
		class, rest, ok := strings.Cut(element[1:], ";")
		return m.original(dotted(class)) + array, rest, ok
	}
	name, ok = primitives[element[0]]
	return name + array, element[1:], ok
}

// descriptor converts types as the map writes them, "void(shop.Cart,int)", to a descriptor.
func descriptor(types string) string {
	ret, args, ok := strings.Cut(types, "(")
	if !ok {
		return ""
	}
	var b strings.Builder
	b.WriteByte('(')
	if args = strings.TrimSuffix(args, ")"); args != "" {
		for arg := range strings.SplitSeq(args, ",") {
			describe(&b, arg)
		}
	}
	b.WriteByte(')')
	describe(&b, ret)
	return b.String()
}

func describe(b *strings.Builder, name string) {
	for strings.HasSuffix(name, "[]") {
		b.WriteByte('[')
		name = name[:len(name)-2]
	}
	for letter, primitive := range primitives {
		if name == primitive {
			b.WriteByte(letter)
			return
		}
	}
	b.WriteByte('L')
	b.WriteString(strings.ReplaceAll(name, ".", "/"))
	b.WriteByte(';')
}

// Descriptor returns a descriptor with the original names of its classes.
func (m *Map) Descriptor(d string) string {
	if strings.IndexByte(d, 'L') < 0 {
		return d
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(d, "L")
		name, rest, ended := strings.Cut(after, ";")
		if !ok || !ended {
			b.WriteString(d)
			return b.String()
		}
		b.WriteString(before)
		b.WriteByte('L')
		c := m.original(dotted(name))
		b.WriteString(strings.ReplaceAll(c, ".", "/"))
		b.WriteByte(';')
		d = rest
	}
}
