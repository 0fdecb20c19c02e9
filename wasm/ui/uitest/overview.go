package uitest

import (
	"strings"

	"traceglass/wasm/message"
)

// OverviewOf returns the overview of a thread in Calc.
func OverviewOf(req *message.OverviewInfo) *message.Overview {
	stake := func(method uint32, from, took int64) message.Stake {
		return message.Stake{Call: message.CallRef{Thread: req.Thread, Depth: 4, Row: 100 * method}, Method: method, From: from * Ms, To: (from + took) * Ms,
			Times: message.Times{took * Ms, took * Ms / 4, took * Ms * 3 / 4}, Glued: 1}
	}
	wait := func(own uint32, s message.Stake) message.Wait { return message.Wait{Stake: s, Own: own} }
	part := func(name, find string, colour message.Slot, kind message.PartKind, ms, cpu int64, sites ...message.Site) message.Part {
		p := message.Part{Name: name, Find: find, Colour: colour, Kind: kind, Time: ms * Ms, CPU: cpu * Ms, Sites: sites}
		for i := range sites {
			p.Count += sites[i].Count
		}
		_, p.Cause, _ = strings.Cut(name, ": ")
		return p
	}
	phase := func(name string, method uint32, from, took, alone int64, level int) message.Phase {
		return message.Phase{Name: name, Found: true, Stake: stake(method, from, took), Alone: message.Times{alone * Ms, alone * Ms / 2, alone * Ms / 2}, Level: level}
	}
	slow := func(from, took int64, own uint32) message.Slow {
		return message.Slow{Stake: stake(7, from, took), Handler: 2, Own: own, OwnTime: took * Ms / 2}
	}
	app := phase("Application.onCreate", 1, 330, 191, 191, 2)
	app.Class = "com.example.calc.CalcApp"
	m := &message.Overview{
		Thread: req.Thread, To: 6370 * Ms, Waits: message.WaitsByClocks,
		Total: message.Times{6370 * Ms, 3822 * Ms, 2548 * Ms}, Idle: 1310 * Ms, Blocked: 1238 * Ms,
		Parts: []message.Part{
			part("Own code", "origin:own", 32, message.Ran, 2110, 2110, message.Site{Method: 5, Own: 5, Time: 1800 * Ms, Count: 186}, message.Site{Method: 8, Own: 8, Time: 310 * Ms, Count: 12}),
			part("Libraries", "origin:library", 47, message.Ran, 212, 212, message.Site{Method: 16, Own: message.NoNode, Time: 212 * Ms, Count: 61}),
			part("Platform", "origin:platform", 33, message.Ran, 1500, 1500, message.Site{Method: 2, Own: 8, Time: 1500 * Ms, Count: 4096}),
			part("Waiting: Locks", "wait:lock", 1, message.Waited, 738, 0, message.Site{Method: 9, Own: 1, Time: 738 * Ms, Count: 2}),
			part("Waiting: Binder", "wait:binder", 0, message.Waited, 400, 0, message.Site{Method: 19, Own: 11, Detail: "IPackageManager.getInstallSourceInfo", Time: 400 * Ms, Count: 9}),
			part("Waiting: Not explained", "", 34, message.Unexplained, 100, 0),
			part("Idle", "", 57, message.Idled, 1310, 0, message.Site{Method: 15, Own: message.NoNode, Time: 1310 * Ms, Count: 310}),
		},
		Phases: []message.Phase{
			phase("Process start", 0, 12, 620, 88, 0), phase("handleBindApplication", 20, 100, 421, 163, 1), phase("Content providers", 3, 263, 67, 67, 2), app,
			phase("Activity create", 1, 540, 92, 92, 1), {Name: "First frame", Status: "not recorded"},
		},
		Between: message.Times{19 * Ms, 9 * Ms, 10 * Ms}, Besides: "Longest: Feed.show 9 ms", Refresh: "The frames begin 8.3\u00a0ms apart.", Startup: message.Times{620 * Ms, 300 * Ms, 320 * Ms}, StartTitle: "Startup",
		Late: [4]string{
			"The 31 frames over 8.3\u00a0ms took 610 ms: drawing 305 ms.", "", "The 7 frames over 16.7\u00a0ms took 290 ms: measure and layout 210 ms. Your methods in them: Theme.apply 120 ms (6 frames).",
		},
		Frames: message.Series{Count: 104, Median: 6 * Ms, P90: 13 * Ms, P99: 41 * Ms, Longest: 90 * Ms, Total: 900 * Ms, Over: [4]int64{31, 16, 7, 0},
			Bins:    []message.Bin{{From: 4 * Ms, To: 8 * Ms, Count: 70}, {From: 8 * Ms, To: 16 * Ms, Count: 26}, {From: 16 * Ms, To: 32 * Ms, Count: 6}, {From: 32 * Ms, To: 64 * Ms, Count: 1}, {From: 64 * Ms, To: 128 * Ms, Count: 1}},
			Slowest: []message.Slow{slow(2113, 90, 5), slow(900, 41, message.NoNode)}},
		Messages: message.Series{Count: 410, Median: 2 * Ms, P90: 9 * Ms, P99: 60 * Ms, Longest: 421 * Ms, Total: 2000 * Ms, Over: [4]int64{40, 21, 12, 0},
			Bins: []message.Bin{{From: Ms, To: 2 * Ms, Count: 300}, {From: 2 * Ms, To: 4 * Ms, Count: 110}}, Slowest: []message.Slow{slow(100, 421, 1)}},
		Findings: []message.Finding{
			{Text: "main waited 163 ms for a lock in MainActivity.onCreate. thread 14 \"worker\" held the lock.", Sure: "certain", Rule: "Waiting", Time: 163 * Ms, Share: .032, Method: 9, Calls: []message.Stake{stake(9, 340, 163)}, From: 340 * Ms, To: 503 * Ms, Count: 2, Other: 2},
			{Text: "The longest frame took 90 ms (median 6 ms). Evaluator.evaluate took 45 ms of it.", Advice: "Move this work with databases to another thread.", Sure: "likely", Rule: "Longest frame or message", Key: "long-message", Time: 90 * Ms, Share: .018, Method: 7,
				Calls: []message.Stake{stake(7, 2113, 90), stake(7, 900, 41)}, From: 900 * Ms, To: 2203 * Ms, Count: 104, Other: message.NoNode},
			{Text: "One call of Evaluator.evaluate took 45 ms. The median of its calls is 1 ms.", Overlap: "part of it", IsPart: true, Sure: "likely", Rule: "Unusually long call", Time: 45 * Ms, Share: .009, Method: 5,
				Calls: []message.Stake{stake(5, 2120, 45)}, From: 2120 * Ms, To: 2165 * Ms, Count: 1, Other: message.NoNode},
		},
		Says:  []string{"The findings explain 5.0 % of the non-idle time of main (253 ms of 5.06 s).", "These rules found nothing of at least 5 % and 100 ms: Layout inflation, Class loading."},
		Own:   []message.Hot{{Method: 5, Self: message.Times{1800 * Ms, 1700 * Ms, 100 * Ms}, Total: message.Times{2000 * Ms, 1800 * Ms, 200 * Ms}, Count: 186}, {Method: 8, Self: message.Times{310 * Ms, 300 * Ms, 10 * Ms}, Total: message.Times{400 * Ms, 380 * Ms, 20 * Ms}, Count: 12}},
		Names: NamesOf([]uint32{0, 1, 2, 3, 5, 7, 8, 9, 11, 15, 16, 19, 20}).Names,
	}
	m.Parts[3].Calls = []message.Wait{wait(1, stake(9, 340, 163)), wait(1, stake(9, 2200, 18))}
	m.Parts[4].Calls = []message.Wait{wait(11, stake(19, 210, 62))}
	if req.Filter != "" {
		m.Filter = "The filter shows 5.97 s of 6.37 s and leaves out 400 ms."
		m.Parts[4] = part("Left out by the filter", "", 62, message.LeftOut, 400, 0, message.Site{Method: 19, Own: 11, Time: 400 * Ms, Count: 9})
	}
	return m
}
