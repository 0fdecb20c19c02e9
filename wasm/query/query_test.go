package query

import (
	"fmt"
	"strings"
	"testing"
)

// form formats the terms of a query as parts: verb, kind, negation, switch, text.
func form(q *Query) string {
	var all []string
	for _, t := range q.Terms {
		s := fmt.Sprintf("%d/%d %s", t.Verb, t.Kind, t.Text)
		if t.Not {
			s = "not " + s
		}
		if t.Off {
			s = "off " + s
		}
		all = append(all, s)
	}
	return strings.Join(all, " | ")
}

func TestTermsOfFilters(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"load", "0/0 load"},
		{"-load", "not 0/0 load"},
		{"drop:load", "4/0 load"},
		{"DROP:load", "4/0 load"},
		{"-merge:origin:own", "not 6/5 own"},
		{"off:-through:/a b/ next", "off not 1/1 a b | 0/0 next"},
		{`under:"two words" x`, "2/0 two words | 0/0 x"},
		{"self:origin:own", "5/5 own"},
		{`root:"open`, "3/0 open"},
		{"slower:10ms", "0/8 10ms"},
		{"drop:hash:1a2b", "4/7 1a2b"},
		{"drop: load", "0/0 load"},         // nothing to drop yet
		{"root::Scope", "0/0 root::Scope"}, // a name of C++
		{"thread:main", "0/4 main"},
		{"https://example", "0/0 https://example"},
		{"off:", ""},
		{"-", ""},
	} {
		q := Parse(tt.text, OfMethods...)
		if got := form(q); got != tt.want || q.Refused != "" {
			t.Errorf("%s: %s, %q; want %s", tt.text, got, q.Refused, tt.want)
		}
	}
	// Without the verbs, their keys are words, as in searches of other things.
	if got := form(Parse("drop:load slower:1ms hash:1 off:x", State)); got != "0/0 drop:load | 0/0 slower:1ms | 0/0 hash:1 | 0/0 off:x" {
		t.Errorf("without verbs: %s", got)
	}
}

// TestMeant: a term with a typo in its key is refused with the key that was probably meant.
func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"dropp:org": "drop:", "drp:org": "drop:", "dorp:org": "drop:", "-Dropp:org": "drop:", "origi:own": "origin:", "threed:main": "thread:", "off:throgh:a": "through:",
		"drops::a": "", `"dropp:org"`: "", "dropp:": "", "https://example": "", "Binder:1234_5": "", "ti:4": "",
	} {
		q := Parse(text, OfMethods...)
		if asked := strings.Contains(q.Refused, "Did you mean "+want+"?"); asked != (want != "") || want == "" && q.Refused != "" || want != "" && len(q.Terms) > 0 {
			t.Errorf("%s: %q, %s; want %q", text, q.Refused, form(q), want)
		}
	}
	if q := Parse("dropp:org", Thread); q.Refused != "" {
		t.Errorf("without verbs: %s", q.Refused)
	}
}

// FuzzParse: the terms of any text, joined again, have the same meaning.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"drop:load -a", `off:-root:"a b" /x y/ slower:1ms`, "hash:zz \"", "under:/(/ a", "-off:x", "merge::a drop:-b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := Parse(text, OfMethods...)
		if len(q.Terms) > MostTerms {
			t.Fatalf("%d terms", len(q.Terms))
		}
		var all []string
		for i := range q.Terms {
			if q.Terms[i].Source == "" || strings.TrimSpace(q.Terms[i].Source) != q.Terms[i].Source {
				t.Fatalf("%q: a term's text is %q", text, q.Terms[i].Source)
			}
			all = append(all, q.Terms[i].Source)
		}
		if again := Parse(Join(all), OfMethods...); form(again) != form(q) {
			t.Fatalf("%q: %s, joined %q: %s", text, form(q), Join(all), form(again))
		}
	})
}
