package canvas

import (
	"strconv"
	"strings"

	"traceglass/render/words"
)

// An Act is the meaning of a gesture with keyboard or pointer. The table below maps gestures to acts. The shown
// view handles an act, or leaves it to the room, which leaves it to the page.
type Act uint8

const (
	Nothing Act = iota

	// keyboard
	ZoomIn
	ZoomOut
	PanLeft
	PanRight
	Fit
	ShowAll // also pointer
	Back
	GoUp
	GoDown
	GoLeft
	GoRight
	NextCall
	PreviousCall
	NextSpan // longer than the limit of frames
	PreviousSpan
	NextOfAll
	PreviousOfAll
	LowerSpans
	UpperSpans
	NextThread
	PreviousThread
	NextProcess
	PreviousProcess
	Find
	NextClock
	Invert
	Fold
	Gaps
	Switches
	Charge
	Framework
	Commands
	Help
	Menu         // context menu; also pointer
	Maximise     // toggles the full height of the views below the timeline
	MaximiseTime // toggles the full height of the timeline
	Tab          // the first of tabs: Tab + 2 opens the third view

	// pointer
	ZoomAt Act = iota + tabs - 1 // zoom at the pointer, by wheel or pinch
	PanBy                        // by wheel, sideways
	ScrollBy
	DragView // the picture moves with the pointer
	ZoomTo   // zooms to the thing under the pointer
	MoveEdge
	DragBox
	MoveBoxEdge
	DragBar
	Brush
	Choose
	Deselect
)

// tabs is the most views of a room. The first nine have a key.
const (
	tabs    = 16
	tabKeys = "123456789"
)

// TabKey returns the key that opens a view, counted from 0; "" for views beyond the ninth.
func TabKey(n int) string {
	if n < 0 || n >= len(tabKeys) {
		return ""
	}
	return tabKeys[n : n+1]
}

// Where is a set of rooms that a gesture works in.
type Where uint8

const (
	InTrace Where = 1 << iota
	InDumps
	InChanges
	InRuns     // this room has only a table
	Everywhere = InTrace | InDumps | InChanges
)

// A gesture is one gesture with keyboard or pointer. This table is the only list of gestures: the key bindings,
// the help and the command palette are generated from it.
type gesture struct {
	group words.Text // section of the help; "" for a gesture that has no line there
	show  words.Text // how the help writes the gesture
	does  words.Text // its effect
	act   Act        // Nothing for a line that is only in the help
	where Where      // the rooms that it works in
	keys  []chord    // alternatives
	on    []touch    // alternatives
	hand  bool       // the help shows no keys; implied if on is set
}

// A chord is a key press: by the key's name, or by its position (code) if the position matters.
type chord struct {
	name, code string
	shift, mod bool
}

// A touch is an input on a canvas.
type touch struct {
	kind       InputKind
	canvases   canvases
	zone       Zone // 0 matches any zone
	shift, mod bool
}

type canvases uint8

const (
	onMinimap        canvases = 1 << Minimap
	onTimeline       canvases = 1 << Timeline
	onFlame          canvases = 1 << Flame
	onGraph          canvases = 1 << Graph
	onSecondTimeline canvases = 1 << SecondTimeline
	onTime                    = onMinimap | onTimeline
	onChart                   = onTimeline | onFlame | onGraph | onSecondTimeline
	onAny                     = onTime | onChart
)

// A Zone is a part of a canvas.
type Zone uint8

const (
	OnChart   Zone = 1 << iota // a call, a frame, a box
	OnGround                   // empty
	OnRuler                    // the time scale, and all of the minimap
	OnEdge                     // an end of the selected range, on the ruler
	OnBox                      // in the minimap, the box of the timeline's range; not if that is the whole trace
	OnBoxEdge                  // an end of that box
	OnBar                      // the scroll bar at the right
)

const (
	zooming   words.Text = "Zoom and pan"
	choosing  words.Text = "Choose"
	walking   words.Text = "Move"
	switching words.Text = "Views and clocks"
	dumping   words.Text = "Thread dumps"
	opening   words.Text = "Open"
	paging    words.Text = "Page"
)

// dumpViews are the keys of a dump's views while their names are unknown.
const dumpViews words.Text = "1  …  9"

