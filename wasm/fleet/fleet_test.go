package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/parquet-go/parquet-go"

	"traceglass/parser/trace/tracetest"
	"traceglass/render/report"
	"traceglass/render/report/table"
)

var files = flag.Int("files", 200, "files that the pipeline is tested with; 2000 in full")

// options returns the options of a test.
func options(in, out string) Options {
	return Options{In: in, Out: out, Pattern: "{app}/{version}/{device}", Parts: 8, Workers: 2,
		Limits: Limits{Bytes: 64e6, Memory: 256e6, Time: time.Minute}}
}

// counts returns the sums of a pipeline's counters by name.
func counts(r beam.PipelineResult) map[string]int64 {
	n := map[string]int64{}
	for _, c := range r.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "fleet" {
			n[c.Name()] += c.Result()
		}
	}
	return n
}

func onPrism(ctx context.Context, p *beam.Pipeline) error {
	_, err := beam.Run(ctx, "prism", p)
	return err
}

// TestMain runs the pipeline, an engine, or the plain loop instead of tests in a process that a
// test or benchmark started.
func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	how := os.Getenv("FLEET")
	if how == "" {
		os.Exit(m.Run())
	}
	var o Options
	err := json.Unmarshal([]byte(os.Getenv("FLEET_OPTIONS")), &o)
	var r results
	switch how {
	case "fleet":
		err = cmp.Or(err, run(context.Background(), o, func(ctx context.Context, p *beam.Pipeline) error {
			result, err := beamx.RunWithMetrics(ctx, p)
			if err == nil {
				r.Counts = counts(result)
			}
			return err
		}))
	case "summary":
		err = cmp.Or(err, summarize(o.In))
	case "engine":
		err = serve(os.Getenv("FLEET_AT"))
	default:
		err = fmt.Errorf("unknown kind %q", how)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	r.Peak, _ = spent(os.Getpid())
	json.NewEncoder(os.Stdout).Encode(r)
	os.Exit(0)
}

// results are what a child prints in its last line.
type results struct {
	Peak   int64            // bytes of memory
	Counts map[string]int64 // counters of the pipeline
}

// resultsIn returns what a child printed last.
func resultsIn(t testing.TB, out []byte) (r results) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &r); err != nil {
		t.Fatalf("the process ends with %q: %v", lines[len(lines)-1], err)
	}
	return r
}

// child returns a process of this program that does what TestMain describes.
func child(how string, o Options, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	encoded, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	c.Env = append(os.Environ(), "FLEET="+how, "FLEET_OPTIONS="+string(encoded))
	return c
}

// all reads a table of every part.
func all[T any](t testing.TB, out, name string) (rows []T) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(out, "part-*", name+".parquet"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no parts with %s (%v)", out, name, err)
	}
	for _, p := range paths {
		part, err := parquet.ReadFile[T](p)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		rows = append(rows, part...)
	}
	return rows
}

// TestFleet compares tables and aggregates with those of a plain loop over the files: the JSON of
// summary, the sentences of explain, and quantiles of sorted lists.
func TestFleet(t *testing.T) {
	for _, e := range engines(t) {
		t.Run(e.name, func(t *testing.T) { testFleet(t, e) })
	}
}

