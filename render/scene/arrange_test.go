package scene

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestArrange checks random graphs with at most one arrow out of each box: boxes do not overlap
// and are within the graph, and arrows lead right except one per circle.
func TestArrange(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		g := &Graph{}
		for i := range 1 + rng.IntN(30) {
			g.Nodes = append(g.Nodes, Node{Lines: []string{fmt.Sprintf("thread %d", i), "Blocked in something"}[:1+rng.IntN(2)]})
		}
		for i := range g.Nodes {
			if to := rng.IntN(len(g.Nodes)); rng.IntN(3) > 0 && to != i {
				g.Edges = append(g.Edges, Edge{Tail: i, Head: to, Label: "Object 0x01"})
			}
		}
		g.First, g.Chosen = rng.IntN(len(g.Nodes)), rng.IntN(2) > 0
		g.Arrange()
		for i := range g.Nodes {
			a := &g.Nodes[i]
			if a.X < 0 || a.Y < 0 || a.X+a.W > g.Width || a.Y+a.H > g.Height || a.W == 0 {
				t.Fatalf("box %d at %g,%g of %g×%g lies outside of %g×%g", i, a.X, a.Y, a.W, a.H, g.Width, g.Height)
			}
			for k := range g.Nodes[:i] {
				if b := &g.Nodes[k]; a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
					t.Fatalf("boxes %d and %d lie on each other", k, i)
				}
			}
		}
		back := 0
		for i := range g.Edges {
			e := &g.Edges[i]
			if len(e.Points) != 4 {
				t.Fatalf("arrow %d has %d points", i, len(e.Points))
			}
			if g.Nodes[e.Tail].X >= g.Nodes[e.Head].X {
				back++
			}
		}
		if want := circles(g); back != want {
			t.Fatalf("%d arrows lead back, of %d circles", back, want)
		}
	}
}

// circles counts the circles of a graph's arrows.
func circles(g *Graph) (n int) {
	to := map[int]int{}
	for i := range g.Edges {
		to[g.Edges[i].Tail] = g.Edges[i].Head
	}
	done := map[int]bool{}
	for i := range g.Nodes {
		seen := map[int]bool{}
		at, ok := i, true
		for ok && !done[at] && !seen[at] {
			seen[at] = true
			at, ok = to[at]
		}
		if ok && seen[at] && !done[at] {
			n++
		}
		for k := range seen {
			done[k] = true
		}
	}
	return n
}
