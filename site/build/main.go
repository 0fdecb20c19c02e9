// Command build makes site/dist, the website, from the sources: it generates the Vugu
// code, compiles the program, and minifies, names, and compresses all the page loads.
// It is run in the module's top folder.
//
//	go run ./site/build            build
//	go run ./site/build -release   build with brotli copies, which take most of a minute
//	go run ./site/build -serve localhost:8080
package main

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"traceglass/site/build/docs"
	"traceglass/site/serve"
)

const vuguModule = "github.com/vugu/vugu"

func main() {
	log.SetFlags(0)
	out := flag.String("out", "site/dist", "folder to build in; its old content is replaced")
	release := flag.Bool("release", false, "make brotli copies too")
	generate := flag.Bool("generate", true, "generate the Vugu code first")
	plain := flag.Bool("plain", false, "keep the programs as Go's linker writes them: stack traces of crashes have lines, and the compressed files are a fifth larger")
	level := flag.Int("gzip", gzip.BestCompression, "compression of the .gz copies, 1 to 9: less makes larger files in less time")
	addr := flag.String("serve", "", "serve the built site at this address")
	cached := flag.Bool("cached", false, "only set the exit status: 0 if all packages that npm fetches are in the cache")
	open := flag.String("open", "./", "folders of this host with files that ?open= may name: relative to the page, separated by spaces, each ending with /")
	at := flag.String("at", "/", "folder of the site on its host, for 404.html and the examples in hosts/: browsers show 404.html at paths of any depth")
	version := flag.String("version", "", "version that the page shows (default: the commit)")
	archive := flag.String("graphviz", "", "archive of "+graphviz.String()+", as npm pack writes it, for use where npm cannot reach a registry")
	flag.Parse()

	if *cached {
		if _, err := graphviz.read(func(p packed, _ string) error { return fmt.Errorf("%s is not in the cache", p) }); err != nil {
			log.Fatal(err)
		}
		return
	}

	headers, err := serve.ReadHeaders("netlify.toml")
	if err != nil {
		log.Fatal(err)
	}
	if err := checkFolders(*open); err != nil {
		log.Fatal(err)
	}
	if !strings.HasPrefix(*at, "/") || !strings.HasSuffix(*at, "/") || strings.ContainsAny(*at, " \t\"'<>;{}") {
		log.Fatalf("-at is %q, want a path such as /docs/traceglass/", *at)
	}
	if *version == "" {
		*version = commit()
	}
	with := settings{policy: headers.MetaPolicy(), open: *open, at: *at, version: *version, hosts: map[string]string{
		"hosts/nginx.conf": headers.Nginx(*at), "hosts/apache.conf": headers.Apache(*at),
	}}
	fetch := fetchByNPM
	if *archive != "" {
		fetch = func(p packed, dir string) error { return copied(*archive, dir) }
	}
	if err := build(*out, with, fetch, *level, *generate, *release, *plain); err != nil {
		log.Fatal(err)
	}
	if *addr != "" {
		fmt.Printf("\nTraceglass is at     http://%s/\nwith a sample open   http://%[1]s/?open=samples/startup.trace.gz\n", *addr)
		log.Fatal(http.ListenAndServe(*addr, serve.Handler(*out, headers)))
	}
}

// checkFolders returns an error if an entry of a list is not a folder.
func checkFolders(open string) error {
	for folder := range strings.FieldsSeq(open) {
		if !strings.HasSuffix(folder, "/") || strings.ContainsAny(folder, "?#") || strings.Contains(folder, "//") {
			return fmt.Errorf("-open %s: want a folder of the site's own host, such as ./ or ../traces/, with a / at its end", folder)
		}
	}
	return nil
}

// commit returns the commit of the sources, with a + if they have changes, or "" if it is unknown.
func commit() string {
	name, err := output("git", "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return ""
	}
	if changes, err := output("git", "status", "--porcelain", "--untracked-files=no"); err != nil || changes != "" {
		name += "+"
	}
	return name
}