func testFleet(t *testing.T, e engine) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, *files)
	if got, want := e.run(t, options(in, out)), (map[string]int64{"files": int64(*files), "bytes": size(in)}); !reflect.DeepEqual(got, want) {
		t.Errorf("counters %v, want %v", got, want)
	}
	methods := map[string]map[string]table.Method{} // by file, then by group and id
	for _, m := range all[table.Method](t, out, "methods") {
		if methods[m.File] == nil {
			methods[m.File] = map[string]table.Method{}
		}
		key := m.Group + " " + m.Method
		if _, twice := methods[m.File][key]; twice {
			t.Fatalf("two rows of %s of %s", key, m.File)
		}
		methods[m.File][key] = m
	}
	claims := map[string][]table.Claim{}
	for _, c := range all[table.Claim](t, out, "claims") {
		claims[c.File] = append(claims[c.File], c)
	}
	listed := map[string]table.File{}
	for _, f := range all[table.File](t, out, "files") {
		listed[f.Path] = f
	}
	if rejected := all[table.Reject](t, out, "rejected"); len(rejected) > 0 {
		t.Errorf("rejected: %+v", rejected)
	}
	values := map[MethodKey][5][]float64{}
	causes := map[CauseKey]*Causes{}
	paths := 0
	filepath.WalkDir(in, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		paths++
		f, ok := listed[path]
		if relative, _ := filepath.Rel(in, path); !ok || strings.Join([]string{f.App, f.AppVersion, f.Device}, "/") != filepath.Dir(relative) {
			t.Fatalf("%s: %+v", path, f)
		}
		c, err := table.Read(t.Context(), []string{path}, table.Limits{}, table.Names{})
		if err != nil {
			t.Fatal(err)
		}
		if c.Profile == nil {
			verdicts(t, c, claims[f.File], f, causes)
			return nil
		}
		var s struct {
			Methods []struct {
				ID, Class, Name, Signature       string
				Calls, RecursiveCalls            int64
				InclusiveWallNs, ExclusiveWallNs int64
				InclusiveCpuNs, ExclusiveCpuNs   int64
			}
		}
		var b bytes.Buffer
		if err := cmp.Or(report.Summary(&b, "", c.Profile), json.Unmarshal(b.Bytes(), &s)); err != nil {
			t.Fatal(err)
		}
		for _, want := range s.Methods {
			var got table.Method
			got.InclWall, got.ExclWall, got.InclCPU, got.ExclCPU = new(int64), new(int64), new(int64), new(int64)
			for _, m := range methods[f.File] {
				if m.Method == want.ID {
					got.Calls += m.Calls
					got.Recursive += m.Recursive
					*got.InclWall += *m.InclWall
					*got.ExclWall += *m.ExclWall
					*got.InclCPU += *m.InclCPU
					*got.ExclCPU += *m.ExclCPU
				}
			}
			if got.Calls != want.Calls || got.Recursive != want.RecursiveCalls || *got.InclWall != want.InclusiveWallNs || *got.ExclWall != want.ExclusiveWallNs || *got.InclCPU != want.InclusiveCpuNs || *got.ExclCPU != want.ExclusiveCpuNs {
				t.Fatalf("%s: %s: %+v, want %+v", path, want.ID, got, want)
			}
			if m, ok := methods[f.File]["main "+want.ID]; ok {
				key := MethodKey{f.App, f.AppVersion, m.Class, m.Name, m.Signature, m.Own}
				v := values[key]
				for i, x := range []int64{m.Calls, *m.InclWall, *m.ExclWall, *m.InclCPU, *m.ExclCPU} {
					v[i] = append(v[i], float64(x))
				}
				values[key] = v
			}
		}
		return nil
	})
	if paths != len(listed) || paths != *files {
		t.Errorf("%d rows of files, want %d", len(listed), paths)
	}
	spreads, err := parquet.ReadFile[table.Spread](filepath.Join(out, "aggregates/method_spread.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if len(spreads) != len(values) {
		t.Errorf("%d rows of method_spread, want %d", len(spreads), len(values))
	}
	for _, r := range spreads {
		want := values[MethodKey{r.App, r.AppVersion, r.Class, r.Name, r.Signature, r.Own}]
		if int(r.Files) != len(want[0]) {
			t.Fatalf("%s.%s in %s: %d files, want %d", r.Class, r.Name, r.AppVersion, r.Files, len(want[0]))
		}
		for i, got := range [][3]float64{{r.Calls50, r.Calls90, r.Calls99}, {*r.InclWall50, *r.InclWall90, *r.InclWall99},
			{*r.ExclWall50, *r.ExclWall90, *r.ExclWall99}, {*r.InclCPU50, *r.InclCPU90, *r.InclCPU99}, {*r.ExclCPU50, *r.ExclCPU90, *r.ExclCPU99}} {
			slices.Sort(want[i])
			for j, q := range quantiles {
				exact := want[i][int(q*float64(len(want[i])-1))]
				if math.Abs(got[j]-exact) > accuracy*1.001*exact {
					t.Errorf("%s.%s in %s: figure %d at %v is %v, want %v", r.Class, r.Name, r.AppVersion, i, q, got[j], exact)
				}
			}
		}
	}
	rows, err := parquet.ReadFile[table.Cause](filepath.Join(out, "aggregates/anr_causes.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(causes) || len(rows) == 0 {
		t.Errorf("%d rows of anr_causes, want %d", len(rows), len(causes))
	}
	for _, r := range rows {
		c := causes[CauseKey{r.App, r.Cause, r.Rule}]
		if c == nil {
			t.Fatalf("cause %+v", r)
		}
		if _, want := causeRow(CauseKey{r.App, r.Cause, r.Rule}, c); !reflect.DeepEqual(r, want) {
			t.Errorf("cause %+v, want %+v", r, want)
		}
	}
	t.Run("queries", func(t *testing.T) { testQueries(t, in, out, values, causes) })

	// A second run reads nothing, adds nothing, and gives the same aggregates.
	before := snapshot(t, out)
	generate(t, in, *files, *files+4)
	other := filepath.Join(in, "com.example.gallery/1.0/copy")
	os.MkdirAll(other, 0o755)
	for path := range listed { // a copy of the same bytes is the same file
		data, _ := os.ReadFile(path)
		os.WriteFile(filepath.Join(other, filepath.Base(path)), data, 0o644)
		break
	}
	if got := e.run(t, options(in+"/**", out)); got["files"] != 4 || got["rejected"] != 0 {
		t.Errorf("counters of the second run: %v, want 4 files", got)
	}
	for path, sum := range snapshot(t, out) {
		if was, ok := before[path]; ok && was != sum && !strings.Contains(path, "aggregates") {
			t.Errorf("%s has changed", path)
		}
	}
	if n := len(all[table.File](t, out, "files")); n != *files+4 {
		t.Errorf("%d rows of files after four more, want %d", n, *files+4)
	}
}

// verdicts compares the claims of a file with the output of explain.
func verdicts(t *testing.T, c *table.Content, got []table.Claim, f table.File, causes map[CauseKey]*Causes) {
	var b bytes.Buffer
	if err := report.Explain(&b, []report.TitledDump{{Dump: c.Dumps[0].Dump}}, false, false); err != nil {
		t.Fatal(err)
	}
	if len(got) == 0 || strings.Count(b.String(), ", certain]\n")+strings.Count(b.String(), ", likely]\n")+strings.Count(b.String(), ", cannot tell]\n") != len(got) {
		t.Fatalf("%s: %d claims, explain says\n%s", f.Path, len(got), b.String())
	}
	for _, claim := range got {
		if !strings.Contains(b.String(), fmt.Sprintf("%s [%s, %s]", claim.Text, claim.Rule, claim.Confidence)) {
			t.Errorf("%s: explain does not say %q", f.Path, claim.Text)
		}
		if !claim.Hung || claim.Claim != 0 {
			continue
		}
		rule, _, _ := strings.Cut(claim.Cause, ",")
		key := CauseKey{f.App, claim.Cause, rule}
		if causes[key] == nil {
			causes[key] = &Causes{Versions: map[string]int64{}}
		}
		at, err := time.Parse("2006-01-02 15:04:05.000000-0700", claim.Time)
		if err != nil {
			t.Fatal(err)
		}
		ms := at.UnixMilli()
		causes[key].add(f.File, f.AppVersion, &ms)
	}
}

// snapshot returns when every table was written.
func snapshot(t *testing.T, out string) map[string]string {
	at := map[string]string{}
	filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			at[path] = fmt.Sprint(info.ModTime(), info.Size())
		}
		return err
	})
	return at
}