var groups = []words.Text{opening, zooming, choosing, walking, switching, dumping, paging}

// gestures are in the order of the help. The first that matches applies.
var gestures = []gesture{
	{group: opening, hand: true, show: "Drop, or Open…", does: "A method trace (.trace, or .key with .data), thread dumps (traces.txt, anr_…, a bug report), as many at once as you like; .gz and .zip too"},
	{group: opening, show: "Mod + V", does: "Open a thread dump from the clipboard, text or file"},
	{group: opening, hand: true, show: "Drop a dump on a trace", does: "Opens both. You can also drop a trace on a dump. Any other file replaces the open one"},
	{group: opening, hand: true, show: "Shift + drop", does: "Open it next to the current file, like Add a file… in the file's menu. A trace on a trace: compare them"},
	{group: opening, hand: true, show: "Drop two traces", does: "Compare them: the older file is A, the base"},

	{group: zooming, show: "W  S  +  −", does: "Zoom in and out"},
	{does: "Zoom in", act: ZoomIn, where: Everywhere, keys: []chord{{code: "KeyW"}, {name: "+"}, {name: "="}}},
	{does: "Zoom out", act: ZoomOut, where: Everywhere, keys: []chord{{code: "KeyS"}, {name: "-"}, {name: "−"}}},
	{group: zooming, show: "A  D", does: "Pan left and right"},
	{does: "Pan left", act: PanLeft, where: Everywhere, keys: []chord{{code: "KeyA"}}},
	{does: "Pan right", act: PanRight, where: Everywhere, keys: []chord{{code: "KeyD"}}},
	{group: zooming, show: "Mod + wheel, pinch", does: "Zoom at the pointer", act: ZoomAt, where: Everywhere, on: []touch{{Wheel, onAny, 0, false, true}}},
	{group: zooming, show: "Shift + wheel", does: "Pan", act: PanBy, where: Everywhere, on: []touch{{Wheel, onAny, 0, true, false}}},
	{group: zooming, show: "Wheel", does: "Scroll. Over the minimap or a graph: zoom", act: ScrollBy, where: Everywhere, on: []touch{{Wheel, onAny, 0, false, false}}},
	{group: zooming, show: "Drag the scroll bar at the right, or click above or below its thumb", does: "Scroll", act: DragBar, where: Everywhere, on: []touch{{DragStart, onChart, OnBar, false, false}, {Click, onChart, OnBar, false, false}, {DoubleClick, onChart, OnBar, false, false}}},
	{group: zooming, show: "Drag a call or frame, or anywhere on a graph", does: "Pan", act: DragView, where: InTrace, on: []touch{{DragStart, onGraph, 0, false, false}, {DragStart, onGraph, 0, true, false}, {DragStart, onChart, OnChart, false, false}, {DragStart, onFlame, 0, false, false}, {DragStart, onFlame, 0, true, false}}},
	{act: Brush, where: InChanges, on: []touch{{DragStart, onTimeline | onSecondTimeline, OnRuler, false, false}, {DragStart, onTimeline | onSecondTimeline, 0, true, false}}},
	{act: DragView, where: InDumps | InChanges, on: []touch{{DragStart, onChart, 0, false, false}, {DragStart, onChart, 0, true, false}}},
	{group: zooming, show: "Double-click a call, frame or box", does: "Zoom to it", act: ZoomTo, where: Everywhere, on: []touch{{DoubleClick, onChart, OnChart, false, false}}},
	{group: zooming, show: "Double-click elsewhere", does: "Show all", act: ShowAll, where: Everywhere, on: []touch{{DoubleClick, onAny, 0, false, false}}},
	{group: zooming, show: "F", does: "Fit the selection", act: Fit, where: Everywhere, keys: []chord{{name: "f"}}},
	{group: zooming, show: "0", does: "Show all", act: ShowAll, where: Everywhere, keys: []chord{{name: "0"}}},

	{group: zooming, show: "Drag the box on the minimap", does: "Pan. The box is the part that the timeline shows", act: DragBox, where: InTrace, on: []touch{{DragStart, onMinimap, OnBox, false, false}}},
	{group: zooming, show: "Drag a side of the box", does: "Zoom", act: MoveBoxEdge, where: InTrace, on: []touch{{DragStart, onMinimap, OnBoxEdge, false, false}}},

	{group: choosing, show: "Drag an end of the range", does: "Move that end", act: MoveEdge, where: InTrace, on: []touch{{DragStart, onTime, OnEdge, false, false}}},
	{group: choosing, show: "Drag on the ruler, outside the box of the minimap, or on empty space", does: "Select a time range. All tables and graphs then sum over it", act: Brush, where: InTrace, on: []touch{{DragStart, onTime, OnRuler | OnGround, false, false}}},
	{group: choosing, show: "Shift + drag", does: "Select a time range anywhere", act: Brush, where: InTrace, on: []touch{{DragStart, onTime, 0, true, false}}},
	{group: choosing, show: "Click", does: "Select a call and its method, or a box of a graph. On a selected frame: zoom into it", act: Choose, where: Everywhere, on: []touch{{Click, onAny, OnChart, false, false}}},
	{group: choosing, show: "Click on empty space", does: "Deselect the call; on the ruler, the range", act: Deselect, where: Everywhere, on: []touch{{Click, onAny, 0, false, false}, {Click, onAny, 0, true, false}}},
	{group: choosing, show: "Right click, or a long press", does: "Menu of a call, frame, box, row or thread: copy it, show it elsewhere, or show only that thread. With Shift: the browser’s own menu", act: Menu, where: Everywhere, on: []touch{{RightClick, onAny, 0, false, false}}},
	{group: choosing, show: "Menu key  Shift + F10", does: "The same for the selected or focused item"},
	{does: "Actions for the selection", act: Menu, where: Everywhere, keys: []chord{{name: "F10", shift: true}, {name: "ContextMenu"}}},
	{group: choosing, show: "Esc", does: "Go back one level: message, dialog, search, call, method, the graph's zoom, range, zoom", act: Back, where: Everywhere, keys: []chord{{name: "Escape"}}},

	{group: walking, show: "↑  ↓", does: "Go to the caller or the first callee of a call or frame; on a graph, along its arrows"},
	{does: "Go to the caller", act: GoUp, where: Everywhere, keys: []chord{{name: "ArrowUp"}}},
	{does: "Go to the first callee", act: GoDown, where: Everywhere, keys: []chord{{name: "ArrowDown"}}},
	{group: walking, show: "←  →", does: "Go to the previous or next call; on a graph, to the next box"},
	{does: "Go to the call before", act: GoLeft, where: Everywhere, keys: []chord{{name: "ArrowLeft"}}},
	{does: "Go to the call after", act: GoRight, where: Everywhere, keys: []chord{{name: "ArrowRight"}}},
	{group: walking, show: ".  ,", does: "Next and previous call of the method; in the flame graph, frame of the method"},
	{does: "Next call of the method", act: NextCall, where: InTrace, keys: []chord{{name: "."}}},
	{does: "Previous call of the method", act: PreviousCall, where: InTrace, keys: []chord{{name: ","}}},
	{group: walking, show: "[  ]", does: "Previous and next frame, message or wait over the limit chosen at Frames; in the row of phases, each phase. Each sets the time range"},
	{does: "Next slow frame, message or wait, or phase", act: NextSpan, where: InTrace, keys: []chord{{name: "]"}}},
	{does: "Previous slow frame, message or wait, or phase", act: PreviousSpan, where: InTrace, keys: []chord{{name: "["}}},
	{group: walking, show: "<  >", does: "Previous and next frame, message, wait or phase, however short"},
	{does: "Next frame, message, phase or wait", act: NextOfAll, where: InTrace, keys: []chord{{name: ">"}}},
	{does: "Previous frame, message, phase or wait", act: PreviousOfAll, where: InTrace, keys: []chord{{name: "<"}}},
	{group: walking, show: "{  }", does: "Go to the row above or below: phases, messages, frames, input events, waits"},
	{does: "Row below: messages, frames, input events, waits", act: LowerSpans, where: InTrace, keys: []chord{{name: "}"}}},
	{does: "Row above: input events, frames, messages, phases", act: UpperSpans, where: InTrace, keys: []chord{{name: "{"}}},
	{group: walking, show: "N  P", does: "Next and previous thread"},
	{does: "Next thread", act: NextThread, where: InTrace, keys: []chord{{name: "n"}}},
	{does: "Previous thread", act: PreviousThread, where: InTrace, keys: []chord{{name: "p"}}},
	{group: walking, show: "/  Mod + F", does: "Search", act: Find, where: Everywhere | InRuns, keys: []chord{{name: "/"}, {name: "f", mod: true}}},
	{group: walking, show: "Enter  Shift + Enter", does: "In the search: next and previous match"},
	{group: walking, show: "Alt + ←  Alt + →", does: "Go back to the last view, or forward again. The browser’s buttons do the same"},
	{group: walking, show: "Mod + Z", does: "Undo the last step: a change of the filter, range, selection or view"},
	{group: walking, show: "Enter", does: "In a table: open a method, jump to a caller or callee, or zoom the flame graph to a frame. On a column header: sort. In the flame graph: zoom to the frame"},

	{group: switching, show: "K", does: "Next clock: wall, CPU, waiting", act: NextClock, where: InTrace | InChanges | InRuns, keys: []chord{{name: "k"}}},
	{group: switching, show: "I", does: "Flip the flame graph: icicle or flame", act: Invert, where: Everywhere, keys: []chord{{name: "i"}}},
	{group: switching, show: "R", does: "Fold direct recursion in trees and flame graph", act: Fold, where: InTrace, keys: []chord{{name: "r"}}},
	{group: switching, show: "G", does: "Show or hide CPU gaps: hatched where a thread was off the CPU", act: Gaps, where: InTrace, keys: []chord{{name: "g"}}},
	{group: switching, show: "X", does: "Separate switches: count context switches as a separate method, not in exclusive times", act: Switches, where: InTrace, keys: []chord{{name: "x"}}},
	{group: switching, show: "O", does: "Code in tables, trees and flame graph: all, own, or own with all it caused", act: Charge, where: InTrace, keys: []chord{{name: "o"}}},
	{group: switching, show: "E", does: "Show or fold the platform frames that all calls of a thread share. A click on their line does the same", act: Framework, where: InTrace, keys: []chord{{name: "e"}}},
	{group: switching, show: "M  Shift + M", does: "Maximize or restore the views below the timeline, or the timeline. Double-click the line between them for the same"},
	{does: "Maximize or restore the views below the timeline", act: Maximise, where: InTrace, keys: []chord{{name: "m"}}},
	{does: "Maximize or restore the timeline", act: MaximiseTime, where: InTrace, keys: []chord{{name: "m", shift: true}}},
	{group: switching, act: Tab, where: Everywhere}, // the room names the views

	{group: dumping, show: dumpViews, does: "The views of a thread dump"},
	{group: dumping, show: "Click a frame or cell", does: "Show the stack of one of its threads. On a selected frame: zoom into it", hand: true}, // by the act Choose
	{group: dumping, show: "/  Mod + F", does: "Search threads, states, locks and frames"},
	{group: dumping, show: "Enter", does: "In the search of the lock graph: next match; with Shift: previous match"},
	{group: dumping, show: "↑  ↓  Enter", does: "Move between threads. Enter shows the thread's lines in the file"},
	{group: dumping, show: "[  ]", does: "Previous and next process"},
	{act: PreviousProcess, where: InDumps, keys: []chord{{name: "["}}},
	{act: NextProcess, where: InDumps, keys: []chord{{name: "]"}}},

	{group: paging, show: "Mod + K", does: "All commands", act: Commands, where: Everywhere, keys: []chord{{name: "k", mod: true}}},
	{group: paging, show: "Mod + P", does: "Print the view as it is shown, on white"},
	{group: paging, show: "?", does: "This help", act: Help, where: Everywhere, keys: []chord{{name: "?"}}},
}

