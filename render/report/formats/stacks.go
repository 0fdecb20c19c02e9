package formats

import (
	"io"

	"traceglass/parser/profile"
	"traceglass/render/report/pprof"
)

// Every path.
func init() {
	Trace["folded"] = Format{
		Paths: true,
		Bytes: func(p *profile.Profile, o Options) int64 { return o.folded().Bytes(p) },
		Write: func(w io.Writer, p *profile.Profile, o Options) error { return o.folded().Write(w, p) },
	}
	Trace["pprof"] = Format{
		Paths: true,
		Bytes: func(p *profile.Profile, o Options) int64 { return pprof.Bytes(p, o.Force) },
		Write: func(w io.Writer, p *profile.Profile, o Options) error {
			return pprof.Write(w, p, o.Force)
		},
	}
}