// TestPoison checks that an unreadable file does not affect others, and is reported once.
func TestPoison(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, 8)
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(in, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("shot.png", []byte("\x89PNG\r\n\x1a\n0000"))
	write("empty.trace", nil)
	write("large.bin", make([]byte, 3e6))
	write("bomb.txt.gz", bomb(t))
	write("nobody.txt", []byte("x"))
	if err := os.Symlink(filepath.Join(in, "nowhere"), filepath.Join(in, "gone.trace")); err != nil {
		t.Fatal(err)
	}
	exec.Command("mkfifo", filepath.Join(in, "endless.trace")).Run()
	o := options(in, out)
	o.Limits = Limits{Bytes: 2e6, Memory: 16e6, Time: 20 * time.Second}
	for range 2 {
		if err := run(t.Context(), o, onPrism); err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, r := range all[table.Reject](t, out, "rejected") {
			if name := filepath.Base(r.Path); said[name] == "" {
				said[name] = r.Text
			} else {
				t.Errorf("%s is reported twice", name)
			}
		}
		for name, want := range map[string]string{"shot.png": "image", "empty.trace": "empty", "large.bin": "larger than the limit of 2 MB", "bomb.txt.gz": "MB of memory", "nobody.txt": "does not know this kind of file"} {
			if !strings.Contains(said[name], want) {
				t.Errorf("%s: %q, want %q", name, said[name], want)
			}
			delete(said, name)
		}
		if len(said) > 0 {
			t.Errorf("rejected too: %q", said)
		}
		if n := len(all[table.File](t, out, "files")); n != 8 {
			t.Errorf("%d rows of files, want 8", n)
		}
	}
}

