package uitest

import (
	"testing"

	"traceglass/wasm/ui/desk"
)

var _ desk.Host = (*Stand)(nil)

func TestElementsKeepTheirChildren(t *testing.T) {
	text := func(s string) *element { return &element{text: s} }
	before := &element{tag: "div", kids: []*element{{tag: "ol", kids: []*element{{tag: "li", kids: []*element{text("a")}}}}, {tag: "p", kids: []*element{text("b")}}}}
	after := &element{tag: "div", kids: []*element{{tag: "ol"}, {tag: "ul"}}}
	after.keepChildren(before)
	if n := after.count(); n != 4 {
		t.Errorf("%d elements, want the list's item kept and the paragraph gone", n)
	}
}
