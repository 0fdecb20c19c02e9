package graph

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// A picture is a pending drawing of the whole graph by Graphviz.
type picture struct {
	job  uint32 // number of the Graphviz run, 0 for none
	name string // name of the file
}

// SaveView saves the visible part as a picture.
func (s *Stage) SaveView(name string) { s.desk.Host.Picture(canvas.Graph, name) }

// Draw makes Graphviz draw a graph in DOT, and saves the drawing under a name.
func (s *Stage) Draw(dot []byte, name string) {
	if s.Working() {
		s.desk.Notify(words.T("The graph is still being laid out."))
		return
	}
	text := strings.Map(func(r rune) rune { // XML does not allow these characters
		if r < ' ' && r != '\n' && r != '\t' {
			return '�'
		}
		return r
	}, string(dot))
	s.picture = picture{s.desk.Graphviz(text, "svg"), name}
}

// drawn saves the drawing.
func (s *Stage) drawn(svg, failure string) {
	name := s.picture.name
	s.picture = picture{}
	switch {
	case failure != "":
		s.desk.Notify(failure)
	case strings.Contains(strings.ToLower(svg), "<script"):
		s.desk.Notify(words.T("The picture was not saved: it held a script."))
	default:
		s.desk.Host.Save(&message.File{Name: name, Type: "image/svg+xml", Data: []byte(svg)})
	}
}
