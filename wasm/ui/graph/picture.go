package graph

import (
	"strings"

	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/canvas"
	"traceglass/wasm/ui/desk"
)

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
	s.desk.Graphviz(text, "svg", func(svg, failure string) { saveDrawing(s.desk, name, svg, failure) })
}

// saveDrawing saves the drawing under a name.
func saveDrawing(d *desk.Desk, name, svg, failure string) {
	switch {
	case failure != "":
		d.Notify(failure)
	case strings.Contains(strings.ToLower(svg), "<script"):
		d.Notify(words.T("The picture was not saved: it held a script."))
	default:
		d.Host.Save(&message.File{Name: name, Type: "image/svg+xml", Data: []byte(svg)})
	}
}
