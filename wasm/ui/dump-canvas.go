package ui

import "math"

// What the canvases of the thread dumps do. They lie in the hosts of the trace's flame graph
// and timeline, which are not in the page while dumps are shown.

// show shows one of the views, if it has anything to show.
func (d *dumps) show(v dumpView) {
	if d.offers(v) {
		d.view = v
	}
}

// find moves the keyboard to the search of the view.
func (d *dumps) find(c *App) {
	if d.view == stackFlameView {
		c.host.Focus("stackflame-find")
		return
	}
	d.view = stacksView
	c.host.Focus("stacks-find")
}

// pane is a canvas's own.
func (d *dumps) pane(canvas Canvas) *pane {
	if canvas == FlameCanvas {
		return &d.flame.pane
	}
	return &d.time.pane
}

// input takes what happened on a canvas.
func (d *dumps) input(c *App, in Input) {
	switch in.Kind {
	case Move:
		c.hover.follow(c, in)
	case Leave:
		c.leave(in)
	case Wheel:
		switch {
		case in.Mod:
			c.wheelZoom(in)
		case in.Shift:
			c.wheelPan(in)
		default:
			c.wheelScroll(in)
		}
	case DragStart:
		c.panDrag(in)
	case Drag, DragEnd:
		if c.drag != nil {
			c.drag(c, in)
		}
		if in.Kind == DragEnd {
			c.drag = nil
		}
	case Click:
		c.clickDump(in)
	case DoubleClick:
		if in.Canvas == FlameCanvas && in.Hit.OK {
			c.enterStack(in.Hit)
		} else {
			d.whole(c)
		}
		c.host.Redraw()
	}
}

// clickDump shows the stack of a thread of the frame, or of the cell, under the pointer.
func (c *App) clickDump(in Input) {
	if in.Canvas == FlameCanvas {
		c.clickStack(in.Hit)
	} else if in.Hit.OK {
		c.dump.raw = false
		c.dump.chooseThread(c, in.Hit.Thread)
	}
	c.host.Redraw()
}

// whole shows all of the view's canvas.
func (d *dumps) whole(c *App) {
	if d.view == stackFlameView {
		d.flame.home()
		c.preview(FlameCanvas)
		return
	}
	d.time.pane.show(0, d.time.End)
	c.preview(TimelineCanvas)
}

// canvasKey takes a key meant for the view's canvas.
func (d *dumps) canvasKey(c *App, key Key) bool {
	canvas := FlameCanvas
	switch {
	case d.view == timeView && !d.time.table:
		canvas = TimelineCanvas
	case d.view != stackFlameView:
		return false
	}
	p := d.pane(canvas)
	zoom, dx, dy := 0.0, 0.0, 0.0
	switch {
	case key.Code == "KeyW" || key.Name == "+" || key.Name == "=":
		zoom = 0.7
	case key.Code == "KeyS" || key.Name == "-":
		zoom = 1 / 0.7
	case key.Code == "KeyA":
		dx = -1
	case key.Code == "KeyD":
		dx = 1
	case key.Name == "ArrowDown":
		dy = 60
	case key.Name == "ArrowUp":
		dy = -60
	case key.Name == "0":
		d.whole(c)
		return true
	case key.Name == "i" && canvas == FlameCanvas:
		d.flame.turn()
		return true
	default:
		return false
	}
	if zoom != 0 {
		p.zoom((p.Left+p.View.Width)/2, zoom)
	} else {
		p.pan(math.Round(dx*(p.View.Width-p.Left)/8), dy)
	}
	c.preview(canvas)
	return true
}
