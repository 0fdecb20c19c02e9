package tell

import (
	"strconv"
	"strings"
	"testing"

	"traceglass/parser/advice"
	"traceglass/parser/call"
	"traceglass/parser/platform"
	"traceglass/parser/profile"
	"traceglass/parser/readable"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
	"traceglass/render/words/languages"
)

const ms = 1_000_000

// storyInfo has the methods and threads that the findings of the tests name.
var storyInfo = &trace.Info{
	Threads: []trace.Thread{{ID: 1, Name: "main"}, {ID: 14, Name: "worker"}, {ID: 15}},
	Methods: []trace.Method{
		{Class: "java.util.concurrent.locks.ReentrantLock", Name: "lock", Listed: true},
		{Class: "com.example.RemoteFlags", Name: "isEnabled", Listed: true},
		{Class: "com.example.ThemeChooser", Name: "apply", Listed: true},
		{Class: "com.example.CoverCache", Name: "loadNow", Listed: true},
		{ID: 0x990},
		{Class: "java.util.concurrent.ArrayBlockingQueue", Name: "put", Listed: true},
	},
}

const (
	lock trace.MethodIndex = iota
	isEnabled
	apply
	loadNow
	unlisted
	put
	none = call.NoMethod
)

// finding fills the fields of a finding that mean unknown.
func finding(f story.Finding) *story.Finding {
	if f.Other == 0 {
		f.Other = story.NoThread
	}
	if f.Beyond == 0 {
		f.Beyond = story.NoThread
	}
	if f.Through == 0 {
		f.Through = none
	}
	if f.Doing == 0 {
		f.Doing = none
	}
	return &f
}

