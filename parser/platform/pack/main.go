// Command pack writes the packages of packages.txt as Go, without what a program does not need: artifacts and remarks.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"
)

func main() {
	text, err := os.ReadFile("packages.txt")
	if err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	fmt.Fprint(&out, "// Code generated from packages.txt by pack. DO NOT EDIT.\n\npackage platform\n\n"+
		"// packed has the prefixes of the platform, of the system and of tracers, a line each, and a line for each library, after its name.\nconst packed = `")
	library, seen := false, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			if library = line == "[library]"; !strings.HasSuffix(out.String(), "`") {
				fmt.Fprintln(&out)
			}
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 3 {
			log.Fatalf("%q has %d fields, want 3", line, len(fields))
		}
		for prefix := range strings.FieldsSeq(fields[1]) {
			if seen[prefix] {
				log.Fatalf("%s stands twice", prefix)
			}
			seen[prefix] = true
		}
		if library {
			fmt.Fprintf(&out, "%s|%s\n", fields[0], fields[1])
			continue
		}
		if b := out.Bytes(); b[len(b)-1] != '`' && b[len(b)-1] != '\n' {
			fmt.Fprint(&out, " ")
		}
		fmt.Fprint(&out, fields[1])
	}
	fmt.Fprintln(&out, "`")
	if err := os.WriteFile("packages_gen.go", out.Bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
}
