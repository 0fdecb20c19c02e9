package tracing

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/scene"
	"traceglass/wasm/message"
)

// TestThreadTitles: threads of one name have their IDs wherever the page names them.
func TestThreadTitles(t *testing.T) {
	e := read(t, tracetest.Bytes("main 0/0>com.shop.A.run()V 100/50<com.shop.A.run()V io 0/0>com.shop.A.run()V 90/50<com.shop.A.run()V net 0/0>com.shop.A.run()V 80/50<com.shop.A.run()V"))
	e.profiles.index.Info.Threads[2].Name = "io"
	io := [2]string{}
	for i := range io {
		io[i] = fmt.Sprintf("io (%d)", e.profiles.index.Info.Threads[i+1].ID)
	}
	var titles []string
	for _, of := range e.Describe().Threads {
		titles = append(titles, of.Title)
	}
	if want := []string{"main", io[0], io[1]}; !slices.Equal(titles, want) {
		t.Errorf("threads %q, want %q", titles, want)
	}
	titles = nil
	for _, row := range e.Answer(&message.MethodRows{Scope: whole, Count: 9, By: message.ByThread}).(*message.Rows).Rows {
		titles = append(titles, row.Text)
	}
	if want := []string{"main", io[0], io[1]}; !slices.Equal(titles, want) {
		t.Errorf("groups %q, want %q", titles, want)
	}
	for _, pic := range []message.Picture{
		&message.Timeline{View: message.Viewport{To: 1e5, Width: 1200, Height: 600}, Method: message.NoNode, Thread: message.NoNode},
		&message.Minimap{Width: 1200, Height: 300, Method: message.NoNode},
	} {
		var l scene.List
		if err := e.List(pic, &l); err != nil {
			t.Fatal(err)
		}
		if text := string(l.Append(nil)); !strings.Contains(text, io[0]) || !strings.Contains(text, io[1]) {
			t.Errorf("%T lacks %q or %q", pic, io[0], io[1])
		}
	}
}