// bomb returns a few bytes that decompress to a thread dump of 200 MB.
func bomb(t *testing.T) []byte {
	c := exec.Command("gzip", "-9")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		fmt.Fprint(in, "----- pid 1 at 2026-01-02 03:04:05 -----\nCmd line: a.b\n\n\"main\" prio=5 tid=1 Runnable\n")
		line := bytes.Repeat([]byte("  at a.B.c(B.java:1)\n"), 1000)
		for range 10_000 {
			in.Write(line)
		}
		in.Close()
	}()
	data, err := c.Output()
	if err != nil {
		t.Skipf("gzip: %v", err)
	}
	return data
}

// TestSlow checks that a file that takes too long costs at most the limit, and that no other file
// is lost.
func TestSlow(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, 8)
	if err := os.WriteFile(filepath.Join(in, "slow.trace.gz"), slow(), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(in, out)
	o.Limits.Time = 100 * time.Millisecond
	if err := run(t.Context(), o, onPrism); err != nil {
		t.Fatal(err)
	}
	n := len(all[table.File](t, out, "files"))
	found := false
	for _, r := range all[table.Reject](t, out, "rejected") { // others too if the machine is busy
		n++
		if !strings.Contains(r.Text, "longer than is allowed") {
			t.Errorf("%s: %s", r.Path, r.Text)
		}
		found = found || filepath.Base(r.Path) == "slow.trace.gz"
	}
	if !found || n != 9 {
		t.Errorf("%d rows of files and rejected, want 9, the slow one rejected: %v", n, found)
	}
}

// slow returns a trace of 15 MB that decompresses to hundreds: one call, again and again.
func slow() []byte {
	data := tracetest.Bytes("main 0>a.B.c()V 0<a.B.c()V")
	var b, member bytes.Buffer
	pack := func(to io.Writer, data []byte) {
		z := gzip.NewWriter(to)
		z.Write(data)
		z.Close()
	}
	pack(&b, data)
	pack(&member, bytes.Repeat(data[len(data)-28:], 1<<20)) // a record has 14 bytes
	for b.Len() < 15_000_000 {
		b.Write(member.Bytes())
	}
	return b.Bytes()
}

