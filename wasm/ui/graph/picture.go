package graph

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
)

// A picture is a drawing of the whole graph that Graphviz makes.
type picture struct {
	job  uint32 // of Graphviz, 0 for none
	name string // of the file
}

// SaveView saves what is in view as a picture.
func (s *Stage) SaveView(name string) { s.desk.Host.Picture(canvas.Graph, name) }

// Draw has Graphviz draw a graph in its language, and saves that under a name.
func (s *Stage) Draw(dot []byte, name string) {
	if s.Working() {
		s.desk.Notify(words.T("The graph is still being laid out."))
		return
	}
	text := strings.Map(func(r rune) rune { // which XML could not hold
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
