package pile

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/dump"
	"traceglass/parser/profile"
	"traceglass/parser/wait"
)

// add adds a dump whose main thread has frames, innermost first; above it stands head.
func add(p *Pile, lot, time, head string, frames ...string) {
	r := dump.NewReader()
	fmt.Fprintf(r, "%s----- pid 7 at %s -----\nCmd line: com.app\nBuild fingerprint: 'a/b/c:14/d'\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n", head, time)
	for _, frame := range frames {
		fmt.Fprintf(r, "  at %s(A.java:1)\n", frame)
	}
	fmt.Fprint(r, "\n----- end 7 -----\n")
	d := r.Close()
	p.Add(lot, fmt.Sprint("anr_", len(p.Cases)), len(p.Cases), wait.NewFacts(d), d)
}

// TestCompare: each cause of two piles has its change, by shares, in this order: increased most,
// unchanged, decreased, gone. A dump without a holder joins those with one, from either pile.
func TestCompare(t *testing.T) {
	p := Pile{Tell: text}
	for range 4 {
		add(&p, "old", "2024-01-01 10:00:00", "", "java.lang.Thread.sleep", "com.app.Gone.run")
		add(&p, "old", "2024-01-01 10:00:00", "", "java.lang.Thread.sleep", "com.app.Same.run")
	}
	add(&p, "old", "2024-01-01 10:00:00", "", "java.lang.Thread.sleep", "com.app.Less.run")
	add(&p, "old", "2024-01-01 10:00:00", "", "java.lang.Thread.sleep", "com.app.More$1.run")
	for range 2 {
		add(&p, "new", "2024-01-02 10:00:00", "", "java.lang.Thread.sleep", "com.app.Same.run")
		add(&p, "new", "2024-01-02 10:00:00", "", "java.lang.Thread.sleep", "com.app.More$2.run")
	}
	add(&p, "new", "2024-01-02 10:00:00", "", "java.lang.Thread.sleep", "com.app.New.run")
	tell := func(before int) string {
		s := p.Sizes(before)
		var all []string
		for _, g := range p.Groups(before) {
			_, name, _ := strings.Cut(g.Cause.Frames, "com.app.")
			all = append(all, fmt.Sprintf("%s %s %d→%d", name, s.Change(&g), len(g.Before), len(g.Cases)))
		}
		return fmt.Sprintf("%d→%d: %s", s.Before, s.After, strings.Join(all, ", "))
	}
	if got, want := tell(p.Batch("old")), "10→5: Same.run same 4→2, Gone.run gone 4→0, More$#.run more 1→2, Less.run gone 1→0, New.run new 0→1"; got != want {
		t.Errorf("compared:\n got %s\nwant %s", got, want)
	}
	if got, want := tell(p.Batch("new")), "5→10: Same.run same 2→4, Gone.run new 0→4, More$#.run less 2→1, Less.run new 0→1, New.run gone 1→0"; got != want {
		t.Errorf("the other way round:\n got %s\nwant %s", got, want)
	}
	for _, g := range p.Groups(p.Batch("old")) {
		want, was := "2024-01-02 10:00:00", "2024-01-01 10:00:00"
		switch {
		case len(g.Cases) == 0:
			want = was
		case len(g.Before) == 0:
			was = ""
		}
		if g.First != want || g.Was.First != was {
			t.Errorf("%s: first %q, before %q", g.Cause.Frames, g.First, g.Was.First)
		}
	}
	if g := p.Groups(NoBaseline); len(g[0].Cases) != 6 || g[0].Before != nil {
		t.Errorf("without a comparison the largest group is %+v", g[0])
	}
	if p.Earlier() != 0 {
		t.Error("the earlier pile is not that with the earlier dumps")
	}
}

