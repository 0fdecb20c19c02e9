package input

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	const report = "bugreport-oriole-AP1A-2024-05-01-10-00-00.txt"
	tests := []struct{ name, files, want string }{
		{"one file of any name", "screen", "screen"},
		{"one file and the files that systems add", "a/ a/b.bin __MACOSX/a/._b.bin a/.DS_Store", "a/b.bin"},
		{"a trace", "app.trace picture.png", "app.trace"},
		{"a trace and dumps", "app.trace anr_10 anr_2 notes.json", "anr_2 | anr_10 | app.trace"},
		{"exports of ANRs", "b.json a.csv README.md picture.png c.jsonl.gz", "README.md | a.csv | b.json | c.jsonl.gz"},
		{"a key and its data", "x/a.data x/a.key", "x/a.key x/a.data"},
		{"packed members", "a.trace.gz traces.txt.gz", "a.trace.gz | traces.txt.gz"},
		{"dumps by name", "anr_2024-01-02 traces.txt.bugreport slow00.txt x.png", "anr_2024-01-02 | slow00.txt | traces.txt.bugreport"},
		{"two traces, to choose one from", "b.trace notes.txt a.trace x.png", "a.trace | b.trace | notes.txt"},
		{"an app bundle", "base/dex/classes.dex BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map BundleConfig.pb",
			"BUNDLE-METADATA/com.android.tools.build.obfuscation/proguard.map"},
		{"a trace and its map", "app.trace out/mapping.txt out/seeds.png", "app.trace | out/mapping.txt"},
		{"nothing", "", "The zip file holds neither a method trace nor a thread dump: it is empty."},
		{"nothing useful", "a.png b.so", "The zip file holds neither a method trace nor a thread dump: in it are a.png and b.so."},
		{"much of nothing", "a.png b.so c.so d.so e.so", "The zip file holds neither a method trace nor a thread dump: in it are a.png, b.so, c.so and 2 more."},
		{"a bug report", "version.txt main_entry.txt dumpstate_log.txt " + report + " FS/data/anr/anr_10 FS/data/anr/anr_9 FS/data/misc/a.trace FS/proc/1/x.txt",
			report + " | FS/data/anr/anr_9 | FS/data/anr/anr_10"},
		{"a bug report in a folder", "r/main_entry.txt r/" + report + " r/FS/data/anr/traces.txt r/FS/a.txt", "r/" + report + " | r/FS/data/anr/traces.txt"},
		{"a bug report's dumps alone", "FS/data/anr/anr_1 readme.txt", "FS/data/anr/anr_1"},
		{"backslashes", `FS\data\anr\anr_1 readme.txt`, `FS\data\anr\anr_1`},
	}
	for _, tt := range tests {
		names := strings.Fields(tt.files)
		groups, note := Choose(names)
		var all []string
		for _, group := range groups {
			var files []string
			for _, i := range group {
				files = append(files, names[i])
			}
			all = append(all, strings.Join(files, " "))
		}
		if got := strings.Join(all, " | ") + note.Text; got != tt.want {
			t.Errorf("%s: Choose(%s)\n got %s\nwant %s", tt.name, tt.files, got, tt.want)
		}
		if (note.Code == "") != (len(groups) > 0) {
			t.Errorf("%s: %d groups with the note %q", tt.name, len(groups), note.Code)
		}
	}
}

// TestUnread: zip files are searched at any depth, and files left out are listed, except those of a
// bug report.
func TestUnread(t *testing.T) {
	for _, tt := range []struct{ files, zips, left string }{
		{"a.trace b.png sub/c.zip d.zip.gz .DS_Store anr_1", "d.zip.gz sub/c.zip", "b.png"},
		{"only.zip", "only.zip", ""},
		{"a.bin", "", ""},
		{"main_entry.txt bugreport-x.txt FS/data/anr/anr_1 FS/proc/1.txt lshal.zip", "lshal.zip", ""},
	} {
		names := strings.Fields(tt.files)
		groups, _ := Choose(names)
		listed := func(of []int) string {
			var list []string
			for _, i := range of {
				list = append(list, names[i])
			}
			return strings.Join(list, " ")
		}
		zips, left := Unread(names, groups)
		if listed(zips) != tt.zips || listed(left) != tt.left {
			t.Errorf("%s: zip files %s, left out %s, want %s and %s", tt.files, listed(zips), listed(left), tt.zips, tt.left)
		}
	}
	const want = "Left out of the zip file, because it is neither a method trace nor a thread dump: a, b, c and 2 more."
	if got := LeftOut(strings.Fields("a b c d e")); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestChooseOfMany: a zip file with the largest possible number of members, half of them halves of
// pairs, is searched in one pass.
func TestChooseOfMany(t *testing.T) {
	const most = 65_534
	var names []string
	for i := range most / 2 {
		names = append(names, fmt.Sprintf("%d.key", i), fmt.Sprintf("%d.data", most/2-1-i))
	}
	groups, _ := Choose(names)
	if len(groups) != most/2 || len(Traces(names, groups)) != most/2 {
		t.Fatalf("%d groups", len(groups))
	}
	for i, group := range groups {
		if len(group) != 2 || names[group[0]] != fmt.Sprintf("%d.key", i) || names[group[1]] != fmt.Sprintf("%d.data", i) {
			t.Fatalf("group %d is %v", i, group)
		}
	}
}

func TestNatural(t *testing.T) {
	sorted := []string{"", "anr", "anr_2", "anr_2b", "anr_010", "anr_10", "anr_11", "anr_20240101", "b"}
	for i := range sorted {
		for j := range sorted {
			if got, want := Natural(sorted[i], sorted[j]), min(max(i-j, -1), 1); got != want {
				t.Errorf("Natural(%q, %q) = %d, want %d", sorted[i], sorted[j], got, want)
			}
		}
	}
}

// FuzzChoose: for any names, a group holds each at most once, and there is a group or a note.
func FuzzChoose(f *testing.F) {
	f.Add("main_entry.txt\nFS/data/anr/a")
	f.Add("a.key\na.data\na.trace")
	f.Fuzz(func(t *testing.T, list string) {
		names := strings.Split(list, "\n")
		groups, note := Choose(names)
		if (len(groups) > 0) == (note.Code != "") || note.Code != "" && note.Text == "" {
			t.Errorf("%d groups with the note %v", len(groups), note)
		}
		all := slices.Concat(groups...)
		slices.Sort(all)
		if n := len(all); len(slices.Compact(all)) != n {
			t.Errorf("a name is in two groups: %v", groups)
		}
	})
}
