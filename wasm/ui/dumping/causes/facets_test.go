package causes

import (
	"testing"

	"traceglass/wasm/message"
)

// TestMoreFacts: the button that lists all facts counts those that are hidden.
func TestMoreFacts(t *testing.T) {
	for n, want := range map[int]string{fewFacets: "", fewFacets + 1: "1 more fact", fewFacets + 2: "2 more facts"} {
		v := &View{reply: &message.CausesReply{Facets: make([]message.CauseFacet, n)}}
		if got := v.moreFacts(); got != want {
			t.Errorf("of %d facts: %q, want %q", n, got, want)
		}
	}
}
