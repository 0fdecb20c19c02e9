package formats

import (
	"io"

	"traceglass/parser/profile"
	"traceglass/render/report"
	"traceglass/render/report/perfetto"
)

// Every call, for other programs.
func init() {
	Trace["speedscope"] = Format{Calls: true, Bytes: perCall(80, false), Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return report.Speedscope(w, p.Index, o.Part, o.Name, o.Clock)
	}}
	Trace["chrome"] = Format{Calls: true, Bytes: perCall(110, true), Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return report.Chrome(w, p.Index, o.Part, o.Name)
	}}
	Trace["perfetto"] = Format{Calls: true, Bytes: perCall(28, false), Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return perfetto.Write(w, p.Index, o.Part, o.Name)
	}}
	Trace["firefox"] = Format{Calls: true, Bytes: perCall(50, false), Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return report.Firefox(w, p.Index, o.Part, o.Name, o.Clock)
	}}
}

// perCall estimates the size of a scope's calls, with each bytes per call and, if named, the
// length of its method's name.
func perCall(each int64, named bool) func(*profile.Profile, Options) int64 {
	return func(p *profile.Profile, _ Options) (sum int64) {
		for m := range p.Methods {
			one := each
			if named {
				one += int64(len(p.Info.Methods[m].Label()))
			}
			sum += one * (p.Methods[m].Calls + p.Methods[m].Recursive)
		}
		return sum
	}
}