// TestSame checks that files are identified by their bytes, not by their paths, in one run and in
// the next.
func TestSame(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, 6)
	write := func(name string, data []byte) {
		os.MkdirAll(filepath.Dir(filepath.Join(in, name)), 0o755)
		if err := os.WriteFile(filepath.Join(in, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	trace := func(method string) []byte {
		return tracetest.Bytes("main 0>a.B." + method + "()V 5<a.B." + method + "()V")
	}
	pair := func(method string) (key, data []byte) {
		all := trace(method)
		at := bytes.Index(all, []byte("*end\n")) + len("*end\n")
		return all[:at], all[at:]
	}
	key, data := pair("pair")
	for _, dir := range []string{"z", "a", "m/n"} {
		write(dir+"/one.trace", trace("one"))
		write(dir+"/two.trace", trace("two")) // of the same length
		write(dir+"/two.key", key)
		write(dir+"/two.data", data)
		write(dir+"/bad.bin", []byte("neither"))
	}
	list := filepath.Join(t.TempDir(), "known.csv")
	if err := os.WriteFile(list, []byte("path,build,version\na/two.key,77,2.0\n"+in+"/a/one.trace,,3.0\nz/one.trace,,4.0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	check := func(parts, want int) {
		t.Helper()
		o := options(in, out)
		o.Pattern, o.List, o.Parts = "{app}", list, parts
		if err := run(t.Context(), o, onPrism); err != nil {
			t.Fatal(err)
		}
		rows := map[string]table.File{}
		for _, f := range all[table.File](t, out, "files") {
			if relative, _ := filepath.Rel(in, f.Path); f.File != "" {
				rows[relative] = f
			}
		}
		if n := len(all[table.File](t, out, "files")); n != want || len(rows) != want {
			t.Errorf("%d rows of %d files, want %d", n, len(rows), want)
		}
		for name, want := range map[string]About{"a/one.trace": {"", "3.0", "", ""}, "a/two.trace": {"a", "", "", ""}, "a/two.key": {"", "2.0", "", "77"}} {
			if f := rows[name]; (About{f.App, f.AppVersion, f.Device, f.Build}) != want {
				t.Errorf("%s: %+v, want %+v", name, f, want)
			}
		}
		if rejected := all[table.Reject](t, out, "rejected"); len(rejected) != 1 || rejected[0].Path != filepath.Join(in, "a/bad.bin") {
			t.Errorf("rejected: %+v", rejected)
		}
	}
	check(4, 9)
	check(4, 9)
	check(3, 9) // other parts still find the same files
	write("m/n/two.trace", trace("new"))
	check(4, 10)
}

// TestPartial checks that a truncated file has the rows of its readable part and is marked as
// incomplete. A folder that is filled between runs ends with the same tables as a folder that was
// full at first.
func TestPartial(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, 24)
	whole, _ := filepath.Glob(filepath.Join(in, "*/*/*/*"))
	cut := map[string]*table.Content{}
	for i, path := range whole[:12] { // traces, compressed ones and dumps
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		short := filepath.Join(filepath.Dir(path), "cut-"+filepath.Base(path))
		if err := os.WriteFile(short, data[:len(data)*(7+i%3)/10], 0o644); err != nil {
			t.Fatal(err)
		}
		if cut[short], err = table.Read(t.Context(), []string{short}, table.Limits{}, table.Names{}); err != nil {
			t.Fatalf("%s: %v", short, err)
		}
	}
	if err := os.WriteFile(filepath.Join(in, "shot.png"), []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
		t.Fatal(err)
	}
	half := t.TempDir()
	for i, path := range whole[12:] {
		if i%2 == 0 {
			if err := os.Rename(path, filepath.Join(half, fmt.Sprint(i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := run(t.Context(), options(in, out), onPrism); err != nil {
		t.Fatal(err)
	}
	if n := len(all[table.File](t, out, "files")); n != 24-6+12 {
		t.Errorf("%d rows of files while some are missing, want %d", n, 24-6+12)
	}
	for i, path := range whole[12:] {
		if i%2 == 0 {
			if err := os.Rename(filepath.Join(half, fmt.Sprint(i)), path); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := run(t.Context(), options(in, out), onPrism); err != nil {
		t.Fatal(err)
	}
	once := t.TempDir()
	if err := run(t.Context(), options(in, once), onPrism); err != nil {
		t.Fatal(err)
	}
	sameTables(t, once, out)

	methods := map[string]int64{} // calls, by file
	for _, m := range all[table.Method](t, out, "methods") {
		methods[m.File] += m.Calls + m.Recursive
	}
	threads := map[string]int{}
	for _, th := range all[table.Thread](t, out, "threads") {
		threads[th.File]++
	}
	kinds := map[string]int{}
	for _, f := range all[table.File](t, out, "files") {
		c := cut[f.Path]
		if c == nil {
			if !f.Complete || len(f.Receipt) > 0 {
				t.Errorf("%s is not complete: %+v", f.Path, f.Receipt)
			}
			continue
		}
		kinds[filepath.Ext(f.Path)]++
		delete(cut, f.Path)
		if f.Complete || len(f.Receipt) == 0 {
			t.Errorf("%s is cut, and complete: %v, %+v", f.Path, f.Complete, f.Receipt)
		}
		if want := int(f.Threads); threads[f.File] != want || want == 0 {
			t.Errorf("%s: %d threads, want %d", f.Path, threads[f.File], want)
		}
		if c.Profile == nil {
			continue
		}
		want := int64(0)
		for i := range c.Profile.Methods {
			want += int64(c.Profile.Methods[i].Calls + c.Profile.Methods[i].Recursive)
		}
		if methods[f.File] != want || want == 0 {
			t.Errorf("%s: %d calls, want %d", f.Path, methods[f.File], want)
		}
	}
	if len(cut) > 0 || kinds[".trace"] == 0 || kinds[".gz"] == 0 || kinds[".txt"] == 0 {
		t.Errorf("without rows: %d, with them %v", len(cut), kinds)
	}
}

// TestKilled kills a run after it has made some parts, and starts it again. Every row must be there
// once. On an engine, the run's process contains the workers, so the job fails.
func TestKilled(t *testing.T) {
	n, times := *files, 1
	if *on != "" {
		n, times = min(n, 200), *kills
	}
	for _, e := range engines(t) {
		t.Run(e.name, func(t *testing.T) {
			in, whole := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "whole")
			generate(t, in, 0, n)
			if err := os.WriteFile(filepath.Join(in, "shot.png"), []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := run(t.Context(), options(in, whole), onPrism); err != nil {
				t.Fatal(err)
			}
			for i := range times {
				out := filepath.Join(t.TempDir(), "out")
				o := options(in+"/**", out)
				o.Workers = 1
				kill(t, e, o, 1+i%5)
				left, _ := filepath.Glob(filepath.Join(out, ".tmp/*"))
				parts, _ := filepath.Glob(filepath.Join(out, "part-*"))
				t.Logf("killed with %d parts whole and %d begun", len(parts), len(left))
				e.run(t, o)
				sameTables(t, whole, out)
				if left, _ := filepath.Glob(filepath.Join(out, ".tmp/*")); len(left) > 0 {
					t.Errorf("left behind: %q", left)
				}
			}
		})
	}
}

// kill starts a run and kills its process when there are some parts.
func kill(t *testing.T, e engine, o Options, parts int) {
	t.Helper()
	c, ended := began(t, e, o, parts)
	c.Process.Kill()
	<-ended
}

// began starts a run and returns when there are some parts.
func began(t *testing.T, e engine, o Options, parts int) (c *exec.Cmd, ended chan error) {
	t.Helper()
	c = child("fleet", o, e.args...)
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case err := <-ended:
			t.Fatalf("the run ended before it could be killed: %v: %s", err, &said)
		case <-time.After(time.Millisecond):
			n := 0
			if err := list(t.Context(), o.Out+"/part-*/files.parquet", func(paths []string) error {
				n += len(paths)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if n >= parts {
				return c, ended
			}
		}
	}
}

// TestServerKilled kills the job server while a run has made some parts. The run must end with an
// error. Another server then completes the tables.
func TestServerKilled(t *testing.T) {
	in, whole, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "out")
	generate(t, in, 0, min(*files, 200))
	if err := os.WriteFile(filepath.Join(in, "shot.png"), []byte("\x89PNG\r\n\x1a\n0000"), 0o644); err != nil {
		t.Fatal(err)
	}
	name := cmp.Or(*on, "prism")
	runner := cmp.Or(*on, "flink")
	server := func() (int, engine) {
		s := start(t, name)
		return s.pid, engine{name, s.args("--runner=" + runner)}
	}
	engine{}.run(t, options(in, whole))
	o := options(in+"/**", out)
	o.Workers = 1
	pid, e := server()
	_, ended := began(t, e, o, 1)
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("the run ends without an error, although its engine was killed")
	}
	_, e = server()
	e.run(t, o)
	sameTables(t, whole, out)
}

func TestPattern(t *testing.T) {
	for _, test := range []struct {
		pattern, path string
		want          About
		ok            bool
	}{
		{"{app}/{version}/{device}", "a/1.0/phone/x/y.trace", About{"a", "1.0", "phone", ""}, true},
		{"{app}/{version}/{device}/…", "a/1.0/phone/y.trace", About{"a", "1.0", "phone", ""}, true},
		{"{app}-{version}/*/{build}.trace", "a-1.0/x/77.trace", About{"a", "1.0", "", "77"}, true},
		{"{app}/{version}/", "a/y", About{"a", "y", "", ""}, true},
		{"{app}/{version}/{device}", "a/b", About{}, false},
		{"", "a/b", About{}, false},
	} {
		p, err := newPattern(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := p.read(test.path); got != test.want || ok != test.ok {
			t.Errorf("%s in %s: %+v %v", test.pattern, test.path, got, ok)
		}
	}
	for _, wrong := range []string{"{color}", "{app}/{app}", "{}"} {
		if _, err := newPattern(wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
	for glob, want := range map[string]string{"gs://b/a/*/x": "gs://b/a/", "/in/**": "/in/", "x": "", "/in/a*": "/in/"} {
		if got := root(glob); got != want {
			t.Errorf("the root of %s is %q, want %q", glob, got, want)
		}
	}
	var list []Known
	err := readList(strings.NewReader("\uFEFFversion,Path\n2.0,gs://b/a/x.trace\n3.0,y.trace\n"), "gs://b/a/", func(k Known) { list = append(list, k) })
	if want := []Known{{"x.trace", About{Version: "2.0"}}, {"y.trace", About{Version: "3.0"}}}; err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("the list is %v, %v", list, err)
	}
}

// TestExports: each report of an export counts, in the version that it states.
func TestExports(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	if err := os.MkdirAll(in, 0o755); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i := range 3 {
		lines = append(lines, fmt.Sprintf(`{"name": "apps/com.app/%d", "type": "APPLICATION_NOT_RESPONDING", "appVersion": {"versionCode": "%d"}, "reportText": "\"main\" tid=1 Sleeping\n  at java.lang.Thread.sleep (Native method)\n  at com.app.A.a (A.java:1)\n"}`, i, 7+i/2))
	}
	if err := os.WriteFile(filepath.Join(in, "week.jsonl"), []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	o := options(in, out)
	o.Pattern = ""
	if err := run(t.Context(), o, onPrism); err != nil {
		t.Fatal(err)
	}
	if rows := all[table.Report](t, out, "reports"); len(rows) != 3 || *rows[2].AppBuild != "8" {
		t.Errorf("%d rows of reports", len(rows))
	}
	rows, err := parquet.ReadFile[table.Cause](filepath.Join(out, "aggregates", "anr_causes.parquet"))
	if err != nil || len(rows) != 1 || rows[0].App != "com.app" || rows[0].Count != 3 || fmt.Sprint(rows[0].Versions) != "[{7 2} {8 1}]" {
		t.Errorf("causes %+v, %v", rows, err)
	}
}
