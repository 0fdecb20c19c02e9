// Package mappingtest generates maps for tests and benchmarks.
package mappingtest

import (
	"fmt"

	"traceglass/parser/mapping"
)

// Large writes a map of about size bytes, in pieces through to. Like R8's maps it has 8 methods per
// class and a few lines per method. Classes are named c0, c1 …, their methods a to h.
func Large(size int, to func(p []byte)) (classes int) {
	to([]byte("# compiler: R8\n# compiler_version: 8.13.6\n# {\"id\":\"com.android.tools.r8.mapping\",\"version\":\"2.2\"}\n# pg_map_id: 1234567\n"))
	var b []byte
	for size > 0 {
		b = fmt.Appendf(b[:0], "com.example.shop.feature%d.Class%d -> c%d:\n# {\"id\":\"sourceFile\",\"fileName\":\"Class%[2]d.kt\"}\n", classes%40, classes, classes)
		for m := range 8 {
			for line := range 5 {
				b = fmt.Appendf(b, "    %d:%d:void com.example.shop.util.Checks.require(java.lang.Object,java.lang.String):18:18 -> %c\n", line*3+1, line*3+3, 'a'+m)
				b = fmt.Appendf(b, "    %d:%d:java.util.List method%d(com.example.shop.Item,int):%d -> %c\n", line*3+1, line*3+3, m, 40+line, 'a'+m)
				if line == 0 {
					b = append(b, "      # {\"id\":\"com.android.tools.r8.residualsignature\",\"signature\":\"(La/b;I)Ljava/util/List;\"}\n"...)
				}
			}
		}
		to(b)
		size -= len(b)
		classes++
	}
	return classes
}

// Wanted returns a list of names names, spread over the first part of a large map.
func Wanted(names int) *mapping.Wanted {
	w := mapping.NewWanted()
	for i := range names {
		w.Method(fmt.Sprintf("c%d", i/8*17), string(rune('a'+i%8)))
	}
	return w
}
