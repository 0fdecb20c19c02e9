package story

import (
	"traceglass/parser/advice"
	"traceglass/parser/call"
)

// A habit is methods that are dear on main, and what to do instead.
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
	{"java.util.regex.Pattern", "compile", advice.KeepObject},
	{"kotlin.text.Regex", "<init>", advice.KeepObject},
	{"android.graphics.Typeface", "createFrom*", advice.KeepObject},
	{"com.google.gson.Gson", "<init>", advice.KeepObject},
	{"com.google.gson.GsonBuilder", "create", advice.KeepObject},

	{"android.graphics.BitmapFactory", "decode*", advice.DecodeOnMain},
	{"android.graphics.ImageDecoder", "decode*", advice.DecodeOnMain},
	{"android.graphics.BitmapRegionDecoder", "decodeRegion", advice.DecodeOnMain},

	{"com.google.gson.Gson", "fromJson toJson", advice.ParseOnMain},
	{"org.json.JSONObject", "<init> toString", advice.ParseOnMain},
	{"org.json.JSONArray", "<init> toString", advice.ParseOnMain},
	{"com.squareup.moshi.JsonAdapter", "fromJson* toJson*", advice.ParseOnMain},
	{"com.fasterxml.jackson.databind.ObjectMapper", "read* write*", advice.ParseOnMain},
	{"kotlinx.serialization.json.Json", "decodeFrom* encodeTo*", advice.ParseOnMain},
}

// fewestKept is the least number of calls that create objects, to advise to keep one.
const fewestKept = 10

// A habitRule gives advice on findings whose time is mostly in methods of habits.
type habitRule struct{ *finder }

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
		if a := s.adviceOn(f); f.PartOf == 0 || s.Findings[f.PartOf-1].Advice != a {
			f.Advice = a
		}
	}
}

// draws reports whether a finding is on a view that draws itself.
func (s habitRule) draws(f *Finding) bool {
	return f.Rule == Costly && (isPass(&s.x.Info.Methods[f.Methods[0]]) || f.Own != call.NoMethod && isPass(&s.x.Info.Methods[f.Own]))
}

// adviceOn returns the advice on a finding whose sentence names a method of habits with at least half of the time.
func (s habitRule) adviceOn(f *Finding) advice.Advice {
	named := f.Inside.all()
	switch f.Rule {
	case Costly, Often, Outlier:
		named = append(named, Share{f.Methods[0], f.Time})
	case LongMessage, SlowPhase:
	default:
		return advice.None
	}
	for _, in := range named {
		if in.Time == 0 || 2*in.Time < f.Time || in.Method == call.NoMethod {
			continue
		}
		m, of := &s.x.Info.Methods[in.Method], &s.p.Methods[in.Method]
		for j := range habits {
			h := &habits[j]
			if h.class != m.Class || !hasName(h.methods, m.Name) {
				continue
			}
			often := of.Calls+of.Recursive >= fewestKept
			switch {
			case h.instead == advice.DecodeOnMain && often && s.draws(f): // the same images in each frame
				return advice.KeepObject
			case h.instead != advice.KeepObject || often:
				return h.instead
			}
		}
	}
	return advice.None
}
