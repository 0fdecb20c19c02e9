package tell

import (
	"slices"
	"strings"

	"traceglass/parser/pile"
	"traceglass/parser/sorting"
	"traceglass/render/words"
)

// PileTitle returns the number of dumps and causes in a pile. For a comparison it also counts the
// causes that changed.
func PileTitle(s pile.Sizes, groups []pile.Group, before int) string {
	causes := words.Plural(int64(len(groups)), "cause", "causes")
	if before == pile.NoBaseline {
		return words.Say("{1}, {2}", words.Plural(int64(s.After), "dump", "dumps"), causes)
	}
	n := map[pile.Change]int{}
	within := 0
	for i := range groups {
		if change := s.Change(&groups[i]); change == pile.Same || s.BeyondChance(&groups[i]) {
			n[change]++
		} else {
			within++
		}
	}
	var changes []string
	for _, c := range []struct {
		pile.Change
		words.Text
	}{{pile.New, "{1} new"}, {pile.Gone, "{1} gone"}, {pile.More, "{1} more"}, {pile.Less, "{1} less"}, {pile.Same, "{1} same"}} {
		if n[c.Change] > 0 {
			changes = append(changes, words.Say(c.Text, words.Count(int64(n[c.Change]))))
		}
	}
	if within > 0 {
		changes = append(changes, words.Say("{1} not significant", words.Count(int64(within))))
	}
	title := words.Say("{1} before, {2} after; {3}", words.Plural(int64(s.Before), "dump", "dumps"), words.Count(int64(s.After)), causes)
	if len(changes) > 0 {
		title = words.Say("{1}: {2}", title, words.List(changes))
	}
	return title
}

// Changed returns how a cause changed: "more", or "more, not significant" if the difference is not
// significant.
func Changed(s pile.Sizes, g *pile.Group) string {
	change := words.Filled(string(s.Change(g))).String()
	if s.BeyondChance(g) || s.Change(g) == pile.Same {
		return change
	}
	return words.Say("{1}, not significant", change)
}

// Reach returns a sentence on the smallest change that piles of two sizes can show: how many dumps
// a new cause needs to be significant.
func Reach(s pile.Sizes) string {
	if n := s.Least(); n > 0 {
		return words.Say("Not significant: piles of {1} and {2} dumps with the same causes differ this much in 1 of 20 comparisons or more. A new cause is significant from {3} on.",
			words.Count(int64(s.Before)), words.Count(int64(s.After)), words.Plural(int64(n), "dump", "dumps"))
	}
	return words.Say("Piles of {1} and {2} dumps are too small for any significant change.", words.Count(int64(s.Before)), words.Count(int64(s.After)))
}

// Share returns how often a cause occurs among all dumps. For a comparison it adds how often it
// occurred before: "12 of 40, 30.0 %; before 1 of 20, 5.0 %".
func Share(s pile.Sizes, g *pile.Group, before int) string {
	was, is := s.Shares(g)
	of := func(n, all int, share float64) string {
		return words.Say("{1} of {2}, {3}", words.Count(int64(n)), words.Count(int64(all)), words.Percent(share))
	}
	text := of(len(g.Cases), s.After, is)
	if before != pile.NoBaseline {
		text = words.Say("{1}; before {2}", text, of(len(g.Before), s.Before, was))
	}
	return text
}

// Number returns how many dumps a cause has. For a comparison it adds how many it had before: "2 → 6".
func Number(g *pile.Group, before int) string {
	is := words.Count(int64(len(g.Cases)))
	if before == pile.NoBaseline {
		return is
	}
	return words.Count(int64(len(g.Before))) + words.NBSP + "→" + words.NBSP + is
}

// NumberOf is Number for a list without shares. If the piles differ in size, it adds their sizes: "4/12 → 4/40". The share
// decides whether a cause is more or less frequent, not the number.
func NumberOf(s pile.Sizes, g *pile.Group, before int) string {
	if before == pile.NoBaseline || s.Before == s.After {
		return Number(g, before)
	}
	of := func(n, all int) string { return words.Count(int64(n)) + "/" + words.Count(int64(all)) }
	return of(len(g.Before), s.Before) + words.NBSP + "→" + words.NBSP + of(len(g.Cases), s.After)
}

