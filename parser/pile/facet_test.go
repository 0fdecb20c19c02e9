package pile

import (
	"fmt"
	"slices"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// export adds a case of an export.
func export(p *Pile, about dump.About, frame string) {
	r := dump.NewReader()
	about.Source, about.TimeIs = "sentry-event", "event"
	r.Begin(about)
	r.Thread(dump.Heading{Name: "main", Tid: 1, State: "Sleeping"})
	fmt.Fprintf(r, "  at java.lang.Thread.sleep(Native method)\n  at %s(A.java:1)\n", frame)
	d := r.Close()
	p.Add("", fmt.Sprint("r", len(p.Cases)), len(p.Cases), wait.NewFacts(d), d)
}

// TestFacets: counts of a facet obey the choices of the other facets, chosen cases match all
// choices, and each facet's counts sum to the chosen cases whose reports state it.
func TestFacets(t *testing.T) {
	p := Pile{Tell: text}
	for i := range 24 {
		a := dump.About{Package: "com.app", Version: []string{"7.9", "7.10", "7.10-rc1"}[i%3], Time: fmt.Sprintf("2026-09-%02dT10:00:00Z", 1+i%5), Foreground: dump.Answer(i % 5 % 3), API: 33 + i%2}
		if i%4 == 0 {
			a.API, a.OS = 0, "14"
		}
		export(&p, a, []string{"com.app.A.a", "com.app.B.b"}[i%2])
	}
	if got, want := fmt.Sprint(p.Counts(ByVersion, nil)), "[{7.10 8} {7.10-rc1 8} {7.9 8}]"; got != want {
		t.Errorf("versions %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(p.Counts(ByAndroid, nil)), "[{14 18} {13 6}]"; got != want {
		t.Errorf("Android %s, want %s", got, want)
	}
	choices := []Choice{{ByVersion, []string{"7.9", "7.10"}}, {ByForeground, []string{"yes", ""}}}
	some := p.Select(choices)
	for f := range Facets {
		sum, unknown := 0, 0
		for _, n := range some.Counts(f, nil) {
			sum += n.Count
		}
		for i := range some.Cases {
			c := &some.Cases[i]
			if some.Value(c, f) == "" {
				unknown++
			}
			if c.Release() == "7.10-rc1" || c.Foreground == dump.No {
				t.Errorf("case %s does not match", c.Name)
			}
		}
		if sum+unknown != len(some.Cases) {
			t.Errorf("%s: %d known and %d unknown of %d", f, sum, unknown, len(some.Cases))
		}
		if back, ok := FacetOf(f.String()); !ok || back != f {
			t.Errorf("%s is read back as %s", f, back)
		}
	}
	if got, want := len(p.Counts(ByVersion, choices)), 3; got != want {
		t.Errorf("a chosen facet offers %d values, want %d", got, want)
	}
	two := p.Against(Choice{ByVersion, []string{"7.9"}}, []string{"7.10"})
	if s := two.Sizes(0); s != (Sizes{8, 8}) {
		t.Errorf("compared: %+v", s)
	}
	for _, chosen := range [][]string{{"7.10"}, {"7.9", "7.10"}} {
		since := p.Since(Choice{ByVersion, []string{"7.9"}}, []Choice{{ByVersion, chosen}, {ByAndroid, []string{"14"}}})
		if s := since.Sizes(0); s.Before != 6 || s.After != 6 {
			t.Errorf("%v since 7.9: %+v", chosen, s)
		}
	}
	for version, want := range map[string]Sizes{"7.9": {8, 16}, "7.10-rc1": {8, 8}, "7.10": {8, 16}} {
		if s := p.Since(Choice{ByVersion, []string{version}}, nil).Sizes(0); s != want {
			t.Errorf("since %s: %+v, want %+v", version, s, want)
		}
	}
}

// TestCompareVersions orders versions as people do.
func TestCompareVersions(t *testing.T) {
	want := []string{"", "beta", "1.0-alpha2", "1.0-beta1", "1.0-rc1", "1.0-rc2", "1.0", "1.0.1", "1.2", "1.10", "2", "71003", "71104"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, CompareVersions)
	if !slices.Equal(got, want) {
		t.Errorf("sorted %q, want %q", got, want)
	}
	for _, a := range want {
		for _, b := range want {
			if CompareVersions(a, b) != -CompareVersions(b, a) {
				t.Errorf("%q and %q are not ordered alike both ways", a, b)
			}
		}
	}
}

// TestTrend: the days of a cause are those of the whole pile without gaps, and its counts sum to its
// cases.
func TestTrend(t *testing.T) {
	p := Pile{Tell: text}
	for i, day := range []string{"2024-02-27", "2024-03-02", "2024-02-27", "2024-02-29"} {
		export(&p, dump.About{Package: "com.app", Version: []string{"2.0", "1.0"}[i%2], Time: day + "T10:00:00Z"}, []string{"com.app.A.a", "com.app.B.b"}[i/2])
	}
	for _, g := range p.Groups(NoBaseline) {
		trend := p.Trend(p.Days(), g.Cases)
		sum := 0
		for _, day := range trend.Days {
			sum += day.Count
		}
		if len(trend.Days) != 5 || trend.Days[2].Name != "2024-02-29" || trend.Days[4].Name != "2024-03-02" || sum != len(g.Cases) {
			t.Errorf("%d cases by day: %v", len(g.Cases), trend.Days)
		}
		if fmt.Sprint(trend.Versions) != "[{1.0 1} {2.0 1}]" {
			t.Errorf("by version: %v", trend.Versions)
		}
	}
	if a, b, ok := p.Latest(1); a != "1.0" || b != "2.0" || !ok {
		t.Errorf("the latest are %q and %q", a, b)
	}
	if a, b := CauseID(p.Cases[0].Cause), CauseID(p.Cases[1].Cause); a != b || len(a) != 16 || a == CauseID(p.Cases[2].Cause) {
		t.Errorf("names of causes: %s, %s", a, b)
	}
}
