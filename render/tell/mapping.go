package tell

import (
	"strconv"
	"strings"

	"traceglass/parser/mapping"
	"traceglass/render/words"
)

// Naming returns sentences on the effect of a map of names on a file: first how many names it
// translated, then remarks. file is the name of the map.
func Naming(r *mapping.Result, file string) (all []string) {
	r.Settle()
	m := r.Map()
	by := words.ClipTo(file, longName)
	if m.Compiler != "" {
		by += " (" + words.ClipTo(strings.TrimSpace(m.Compiler+" "+m.Version), shortName) + ")"
	}
	switch {
	case r.Names == 0 && r.Match == mapping.AnotherBuild: // the user did not ask for this map
	case r.Names == 0:
		all = append(all, words.Say("The names in this file are not shortened: {1} has none of them.", by))
	case r.Named == 0 && r.ByName == 0:
		has, other := r.Examples()
		all = append(all, words.Say("The map {1} has no name of this file: the file has {2}, the map has {3}. Is the map from another app or build?", by, words.ClipTo(has, longName), words.ClipTo(other, longName)))
	default:
		all = append(all, words.Say("Names from {1}: {2} of {3}.", by, Portion(r.Named, r.Names), words.Plural(int64(r.Names), "name", "names")))
	}
	if r.ByName > 0 {
		one := words.Text("{1} more names match by name only: the map has no method with their signature.")
		if r.ByName == 1 {
			one = "{1} more name matches by name only: the map has no method with its signature."
		}
		all = append(all, words.Say(one, words.Count(int64(r.ByName))))
	}
	switch {
	case r.Match == mapping.SameBuild:
		all = append(all, words.Say("The map is of this build: both have the map id {1}.", mapID(r.ID)))
	case r.Match == mapping.AnotherBuild:
		all = append(all, words.Say("This map belongs to another build: the file has the map id {1}, the map {2}. Names would be wrong.", mapID(r.ID), mapID(m.ID)))
	case r.Doubt() == mapping.Doubtful:
		all = append(all, words.Say("This map is probably of another build: it fits only {1} of {2} that can be checked. Names would be wrong.", Portion(r.Fit, r.Judged), words.Plural(int64(r.Judged), "name", "names")))
	case r.Doubt() == mapping.SomeDoubt:
		all = append(all, words.Say("Some names do not fit this map ({1} of {2} do). The build may differ slightly, or code was loaded from elsewhere.", Portion(r.Fit, r.Judged), words.Count(int64(r.Judged))))
	}
	if r.Several > 0 {
		several := words.Text("{1} names have several originals because the optimiser merged methods: up to 20 are listed.")
		if r.Several == 1 {
			several = "{1} name has several originals because the optimiser merged methods: up to 20 are listed."
		}
		all = append(all, words.Say(several, words.Count(int64(r.Several))))
	}
	for _, n := range m.Notes {
		all = append(all, words.Filled(n.Text).String())
	}
	return all
}

// mapID shortens a map's id to a length that is still unique in practice.
func mapID(id string) string {
	if id == "" {
		return words.T("none")
	}
	return words.ClipTo(id, 16)
}

// Portion formats n of a total in percent. It rounds down, so only the total is 100 %, and shows
// at least 0.1 % if n is not 0.
func Portion(n, of int) string {
	tenths := n * 1000 / of
	if n > 0 && tenths == 0 {
		tenths = 1
	}
	if tenths == 1000 {
		return words.Say("{1}\u00a0%", "100")
	}
	return words.Say("{1}\u00a0%", strconv.Itoa(tenths/10)+"."+strconv.Itoa(tenths%10))
}