// TestSeen: a group has its first and last time, whatever zones are printed, and the versions from
// reports.
func TestSeen(t *testing.T) {
	p := Pile{Tell: text}
	const other = "Process: com.app\nPackage: com.app v42 (1.2.3)\nBuild: x/y/z:15/A/1:user/k\n"
	add(&p, "", "2024-01-02 10:00:00", other, "com.app.A.a")
	add(&p, "", "2024-01-02 10:30:00.5+0200", other, "com.app.A.a")
	add(&p, "", "2024-01-02T09:00:00Z", "Package: org.other v1 (9)\n", "com.app.A.a")
	add(&p, "", "x", "Package: com.app v43\n", "com.app.A.a")
	g := p.Groups(NoBaseline)
	if len(g) != 1 || g[0].First != "2024-01-02 10:30:00.5+0200" || g[0].Last != "2024-01-02 10:00:00" {
		t.Fatalf("groups %+v", g)
	}
	if got := fmt.Sprint(g[0].Versions, g[0].Releases, g[0].Builds, g[0].Processes); got != "[{1.2.3 2} {43 1}] [{14 4}] [{a/b/c:14/d 4}] [{com.app 4}]" {
		t.Errorf("counted: %s", got)
	}

	r := dump.NewReader()
	fmt.Fprint(r, "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\nTombstone maker: 'xCrash 2.4.6'\nCrash time: '2019-10-12T03:25:25.645+0800'\nApp ID: 'com.app'\nApp version: '7.1'\nBuild fingerprint: 'a/b/c:10/d'\npid: 7  >>> com.app <<<\n\n--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---\nCmd line: com.app\nDALVIK THREADS (1):\n\"main\" prio=5 tid=1 Sleeping\n  at com.app.B.b(A.java:1)\n\n")
	d := r.Close()
	p.Add("", "x", 9, wait.NewFacts(d), d)
	if c := p.Cases[len(p.Cases)-1]; c.Version != "7.1" || c.OS != "10" {
		t.Errorf("the facts of an in-app reporter's dump are %+v", c)
	}
}

// TestMains: stacks of main threads are merged with folded numbers, each case has the end of its
// stack, and weights are numbers of cases.
func TestMains(t *testing.T) {
	p := Pile{Tell: text}
	add(&p, "", "x", "", "com.app.A$1.run", "com.app.Main.go")
	add(&p, "", "x", "", "com.app.A$22.run", "com.app.Main.go")
	add(&p, "", "x", "", "com.app.Main.go")
	if a, b, c := p.Cases[0].Leaf, p.Cases[1].Leaf, p.Cases[2].Leaf; a != b || !p.Mains.Within(a, c) || p.Mains.Within(c, a) {
		t.Errorf("stacks end at %d, %d, %d", a, b, c)
	}
	if got, want := p.Mains.Path(p.Cases[0].Leaf), []string{"com.app.Main.go", "com.app.A$#.run"}; !slices.Equal(got, want) {
		t.Errorf("the first stack is %q", got)
	}
	weights := p.Mains.Contexts([]profile.Row{p.Cases[0].Leaf, p.Cases[2].Leaf}).Rows
	if len(weights) != 3 || weights[0].Inclusive[profile.Wall] != 2 || weights[p.Cases[0].Leaf].Inclusive[profile.Wall] != 1 {
		t.Errorf("weights %+v", weights)
	}
	var none Pile
	if rows := none.Mains.Contexts(nil).Rows; len(rows) != 1 {
		t.Errorf("no stacks have %d rows", len(rows))
	}
}

// TestKept: the kept part of a dump does not grow with the dump.
func TestKept(t *testing.T) {
	const dumps = 200
	kept := func(lines int) int64 {
		p := Pile{Tell: text}
		p.Mains.Contexts(nil)
		rng := rand.New(rand.NewPCG(7, 7))
		heap := func() int64 {
			runtime.GC()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before := heap()
		for i := range dumps {
			var s strings.Builder
			s.WriteString(strings.TrimSuffix(generate(&knownCauses[i%len(knownCauses)], rng), "\n"))
			for n := range lines {
				fmt.Fprintf(&s, "\n\n\"padding-%d-%d\" prio=5 tid=%d Waiting\n  at com.shop.P%d.p%d(P.java:%d)", i, n, 100+n, n, i, n)
			}
			r := dump.NewReader()
			r.Write([]byte(s.String()))
			d := r.Close()
			p.Add("pile.zip", fmt.Sprint("anr_", i), i, wait.NewFacts(d), d)
		}
		after := heap()
		runtime.KeepAlive(&p)
		if len(p.Cases) < dumps {
			t.Fatalf("%d cases", len(p.Cases))
		}
		return (after - before) / dumps
	}
	small, large := kept(0), kept(1500) // the text of the larger dumps is about 200 KB
	if small > 3000 || large > small+500 {
		t.Errorf("a dump keeps %d bytes, a large one %d", small, large)
	}
}
