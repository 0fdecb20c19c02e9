package tell

import (
	"fmt"
	"strings"

	"traceglass/parser/mapping"
	"traceglass/render/words"
)

// Naming says what a map of names gave a file: how much was named first, then what is to be known
// besides. The map's name is in file.
func Naming(r *mapping.Result, file string) (all []string) {
	r.Settle()
	m := r.Map()
	by := words.ClipTo(file, longName)
	if m.Compiler != "" {
		by += " (" + words.ClipTo(strings.TrimSpace(m.Compiler+" "+m.Version), shortName) + ")"
	}
	switch {
	case r.Names == 0:
		all = append(all, "The names in this file are not shortened: "+by+" has none of them.")
	case r.Named == 0:
		has, other := r.Examples()
		all = append(all, fmt.Sprintf("Nothing in this file is in %s: the file has %s, the map %s.", by, words.ClipTo(has, longName), words.ClipTo(other, longName)))
	default:
		all = append(all, fmt.Sprintf("Named by %s: %s of %s.", by, Portion(r.Named, r.Names), words.Plural(int64(r.Names), "name", "names")))
	}
	switch {
	case r.Match == mapping.SameBuild:
		all = append(all, "The map is of this build: both have the map id "+mapID(r.ID)+".")
	case r.Match == mapping.AnotherBuild:
		all = append(all, "This map belongs to another build: the file has the map id "+mapID(r.ID)+", the map "+mapID(m.ID)+". Names would be wrong.")
	case r.Doubt() == mapping.Doubtful:
		all = append(all, fmt.Sprintf("This map is probably of another build: only %s of %s that can be judged fit. Names would be wrong.", Portion(r.Fit, r.Judged), words.Plural(int64(r.Judged), "name", "names")))
	case r.Doubt() == mapping.SomeDoubt:
		all = append(all, fmt.Sprintf("Some names do not fit this map (%s of %s do): code that was loaded from elsewhere, or a slightly different build.", Portion(r.Fit, r.Judged), words.Count(int64(r.Judged))))
	}
	if r.Several > 0 {
		all = append(all, words.Count(int64(r.Several))+" of these names "+words.Noun(int64(r.Several), "has", "have")+" more than one original, since the optimiser has merged methods: all are shown.")
	}
	for _, n := range m.Notes {
		all = append(all, n.Text)
	}
	return all
}

// mapID is as much of a map's id as tells it from others.
func mapID(id string) string {
	if id == "" {
		return "none"
	}
	return words.ClipTo(id, 16)
}

// Portion is a share of a whole, never rounded to none or to all.
func Portion(n, of int) string {
	tenths := n * 1000 / of
	if n > 0 && tenths == 0 {
		tenths = 1
	}
	if tenths == 1000 {
		return "100" + words.NBSP + "%"
	}
	return fmt.Sprintf("%d.%d%s%%", tenths/10, tenths%10, words.NBSP)
}
