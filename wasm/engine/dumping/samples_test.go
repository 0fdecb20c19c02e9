package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/parser/call"
	"traceglass/render/words"
	"traceglass/wasm/message"
)

// recordedMain returns a report with samples of main, 60 ms apart. A letter is the innermost method.
func recordedMain(id, letters string) string {
	var samples []string
	for i, c := range letters {
		samples = append(samples, fmt.Sprintf(`{"timestamp": %.3f, "stack_id": %d}`, 1790041454+0.06*float64(i), c-'a'))
	}
	return fmt.Sprintf(`{"chunk_id": %q, "release": "com.example@1+2", "profile": {"samples": [%s], "stacks": [[0, 2], [1, 2], [2]], "frames": [`, id, strings.Join(samples, ", ")) +
		`{"module": "com.example.A", "function": "a"}, {"module": "com.example.B", "function": "b"}, {"module": "android.os.Looper", "function": "loop"}]}}`
}

// TestSamplesOfMain checks that every sample of main counts once, in the flame graph and in the trace.
func TestSamplesOfMain(t *testing.T) {
	e, d := openDumps(t, recordedMain("1", "aabaacd"))
	p := d.Processes[0]
	if p.Samples != 7 || p.Freeze != 0 || p.Threads != 1 {
		t.Fatalf("%d samples, %d dumps, %d threads", p.Samples, p.Freeze, p.Threads)
	}
	scope := message.StackScope{Whose: message.ItsSamples}
	if got, want := flat(t, e, scope), "×6 | main×6 | android.os.Looper.loop×6 | com.example.A.a×4 com.example.B.b×1"; got != want {
		t.Errorf("the samples:\n got %s\nwant %s", got, want)
	}
	if got := words.Plain(e.room.graph.stacks(scope).title); got != "main in 6 samples, 420.0 ms, and 1 without frames" {
		t.Errorf("title %q", got)
	}
	if node := ask[*message.StackNodeReply](t, e, &message.StackNode{Scope: scope}); node.Of != 6 || len(node.Threads) > 0 {
		t.Errorf("the root: %+v", node)
	}
	if got, want := flat(t, e, message.StackScope{}), "×1 | main×1 | android.os.Looper.loop×1 | com.example.A.a×1"; got != want {
		t.Errorf("the dump:\n got %s\nwant %s", got, want)
	}
	claims := p.Claims
	if at := claimOf(claims, message.Sampled); at < 0 || !strings.Contains(claims[at].Text, "main moved") {
		t.Errorf("claims %+v", claims)
	}
	file := ask[*message.File](t, e, &message.DumpTrace{})
	name, stored, trace := e.room.OnlySamples()
	if file.Name != "dump-0.samples.trace" || name != file.Name || stored != "dump.txt/dump-0.txt/"+name || !message.IsOfDump(name) || string(trace) != string(file.Data) {
		t.Errorf("%s, and %s of %s", file.Name, name, stored)
	}
	replay, reader := call.NewReplay(true)
	reader.Write(file.Data)
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if table := replay.Finish(); table.Calls != 4 || table.Threads[0].Last.Primary != 360_000 {
		t.Errorf("%d calls up to %d", table.Calls, table.Threads[0].Last.Primary)
	}

	e.room.BeginMap("mapping.txt", "mapping.txt", nil)
	e.room.Write([]byte("shop.Cart -> com.example.B:\n    void pay() -> b\n"))
	if found, err := e.room.End(""); !found || err != nil {
		t.Fatal(found, err)
	}
	e.room.Open()
	if got, want := flat(t, e, scope), "×6 | main×6 | android.os.Looper.loop×6 | com.example.A.a×4 shop.Cart.pay×1"; got != want {
		t.Errorf("with a map:\n got %s\nwant %s", got, want)
	}

	e, d = openDumps(t, recordedMain("1", "ab"), recordedMain("2", "ab"))
	if _, _, trace := e.room.OnlySamples(); trace != nil || len(d.Processes) != 2 {
		t.Error("one of two recordings is chosen")
	}
	e, _ = openDumps(t, dumpText(7, 1, fleet...))
	if _, _, trace := e.room.OnlySamples(); trace != nil {
		t.Error("a dump without samples has a trace")
	}
	ask[*message.Failure](t, e, &message.DumpTrace{})
}

func claimOf(claims []message.Claim, rule string) int {
	for i := range claims {
		if claims[i].Rule == rule {
			return i
		}
	}
	return -1
}

// TestMainInDumpsOfAFreeze checks that main of each dump of a freeze counts once, idle or not.
func TestMainInDumpsOfAFreeze(t *testing.T) {
	at := func(time string, pid int, main string) string {
		text := dumpText(pid, 0, "main 7 Runnable 1: "+main, "w-1 8 Runnable 1: a.B.c")
		return strings.Replace(text, "10:00:00", time, 1)
	}
	e, d := openDumps(t, at("10:20:00", 7, "a.A.late"), at("10:00:00", 7, "a.A.x a.A.run"), at("10:04:59", 7, "a.A.y a.A.run"), at("10:09:59", 7, "a.A.x a.A.run"), at("10:00:01", 8, "a.A.other"))
	var counts []int
	for i := range d.Processes {
		counts = append(counts, d.Processes[i].Freeze)
	}
	if fmt.Sprint(counts) != "[3 1 3 3 1]" { // by time: 10:00:00, the other process, …
		t.Errorf("dumps of a freeze: %v", counts)
	}
	for _, process := range []uint32{0, 2, 3} {
		scope := message.StackScope{Process: process, Whose: message.ItsMains}
		if got, want := flat(t, e, scope), "×3 | main×3 | a.A.run×3 | a.A.x×2 a.A.y×1"; got != want {
			t.Errorf("main seen from process %d:\n got %s\nwant %s", process, got, want)
		}
		if node := ask[*message.StackNodeReply](t, e, &message.StackNode{Scope: scope}); len(node.Threads) != 3 || node.Of != 3 {
			t.Errorf("the root: %+v", node)
		}
	}
}