// TestFinding has a finding of every rule, as recorded calls and as samples show it.
func TestFinding(t *testing.T) {
	method := func(all ...trace.MethodIndex) []trace.MethodIndex { return all }
	wait := story.Finding{Rule: story.WaitsFor, Cause: story.Lock, Time: 163 * ms, OwnTime: 163 * ms, Count: 1, Methods: method(lock), Own: isEnabled}
	bare, several, held, likely, sleep, binder, binders, join := wait, wait, wait, wait, wait, wait, wait, wait
	bare.Own, bare.Count = none, 12
	several.OwnTime, several.Count, several.Methods = 90*ms, 12, method(lock, apply)
	held.Other, held.Doing = 1, loadNow
	further := several
	further.Further = []story.Site{{Method: apply, Detail: "android.app.IAlarmManager.set", Own: loadNow, Time: 60 * ms, Count: 3}, {Method: loadNow, Own: none, Time: 13 * ms}}
	behind := wait
	behind.Rule, behind.Cause, behind.Other, behind.Doing, behind.Behind, behind.Sure = story.Background, story.Join, 1, loadNow, story.Network, story.Likely
	chain := behind
	chain.Behind, chain.Beyond, chain.BeyondDoing = story.Database, 2, apply
	likely.Other, likely.Sure = 2, story.Likely
	sleep.Cause = story.Sleep
	binder.Cause, binder.Detail = story.Binder, "android.app.IActivityManager.getRunningAppProcesses"
	binders = binder
	binders.OwnTime, binders.Count = 90*ms, 12
	through := binders
	through.Through = apply
	sameName := through
	sameName.Detail = "android.app.IActivityManager.apply"
	join.Rule, join.Cause, join.Other, join.Doing, join.Sure = story.Background, story.Join, 1, loadNow, story.Likely
	ran := join
	ran.Ran = 90 * ms
	connection := held
	connection.Cause, connection.Sure = story.Database, story.Likely
	monitor := connection
	monitor.Cause = story.Unexplained
	oneOf := several
	oneOf.OneOf = true
	calls, samples := story.Overview{Waiting: story.ByClocks}, story.Overview{Waiting: story.Recorded, Sampled: true}
	byNames, seenNames := story.Overview{Waiting: story.ByNames}, story.Overview{Waiting: story.ByNames, Sampled: true}
	worker := story.Overview{Waiting: story.ByClocks, Thread: 1}
	ranged := story.Overview{Waiting: story.ByClocks, From: 100 * ms, To: 710 * ms}
	start := story.Overview{Waiting: story.ByClocks, To: 800 * ms, Startup: story.Startup{To: ms, Phases: []story.Phase{
		{Anchor: story.BindApp, Status: story.Found, Parent: -1, Call: story.Call{To: ms}}, {Anchor: story.AppCreate, Status: story.Found, Parent: 0, Call: story.Call{Times: profile.Times{profile.Wall: 10 * ms}}},
	}}}
	slow := story.Overview{Frames: story.Series{Count: 120}}
	slow.Frames.Over[story.UsualLimit] = 90
	slow.Late[story.UsualLimit] = story.Late{Time: 2000 * ms, Read: 90, Own: []story.InFrames{{Method: loadNow, Time: 700 * ms, Frames: 80}}}
	slow.Late[story.UsualLimit].Stages[story.Layout], slow.Late[story.UsualLimit].Stages[story.Drawing] = 1200*ms, 500*ms
	edges := slow
	edges.Late[story.UsualLimit].Cut = 2
	merged := slow
	merged.Late[story.UsualLimit] = story.Late{Time: 2000 * ms, Read: 90, Merged: 60, InMerged: 1200 * ms, Least: 200}
	named := slow // a finding names one of the methods, and one has little time
	named.Findings = []story.Finding{{Rule: story.Costly, Methods: []trace.MethodIndex{loadNow}, Own: none}}
	named.Late[story.UsualLimit] = story.Late{Time: 2000 * ms, Read: 90, Own: []story.InFrames{{Method: loadNow, Time: 700 * ms, Frames: 80}, {Method: apply, Time: 600 * ms, Frames: 90}, {Method: isEnabled, Time: 100 * ms, Frames: 90}}}
	parted := named // a finding names it among what a method does
	parted.Findings = []story.Finding{{Rule: story.Costly, Methods: []trace.MethodIndex{lock}, Own: none, Inside: story.Inside{Method: isEnabled, Time: 900 * ms, Parts: []story.Share{{Method: loadNow, Time: 700 * ms}, {Method: apply, Time: 600 * ms}}}}}
	ofPhase, ofMessage := wait, wait
	ofPhase.Anchor, ofMessage.Fills = story.AppCreate, story.Share{Method: apply, Time: 170 * ms}
	mostOfPhase, mostOfMessage := ofPhase, ofMessage
	mostOfPhase.Fills.Time, mostOfMessage.Fills.Time = 180*ms, 180*ms
	tests := []struct {
		of   story.Overview
		f    story.Finding
		want string
	}{
		{calls, wait, "main waited 163 ms for a lock in RemoteFlags.isEnabled."},
		{start, ofPhase, "main waited 163 ms for a lock in RemoteFlags.isEnabled. These 163 ms are nearly all of Application.onCreate, a part of the app's start."},
		{start, mostOfPhase, "main waited 163 ms for a lock in RemoteFlags.isEnabled. These 163 ms are most of Application.onCreate, a part of the app's start."},
		{calls, mostOfMessage, "main waited 163 ms for a lock in RemoteFlags.isEnabled. These 163 ms are most of a message of ThemeChooser.apply (180 ms)."},
		{calls, ofMessage, "main waited 163 ms for a lock in RemoteFlags.isEnabled. These 163 ms are nearly all of a message of ThemeChooser.apply."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 177 * ms, Methods: method(apply), Own: none, Inside: story.Inside{Method: loadNow, Time: 167 * ms, Parts: []story.Share{{Method: lock, Time: 58 * ms}, {Method: apply, Time: 52 * ms}}}, LongCall: story.LongCall{Frame: true}},
			"The longest frame took 177 ms. CoverCache.loadNow took 167 ms of it: ReentrantLock.lock 58 ms, ThemeChooser.apply 52 ms."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 177 * ms, Methods: method(apply), Own: none, Inside: story.Inside{Method: loadNow, Time: 177 * ms, Parts: []story.Share{{Method: lock, Time: 58 * ms}}}, LongCall: story.LongCall{Frame: true}},
			"The longest frame took 177 ms. CoverCache.loadNow took nearly all of it: ReentrantLock.lock 58 ms."},
		{ranged, story.Finding{Rule: story.LongMessage, Time: 400 * ms, Methods: method(apply), Own: none, Calls: []story.Call{{From: 0, To: 500 * ms}}},
			"The longest message took 500 ms (400 ms of it in the range), handled by ThemeChooser.apply."},
		{ranged, story.Finding{Rule: story.LongMessage, Time: 400 * ms, Methods: method(apply), Own: none, Calls: []story.Call{{From: 100 * ms, To: 500 * ms}}},
			"The longest message took 400 ms, handled by ThemeChooser.apply."},
		{ranged, story.Finding{Rule: story.Costly, Time: 400 * ms, CPU: 400 * ms, Count: 1, Methods: method(apply), Own: none, Calls: []story.Call{{From: 0, To: 500 * ms}}}, "main spent 500 ms (400 ms of it in the range) in ThemeChooser.apply."},
		{ranged, story.Finding{Rule: story.Costly, Time: 400 * ms, Handled: 400 * ms, Count: 1, Methods: method(apply), Own: none, Calls: []story.Call{{From: 0, To: 500 * ms}}},
			"A message of main took 500 ms (400 ms of it in the range), handled by ThemeChooser.apply."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, Handled: 400 * ms, Count: 1, Events: 1, Methods: method(apply), Own: loadNow, OwnTime: 300 * ms, Cause: story.Latch, Second: story.Sleep},
			"An input event of main took 400 ms, handled by ThemeChooser.apply. CoverCache.loadNow took 300 ms of it. main mostly waited for a latch, barrier or semaphore and for a sleep to end."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, CPU: 400 * ms, Count: 9, Methods: method(apply), Own: none, Inside: story.Inside{Method: loadNow, Time: 300 * ms, Nearly: story.Share{Method: lock, Time: 299 * ms}}},
			"main spent 400 ms in ThemeChooser.apply (9 calls), 300 ms of it in CoverCache.loadNow (nearly all in ReentrantLock.lock)."},
		{ranged, story.Finding{Rule: story.Outlier, Time: 310 * ms, Cut: true, Count: 1, Usual: 12 * ms, Methods: method(loadNow), Own: none, Calls: []story.Call{{From: 400 * ms, To: 900 * ms}}},
			"One call of CoverCache.loadNow took at least 500 ms (310 ms of it in the range). The median of its calls is 12 ms."},
		{calls, story.Finding{Rule: story.SlowPhase, Anchor: story.FirstFrame, Time: 177 * ms, CPU: 150 * ms, Methods: method(apply), Own: none, Inside: story.Inside{Parts: []story.Share{{Method: lock, Time: 58 * ms}}}},
			"The app's start spent 177 ms in the first frame, 150 ms of it on the CPU. Most of it: ReentrantLock.lock 58 ms."},
		{calls, story.Finding{Rule: story.SlowPhase, Anchor: story.FirstFrame, Time: 177 * ms, Cause: story.Rendering, Methods: method(apply), Own: none, Inside: story.Inside{Method: lock, Time: 140 * ms}},
			"The app's start spent 177 ms in the first frame, 0 of it on the CPU. ReentrantLock.lock took 140 ms of it. main mostly waited for the renderer."},
		{calls, bare, "main waited 163 ms in 12 calls for a lock in ReentrantLock.lock."},
		{calls, several, "main waited 163 ms in 12 calls for a lock, 90 ms of it in ReentrantLock.lock, called by RemoteFlags.isEnabled."},
		{calls, oneOf, "main waited 163 ms in 12 calls for a lock, 90 ms of it in ReentrantLock.lock, for example by RemoteFlags.isEnabled."},
		{samples, bare, "The samples show main waiting 163 ms for a lock in ReentrantLock.lock."},
		{worker, bare, `"worker" waited 163 ms in 12 calls for a lock in ReentrantLock.lock.`},
		{calls, held, `main waited 163 ms for a lock in RemoteFlags.isEnabled. "worker" held the lock and ran CoverCache.loadNow.`},
		{calls, likely, "main waited 163 ms for a lock in RemoteFlags.isEnabled. Thread 15 probably held the lock."},
		{calls, binder, "main waited 163 ms for the answer of another process to IActivityManager.getRunningAppProcesses (binder) in RemoteFlags.isEnabled."},
		{calls, through, "main waited 163 ms in 12 calls for the answer of another process (binder), 90 ms of it for IActivityManager.getRunningAppProcesses, called by RemoteFlags.isEnabled through ThemeChooser.apply."},
		{calls, sameName, "main waited 163 ms in 12 calls for the answer of another process (binder), 90 ms of it for IActivityManager.apply, called by RemoteFlags.isEnabled."},
		{calls, binders, "main waited 163 ms in 12 calls for the answer of another process (binder), 90 ms of it for IActivityManager.getRunningAppProcesses, called by RemoteFlags.isEnabled."},
		{calls, story.Finding{Rule: story.WaitsFor, AtEnd: true, Cut: true, Time: 2000 * ms, Methods: method(lock), Own: loadNow}, "main was in ReentrantLock.lock, called by CoverCache.loadNow, for at least 2 s when the recording ended."},
		{calls, story.Finding{Rule: story.WaitsFor, Cause: story.Lock, AtEnd: true, Time: 2000 * ms, Methods: method(lock), Own: loadNow, Waker: story.Waker{Still: true, Other: 1, Doing: loadNow}}, "main was in ReentrantLock.lock, called by CoverCache.loadNow, for 2 s when the recording ended. Meanwhile, \"worker\" was in CoverCache.loadNow and has no records either."},
		{calls, story.Finding{Rule: story.WaitsFor, Cause: story.Lock, AtEnd: true, Time: 2000 * ms, Methods: method(lock), Own: loadNow, Waker: story.Waker{Still: true, Mutual: true, Other: 1, Doing: loadNow}}, "main was in ReentrantLock.lock, called by CoverCache.loadNow, for 2 s when the recording ended. Meanwhile, \"worker\" was in CoverCache.loadNow and has no records either: the two may wait for each other."},
		{calls, story.Finding{Rule: story.WaitsFor, AtEnd: true, Cut: true, Time: 2000 * ms, Methods: method(loadNow), Own: loadNow}, "main was in CoverCache.loadNow for at least 2 s when the recording ended."},
		{calls, sleep, "main slept 163 ms in RemoteFlags.isEnabled."},
		{samples, sleep, "The samples show main sleeping 163 ms in RemoteFlags.isEnabled."},
		{byNames, wait, "main spent 163 ms in methods that wait for a lock, called by RemoteFlags.isEnabled."},
		{seenNames, several, "The samples show 163 ms of main in methods that wait for a lock, 90 ms of it in ReentrantLock.lock, called by RemoteFlags.isEnabled."},
		{calls, story.Finding{Rule: story.WaitsFor, Cause: story.Queue, Time: 160 * ms, Count: 1, Own: none, Methods: method(put), Waker: story.Waker{Other: story.NoThread}}, "main waited 160 ms for room in a queue in ArrayBlockingQueue.put."},
		{calls, further, "main waited 163 ms in 12 calls for a lock, 90 ms of it in ReentrantLock.lock, called by RemoteFlags.isEnabled. Another 60 ms in 3 calls: IAlarmManager.set, called by CoverCache.loadNow. Another 13 ms: CoverCache.loadNow."},
		{calls, chain, `main waited 163 ms for another thread to end in RemoteFlags.isEnabled. "worker" probably ended most of the wait and ran CoverCache.loadNow, which itself waited for a database. Thread 15 probably ended that wait and ran ThemeChooser.apply.`},
		{calls, behind, `main waited 163 ms for another thread to end in RemoteFlags.isEnabled. "worker" probably ended most of the wait and ran CoverCache.loadNow, which itself waited for the network.`},
		{calls, ran, `main waited 163 ms for another thread to end in RemoteFlags.isEnabled. "worker" probably ended most of the wait and ran CoverCache.loadNow for 90 ms.`},
		{calls, join, `main waited 163 ms for another thread to end in RemoteFlags.isEnabled. "worker" probably ended most of the wait and ran CoverCache.loadNow.`},
		{calls, story.Finding{Rule: story.LongMessage, Time: 33_100_000, Usual: 4_100_000, Own: loadNow, OwnTime: 30_200_000, Count: 1, Methods: method(lock), LongCall: story.LongCall{Frame: true}},
			"The longest frame took 33.1 ms (median 4.1 ms). CoverCache.loadNow took 30.2 ms of it."},
		{start, story.Finding{Rule: story.LongMessage, Time: 33_100_000, Own: none, Count: 1, Methods: method(lock), LongCall: story.LongCall{Frame: true}}, "The longest frame outside the phases of the start took 33.1 ms."},
		{start, story.Finding{Rule: story.LongMessage, Time: 500_000_000, Own: none, Count: 1, Methods: method(lock), Calls: []story.Call{{To: 500_000_000}}}, "The longest message took 500 ms, handled by ReentrantLock.lock."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 291 * ms, Own: loadNow, OwnTime: 290 * ms, Callers: 4, Caller: apply, Methods: method(isEnabled)},
			"The longest message took 291 ms, handled by RemoteFlags.isEnabled. CoverCache.loadNow, called by ThemeChooser.apply, took nearly all of it."},
		{worker, story.Finding{Rule: story.LongMessage, Time: 280 * ms, Own: none, Cut: true, Methods: method(loadNow)},
			`The longest message of "worker" took at least 280 ms, handled by CoverCache.loadNow.`},
		{samples, story.Finding{Rule: story.LongMessage, Time: 33_100_000, Own: none, Methods: method(loadNow), LongCall: story.LongCall{Frame: true, Apart: true}}, "The longest single frame took 33.1 ms in the samples."},
		{merged, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90}, "At least 200 frames took more than 16.7 ms on average, 2 s in all. Samples merge them into 90 spans."},
		{samples, story.Finding{Rule: story.LongMessage, Time: 33_100_000, Own: loadNow, OwnTime: 30_200_000, Methods: method(loadNow), LongCall: story.LongCall{Frame: true}},
			"The longest frame took 33.1 ms in the samples. CoverCache.loadNow took 30.2 ms of it."},
		{calls, story.Finding{Rule: story.SlowPhase, Anchor: story.AppCreate, Time: 95_900_000, CPU: 32 * ms, Own: apply, OwnTime: 63 * ms},
			"The app's start spent 95.9 ms in Application.onCreate, 32 ms of it on the CPU. ThemeChooser.apply took 63 ms of it."},
		{start, story.Finding{Rule: story.SlowPhase, Anchor: story.BindApp, Time: 95_900_000, CPU: 32 * ms, Own: apply, OwnTime: 163 * ms},
			"The app's start spent 95.9 ms in handleBindApplication, 32 ms of it on the CPU, without the phases inside it."},
		{start, story.Finding{Rule: story.SlowPhase, Anchor: story.BindApp, Time: 1100 * ms, CPU: 32 * ms, Own: none},
			"The app's start spent 1.1 s in handleBindApplication, 32 ms of it on the CPU."},
		{seenNames, story.Finding{Rule: story.SlowPhase, Anchor: story.Providers, Time: 95_900_000, Own: none}, "The samples show 95.9 ms of the app's start in content providers."},
		{calls, story.Finding{Rule: story.Inflation, Time: 120 * ms, Count: 14, Own: isEnabled, OwnTime: 80 * ms}, "Layout inflation took 120 ms (14 calls), 80 ms of it in RemoteFlags.isEnabled."},
		{calls, story.Finding{Rule: story.Inflation, Time: 120 * ms, Count: 14, Own: isEnabled, OwnTime: 80 * ms, Inside: story.Inside{Method: apply, Time: 100 * ms}},
			"Layout inflation took 120 ms (14 calls), 80 ms of it in RemoteFlags.isEnabled. ThemeChooser.apply took 100 ms of it."},
		{samples, story.Finding{Rule: story.Inflation, Time: 120 * ms, Count: 14, Own: isEnabled, OwnTime: 80 * ms}, "Layout inflation took 120 ms in the samples, 80 ms of it in RemoteFlags.isEnabled."},
		{worker, story.Finding{Rule: story.ClassLoads, Time: 130 * ms, Count: 40, Own: none}, `Class loading and static initialization took 130 ms on "worker" (40 calls).`},
		{samples, story.Finding{Rule: story.ClassLoads, Time: 130 * ms, Count: 40, Own: none}, `Class loading and static initialization took 130 ms in the samples.`},
		{calls, story.Finding{Rule: story.Often, Time: 400 * ms, CPU: 390 * ms, Count: 12_500, Methods: method(isEnabled), Own: apply},
			"main called RemoteFlags.isEnabled 12,500 times from ThemeChooser.apply: 400 ms in total, 32 µs each on average."},
		{calls, story.Finding{Rule: story.Often, Time: 400 * ms, CPU: 150 * ms, Count: 12_500, Methods: method(isEnabled), Own: apply},
			"main called RemoteFlags.isEnabled 12,500 times from ThemeChooser.apply: 400 ms in total, 32 µs each on average. main was off the CPU for 250 ms of that."},
		{calls, story.Finding{Rule: story.Often, OneOf: true, Time: 400 * ms, CPU: 390 * ms, Count: 12_500, Methods: method(isEnabled), Own: apply},
			"main called RemoteFlags.isEnabled 12,500 times, for example from ThemeChooser.apply: 400 ms in total, 32 µs each on average."},
		{calls, story.Finding{Rule: story.Outlier, Time: 310 * ms, Count: 1, Usual: 12 * ms, Methods: method(loadNow), Own: apply}, "One call of CoverCache.loadNow took 310 ms, called by ThemeChooser.apply. The median of its calls is 12 ms."},
		{calls, story.Finding{Rule: story.Repeated, Time: 400 * ms, Count: 12, Callers: 5, Methods: method(unlisted), Own: none}, "main ran unknown 0x990 for 5 different callers (12 calls). The calls of all callers but one took 400 ms."},
		{calls, story.Finding{Rule: story.Repeated, Time: 400 * ms, Count: 12, Callers: 3, Methods: method(unlisted), Own: none, Inside: story.Inside{Parts: []story.Share{{Method: apply}, {Method: loadNow}}}},
			"main ran unknown 0x990 for 3 different callers (12 calls): ThemeChooser.apply, CoverCache.loadNow, others. The calls of all callers but one took 400 ms."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, Count: 12, Methods: method(loadNow), Own: none, Inside: story.Inside{Method: lock, Time: 300 * ms}},
			"main spent 400 ms in CoverCache.loadNow (12 calls), 300 ms of it in ReentrantLock.lock. It was off the CPU for nearly all of it."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, CPU: 400 * ms, Methods: method(loadNow), Own: none, Inside: story.Inside{Method: lock, Time: 300 * ms, Calls: 2500}},
			"main spent 400 ms in CoverCache.loadNow, 300 ms of it in ReentrantLock.lock (2,500 calls)."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, Count: 12, Methods: method(loadNow), Own: apply}, "main spent 400 ms in CoverCache.loadNow (12 calls), called by ThemeChooser.apply. It was off the CPU for nearly all of it."},
		{calls, story.Finding{Rule: story.Costly, Time: 400 * ms, Count: 12, Methods: method(loadNow), Own: loadNow}, "main spent 400 ms in CoverCache.loadNow (12 calls). It was off the CPU for nearly all of it."},
		{samples, story.Finding{Rule: story.Costly, Time: 400 * ms, Count: 12, Methods: method(loadNow), Own: none, Inside: story.Inside{Method: lock, Time: 399 * ms}},
			"The samples show 400 ms of main in CoverCache.loadNow, nearly all of it in ReentrantLock.lock."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 177 * ms, Methods: method(apply), Own: apply, OwnTime: 160 * ms, Inside: story.Inside{Method: apply, Time: 160 * ms, Parts: []story.Share{{Method: lock, Time: 158 * ms}}}},
			"The longest message took 177 ms. ThemeChooser.apply took 160 ms of it, in ReentrantLock.lock."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 177 * ms, Methods: method(apply), Own: none, Inside: story.Inside{Method: apply, Time: 170 * ms, Parts: []story.Share{{Method: lock, Time: 90 * ms}, {Method: loadNow, Time: 60 * ms}}}},
			"The longest message took 177 ms, handled by ThemeChooser.apply. Most of it: ReentrantLock.lock 90 ms, CoverCache.loadNow 60 ms."},
		{calls, story.Finding{Rule: story.LongMessage, Time: 287 * ms, Methods: method(isEnabled), Own: loadNow, OwnTime: 285 * ms, LongCall: story.LongCall{Alike: 6, AlikeTime: 1714 * ms}},
			"The longest message took 287 ms, handled by RemoteFlags.isEnabled. CoverCache.loadNow took nearly all of it. 6 more messages with this handler took 1.714 s."},
		{calls, story.Finding{Rule: story.ClassLoads, Time: 183 * ms, Count: 1, Own: apply, OwnTime: 183 * ms, Inside: story.Inside{Method: loadNow, Time: 182 * ms}},
			"Class loading and static initialization took 183 ms, all in ThemeChooser.apply. CoverCache.loadNow took nearly all of it."},
		{calls, story.Finding{Rule: story.WaitsFor, Cause: story.Libraries, Time: 134 * ms, OwnTime: 134 * ms, Count: 1, Own: isEnabled, Methods: method(lock)}, "main spent 134 ms loading native libraries in RemoteFlags.isEnabled."},
		{parted, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90}, "90 of 120 frames took more than 16.7 ms, 2 s in all."},
		{edges, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90}, "90 of 120 frames took more than 16.7 ms, 2 s in all: measure and layout 1.2 s, drawing 500 ms. Your methods in them: CoverCache.loadNow 700 ms (80 frames)."},
		{slow, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90, Own: apply, Requests: 88},
			"90 of 120 frames took more than 16.7 ms, 2 s in all: measure and layout 1.2 s, drawing 500 ms. ThemeChooser.apply requests the layouts (88 calls). Your methods in them: CoverCache.loadNow 700 ms (80 frames)."},
		{slow, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90, Own: apply, OwnTime: 1100 * ms, Composed: 880},
			"90 of 120 frames took more than 16.7 ms, 2 s in all: measure and layout 1.2 s, drawing 500 ms. ThemeChooser.apply takes 1.1 s of all recomposition (880 calls). Your methods in them: CoverCache.loadNow 700 ms (80 frames)."},
		{slow, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90}, "90 of 120 frames took more than 16.7 ms, 2 s in all: measure and layout 1.2 s, drawing 500 ms. Your methods in them: CoverCache.loadNow 700 ms (80 frames)."},
		{named, story.Finding{Rule: story.SlowFrames, Time: 2000 * ms, Count: 90}, "90 of 120 frames took more than 16.7 ms, 2 s in all. Your methods in them: ThemeChooser.apply 600 ms (90 frames)."},
		{calls, story.Finding{Rule: story.Costly, Time: 104 * ms, Count: 1, Cause: story.Latch, Methods: method(loadNow), Own: apply, Inside: story.Inside{Method: lock, Time: 96 * ms}},
			"main spent 104 ms in CoverCache.loadNow, called by ThemeChooser.apply, 96 ms of it in ReentrantLock.lock. It mostly waits for a latch, barrier or semaphore."},
		{calls, monitor, `main was off the CPU for 163 ms in ReentrantLock.lock, called by RemoteFlags.isEnabled. No method shows why. Until then, "worker" may have held a lock in CoverCache.loadNow.`},
		{calls, connection, `main waited 163 ms for a database in RemoteFlags.isEnabled. "worker" probably used the database connection and ran CoverCache.loadNow.`},
		{calls, story.Finding{Rule: story.TracerCost, Time: 163 * ms, Usual: 2000, Count: 81_500, Own: none}, "The recording itself took up to 163 ms (81,500 calls, up to 2 µs each). Small methods look more expensive than they are. Samples avoid this."},
	}
	seen := map[story.Rule]bool{}
	for _, tt := range tests {
		of := Overview{Overview: &tt.of, Info: storyInfo}
		got := of.Finding(finding(tt.f))
		if plain := words.Plain(got); plain != tt.want {
			t.Errorf("%v:\n got %s\nwant %s", tt.f.Rule, plain, tt.want)
		}
		seen[tt.f.Rule] = true
		catalogue, _ := languages.Of("zh")
		words.SetCatalogue(catalogue)
		zh := of.Finding(finding(tt.f))
		words.SetCatalogue("")
		if strings.ContainsAny(zh, "{}[]") || !strings.HasSuffix(zh, "。") || zh == got {
			t.Errorf("%v in Chinese: %s", tt.f.Rule, zh)
		}
	}
	if len(seen) != int(story.Rules) {
		t.Errorf("%d of %d rules have a test", len(seen), story.Rules)
	}
}

