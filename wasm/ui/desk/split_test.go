package desk_test

import (
	"strings"
	"testing"

	"traceglass/wasm/ui/desk"
	"traceglass/wasm/ui/uitest"
)

// TestRecalledSizes: a stored size that no drag can produce is ignored.
func TestRecalledSizes(t *testing.T) {
	for text, want := range map[string]string{
		"200": "--timeline:200px;", "": "", "NaN": "", "Inf": "", "1e300": "", "-5": "", "3": "", "[object Object]": "",
	} {
		s := uitest.New()
		s.Stored["timeline"] = text
		page := desk.NewPage(s)
		if got := page.Split.Style(); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("after %q the style is %q, want %q", text, got, want)
		}
	}
}
