package mapid

import "testing"

func TestCounts(t *testing.T) {
	var c Counts
	if c.Most() != "" {
		t.Error("an id of nothing")
	}
	for _, f := range [][2]string{
		{"a.b", "r8-map-id-111"}, {"j$.util.List", "r8-map-id-222"}, {"j$.util.Map", "r8-map-id-222"}, {"java.lang.Object", "Object.java"},
		{"c.d", "r8-map-id-333"}, {"c.e", "r8-map-id-333"}, {"x.y", ""},
	} {
		c.Add(f[0], f[1])
	}
	if got := c.Most(); got != "333" {
		t.Errorf("most name %q", got)
	}
}