// TestFindingOfAnyCause: each cause, advice and other name has a text.
func TestFindingOfAnyCause(t *testing.T) {
	o := Overview{Overview: &story.Overview{Waiting: story.ByClocks}, Info: storyInfo}
	for c := range story.Causes {
		f := finding(story.Finding{Rule: story.WaitsFor, Cause: c, Time: ms, Own: none})
		if s := o.Finding(f); !strings.HasSuffix(s, ".") || strings.Contains(s, "  ") || CauseName(c) == "" {
			t.Errorf("%v: %q, %q", c, s, CauseName(c))
		}
	}
	for r := range story.Rules {
		if RuleTitle(r) == "" {
			t.Errorf("%v has no title", r)
		}
	}
	for a := story.NoAnchor + 1; a < story.Anchors; a++ {
		if AnchorTitle(a) == "" || missing(story.Missing{Anchor: a}, false) == "" {
			t.Errorf("%v has no title", a)
		}
	}
	for origin := range platform.Origins {
		if originTitle(origin) == "" {
			t.Errorf("origin %d has no title", origin)
		}
	}
	for a := advice.None + 1; a < advice.Count; a++ {
		if text := Advice(a); text == "" || len(strings.Fields(text)) > 15 || a.String() == "" {
			t.Errorf("advice %d, %q, has no text of at most 15 words: %q", a, a, text)
		}
	}
}

