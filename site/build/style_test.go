package main

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"traceglass/render/scene"
)

// themes returns the style sheet's colours by name, for light and dark.
func themes(t *testing.T) map[string]map[string]string {
	t.Helper()
	css := whole(t, "style.css")
	read := func(block string) map[string]string {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]+);`).FindAllStringSubmatch(block, -1) {
			colours[m[1]] = m[2]
		}
		return colours
	}
	parts := strings.Split(css, ":root")
	themes := map[string]map[string]string{"light": read(parts[1])}
	dark := map[string]map[string]string{}
	for _, part := range parts[2:] {
		if strings.HasPrefix(part, `[data-theme="dark"]`) {
			dark["chosen"] = read(part[:strings.Index(part, "\n}")])
		} else if strings.HasPrefix(part, `:not([data-theme="light"])`) {
			dark["system"] = read(part[:strings.Index(part, "\n}")])
		}
	}
	if len(dark["chosen"]) < 40 || fmt.Sprint(dark["chosen"]) != fmt.Sprint(dark["system"]) {
		t.Error("the two copies of the dark colours differ")
	}
	themes["dark"] = dark["chosen"]
	return themes
}

// TestEverySlotHasAColour: the style sheet has a colour for each of scene's slots and for no other slot.
func TestEverySlotHasAColour(t *testing.T) {
	coloured := make(map[scene.Slot]bool)
	for _, m := range regexp.MustCompile(`--slot-([0-9]+):`).FindAllStringSubmatch(whole(t, "style.css"), -1) {
		n, _ := strconv.Atoi(m[1])
		coloured[scene.Slot(n)] = true
	}
	for s := range max(scene.SlotTracer, slices.Max(slices.Collect(maps.Keys(coloured)))) + 1 {
		want := s <= scene.SlotLibrary || scene.SlotState <= s && s <= scene.SlotTracer
		if coloured[s] != want {
			t.Errorf("slot %d has a colour: %v, want %v", s, coloured[s], want)
		}
	}
}

type rgb [3]float64 // linear light

func linear(hex string) rgb {
	if len(hex) == 4 {
		hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	var c rgb
	for i := range c {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// contrast returns the contrast ratio of two colours as WCAG 2.2 defines it.
func contrast(a, b string) float64 {
	light := func(c rgb) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] + 0.05 }
	x, y := light(linear(a)), light(linear(b))
	return max(x, y) / min(x, y)
}

func TestTextIsReadable(t *testing.T) {
	pairs := []struct {
		text, ground string
		least        float64
	}{
		{"text", "raised", 7}, {"text", "ground", 7}, {"faint", "raised", 4.5}, {"faint", "ground", 4.5}, {"faint", "sunken", 4.5},
		{"faint", "hover", 4.5}, {"faint", "selected", 4.5}, {"faint", "parents", 4.5}, {"faint", "children", 4.5},
		{"text", "parents", 7}, {"text", "children", 7}, {"parents-ink", "parents-head", 4.5}, {"children-ink", "children-head", 4.5},
		{"note", "note-soft", 4.5}, {"accent-ink", "accent", 4.5}, {"accent-strong", "accent-soft", 4.5}, {"accent-strong", "raised", 4.5},
		{"accent", "raised", 3}, {"accent", "ground", 3}, {"danger", "raised", 4.5}, {"slot-extent", "raised", 3}, {"slot-selected", "raised", 3},
		{"faint", "slot-line", 4.5},
	}
	for _, state := range []string{"blocked", "running", "native", "quiet"} {
		for _, ground := range []string{"raised", "hover", "selected", "ground"} {
			pairs = append(pairs, struct {
				text, ground string
				least        float64
			}{"state-" + state, ground, 4.5})
		}
	}
	for theme, colour := range themes(t) {
		for _, p := range pairs {
			if got := contrast(colour[p.text], colour[p.ground]); got < p.least {
				t.Errorf("%s: %s on %s has contrast %.2f, want %.1f", theme, p.text, p.ground, got, p.least)
			}
		}
		var slots []string
		for i := range 16 {
			slots = append(slots, "slot-"+strconv.Itoa(i))
		}
		for _, state := range []string{"none", "running", "native", "blocked", "waiting", "timed", "machine", "ended"} {
			slots = append(slots, "slot-state-"+state)
		}
		for _, slot := range slices.Concat(slots, origins, changes) {
			if got := max(contrast(colour[slot], "#14171c"), contrast(colour[slot], "#ffffff")); got < 4.5 {
				t.Errorf("%s: text on %s has contrast %.2f, want 4.5", theme, slot, got)
			}
		}
	}
}

// TestRangeLeavesTextReadable: the tint of a selected range covers the drawing. The ruler's text is readable
// under the full tint, and names on boxes under its weaker part.
func TestRangeLeavesTextReadable(t *testing.T) {
	css, least := whole(t, "style.css"), 4.5
	part, err := strconv.ParseFloat(regexp.MustCompile(`const TINT = ([0-9.]+);`).FindStringSubmatch(whole(t, "draw.js"))[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	tints := regexp.MustCompile(`--slot-range: rgb\((\d+) (\d+) (\d+) / (\d+)%\);`).FindAllStringSubmatch(css, -1)
	if len(tints) != 3 || fmt.Sprint(tints[1][1:]) != fmt.Sprint(tints[2][1:]) {
		t.Fatalf("tints are %v", tints)
	}
	for theme, tint := range map[string][]string{"light": tints[0][1:], "dark": tints[1][1:]} {
		colour := themes(t)[theme]
		var of [4]float64
		for i, s := range tint {
			of[i], _ = strconv.ParseFloat(s, 64)
		}
		tinted := func(hex string, part float64) string {
			if len(hex) == 4 {
				hex = "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
			}
			mixed := "#"
			for i := range 3 {
				n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
				alpha := of[3] / 100 * part
				mixed += fmt.Sprintf("%02x", int(math.Round(of[i]*alpha+float64(n)*(1-alpha))))
			}
			return mixed
		}
		for _, ground := range []string{"slot-axis", "raised"} {
			for _, text := range []string{"text", "faint"} {
				if got := contrast(tinted(colour[text], 1), tinted(colour[ground], 1)); got < least {
					t.Errorf("%s: in a range %s on %s has contrast %.2f", theme, text, ground, got)
				}
			}
		}
		var slots []string
		for i := range 16 {
			slots = append(slots, "slot-"+strconv.Itoa(i))
		}
		for _, slot := range slices.Concat(slots, origins, changes) {
			box := tinted(colour[slot], part)
			if got := max(contrast(tinted("#14171c", part), box), contrast(tinted("#ffffff", part), box)); got < least {
				t.Errorf("%s: in a range a name on %s has contrast %.2f", theme, slot, got)
			}
		}
	}
}

// sights convert linear light to the colours that deuteranopes, protanopes and tritanopes see. Source:
// Machado, Oliveira and Fernandes (2009).
var sights = [][3]rgb{
	{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func seen(c rgb, sight [3]rgb) rgb {
	var out rgb
	for i, row := range sight {
		out[i] = max(0, min(1, row[0]*c[0]+row[1]*c[1]+row[2]*c[2]))
	}
	return out
}

// oklab converts a colour to Oklab, where distances match perceived differences.
func oklab(c rgb) rgb {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return rgb{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// distance returns the Oklab distance of two colours, for the kind of colour vision where it is smallest.
func distance(a, b string) float64 {
	least := math.Inf(1)
	for _, sight := range sights {
		x, y := oklab(seen(linear(a), sight)), oklab(seen(linear(b), sight))
		least = min(least, math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]))
	}
	return least
}

// origins are the slots by origin of the code, and the slot of main.
var origins = []string{"slot-own", "slot-library", "slot-platform", "slot-native", "slot-unknown", "slot-main", "slot-tracer"}

// TestOriginsTellApart: colours of origins differ more than those of methods, because a picture has only these
// few.
func TestOriginsTellApart(t *testing.T) {
	const least = 0.085
	for theme, colour := range themes(t) {
		for i, a := range origins {
			for _, b := range append([]string{"raised"}, origins[:i]...) {
				if got := distance(colour[a], colour[b]); got < least {
					t.Errorf("%s: %s and %s lie %.3f apart, want %.3f", theme, a, b, got, least)
				}
			}
		}
	}
}

// changes are the slots for more, less and the same, in a picture of two traces.
var changes = []string{"slot-same", "slot-more-1", "slot-more-2", "slot-more-3", "slot-more-4", "slot-less-1", "slot-less-2", "slot-less-3", "slot-less-4"}

// TestChangesTellApart: the colours for more, less and the same differ at every depth.
func TestChangesTellApart(t *testing.T) {
	const least = 0.04 // two just noticeable differences, because the label has a sign too
	for theme, colour := range themes(t) {
		for i, a := range changes {
			for j, b := range changes[:i] {
				if got := distance(colour[a], colour[b]); got < least && (i > 4) != (j > 4) || got < least && j == 0 || got < 0.02 {
					t.Errorf("%s: %s and %s lie %.3f apart", theme, a, b, got)
				}
			}
		}
	}
}

func TestEveryPairOfSlotsTellsApart(t *testing.T) {
	const least = 0.06 // three just noticeable differences
	for theme, colour := range themes(t) {
		for i := range 16 {
			for j := range i {
				if d := distance(colour["slot-"+strconv.Itoa(i)], colour["slot-"+strconv.Itoa(j)]); d < least {
					t.Errorf("%s: slots %d and %d lie %.3f apart, want %.2f", theme, j, i, d, least)
				}
			}
		}
	}
}

// TestOwnCodeStandsOut: among origins, the app's own code has the highest contrast and platform code the
// lowest.
func TestOwnCodeStandsOut(t *testing.T) {
	for theme, colour := range themes(t) {
		strength := func(name string) float64 { return contrast(colour["slot-"+name], colour["raised"]) }
		for _, other := range []string{"library", "native", "unknown", "platform"} {
			if strength("own") < 1.1*strength(other) {
				t.Errorf("%s: own code has contrast %.2f to the ground, %s %.2f", theme, strength("own"), other, strength(other))
			}
			if other != "platform" && strength("platform") > strength(other)/1.1 {
				t.Errorf("%s: platform code has contrast %.2f to the ground, %s %.2f", theme, strength("platform"), other, strength(other))
			}
		}
	}
}
