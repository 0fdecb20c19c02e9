package dumping

import (
	"fmt"
	"strings"
	"testing"

	"traceglass/wasm/message"
)

// TestPileNamed checks that a map renames a whole pile once its dumps are read again: causes, the
// flame graph, and each opened dump. Only one dump of the pile is in memory. Turning the names off
// works too.
func TestPileNamed(t *testing.T) {
	e := emptyRoom()
	text := func(i int) string { return appDump(i, fmt.Sprintf("%c.a", 'p'+i%2), 0) }
	all := func() {
		for i := range 30 {
			readFile(t, e.room, fmt.Sprint("anr_", i), "x.zip", text(i), "")
		}
	}
	all()
	e.room.Open()
	frames := func() string {
		causes := ask[*message.CausesReply](t, e, &message.Causes{Group: message.NoNode, Node: message.NoNode})
		var texts []string
		for _, g := range causes.Groups {
			texts = append(texts, g.Text)
		}
		return strings.Join(texts, "; ")
	}
	raw := frames()
	if !strings.Contains(raw, "p.a") || !strings.Contains(raw, "q.a") {
		t.Fatalf("the causes are %s", raw)
	}
	if e.room.BeginPass() {
		t.Fatal("a pile is read again without a map")
	}
	readMap := func(text string) {
		t.Helper()
		e.room.BeginMap("mapping.txt", "mapping.txt", nil)
		e.room.Write([]byte(text))
		if found, err := e.room.End(""); !found || err != nil {
			t.Fatal(found, err)
		}
		if !e.room.BeginPass() {
			t.Fatal("a pile is not read to be named")
		}
	}
	const shop = "shop.Cart -> com.example.p:\n    1:1:void add():55 -> a\nshop.Db -> com.example.q:\n    1:1:void find():7 -> a\n"
	readMap(shop)
	readFile(t, e.room, "anr_0", "x.zip", text(0), "")
	e.room.EndPass(false) // cancelled
	if e.room.Named() != nil || frames() != raw {
		t.Errorf("cancelled, it is named: %s", frames())
	}
	readMap(shop)
	all() // the map keeps what all dumps need, not only the open one
	e.room.EndPass(true)
	named := frames()
	if !strings.Contains(named, "Cart.add") || !strings.Contains(named, "Db.find") || strings.Contains(named, "q.a") {
		t.Errorf("with the map the causes are %s", named)
	}
	if got := e.room.Named(); !strings.Contains(got.Text, "100\u00a0% of 2 names") {
		t.Errorf("it says %s", got.Text)
	}
	stack := func(number int) string {
		e.room.Reread(number)
		readFile(t, e.room, fmt.Sprint("anr_", number), "x.zip", text(number), "")
		ask[*message.OpenDumpReply](t, e, &message.OpenDump{Number: uint32(number)})
		return fmt.Sprint(ask[*message.StackReply](t, e, &message.Stack{}))
	}
	if got := stack(5); !strings.Contains(got, "Db.find") {
		t.Errorf("a dump that is opened then shows %s", got)
	}
	ask[*message.Named](t, e, &message.Naming{On: false})
	if got := frames(); got != raw {
		t.Errorf("without the names again the causes are %s", got)
	}
	if got := stack(6); strings.Contains(got, "Cart.add") {
		t.Errorf("a dump that is opened then shows %s", got)
	}
	ask[*message.Named](t, e, &message.Naming{On: true})
	if got := frames(); got != named {
		t.Errorf("with the names again the causes are %s", got)
	}
	readMap("shop.Other -> z.z:\n") // of another app
	all()
	e.room.EndPass(true)
	if got := frames(); got != raw || e.room.Named().On {
		t.Errorf("with a map of another app the causes are %s", got)
	}
	e.room.LeaveMap()
	if got := frames(); got != named || !e.room.Named().On {
		t.Errorf("back to the map before, the causes are %s", got)
	}
	if about := e.room.Open(); about.Pile != 30 {
		t.Errorf("%d dumps", about.Pile)
	}
}

// TestPassOfFew checks that dumps that are all in memory are not read again.
func TestPassOfFew(t *testing.T) {
	e := emptyRoom()
	readFile(t, e.room, "anr_1", "anr_1", appDump(1, "A.a", 0), "")
	e.room.Open()
	if e.room.BeginPass() {
		t.Error("one dump is read again")
	}
}
