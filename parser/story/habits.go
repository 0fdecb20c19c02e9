package story

import (
	"slices"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/profile"
	"traceglass/parser/trace"
)

// A habit is methods that take long on main, and what to do instead.
type habit struct {
	class   string
	methods string // as those of known
	instead advice.Advice
}

// habits have names of Android, Java and libraries. Names of libraries can be obfuscated, and then need a map.
var habits = [...]habit{
	{"java.text.SimpleDateFormat", "<init>", advice.KeepObject},
	{"java.text.DateFormat", "get*", advice.KeepObject},
	{"java.text.DecimalFormat", "<init>", advice.KeepObject},
	{"java.text.NumberFormat", "getInstance getNumberInstance getCurrencyInstance getPercentInstance getCompactNumberInstance getIntegerInstance", advice.KeepObject},
	{"java.text.MessageFormat", "<init>", advice.KeepObject},
	{"java.text.Collator", "getInstance", advice.KeepObject},
	{"java.time.format.DateTimeFormatter", "ofPattern ofLocalized*", advice.KeepObject},
	{"org.threeten.bp.format.DateTimeFormatter", "ofPattern ofLocalized*", advice.KeepObject},
	{"android.icu.text.SimpleDateFormat", "<init>", advice.KeepObject},
	{"android.icu.text.DateFormat", "get*", advice.KeepObject},
	{"android.icu.text.DecimalFormat", "<init>", advice.KeepObject},
	{"android.icu.text.NumberFormat", "getInstance getNumberInstance getCurrencyInstance getPercentInstance getIntegerInstance", advice.KeepObject},
	{"android.icu.text.Collator", "getInstance", advice.KeepObject},
	{"java.util.regex.Pattern", "compile", advice.KeepObject},
	{"kotlin.text.Regex", "<init>", advice.KeepObject},
	{"android.graphics.Typeface", "createFrom*", advice.KeepObject},
	{"com.google.gson.Gson", "<init>", advice.KeepObject},
	{"com.google.gson.GsonBuilder", "create", advice.KeepObject},

	{"android.graphics.BitmapFactory", "decode*", advice.DecodeOnMain},
	{"android.graphics.ImageDecoder", "decode*", advice.DecodeOnMain},
	{"android.graphics.BitmapRegionDecoder", "decodeRegion", advice.DecodeOnMain},

	{"androidx.core.content.res.ResourcesCompat", "getFont", advice.FontsOnMain},
	{"android.content.res.Resources", "getFont", advice.FontsOnMain},

	{"android.graphics.Bitmap", "compress", advice.EncodeOnMain},

	{"com.google.gson.Gson", "fromJson toJson", advice.ParseOnMain},
	{"org.json.JSONObject", "<init> toString", advice.ParseOnMain},
	{"org.json.JSONArray", "<init> toString", advice.ParseOnMain},
	{"com.squareup.moshi.JsonAdapter", "fromJson* toJson*", advice.ParseOnMain},
	{"com.fasterxml.jackson.databind.ObjectMapper", "read* write*", advice.ParseOnMain},
	{"kotlinx.serialization.json.Json", "decodeFrom* encodeTo*", advice.ParseOnMain},
}

// fewestKept is the least number of calls that create objects, to advise to keep one.
const fewestKept = 10

// A habitRule finds methods of habits, and gives advice on findings whose time is mostly in them.
type habitRule struct{ *finder }

// find returns a candidate on each method of habits that no other finding names and that own code calls for more than half of the time.
// All has the findings of the other rules.
func (s habitRule) find(all []*candidate) (found []*candidate) {
	if !s.x.Info.Threads[s.Thread].IsMain() {
		return nil
	}
	of := make([]*habit, len(s.x.Info.Methods))
	for m := range of {
		of[m] = habitOf(&s.x.Info.Methods[m])
	}
	isWithin := func(row profile.Row) bool { // a call of a method of habits
		return s.nearestOf(s.tree.Parent[row], func(m trace.MethodIndex) bool { return of[m] != nil }) != profile.NoRow
	}
	for i, h := range of {
		m := trace.MethodIndex(i)
		if h == nil || h.instead == advice.KeepObject && s.calls(m) < fewestKept {
			continue
		}
		for _, c := range s.sumOf(Costly, []trace.MethodIndex{m}, isWithin) {
			own, by := s.mostlyIn(c.rows, func(row profile.Row) profile.Row { return s.own[row] })
			if c.Own, c.OwnTime, c.Inside = own, 0, (Inside{}); !isNearlyAll(by[own], c.Time) {
				c.Own = call.NoMethod
			}
			if 2*by[call.NoMethod] < c.Time && !slices.ContainsFunc(all, func(of *candidate) bool { return s.isNamedBy(c, of) }) && !slices.ContainsFunc(all, func(of *candidate) bool { return s.replaceCallee(of, c) }) {
				found = append(found, c)
			}
		}
	}
	return found
}

// isNamedBy reports whether another finding names the method of a candidate with nearly all of its time.
func (s habitRule) isNamedBy(c, of *candidate) bool {
	m := c.Methods[0]
	return slices.Contains(of.Methods, m) || slices.ContainsFunc(of.callees(), func(in Share) bool {
		return in.Method == m && isNearlyAll(in.Time, c.Time) && s.isAdvised(in.Time, &of.Finding)
	})
}

// callees returns the callees that the sentence of a finding names.
func (f *Finding) callees() []Share {
	all := f.Inside.all()
	if f.Rule == LongMessage || f.Rule == SlowPhase { // the sites of a wait are no callees
		for i := range f.Further {
			all = append(all, Share{f.Further[i].Method, f.Further[i].Time})
		}
	}
	return all
}

