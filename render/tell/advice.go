package tell

import (
	"strings"

	"traceglass/parser/advice"
	"traceglass/parser/story"
	"traceglass/parser/trace"
	"traceglass/render/words"
)

// adviceTexts have at most 15 words each.
var adviceTexts = [advice.Count]words.Text{
	advice.None:              "",
	advice.ApplyInstead:      "Use apply() instead of commit(). It writes on another thread.",
	advice.WriteTogether:     "Combine edits of SharedPreferences: a stop of the activity waits for each apply(), too.",
	advice.AwaitedLoaded:     "Load these SharedPreferences earlier on another thread, or read them later.",
	advice.DiskOnMain:        "Move this work with files to another thread.",
	advice.DatabaseOnMain:    "Move this work with databases to another thread.",
	advice.NetworkOnMain:     "Move this network access to another thread.",
	advice.SleepOnMain:       "Remove this sleep: it delays all later messages of main.",
	advice.CollectedByHand:   "Remove the call of System.gc(). The runtime collects garbage when it needs to.",
	advice.RunBlockingOnMain: "Launch a coroutine instead of runBlocking, which blocks main until its coroutines end.",
	advice.KeepObject:        "Create these objects once and keep them, instead of new ones in each call.",
	advice.DecodeOnMain:      "Decode these images on another thread, and keep those that are needed again.",
	advice.EncodeOnMain:      "Compress these images on another thread.",
	advice.ParseOnMain:       "Read or write this JSON on another thread.",
	advice.FontsOnMain:       "Load these fonts on another thread before they are needed.",
	advice.PrepareAsync:      "Use prepareAsync(): prepare() and create() block main until the player is ready.",
	advice.FlattenLayouts:    "Flatten these layouts: {1} nests {2} levels deep, and each may measure children twice.",
	advice.BoundList:         "Bound the height of this list: it creates all of its items at once.",
	advice.WaitOnMain:        "Do not wait on main. Continue in a callback or coroutine instead.",
	advice.LockOrder:         "Take these locks in the same order everywhere.",
	advice.SlowUnderLock:     "Keep slow work out of this lock: other threads wait for it.",
	advice.OtherProcess:      "Open a dump of the process that has to answer, too.",
	advice.SystemServer:      "Open a dump of system_server too: that process has to answer.",
	advice.Debugger:          "Let the debugger continue, or detach it.",
	advice.CrashFirst:        "Fix this crash first. Look for its cause in the log.",
}

// Advice returns what to do about a verdict, or "".
func Advice(a advice.Advice) string { return adviceTexts[a].String() }

// AdviceOn returns what to do about a finding, or "".
func AdviceOn(f *story.Finding, info *trace.Info) string {
	if f.Advice == advice.KeepObject && !strings.HasPrefix(info.Methods[f.Advised].Name, "decode") {
		return words.Say("Create the {1} once and keep it, instead of a new one in each call.", words.ShortClass(info.Methods[f.Advised].Class))
	}
	if f.Advice == advice.FlattenLayouts {
		return words.Say(adviceTexts[f.Advice], words.ShortLabel(info.Methods[f.Advised].Label()), words.Count(f.Levels))
	}
	return Advice(f.Advice)
}
