package report

import (
	"encoding/json"
	"io"
	"strings"

	"traceglass/parser/before"
	"traceglass/parser/dump"
	"traceglass/parser/wait"
)

// dumpSummary is the object that Dump writes. Its keys never change.
type dumpSummary struct {
	Kind      string           `json:"kind"`
	Member    string           `json:"member,omitempty"`
	Threads   int              `json:"threads"`
	Processes []processSummary `json:"processes"`
	Subject   string           `json:"subject,omitempty"`
	Warnings  []dumpWarning    `json:"warnings"`
}

type processSummary struct {
	PID         *int           `json:"pid"`
	CommandLine *string        `json:"commandLine"`
	Kind        string         `json:"kind"`
	Threads     int            `json:"threads"`
	States      map[string]int `json:"states"`
	Deadlocks   [][]int        `json:"deadlocks"`
	Complete    bool           `json:"complete"`
	Main        *mainSummary   `json:"main,omitempty"`
	Time        string         `json:"time,omitempty"`
	// The process that an in-app reporter or a log names around a block without a first and last
	// line.
	ReporterPID int `json:"reporterPid,omitempty"`
	// The trace of the methods that ran before the dump.
	LongRunning         *summary `json:"longRunning,omitempty"`
	ReporterCommandLine string   `json:"reporterCommandLine,omitempty"`
}

type mainSummary struct {
	Name     string  `json:"name"`
	Tid      *int    `json:"tid"`
	SysTid   *int    `json:"sysTid"`
	State    *string `json:"state"`
	TopFrame *string `json:"topFrame"`
}

type dumpWarning struct {
	warning
	Line *int `json:"line,omitempty"` // from 1
}

// Dump writes one JSON object and a line feed: the processes of a thread dump, what their threads
// do, and which threads wait for each other. summary.md describes the keys.
func Dump(w io.Writer, member string, d *dump.Dump) error {
	s := dumpSummary{
		Kind: "thread-dump", Member: member, Threads: len(d.Threads), Subject: text(d.Subject),
		Processes: []processSummary{}, Warnings: []dumpWarning{},
	}
	for i := range d.Blocks {
		if b := &d.Blocks[i]; b.Kind == dump.Java || b.Kind == dump.Native {
			s.Processes = append(s.Processes, processOf(d, b))
		}
	}
	for _, n := range d.Receipt.Notes {
		of, ok := dumpFindings[n.Code]
		if !ok { // a note of the wrapping
			of = findings[n.Code]
		}
		row := dumpWarning{warning: of.warning(n.Code, n.Text, n.Count)}
		if line := d.Number(n.Line); n.Line >= 0 {
			row.Line = &line
		}
		s.Warnings = append(s.Warnings, row)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(&s)
}

func processOf(d *dump.Dump, b *dump.Block) processSummary {
	p := processSummary{
		Kind: "java", Threads: b.EndThread - b.FirstThread, States: map[string]int{}, Deadlocks: [][]int{},
		Complete: b.Ended, Time: text(b.Time),
	}
	if b.Kind == dump.Native {
		p.Kind = "native"
	}
	commandLine := text(b.CommandLine)
	if b.Reporter {
		p.ReporterPID, p.ReporterCommandLine = b.PID, commandLine
	} else {
		p.PID, p.CommandLine = orNull(b.PID), orNull(commandLine)
	}
	for i := b.FirstThread; i < b.EndThread; i++ {
		p.States[text(d.Threads[i].StateName())]++
	}
	p.Deadlocks = append(p.Deadlocks, wait.NewGraph(d, b).DeadlockedTids()...)
	if i := d.Main(b); i >= 0 {
		t := &d.Threads[i]
		p.Main = &mainSummary{Name: text(t.Name), Tid: orNull(t.Tid), SysTid: orNull(t.SysTid), State: orNull(text(t.State))}
		if top, ok := d.TopFrame(t); ok {
			name := text(top.Name())
			p.Main.TopFrame = &name
		}
	}
	if long, _, _ := before.Of(d, b); long != nil {
		p.LongRunning = summaryOf(long.Profile(false))
	}
	return p
}

// orNull returns a pointer to v, or nil if v is zero because the file does not have it.
func orNull[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}

// text makes text from a dump valid UTF-8. A dump can be cut inside a character.
func text(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
