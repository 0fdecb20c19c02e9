package formats

import (
	"io"

	"traceglass/parser/profile"
	"traceglass/render/report"
)

// The table of methods.
func init() {
	for name, format := range map[string]report.TableFormat{"csv": report.CSV, "tsv": report.TSV, "json": report.JSON} {
		Trace[name] = Format{Write: func(w io.Writer, p *profile.Profile, o Options) error {
			if o.Groups.By != profile.ByMethod {
				return o.Groups.Table(w, p, o.Name, format)
			}
			return report.Table(w, p, o.Name, format)
		}}
	}
}
