package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"traceglass/wasm/message"
	"traceglass/wasm/ui/link"
)

// TestListsOfViews: scripts get the names of all tabs. Links keep the names that they had.
func TestListsOfViews(t *testing.T) {
	got := lists()
	for name, want := range map[string]string{
		"view.js":    `[{overview:"overview",methods:"methods",topdown:"topdown",bottomup:"bottomup",flame:"flamegraph",callers:"relatives",threads:"threads",about:"about",callgraph:"callgraph"},{verdict:"stacks",threads:"stacks",groups:"groups",flame:"stackflame",locks:"locks",time:"time",causes:"causes"}]`,
		"embed.js":   `["overview","methods","topdown","bottomup","flame","callers","threads","about","callgraph","timeline","verdict","groups","locks","time","causes"]`,
		"embed.d.ts": `"overview" | "methods" | "topdown"`,
	} {
		if !strings.Contains(got[name]["@views@"], want) {
			t.Errorf("%s has no %s: after a new tab, add its name here", name, want)
		}
	}
}

// TestViewNamesAreDocumented: the pages about embedding name each view.
func TestViewNamesAreDocumented(t *testing.T) {
	for _, name := range []string{"../../static/embed/index.html", "../../docs/embedding.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		words := strings.FieldsFunc(string(text), func(r rune) bool { return !('a' <= r && r <= 'z') })
		for _, view := range viewNames() {
			if !slices.Contains(words, view) {
				t.Errorf("%s does not name the view %s", name, view)
			}
		}
	}
}

// TestLinkFields: the list of fields for scripts has the length of the encoding.
func TestLinkFields(t *testing.T) {
	var encoding message.Encoding[link.Fields]
	sizes := map[string]int{"u8": 1, "bool": 1, "u32": 4, "i64": 8, "f64": 8, "u32s": 4, "string": 4}
	total := 0
	for _, f := range linkFields() {
		total += sizes[f.encoding] * len(f.names)
	}
	if got := len(encoding.Append(nil, &link.Fields{})); got != total {
		t.Errorf("a moment has %d bytes, its fields have %d", got, total)
	}
}
