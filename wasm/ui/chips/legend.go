package chips

import (
	"slices"
	"strings"

	"traceglass/render/scene"
	"traceglass/render/words"
	"traceglass/wasm/message"
	"traceglass/wasm/ui/bar"
	"traceglass/wasm/ui/desk"
)

// legend lists the origins in the order of the legend.
var legend = [...]struct {
	slot  scene.Slot
	name  words.Text
	find  string
	title words.Text
}{
	{scene.SlotOwn, "own", "origin:own", "Code of the app itself, or of unknown origin"},
	{scene.SlotLibrary, "libraries", "origin:library", "Code of known libraries that came with the app"},
	{scene.SlotPlatform, "platform", "origin:platform", "Code of Android and AndroidX, Java and Kotlin"},
	{scene.SlotNative, "native", "origin:native", "Methods of Android that the file marks as native, and machine code"},
	{scene.SlotTracer, "tracer", "origin:tracer", "Code that runs only because you record the app: a profiler inside it, or the start and end of the recording"},
	{scene.SlotUnknown, "no name", "origin:unknown", "Methods without a name in the file"},
}

// Legend returns the legend of colours by origin, nil for other colour schemes. It omits origins that no method
// of the trace has. Each has its share of the time that is 100 % in the tables of all code. Idle waits follow the
// origins that mostly have time, and time in no method is last, so that the shares sum to 100 %. A button is on while its methods are searched for.
func Legend(d *desk.Desk) []bar.Button {
	if d.Trace == nil || d.Colour != message.ColourByOrigin {
		return nil
	}
	var all []bar.Button
	var times []int64
	idle, rare := int64(0), -1 // rare is the place of the first origin that mostly has little time
	for _, l := range legend {
		if slices.Contains(d.Trace.Origins, uint32(l.slot)) {
			if rare < 0 && (l.slot == scene.SlotTracer || l.slot == scene.SlotUnknown) {
				rare = len(all)
			}
			on := d.Search.Origin() == l.find
			time, waits := d.OriginTime(message.Slot(l.slot))
			times = append(times, time-waits)
			idle += waits
			name := l.name
			if l.slot == scene.SlotOwn && d.Clock == message.Wall && (len(d.Measures()) == 0 || d.Trace.OffCPU) { // else samples are of time on the CPU alone
				name = "own, with waits"
			}
			all = append(all, bar.Button{
				ID: "origin-" + strings.TrimPrefix(l.find, "origin:"), Name: name.String(), Style: "--hue:" + desk.SlotColour(int(l.slot)), State: bar.Is(on),
				Title: words.Say("{1}, with its share of {3}, its waits included. Click to mark its methods everywhere and list only them ({2})", l.title.String(), l.find, d.WholeText()),
				Do: func() {
					if on {
						d.Search.ShowOrigin("")
					} else {
						d.Search.ShowOrigin(l.find)
					}
				},
			})
		}
	}
	if rare < 0 {
		rare = len(all)
	}
	entry := func(at int, id, name, title string) {
		all = slices.Insert(all, at, bar.Button{ID: id, Name: name, Style: "--hue:" + desk.SlotColour(int(scene.SlotNoCall)), Disabled: true, Title: title})
	}
	if idle > 0 {
		times = slices.Insert(times, rare, idle)
		entry(rare, "origin-idle", words.T("idle"), words.Say("Waiting for work: a looper for messages, a worker for tasks. With its share of {1}", d.WholeText()))
	}
	rest := d.WholeTime()
	for _, t := range times {
		rest -= t
	}
	shares := perMille(append(times, max(0, rest)))
	if n := len(times); len(shares) > n && shares[n] > 0 {
		entry(len(all), "origin-none", words.T("no method"), words.Say("Time in no method, or in methods without a colour here, with its share of {1}", d.WholeText()))
	}
	for i := range all {
		if len(shares) > 0 {
			all[i].Name += words.NBSP + words.Percent(float64(shares[i])/1000)
		}
	}
	return all
}

// perMille returns the share of each time in thousandths. They sum to 1000: the shares that rounding down cuts most are
// rounded up. It returns nil for times that sum to 0.
func perMille(times []int64) (all []int) {
	sum, left := 0.0, 1000
	for _, t := range times {
		sum += float64(t)
	}
	if sum == 0 {
		return nil
	}
	cut := make([]float64, len(times))
	for i, t := range times {
		share := 1000 * float64(t) / sum
		all = append(all, int(share))
		cut[i] = share - float64(all[i])
		left -= all[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i := range cut {
			if cut[i] > cut[most] {
				most = i
			}
		}
		all[most]++
		cut[most]--
	}
	return all
}