// Seen returns a line each for: the time range of a cause's dumps, the versions of the app, the
// latest first, the Android releases, the builds and the processes, most frequent first. It omits
// unknown facts.
// For a cause in both piles it shows the facts that differ, before and after.
func Seen(g *pile.Group) (lines []string) {
	is, was := facts(&g.Facts), facts(&g.Was)
	both := len(g.Cases) > 0 && len(g.Before) > 0
	for i := range is {
		text := is[i].text
		switch {
		case !both || is[i].alike == was[i].alike:
		case was[i].text == "":
			text = words.Say("{1} after", text)
		case text == "":
			text = words.Say("{1} before", was[i].text)
		default:
			text = words.Say("{1} before; {2} after", was[i].text, text)
		}
		if text != "" {
			lines = append(lines, words.Say(is[i].what, text))
		}
	}
	return lines
}

// A fact is a line about dumps. Two facts with equal alike differ only in numbers.
type fact struct {
	what        words.Text
	text, alike string
}

func facts(f *pile.Facts) (all [7]fact) {
	first, last := second(f.First), second(f.Last)
	all[0] = fact{what: "{1}", text: first, alike: first + last}
	if first != last {
		all[0].text = words.Say("{1} to {2}", first, last)
	}
	as := func(s string) string { return s }
	versions := slices.Clone(f.Versions)
	sorting.Stable(versions, func(a, b pile.Count) int { return pile.CompareVersions(b.Name, a.Name) })
	for i, of := range []struct {
		what words.Text
		all  []pile.Count
		name func(string) string
	}{{"version {1}", versions, as}, {"Android {1}", f.Releases, as}, {"build {1}", f.Builds, build}, {"{1}", f.Devices, as}, {"kind {1}", f.Kinds, func(kind string) string { return FacetValue(pile.ByKind, kind) }}, {"{1}", f.Processes, as}} {
		var names []string
		for _, c := range of.all {
			names = append(names, c.Name)
		}
		slices.Sort(names)
		all[i+1] = fact{of.what, counted(of.all, of.name), strings.Join(names, "\n")}
	}
	return all
}

// build returns the part of a fingerprint that identifies a build of a device: DEVICE ID/NUMBER
// of BRAND/PRODUCT/DEVICE:RELEASE/ID/NUMBER:TYPE/KEYS.
func build(fingerprint string) string {
	device, rest, ok := strings.Cut(fingerprint, ":")
	id, _, both := strings.Cut(rest, ":")
	_, id, numbered := strings.Cut(id, "/")
	if !ok || !both || !numbered {
		return fingerprint
	}
	return device[strings.LastIndexByte(device, '/')+1:] + " " + id
}

// second cuts a time, as dumps print it, to seconds: "2024-01-01 10:00:00". An hour stays whole.
func second(time string) string {
	if strings.HasSuffix(time, ":00 UTC") {
		return time
	}
	return strings.Replace(time[:min(len(time), len("2024-01-01 10:00:00"))], "T", " ", 1)
}

// counted lists the first names with their counts: "14 × 3, 13 × 2, 4 others".
func counted(all []pile.Count, name func(string) string) string {
	const most = 3
	var parts []string
	for i, c := range all {
		if i == most {
			parts = append(parts, words.Plural(int64(len(all)-i), "other", "others"))
			break
		}
		parts = append(parts, name(c.Name)+words.NBSP+"×"+words.NBSP+words.Count(int64(c.Count)))
	}
	return words.List(parts)
}

// Where returns the details of a cause besides its rule: what main waits for, which thread holds it
// up, and the frames.
func Where(g *pile.Group) string {
	var parts []string
	if g.Cause.Waits != "" {
		parts = append(parts, words.Say("for {1}", g.Cause.Waits))
	}
	if g.Cause.Holder != "" {
		parts = append(parts, words.Say("held up by {1}", g.Cause.Holder))
	}
	if g.Cause.Frames != "" {
		parts = append(parts, words.Say("in {1}", g.Cause.Frames))
	}
	return words.List(parts)
}