// replaceCallee reports whether a finding is on the caller of a candidate, and the callee that it names does little else. The finding then
// names the method of the candidate.
func (s habitRule) replaceCallee(of, c *candidate) bool {
	in := &of.Inside
	if of.Rule != Costly || of.Handled > 0 || in.Time == 0 || in.Method == c.Methods[0] || c.Own != of.Methods[0] || 5*c.Time < 4*in.Time || !isNearlyAll(s.timeUnder(in.Method, c.rows), c.Time) {
		return false
	}
	*in = Inside{Method: c.Methods[0], Time: c.Time, Parts: in.Parts}
	return true
}

// habitOf returns the row of habits of a method, or nil.
func habitOf(m *trace.Method) *habit {
	for i := range habits {
		if h := &habits[i]; h.class == m.Class && hasName(h.methods, m.Name) {
			return h
		}
	}
	return nil
}

// advise adds the advice to the findings of main that have none. A part does not repeat that of its whole.
func (s habitRule) advise() {
	if !s.x.Info.Threads[s.Thread].IsMain() {
		return
	}
	for i := range s.Findings {
		f := &s.Findings[i]
		if f.Advice != advice.None {
			continue
		}
		if a, on := s.adviceOn(f); f.PartOf == 0 || s.Findings[f.PartOf-1].Advice != a {
			f.Advice, f.Advised = a, on
		}
		if f.Rule == Costly && f.Advice == advice.None && s.x.Info.Methods[f.Methods[0]].Name == "onMeasure" {
			s.adviseOnLayouts(f)
		}
	}
}

// draws reports whether a finding is on a view that draws itself.
func (s habitRule) draws(f *Finding) bool {
	return f.Rule == Costly && (isPass(&s.x.Info.Methods[f.Methods[0]]) || f.Own != call.NoMethod && isPass(&s.x.Info.Methods[f.Own]))
}

// createsAll reports whether a list creates far more items in a frame than a screen shows: something around it has no bounds, such as
// another list.
func (s habitRule) createsAll(f *Finding) bool {
	const most = 50 // items of a screen
	if !f.Frame || s.Sampled || len(f.Calls) == 0 {
		return false
	}
	items := 0
	s.survey.outermost(f.Calls[0].Ref, func(m trace.MethodIndex) bool { return s.x.Info.Methods[m].Name == "onCreateViewHolder" }, func(profile.Ref, trace.MethodIndex) { items++ })
	return items > most
}

// adviseOnLayouts adds advice to a finding on a view that measures itself, if layouts that measure their children twice are nested around it or inside it.
func (s habitRule) adviseOnLayouts(f *Finding) {
	const deep, most = 5, 1_000_000 // levels; steps, in case of very many rows
	steps := 0
	for i := range s.x.Info.Methods {
		m := trace.MethodIndex(i)
		if in := &s.x.Info.Methods[m]; in.Name != "onMeasure" || in.Class != "android.widget.LinearLayout" && in.Class != "android.widget.RelativeLayout" { // others measure once
			continue
		}
		for _, of := range [...]trace.MethodIndex{m, f.Methods[0]} { // the layouts inside, and those around
			for row := range s.x.RowsOf(of) {
				levels, isOnPath := int64(0), false
				for up := row; up != 0 && steps < most; up = s.tree.Parent[up] {
					steps++
					if s.tree.Method[up] == m {
						levels++
					}
					isOnPath = isOnPath || s.tree.Method[up] == f.Methods[0]
				}
				if isOnPath && levels > max(f.Levels, deep-1) && s.p.Rows[row].Calls > 0 {
					f.Advice, f.Advised, f.Levels = advice.FlattenLayouts, m, levels
				}
			}
		}
	}
}

// isAdvised reports whether a method of habits has enough of a finding's time to give it advice: a third, or what would be a finding.
func (s habitRule) isAdvised(ns int64, f *Finding) bool { return 3*ns >= f.Time || ns >= s.least }

// isOnce reports whether nearly all of the time of a method is in static initializers: they keep the objects.
func isOnce(s habitRule, m trace.MethodIndex) bool {
	var in, all int64
	for row := range s.x.RowsOf(m) {
		ns := s.p.Rows[row].Inclusive[s.first]
		all += ns
		if s.nearestOf(row, func(of trace.MethodIndex) bool { return s.x.Info.Methods[of].Name == "<clinit>" }) != profile.NoRow {
			in += ns
		}
	}
	return isNearlyAll(in, all)
}

// adviceOn returns the advice on a finding whose sentence names a method of habits with enough time, and this method.
func (s habitRule) adviceOn(f *Finding) (advice.Advice, trace.MethodIndex) {
	named := f.callees()
	switch f.Rule {
	case Costly, Often, Outlier:
		named = append(named, Share{f.Methods[0], f.Time})
	case LongMessage, SlowPhase:
		if s.createsAll(f) {
			return advice.BoundList, call.NoMethod
		}
	default:
		return advice.None, call.NoMethod
	}
	for _, in := range named {
		if in.Time == 0 || in.Method == call.NoMethod || !s.isAdvised(in.Time, f) {
			continue
		}
		h, often := habitOf(&s.x.Info.Methods[in.Method]), s.calls(in.Method) >= fewestKept
		switch {
		case h == nil:
		case h.instead == advice.DecodeOnMain && often && s.draws(f): // the same images in each frame
			return advice.KeepObject, in.Method
		case h.instead == advice.KeepObject && isOnce(s, in.Method):
		case h.instead != advice.KeepObject || often:
			return h.instead, in.Method
		}
	}
	return advice.None, call.NoMethod
}