// fits reports whether a key press matches the chord.
func (k chord) fits(key Key) bool {
	if key.Alt || key.Mod != k.mod {
		return false
	}
	if k.code != "" {
		return key.Code == k.code && key.Shift == k.shift
	}
	letter := len(k.name) == 1 && k.name[0] >= 'a' && k.name[0] <= 'z'
	if letter {
		return strings.EqualFold(key.Name, k.name) && key.Shift == k.shift
	}
	return key.Name == k.name && (key.Shift || !k.shift)
}

// fits reports whether an input on zone z matches the touch.
func (t touch) fits(in Input, z Zone) bool {
	return t.kind == in.Kind && t.canvases&(1<<in.Canvas) != 0 && (t.zone == 0 || t.zone&z != 0) &&
		t.shift == in.Shift && t.mod == in.Mod
}

// Pressed returns the act of a key press in a room, Nothing for most keys. where is 0 while no file is open.
func Pressed(key Key, where Where) Act {
	for i := range gestures {
		g := &gestures[i]
		if g.where&where == 0 && !g.paging() {
			continue
		}
		for _, k := range g.keys {
			if k.fits(key) {
				return g.act
			}
		}
	}
	if n := strings.Index(tabKeys, key.Name); len(key.Name) == 1 && n >= 0 && !key.Alt && !key.Mod {
		return Tab + Act(n)
	}
	return Nothing
}

