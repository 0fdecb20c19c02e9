package anr

import (
	"strings"

	"traceglass/parser/dump"
)

// A fact is a field of dump.About that records and tables state.
type fact uint8

const (
	noFact fact = iota
	id
	process
	version // of the app
	release // version, perhaps with the version code in brackets
	code    // version code
	system  // release of Android, or "API 34"
	level   // API level
	maker
	model
	device // marketing name
	utcAt  // time; without a zone it is UTC
	zoned  // time; without a zone it has none
	hour   // time that is exact to the hour
	reason
	issue
	inFront // true or false, FOREGROUND or BACKGROUND
	users
	reports
)

// set sets the fact that a text states. An empty text states nothing, and a fact that is known stays.
func set(a *dump.About, f fact, text string) {
	if text == "" {
		return
	}
	var to *string
	switch f {
	case id:
		to = &a.ID
	case process:
		to = &a.Package
	case version:
		to = &a.Version
	case release:
		if a.Version == "" {
			var build string
			if a.Version, build = versions(text); a.Code == "" {
				a.Code = build
			}
		}
	case code:
		to = &a.Code
	case system:
		if level, ok := strings.CutPrefix(text, "API "); ok {
			a.API = countIn(level)
			return
		}
		text, to = strings.TrimPrefix(text, "Android "), &a.OS
	case level:
		a.API = countIn(strings.TrimPrefix(text, "API "))
	case maker:
		to = &a.Maker
	case model:
		to = &a.Model
	case device:
		to = &a.Device
	case utcAt, zoned, hour:
		if a.Time == "" {
			if a.Time = instant(text, zone(f != zoned)); a.Time != "" {
				a.TimeIs = "event"
				if f == hour {
					a.TimeIs = "hour"
				}
			}
		}
	case reason:
		a.Reason, a.Kind = reasonOf(text)
	case issue:
		to = &a.Issue
	case inFront:
		switch text {
		case "true", "FOREGROUND":
			a.Foreground = dump.Yes
		case "false", "BACKGROUND":
			a.Foreground = dump.No
		}
	case users:
		a.Users = int64(countIn(text))
	case reports:
		a.Count = int64(countIn(text))
	}
	if to != nil && *to == "" {
		*to = text
	}
}

// A path leads to a fact in a record: the keys of objects, separated by dots. A key may have another
// spelling behind a bar. Of several paths to one fact the first that states it counts.
type path struct {
	fact
	keys string
}

// read reads the facts of a record.
func (o object) read(a *dump.About, paths []path) {
	for _, p := range paths {
		set(a, p.fact, o.at(p.keys).scalar())
	}
}

// at returns the value at the end of a path.
func (o object) at(keys string) value {
	key, rest, deeper := strings.Cut(keys, ".")
	of := o.get(strings.Split(key, "|")...)
	if !deeper {
		return of
	}
	return of.object().at(rest)
}

// scalar returns a text, number, true or false as text, "" for anything else.
func (v value) scalar() string {
	if s := string(v); s == "true" || s == "false" {
		return s
	}
	return v.fact()
}
