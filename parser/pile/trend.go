package pile

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"traceglass/parser/dump"
	"traceglass/parser/sorting"
	"traceglass/parser/wait"
)

// A Trend is how often cases occurred by day and by version.
type Trend struct {
	Days     []Count // by day, ascending, without gaps if the days have years; nil if no case has a time
	Versions []Count // of the app, the earliest first
}

// Trend returns the trend of rows of Cases. days are those of the pile. Days without a row count 0, so
// that trends of causes line up.
func (p *Pile) Trend(days []Count, rows []int) (t Trend) {
	t.Days = slices.Clone(days)
	byDay, byVersion := map[string]int{}, map[string]int{}
	for _, row := range rows {
		c := &p.Cases[row]
		byDay[dayOf(c.Time)]++
		byVersion[c.Release()]++
	}
	for i := range t.Days {
		t.Days[i].Count = byDay[t.Days[i].Name]
	}
	t.Versions = counts(byVersion)
	sorting.Stable(t.Versions, func(a, b Count) int { return CompareVersions(a.Name, b.Name) })
	return t
}

// mostDays limits the days of a trend.
const mostDays = 400

// Days returns the days of the pile from the first to the last, with counts of 0.
func (p *Pile) Days() (all []Count) {
	seen := map[string]bool{}
	for i := range p.Cases {
		if day := dayOf(p.Cases[i].Time); day != "" && !seen[day] {
			seen[day] = true
			all = append(all, Count{Name: day})
		}
	}
	sorting.Stable(all, func(a, b Count) int { return strings.Compare(a.Name, b.Name) })
	if len(all) < 2 || strings.HasPrefix(all[0].Name, "-") || len(all) > mostDays {
		return all
	}
	var filled []Count
	last := all[len(all)-1].Name
	for day := all[0].Name; day <= last && len(filled) < mostDays; day = nextDay(day) {
		filled = append(filled, Count{Name: day})
	}
	if len(filled) == mostDays && filled[mostDays-1].Name < last {
		return all
	}
	return filled
}

// nextDay returns the day after one in the form 2026-09-21.
func nextDay(day string) string {
	seconds, ok := dump.Moment(day + " 00:00:00")
	if !ok {
		return "~" // after any day
	}
	next := time.Unix(int64(seconds)+24*60*60, 0).UTC()
	return fmt.Sprintf("%04d-%02d-%02d", next.Year(), int(next.Month()), next.Day())
}

// Latest returns the two latest versions of the app in the pile that have at least so many cases,
// and whether there are two.
func (p *Pile) Latest(least int) (before, after string, ok bool) {
	all := p.Counts(ByVersion, nil)
	all = slices.DeleteFunc(all, func(c Count) bool { return c.Count < least })
	if len(all) < 2 {
		return "", "", false
	}
	return all[1].Name, all[0].Name, true
}

// CauseID returns a short name of a cause that is the same in every pile: for notes on it.
func CauseID(c wait.Cause) string {
	h := fnv.New64a()
	for _, s := range []string{c.Rule, c.Waits, c.Holder, c.Frames} {
		h.Write([]byte(s))
		h.Write([]byte{0})
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