// Touched returns the act of an input on a zone of a canvas in a room.
func Touched(in Input, z Zone, where Where) Act {
	for i := range gestures {
		if g := &gestures[i]; g.where&where != 0 {
			for _, t := range g.on {
				if t.fits(in, z) {
					return g.act
				}
			}
		}
	}
	return Nothing
}

// TabOf returns the view that an act opens, from 0. ok is false for other acts.
func TabOf(a Act) (n int, ok bool) { return int(a) - int(Tab), a >= Tab && a < Tab+tabs }

// paging reports whether a gesture acts on the page itself, even without a file.
func (g *gesture) paging() bool { return g.act == Commands || g.act == Help || g.act == Back }

// A Command is a keyboard gesture in the command palette.
type Command struct {
	Does, Keys string
	Act        Act
}

// Keyed lists the keyboard gestures for the palette: those of a trace, or only those of the page.
func Keyed(where Where) []Command {
	var all []Command
	for i := range gestures {
		g := &gestures[i]
		if len(g.keys) == 0 || g.does == "" || g.act == Commands {
			continue
		}
		if where&InTrace != 0 && g.where&InTrace != 0 || g.act == Help {
			all = append(all, Command{g.does.String(), g.keys[0].String(), g.act})
		}
	}
	return all
}

// String formats a chord for the palette: "Mod + K".
func (k chord) String() string {
	name := strings.TrimPrefix(k.code, "Key")
	if k.code == "" {
		name = strings.ToUpper(k.name)
		if len(k.name) > 1 {
			name = strings.NewReplacer("ArrowUp", "↑", "ArrowDown", "↓", "ArrowLeft", "←", "ArrowRight", "→", "Escape", "Esc", "ContextMenu", "Menu key").Replace(k.name)
		}
	}
	if k.shift {
		name = "Shift + " + name
	}
	if k.mod {
		name = "Mod + " + name
	}
	return name
}