// build makes the site in the folder out. level is that of gzip.
func build(out string, with settings, fetch func(p packed, dir string) error, level int, generate, release, plain bool) error {
	if generate && exists("wasm/ui") {
		if err := run(nil, "go", "generate", "./wasm/ui"); err != nil {
			return err
		}
	}
	// In the same folder as out, so that renaming works.
	tmp, err := os.MkdirTemp(filepath.Dir(out), ".dist-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)

	sources, err := collect(&compiler{tmp: tmp, plain: plain}, with.version, fetch)
	if err != nil {
		return err
	}
	for name, text := range with.hosts {
		sources[name] = []byte(text)
	}
	if err := fillLists(sources); err != nil {
		return err
	}
	files, err := bundle(sources, with)
	if err != nil {
		return err
	}
	if err := compress(files, level, release); err != nil {
		return err
	}
	dist := filepath.Join(tmp, "dist")
	for name, data := range files {
		file := filepath.Join(dist, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.Rename(dist, out); err != nil {
		return err
	}
	for name, data := range files {
		if strings.Contains(name, ".wasm") {
			fmt.Printf("%8d  %s\n", len(data), name)
		}
	}
	return nil
}

// collect returns all sources of the site by name: the files of site/static, the programs, the scripts that
// run them, Graphviz, and the samples. It calls fetch to get an npm package. The bill of materials gives
// version as Traceglass's own.
func collect(programs *compiler, version string, fetch func(p packed, dir string) error) (map[string][]byte, error) {
	files, err := static("site/static")
	if err != nil {
		return nil, err
	}

	// First, because only this step may need the network.
	if files[graphvizScript], err = graphviz.read(fetch); err != nil {
		return nil, err
	}

	if files["app.wasm"], err = programs.compile("./wasm/app", inlining...); err != nil {
		return nil, err
	}
	// The page runs the command to export.
	if files["tools.wasm"], err = programs.compile("./wasm/cli"); err != nil {
		return nil, err
	}
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	vugu, err := output("go", "list", "-m", "-f", "{{.Dir}}", vuguModule)
	if err != nil {
		return nil, err
	}
	for name, file := range map[string]string{
		// From the compiler's own release, because both must match.
		"wasm_exec.js": filepath.Join(root, "lib/wasm/wasm_exec.js"),
		"vugu.js":      filepath.Join(vugu, "domrender/renderer-js-script.js"),
	} {
		if files[name], err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	var warnings []string
	files["vugu.js"], warnings = mended(withoutDebug(files["vugu.js"]))
	for _, warning := range warnings {
		log.Print(warning)
	}

	languages, err := static("render/words/languages")
	if err != nil {
		return nil, err
	}
	for name, text := range languages {
		if path.Ext(name) == ".txt" {
			files[catalogues+name] = text
		}
	}

	modules, err := shippedModules()
	if err != nil {
		return nil, err
	}
	if files[licencesFile], err = licences(files[licencesFile], modules); err != nil {
		return nil, err
	}
	if files[billFile], err = bill(version, modules, graphviz); err != nil {
		return nil, err
	}

	reference, err := commandReference()
	if err != nil {
		return nil, err
	}
	pages, err := docs.Render(os.DirFS("."), reference)
	if err != nil {
		return nil, err
	}
	maps.Copy(files, pages)

	return files, addSamples(files, "testdata")
}

// addSamples adds the samples in a folder to the site.
func addSamples(files map[string][]byte, folder string) error {
	for _, name := range samples {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		files["samples/"+path.Base(name)] = data
	}
	return nil
}

// commandReference returns the help of the command as Markdown.
func commandReference() ([]byte, error) {
	tmp, err := os.MkdirTemp("", "traceglass-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	program := filepath.Join(tmp, "traceglass.exe")
	if err := run(nil, "go", "build", "-o", program, "./wasm/cli"); err != nil {
		return nil, err
	}
	return exec.Command(program, "reference").Output()
}

// samples are the files of testdata that the site serves: those on the start page, and those that other pages
// and tests refer to.
var samples = []string{
	"samples/startup.trace.gz", "samples/decode.trace.gz", "samples/deadlock.txt", "samples/anrs.zip", "samples/week.json.gz",
	"sample.trace.gz", "sample-streaming.trace.gz", "sample-anr.txt", "figures.trace",
}

// goRoot returns the folder of the Go that compiles.
func goRoot() (string, error) { return output("go", "env", "GOROOT") } // for wasm_exec.js and Go's licence

// static returns the files of a folder, by their paths in it.
func static(folder string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(root, name)
		return err
	})
	return files, err
}

// inlining names the packages that the compiler may inline in: those with loops over records, calls, contexts
// and rectangles, and those that inlining makes smaller. Inlining everywhere makes the download 10 % larger.
var inlining = []string{
	"-gcflags=all=-l",
	"-gcflags=traceglass/parser/trace=", "-gcflags=traceglass/parser/call=", "-gcflags=traceglass/parser/profile=", "-gcflags=traceglass/parser/compare=",
	"-gcflags=traceglass/render/scene=", "-gcflags=encoding/binary=",
	"-gcflags=runtime=", "-gcflags=reflect=", "-gcflags=unicode/utf8=", "-gcflags=syscall/js=", "-gcflags=time=", "-gcflags=strconv=",
	"-gcflags=bytes=", "-gcflags=sort=", "-gcflags=github.com/vugu/vugu/js=",
	"-gcflags=slices=", "-gcflags=cmp=", "-gcflags=math/...=", "-gcflags=internal/...=", "-gcflags=sync/...=",
}

// A compiler makes programs for the browser.
type compiler struct {
	tmp    string // folder for the programs that go build writes
	plain  bool   // do not squeeze the programs
	warned bool   // whether a warning was printed that squeeze skipped a part
}

// compile returns the program of a package main.
func (c *compiler) compile(pkg string, flags ...string) ([]byte, error) {
	wasm := filepath.Join(c.tmp, filepath.Base(pkg)+".wasm")
	args := []string{"build",
		// Builds must repeat, so the file must not contain anything about the machine or the checkout.
		"-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-o", wasm}
	args = append(append(args, flags...), pkg)
	if err := run([]string{"GOOS=js", "GOARCH=wasm"}, "go", args...); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(wasm)
	if err != nil || c.plain {
		return program, err
	}
	version, err := output("go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	program, err = squeeze(program, version)
	if err != nil && !c.warned {
		c.warned = true
		fmt.Fprintf(os.Stderr, "warning: %v. The programs work, but are about a seventh larger than they could be.\n", err)
	}
	return program, nil
}

func run(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	return nil
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", cmd, err)
	}
	return strings.TrimSpace(string(text)), nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