// TestFindingOfHostileNames: a name from a file is short, and shows its control characters.
func TestFindingOfHostileNames(t *testing.T) {
	info := &trace.Info{
		Threads: []trace.Thread{{ID: 7, Name: "w\x1b[31m" + strings.Repeat("n", 10_000)}},
		Methods: []trace.Method{{Class: "a.B\n{own}", Name: strings.Repeat("m", 10_000) + "\u202e", Listed: true}},
	}
	o := Overview{Overview: &story.Overview{Waiting: story.ByClocks}, Info: info}
	f := &story.Finding{Rule: story.WaitsFor, Cause: story.Binder, Detail: "x.I\r." + strings.Repeat("d", 10_000), Time: ms, Own: none, Methods: []trace.MethodIndex{0}, Waker: story.Waker{Other: story.NoThread}}
	answer := o.Finding(f)
	f.Cause, f.Detail = story.Lock, ""
	lock := o.Finding(f)
	for _, got := range []string{answer, lock} {
		if len(got) > 500 || strings.ContainsAny(got, "\x1b\n\r\u202e") {
			t.Errorf("%d bytes: %.400q", len(got), got)
		}
	}
	if !strings.Contains(answer, "to I␍.ddd") || !strings.Contains(lock, "B␊{own}.mmm") {
		t.Errorf("%.400q and %.400q", answer, lock)
	}
}

