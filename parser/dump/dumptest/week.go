package dumptest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// shares says how many of a day's reports have a case of podcast.txt, by version of the app. The newest
// version was released on the fourth day.
var shares = []struct {
	name    string
	issue   string // kind of the ANR, as a store groups it; the place follows
	at      string
	by      [3]int // reports in a day, in the order of weekVersions
	devices []int
}{
	{"database", "Input dispatching timed out", "com.example.podcast.MainActivity", [3]int{1, 2, 1}, []int{0, 1, 2, 3}},
	{"preferences", "Input dispatching timed out", "com.example.podcast.MainActivity", [3]int{1, 1, 1}, []int{2, 1}},
	{"artwork", "Input dispatching timed out", "com.example.podcast.MainActivity", [3]int{0, 0, 4}, []int{2, 2, 1}},
	{"player", "Broadcast of Intent { act=android.appwidget.action.APPWIDGET_UPDATE flg=0x10000010 }", "com.example.podcast.widget.WidgetProvider", [3]int{0, 1, 1}, []int{3, 0}},
	{"deadlock", "Input dispatching timed out", "com.example.podcast.MainActivity", [3]int{1, 0, 0}, []int{0, 3, 1}},
	{"idle", "executing service com.example.podcast/.sync.FeedSyncService", "com.example.podcast.sync.FeedSyncService", [3]int{0, 1, 0}, []int{2, 0, 1}},
}

// weekVersions are version codes of the app, the oldest first.
var weekVersions = [3]int{80_200, 80_300, 80_400}

// phones are the devices of the week: makers and code names as stores give them, and API levels.
var phones = []struct {
	brand, device, name string
	level               int
}{{"example", "falcon", "Falcon 8", 34}, {"example", "heron", "Heron", 33}, {"sample", "a200", "A200", 31}, {"sample", "a400", "A400", 34}}

// Week writes a week of ANRs of the podcast app as the reporting API of a store gives them: a page of
// reports, then a page of issues with their counts. It is compressed.
func Week(w io.Writer) error {
	all, err := readStory(podcast)
	if err != nil {
		return err
	}
	cases := map[string][]thread{}
	for _, p := range all {
		if p.pid == 0 {
			cases[p.name] = p.threads
		}
	}
	type object = map[string]any
	var reports []object
	counts := map[string]int{}
	seed := uint64(20_260_310)
	random := func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(n))
	}
	for day := range 7 {
		for _, s := range shares {
			for v, n := range s.by {
				if v == 2 && day < 3 || v == 0 && day > 4 {
					continue
				}
				for range n {
					phone := phones[s.devices[random(len(s.devices))]]
					p := process{name: podcastApp, pid: 6_000 + random(24_000), threads: slices.Concat(cases[s.name], cases["always"])}
					at := time.Date(2026, 3, 9+day, 6+random(17), 0, 0, 0, time.UTC)
					counts[s.name]++
					reports = append(reports, object{
						"name": fmt.Sprintf("apps/%s/%08x", podcastApp, 0x5ad0f31+len(reports)*7919), "type": "APPLICATION_NOT_RESPONDING", "issue": fmt.Sprintf("apps/%s/%s", podcastApp, s.name),
						"eventTime": at.Format(time.RFC3339), "appVersion": object{"versionCode": fmt.Sprint(weekVersions[v])}, "osVersion": object{"apiLevel": fmt.Sprint(phone.level)},
						"deviceModel": object{"deviceId": object{"buildBrand": phone.brand, "buildDevice": phone.device}, "marketingName": phone.name},
						"reportText":  shortened(&p, at),
					})
				}
			}
		}
	}
	var issues []object
	for _, s := range shares {
		issues = append(issues, object{
			"name": fmt.Sprintf("apps/%s/%s", podcastApp, s.name), "type": "APPLICATION_NOT_RESPONDING", "cause": s.issue, "location": s.at,
			"errorReportCount": fmt.Sprint(37 * counts[s.name]), "distinctUsers": fmt.Sprint(29 * counts[s.name]),
		})
	}
	z := gzip.NewWriter(w)
	enc := json.NewEncoder(z)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	for _, page := range []object{{"errorReports": reports}, {"errorIssues": issues}} {
		if err := enc.Encode(page); err != nil {
			return err
		}
	}
	return z.Close()
}

// shortened returns the threads of a process as stores show them: without the head, the attributes and
// the priorities of a dump.
func shortened(p *process, at time.Time) string {
	var whole, short strings.Builder
	p.write(&whole, at, builds[0])
	begun := false
	for line := range strings.Lines(whole.String()) {
		begun = begun || strings.HasPrefix(line, "\"")
		switch {
		case !begun, strings.HasPrefix(line, "  | "), strings.HasPrefix(line, "-----"):
		case strings.HasPrefix(line, "\""):
			name, rest, _ := strings.Cut(line[1:], "\"")
			if at := strings.Index(rest, " tid="); at >= 0 {
				short.WriteString("\"" + name + "\"" + rest[at:])
			}
		case strings.HasPrefix(line, "  at "):
			short.WriteString(strings.Replace(line, "(", " (", 1))
		default:
			short.WriteString(line)
		}
	}
	return strings.TrimSpace(short.String()) + "\n"
}
