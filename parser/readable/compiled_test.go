package readable

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// classNames returns "class.method" for each method of a class file. Source: The Java Virtual
// Machine Specification, chapter 4.
func classNames(b []byte) []string {
	var names []string
	u2 := func() int { v := binary.BigEndian.Uint16(b); b = b[2:]; return int(v) }
	u4 := func() int { v := binary.BigEndian.Uint32(b); b = b[4:]; return int(v) }
	u4() // magic
	u4() // version
	n := u2()
	text, class := make([]string, n), make([]int, n)
	for i := 1; i < n; i++ {
		tag := b[0]
		b = b[1:]
		switch tag {
		case 1:
			length := u2()
			text[i], b = string(b[:length]), b[length:]
		case 7, 8, 16, 19, 20:
			class[i] = u2()
		case 15:
			b = b[3:]
		case 5, 6:
			b = b[8:]
			i++
		default:
			b = b[4:]
		}
	}
	u2() // access
	this := strings.ReplaceAll(text[class[u2()]], "/", ".")
	u2() // super
	for range u2() {
		u2()
	}
	for member := range 2 { // fields, methods
		for range u2() {
			u2()
			name := text[u2()]
			u2()
			if member == 1 {
				names = append(names, this+"."+name)
			}
			for range u2() {
				u2()
				b = b[u4():]
			}
		}
	}
	return names
}

// dexNames is classNames for the methods that the classes of a dex file define. Source: AOSP, Dalvik
// executable format.
func dexNames(b []byte) []string {
	u4 := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	u2 := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	uleb := func(at *int) int {
		v, n := binary.Uvarint(b[*at:])
		*at += n
		return int(v)
	}
	text := func(i int) string {
		at := u4(u4(0x3c) + 4*i)
		uleb(&at)
		return string(b[at : at+bytes.IndexByte(b[at:], 0)])
	}
	types := func(i int) string {
		return strings.ReplaceAll(strings.TrimSuffix(text(u4(u4(0x44) + 4*i))[1:], ";"), "/", ".")
	}
	var names []string
	for i := range u4(0x60) {
		at := u4(u4(0x64) + 32*i + 24)
		if at == 0 {
			continue
		}
		fields := [4]int{uleb(&at), uleb(&at), uleb(&at), uleb(&at)}
		for range fields[0] + fields[1] {
			uleb(&at)
			uleb(&at)
		}
		for _, n := range fields[2:] {
			method := 0
			for range n {
				method += uleb(&at)
				uleb(&at)
				uleb(&at)
				row := u4(0x5c) + 8*method
				names = append(names, types(u2(row))+"."+text(u4(row+4)))
			}
		}
	}
	return names
}
