package formats

import (
	"io"

	"traceglass/parser/profile"
	"traceglass/render/report/dmtracedump"
)

// The reports of dmtracedump.
func init() {
	Trace["text"] = Format{Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return dmtracedump.FromFigures(p, o.Clock, nil).Text(w)
	}}
	Trace["html"] = Format{Write: func(w io.Writer, p *profile.Profile, o Options) error {
		return (&dmtracedump.Page{Profile: dmtracedump.FromFigures(p, o.Clock, nil), Title: o.Name, Rows: o.Rows}).Write(w)
	}}
	Trace["dot"] = Format{Write: func(w io.Writer, p *profile.Profile, o Options) error {
		graph := dmtracedump.FromFigures(p, o.Clock, nil)
		if o.Threshold < 0 {
			o.Threshold = graph.Threshold()
		}
		return graph.Graph(w, o.Threshold)
	}}
}
