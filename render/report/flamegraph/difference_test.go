package flamegraph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/parser/compare"
	"traceglass/parser/profile"
	"traceglass/parser/trace/tracetest"
	"traceglass/render/words"
)

func difference(t *testing.T, width compare.Width) string {
	t.Helper()
	var sides [2]*compare.Side
	for i, records := range []string{"main 0>a 10>b 40<b 50>gone<x 60<gone<x 100<a", "main 0>a 10>b 70<b 70>new 75<new 95<a"} {
		replay, reader := call.NewReplay(true)
		reader.Write(tracetest.Bytes(records))
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
		sides[i] = compare.NewSide(profile.NewIndex(replay.Finish(), reader.Info()).Profile(profile.WholeTrace, nil), "")
	}
	var out bytes.Buffer
	if err := Difference(compare.Of(sides[0], sides[1], nil, nil), "B beside A", width, profile.Wall, words.AsMeasured).SVG(&out); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(out.Bytes())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// TestDifference checks widths, that names begin with the change, and that vanished contexts are
// drawn unless widths are those of B.
func TestDifference(t *testing.T) {
	frame := regexp.MustCompile(`data-w="(\d+)" data-d="\d+"><title>([^<]*)</title><rect [^>]*fill="([^"]*)"`)
	for width, want := range map[compare.Width]string{
		compare.WidthA:      "100:−5 µs B beside A (100 µs → 95 µs) blue, 100:−5 µs a (100 µs → 95 µs) blue, 10:−10 µs gone&lt;x (only in A, 10 µs) blue, 30:+30 µs b (30 µs → 60 µs) orange",
		compare.WidthB:      "95:−5 µs B beside A (100 µs → 95 µs) blue, 95:−5 µs a (100 µs → 95 µs) blue, 5:+5 µs new (only in B, 5 µs) orange, 60:+30 µs b (30 µs → 60 µs) orange",
		compare.WidthLarger: "135:−5 µs B beside A (100 µs → 95 µs) blue, 135:−5 µs a (100 µs → 95 µs) blue, 5:+5 µs new (only in B, 5 µs) orange, 10:−10 µs gone&lt;x (only in A, 10 µs) blue, 60:+30 µs b (30 µs → 60 µs) orange",
	} {
		var got []string
		for _, m := range frame.FindAllStringSubmatch(difference(t, width), -1) {
			ns, _ := strconv.Atoi(m[1])
			color := "grey"
			if strings.HasPrefix(m[3], "hsl(30") {
				color = "orange"
			} else if strings.HasPrefix(m[3], "hsl(210") {
				color = "blue"
			}
			got = append(got, strconv.Itoa(ns/1000)+":"+m[2]+" "+color)
		}
		if text := strings.ReplaceAll(strings.Join(got, ", "), "\u00a0", " "); text != want {
			t.Errorf("width %d:\n got %s\nwant %s", width, text, want)
		}
	}
}

// TestChangeColors checks that any two colours differ in lightness or in blue, which colour-blind
// people see, and that black text has a contrast of 4.5 or more.
func TestChangeColors(t *testing.T) {
	rgb := func(color string) (c [3]float64) {
		var h, s, l float64
		m := regexp.MustCompile(`hsl\((\d+),(\d+)%,(\d+)%\)`).FindStringSubmatch(color)
		h, _ = strconv.ParseFloat(m[1], 64)
		s, _ = strconv.ParseFloat(m[2], 64)
		l, _ = strconv.ParseFloat(m[3], 64)
		s, l = s/100, l/100
		for i, n := range []float64{0, 8, 4} {
			k := math.Mod(n+h/30, 12)
			c[i] = l - s*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
		}
		return c
	}
	light := func(c [3]float64) (l float64) {
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := c[i] / 12.92
			if c[i] > 0.04045 {
				v = math.Pow((c[i]+0.055)/1.055, 2.4)
			}
			l += weight * v
		}
		return l
	}
	for _, share := range []int64{5, 25, 50, 75, 100} {
		less, more := rgb(changeColor(100, 100-share)), rgb(changeColor(100-share, 100))
		for _, c := range [][3]float64{less, more} {
			if contrast := (light(c) + 0.05) / 0.05; contrast < 4.5 {
				t.Errorf("%d %%: black on %v has a contrast of %.1f", share, c, contrast)
			}
		}
		if less[2]-more[2] < 0.1 || share == 100 && less[2]-more[2] < 0.4 {
			t.Errorf("%d %%: less has %.2f of blue and more %.2f", share, less[2], more[2])
		}
	}
	if changeColor(100, 100) != changeColor(0, 0) || changeColor(100, 100) == changeColor(100, 98) {
		t.Error("no change has not a colour of its own")
	}
}