// TestMethodInFull: a name has its package if the class alone does not identify it.
func TestMethodInFull(t *testing.T) {
	var info trace.Info
	for _, of := range [][2]string{
		{"b.c.k.a", "b"}, {"b.c.k.a", "c"}, {"b.c.k.b1", "a"}, {"d.ab$1", "run"}, {"d.abc", "run"}, {"d.abc", "call"},
		{"com.example.Cache", "get"}, {"com.example.sync.Cache", "put"}, {"com.example.Cart", "add"}, {"com.example.$Gson$Types", "of"}, {"com.example.-$$Lambda$Cart$1", "run"},
		{"a", "b"}, {"", "a"}, {"com.example.Feed", "load"}, {"com.example.Feed$load$2", "invokeSuspend"}, {"com.example.Feed$Cache", "get"},
	} {
		info.Methods = append(info.Methods, trace.Method{Class: of[0], Name: of[1], Listed: true})
	}
	info.Methods = append(info.Methods, trace.Method{ID: 0x990})
	all := func(readable map[int]readable.Name) string {
		var names []string
		o := Overview{Overview: &story.Overview{}, Info: &info, Readable: readable}
		for m := range info.Methods {
			i := trace.MethodIndex(m)
			name := o.Method(i)
			if o.InFull(i) {
				name = "[" + name + "]"
			}
			names = append(names, name)
		}
		return strings.Join(names, " ")
	}
	const first = "[b.c.k.a.b] [b.c.k.a.c] [b.c.k.b1.a] [d.ab$1.run] abc.run abc.call [com.example.Cache.get] [com.example.sync.Cache.put] Cart.add $Gson$Types.of -$$Lambda$Cart$1.run [a.b] a Feed.load "
	if got, want := all(nil), first+"Feed$load$2.invokeSuspend Feed$Cache.get unknown 0x990"; got != want {
		t.Errorf("names as in the file:\n got %s\nwant %s", got, want)
	}
	shown := map[int]readable.Name{14: {Class: "com.example.Feed", Method: "load, coroutine"}}
	if got, want := all(shown), first+"Feed.load, coroutine Feed$Cache.get unknown 0x990"; got != want {
		t.Errorf("readable names:\n got %s\nwant %s", got, want)
	}
	o := Overview{Overview: &story.Overview{Waiting: story.ByClocks}, Info: &info}
	lock := finding(story.Finding{Rule: story.WaitsFor, Time: 163 * ms, OwnTime: 163 * ms, Count: 1, Methods: []trace.MethodIndex{0}, Own: 8, Waker: story.Waker{Other: 3, Doing: 1}})
	o.Info.Threads = []trace.Thread{{ID: 1, Name: "main"}, {}, {}, {ID: 4, Name: "pool"}}
	if got, want := words.Plain(o.Finding(lock)), `main was off the CPU for 163 ms in b.c.k.a.b, called by Cart.add. No method shows why. Until then, "pool" may have held a lock in b.c.k.a.c.`; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestShortNames: a map is offered if an obfuscator shortened most of the app's classes.
func TestShortNames(t *testing.T) {
	for _, tt := range []struct {
		own, short int
		class      string // of the short names
		want       string
	}{
		{5, 15, "b.c.a", "Most names of your code are shortened (15 of 20 methods), so some of it may be library code. The mapping.txt of the build restores them."},
		{0, 15, "b.c.a", "The names of your code are shortened (15 methods), so some of it may be library code. The mapping.txt of the build restores them."},
		{11, 9, "b.c.a", ""},
		{0, 9, "b.c.a", ""}, // too few
		{5, 15, "com.google.android.gms.internal.zz", ""},
	} {
		var info trace.Info
		for i := range tt.own + tt.short {
			class := "com.example.Cart"
			if i >= tt.own {
				class = tt.class
			}
			info.Methods = append(info.Methods, trace.Method{Class: class, Name: "m" + strconv.Itoa(i), Listed: true})
		}
		if got := words.Plain(ShortNames(&info)); got != tt.want {
			t.Errorf("%d names and %d short ones like %s: %q, want %q", tt.own, tt.short, tt.class, got, tt.want)
		}
	}
}

// TestWhen: a finding says when its longest call begins.
func TestWhen(t *testing.T) {
	at := story.Call{From: 1200 * ms}
	for want, calls := range map[string][]story.Call{"": nil, "begins at 1.2 s": {at}, "longest begins at 1.2 s": {at, {}}} {
		if got := words.Plain(When(&story.Finding{Calls: calls})); got != want {
			t.Errorf("%d calls: %q, want %q", len(calls), got, want)
		}
	}
}

// TestOverviewSentences: the sentences on the whole thread.
func TestOverviewSentences(t *testing.T) {
	of := story.Overview{Thresholds: story.DefaultThresholds,
		From: 100 * ms, To: 1100 * ms, Waiting: story.ByClocks, Total: profile.Times{1000 * ms, 600 * ms, 400 * ms}, Idle: 100 * ms, Blocked: 300 * ms, Covered: 450 * ms,
		Silent: []story.Rule{story.Inflation, story.Outlier}, Unfit: []story.Rule{story.Often},
		Nearly: []story.Finding{{Rule: story.Inflation, Time: 120 * ms}, {Rule: story.Costly, Time: 110 * ms, Methods: []trace.MethodIndex{0}}, {Rule: story.Often, Time: 60 * ms}}, Unlisted: 2,
	}
	o := Overview{Overview: &of, Info: storyInfo}
	full := of
	full.Costliest = []story.Share{{Method: 0, Time: 850 * ms}}
	byNames, none := of, of
	byNames.Waiting, none.Waiting = story.ByNames, story.NotMeasured
	named, unmeasured := Overview{Overview: &byNames, Info: storyInfo}, Overview{Overview: &none, Info: storyInfo}
	ends := func(after story.After) *Overview {
		return &Overview{Overview: &story.Overview{After: after, To: 1000 * ms, Waiting: story.Recorded}, Info: storyInfo}
	}
	hung, idle := ends(story.After{Time: 2000 * ms, Method: lock, Own: loadNow}), ends(story.After{Time: 2000 * ms, Cause: story.IdleWait})
	recorder := of
	recorder.Parts = []story.Part{{Kind: story.Waiting, Cause: story.Tracing, Time: 200 * ms}}
	paused := Overview{Overview: &recorder, Info: storyInfo}
	off := of
	off.Parts = []story.Part{{Kind: story.Waiting, Time: 250 * ms}}
	lost := Overview{Overview: &off, Info: storyInfo}
	o.Frames = story.Series{Count: 120, Median: 4 * ms, P90: 8 * ms, P99: 20 * ms, Longest: 33 * ms, Over: [4]int64{9, 5, 3, 0}}
	o.Inputs = story.Series{Count: 1, Median: 9 * ms, P90: 9 * ms, P99: 9 * ms, Longest: 9 * ms}
	others := func(sampled bool, in story.Others) string {
		return Meanwhile(&Overview{Overview: &story.Overview{Sampled: sampled, Others: in}, Info: storyInfo})
	}
	collects := (&Overview{Overview: &story.Overview{Others: story.Others{Off: 900 * ms, During: 2000 * ms, CPU: 500 * ms, Threads: []story.ThreadTime{{CPU: 500 * ms}}}, Collector: story.ThreadTime{CPU: 700 * ms}, To: 2000 * ms},
		Info: &trace.Info{Threads: []trace.Thread{{ID: 1, Name: "HeapTaskDaemon"}}}})
	further := Overview{Overview: &story.Overview{Nearly: []story.Finding{
		{Rule: story.SlowPhase, Time: 215 * ms, Anchor: story.ActivityStart}, {Rule: story.WaitsFor, Cause: story.Binder, Time: 232 * ms, OwnTime: 48 * ms}, {Rule: story.WaitsFor, Time: 120 * ms, OwnTime: 120 * ms, Methods: []trace.MethodIndex{0}},
	}, Unlisted: 3}, Info: storyInfo}
	// phased has a finding on the longest phase of the start, and none on the second one.
	created := story.Finding{Rule: story.SlowPhase, Anchor: story.ActivityCreate, Time: 400 * ms, OtherPhases: 215 * ms, Own: call.NoMethod}
	phased := Overview{Overview: &story.Overview{Findings: []story.Finding{created}, Nearly: []story.Finding{
		{Rule: story.SlowPhase, Time: 215 * ms, Anchor: story.ActivityStart, Own: 0, OwnTime: 90 * ms}, {Rule: story.Inflation, Time: 120 * ms},
	}, Unlisted: 2}, Info: storyInfo}
	costs := story.Overview{Recording: 300 * ms, Findings: []story.Finding{{Rule: story.Costly}}}
	costly := Overview{Overview: &costs, Info: storyInfo}
	recorded := *o.Overview
	recorded.Paused = 100 * ms
	stopped := Overview{Overview: &recorded, Info: storyInfo}
	frames, messages, inputs := o.Series()
	for _, tt := range []struct{ got, want string }{
		{(&lateFrames{of: &o, Late: &story.Late{Time: 10 * ms, Stages: [story.Stages]int64{story.Callbacks: 7 * ms, story.Drawing: 3 * ms}, Callback: story.Share{Method: loadNow, Time: 6 * ms}}}).stages(), "animations and callbacks 7 ms (CoverCache.loadNow), drawing 3 ms"},
		{paused.Headline(), "main took 1 s: 600 ms on the CPU, 300 ms (200 ms for the recorder or a debugger) blocked, 100 ms idle."},
		{lost.Headline(), "main took 1 s: 600 ms on the CPU, 300 ms (250 ms not explained) blocked, 100 ms idle."},
		{o.Headline(), "main took 1 s: 600 ms on the CPU, 300 ms blocked, 100 ms idle."},
		{named.Headline(), "main took 1 s: 300 ms in methods that block, 100 ms idle. Without CPU time, waiting is not measured."},
		{unmeasured.Headline(), "main took 1 s. Waiting is not measured."},
		{o.End(), ""},
		{hung.End(), "main has no records in the last 2 s of the recording: it was in ReentrantLock.lock."},
		{hung.Headline(), "The records of main span 1 s: 0 running, 0 blocked, 0 idle."},
		{idle.End(), "main has no records in the last 2 s of the recording: it was idle."},
		{others(true, story.Others{}), ""},
		{others(true, story.Others{Off: 900 * ms, During: 2000 * ms, CPU: 800 * ms, Threads: []story.ThreadTime{{Thread: 1, CPU: 500 * ms}, {Thread: 0, CPU: 200 * ms, Doing: call.NoMethod}}}),
			"No method shows why main was off the CPU for 900 ms. While it was busy for 2 s, other threads used 800 ms of CPU time: \"worker\" 500 ms (mostly ReentrantLock.lock), main 200 ms. The recorder adds to it: it stops all threads for each sample."},
		{others(true, story.Others{Off: 3900 * ms, During: 1000 * ms, CPU: 1000 * ms, Threads: []story.ThreadTime{{Thread: 1, CPU: 1000 * ms, Doing: call.NoMethod}}}),
			"No method shows why main was off the CPU for 3.9 s. While it was busy for 1 s, other threads used 1 s of CPU time: \"worker\" 1 s."},
		{others(true, story.Others{Off: 900 * ms, During: 2000 * ms, CPU: 2500 * ms, Threads: []story.ThreadTime{{Thread: 1, CPU: 2500 * ms, Doing: call.NoMethod}}}),
			"No method shows why main was off the CPU for 900 ms. While it was busy for 2 s, other threads used 2.5 s of CPU time: \"worker\" 2.5 s."},
		{others(true, story.Others{Off: 900 * ms, During: 2000 * ms}), "No method shows why main was off the CPU for 900 ms. While it was busy for 2 s, other threads used hardly any CPU time. The recorder is probably the main cause: it stops all threads for each sample."},
		{others(false, story.Others{Off: 900 * ms, Found: 100 * ms, During: 2000 * ms, CPU: 30 * ms}), "Besides what the findings say, no method shows why main was off the CPU for 900 ms. While it was busy for 2 s, other threads used only 30 ms of CPU time."},
		{Collects(collects), `The garbage collector ("HeapTaskDaemon") used 700 ms of CPU time in 2 s. Look for code that allocates much memory.`},
		{Collects(&o), ""},
		{Meanwhile(collects), `No method shows why "HeapTaskDaemon" was off the CPU for 900 ms. While it was busy for 2 s, other threads used 500 ms of CPU time: the garbage collector ("HeapTaskDaemon") 500 ms.`},
		{Paused(0), ""},
		{Paused(20 * ms), "20 ms for the recorder or a debugger"},
		{(&Overview{Overview: &full, Info: storyInfo}).Nothing(), "No rule finds anything. A finding needs 5 % of the non-idle time of main, and 100 ms. Of its non-idle time, main spent much in " + o.Method(0) + " 850 ms (94.4 %)."},
		{(&Overview{Overview: &story.Overview{To: 900 * ms, Thresholds: story.Thresholds{Share: 0.05, Time: 100 * ms}, Frames: story.Series{Count: 5}}, Info: storyInfo}).Nothing(), "Nothing stands out. A finding needs 5 % of the non-idle time of main, and 100 ms. No frame took more than 16.7 ms."},
		{(&Overview{Overview: &story.Overview{To: 900 * ms, Thresholds: story.Thresholds{Share: 0.05, Time: 100 * ms}, Frames: story.Series{Count: 5, Cut: 5}}, Info: storyInfo}).Nothing(), "Nothing stands out. A finding needs 5 % of the non-idle time of main, and 100 ms."},
		{o.Nothing(), "Nothing stands out. A finding needs 5 % of the non-idle time of main, and 100 ms."},
		{o.Coverage(), "The findings explain 50.0 % of the non-idle time of main (450 ms of 900 ms)."},
		{Recording(&stopped), ""},
		{Recording(&costly), "The recording itself took up to 300 ms of this time. Small methods look more expensive than they are. Samples avoid this."},
		{stopped.Coverage(), "The findings explain 56.2 % of the non-idle time of main (450 ms of 800 ms without 100 ms for the recorder or a debugger)."},
		{o.Further(), "Further findings: Layout inflation 120 ms, Costly method 110 ms (" + o.Method(0) + ")."},
		{further.Further(), "Further findings: Startup phase 215 ms (Activity start), Waiting 232 ms (Binder), Waiting 120 ms (" + o.Method(0) + ")."},
		{phased.Further(), "Further findings: Layout inflation 120 ms."},
		{phased.Finding(&created), "The app's start spent 400 ms in the activity's creation. Another 215 ms of the app's start: the activity's onStart (" + o.Method(0) + " 90 ms)."},
		{o.Silent(), "These rules found nothing of at least 5 % and 100 ms: Layout inflation, Unusually long call."},
		{o.Unfit(), "Rules that this recording cannot answer: Frequent calls."},
		{missing(story.Missing{Anchor: story.FirstFrame}, false), "Not recorded: the first frame."},
		{missing(story.Missing{Anchor: story.BindApp, Status: story.Cut}, false), "Only a part of handleBindApplication is recorded."},
		{missing(story.Missing{Anchor: story.BindApp, Status: story.Cut}, true), "Only a part of handleBindApplication is in the range."},
		{frames, "120 frames: median 4 ms, p90 8 ms, p99 20 ms, longest 33 ms. 3 took more than 16.7 ms, 0 more than 700 ms."},
		{messages, ""},
		{o.series(&story.Series{Count: 2, Cut: 1, Longest: 9 * ms}, "2 messages"), "2 messages (1 recorded in part). 0 took more than 16.7 ms, 0 more than 700 ms. The other one: 9 ms."},
		{inputs, "1 input event outside messages and frames: 9 ms. 0 took more than 16.7 ms, 0 more than 700 ms."},
		{PartTitle(&story.Part{Kind: story.Waiting, Cause: story.Lock}), "Waiting: Locks"},
		{PartTitle(&story.Part{Kind: story.Waiting, Cause: story.IdleWait}), "Idle"},
		{PartTitle(&story.Part{Kind: story.Outside}), "No method"},
		{PartTitle(&story.Part{Origin: platform.Library}), "Libraries"},
	} {
		if got := words.Plain(tt.got); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestFindingAdvice: the advice to keep an object names it, but a method that decodes creates others.
func TestFindingAdvice(t *testing.T) {
	info := &trace.Info{Methods: []trace.Method{{Class: "java.util.regex.Pattern", Name: "compile", Listed: true}, {Class: "android.graphics.BitmapFactory", Name: "decodeFile"}}}
	for _, tt := range []struct {
		f    story.Finding
		want string
	}{
		{story.Finding{Advice: advice.KeepObject, Advised: 0}, "Create the Pattern once and keep it, instead of a new one in each call."},
		{story.Finding{Advice: advice.KeepObject, Advised: 1}, "Create these objects once and keep them, instead of new ones in each call."},
		{story.Finding{Advice: advice.DecodeOnMain, Advised: 1}, "Decode these images on another thread, and keep those that are needed again."},
		{story.Finding{Advice: advice.FlattenLayouts, Advised: 0, Levels: 7}, "Flatten these layouts: Pattern.compile nests 7 levels deep, and each may measure children twice."},
		{story.Finding{Advised: call.NoMethod}, ""},
	} {
		if got := AdviceOn(&tt.f, info); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.f.Advice, got, tt.want)
		}
	}
}

// TestLengthText: the text of a call's length in a range.
func TestLengthText(t *testing.T) {
	for _, tt := range []struct {
		of   Length
		want string
	}{
		{Length{Time: 20 * ms}, "20 ms"},
		{Length{Time: 478 * ms, Whole: 543 * ms}, "543 ms (478 ms of it in the range)"},
		{Length{Time: 20 * ms, Cut: true}, "at least 20 ms"},
		{Length{Time: 4916 * ms, Whole: 2 * ms, Cut: true}, "at least 4.916 s"}, // it hung, and its last record is 2 ms after its first
		{Length{Time: 90 * ms, Glued: 6}, "90 ms for at least 6, at most 15 ms each on average"},
	} {
		if got := words.Plain(tt.of.Text(words.Brief)); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.of, got, tt.want)
		}
	}
}