// A Section is a section of the help.
type Section struct {
	Title words.Text
	Rows  []Hint
}

// A Hint is a line of the help: keys or a pointer gesture, and its effect.
type Hint struct {
	Keys       []string
	Hand, Does string
}

// Sections returns the help. views are the names of a trace's views in the order of their keys. dumps are the
// names of a dump's views; if it is not nil, a dump is shown and its section comes first.
func Sections(views, dumps []string) []Section {
	var all []Section
	if dumps != nil {
		all = append(all, section(dumping, views, dumps))
	}
	for _, title := range groups {
		if title != dumping || dumps == nil {
			all = append(all, section(title, views, dumps))
		}
	}
	return all
}

func section(title words.Text, views, dumps []string) Section {
	s := Section{Title: title}
	for i := range gestures {
		g := &gestures[i]
		if g.group != title {
			continue
		}
		row := Hint{Does: g.does.String()}
		switch {
		case g.act == Tab:
			row = viewKeys(views)
		case g.show == dumpViews && dumps != nil:
			row = viewKeys(dumps)
		case g.hand || g.on != nil:
			row.Hand = g.show.String()
		default:
			row.Keys = strings.Split(g.show.String(), "  ")
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// viewKeys returns the line about the keys of the views.
func viewKeys(views []string) Hint {
	views = views[:min(len(views), len(tabKeys))]
	return Hint{Keys: []string{"1", "…", strconv.Itoa(len(views))}, Does: words.List(views)}
}
