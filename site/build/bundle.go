package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	htmltext "html"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/html"
	"github.com/tdewolff/minify/v2/js"
	minifyjson "github.com/tdewolff/minify/v2/json"
	"github.com/tdewolff/minify/v2/svg"
)

// A reference stands for a file in the text of another file. "@app.wasm@" becomes the path of app.wasm in the
// site, such as "assets/app.1f3870be27.wasm", relative to the top. Workers and style sheets resolve paths
// relative to their own folder, assets/, so they write "../@app.wasm@".
var reference = regexp.MustCompile(`@([A-Za-z0-9_/-]+(?:\.[A-Za-z0-9_-]+)*\.[a-z0-9]+)@`)

// References that do not name a file.
const (
	openRef      = "@open@"      // Folders that ?open= may name files in, in index.html.
	buildRef     = "@build@"     // Version of the sources, in index.html.
	policyRef    = "@policy@"    // Content security policy, in index.html.
	filesRef     = "@files@"     // JSON object of digests by path, in the service worker.
	languagesRef = "@languages@" // JSON object from language to its catalogue's path and the language's own name.
	textsRef     = "@texts@"     // JSON object of a script's texts, by language and English text, for scripts that cannot fetch a catalogue.
	folderRef    = "@at@"        // The site's folder on its host, in 404.html.
	versionRef   = "@version@"   // Hash of all files, in the service worker.
)

const serviceWorker = "sw.js"

// keepsName reports whether a file keeps its name, because other sites or browsers refer to it.
func keepsName(name string) bool {
	return path.Ext(name) == ".html" && name != savedPage || name == serviceWorker || name == "manifest.webmanifest" || name == licencesFile || name == billFile ||
		name == "embed.js" || name == "embed.d.ts" || strings.HasPrefix(name, "samples/") || path.Ext(name) == ".conf"
}

// onlineOnly reports whether a file is not part of the viewer, so the service worker does not store it for
// offline use.
func onlineOnly(name string) bool {
	switch name {
	case billFile, "embed.js", "embed.d.ts", "pages.css", "pages.js", "examples.js":
		return true
	}
	return path.Dir(name) == "screens" || path.Ext(name) == ".html" && name != "index.html" && name != savedPage && !strings.HasPrefix(name, "docs/") || path.Ext(name) == ".conf"
}

// A bundler turns sources into the files of the site. It makes a file after all files that it refers to,
// because the file's text, and therefore its hashed name, contains their names.
type bundler struct {
	sources map[string][]byte
	with    settings
	paths   map[string]string // source name → path in the site; "" while being made
	files   map[string][]byte // path in the site → content
}

// Settings are choices of whoever builds the site.
type settings struct {
	policy  string            // Content security policy.
	open    string            // Folders that ?open= may name files in, relative to the page, separated by spaces.
	at      string            // The site's folder on its host, "/" for the top.
	version string            // Of the sources.
	hosts   map[string]string // example configurations that set the headers, by name of the host
}

// bundle returns the files of the site by path. The result depends on its arguments only.
func bundle(sources map[string][]byte, with settings) (map[string][]byte, error) {
	sources, within, err := assemble(sources)
	if err != nil {
		return nil, err
	}
	b := &bundler{
		sources: sources,
		with:    with,
		paths:   make(map[string]string),
		files:   make(map[string][]byte),
	}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		if name == serviceWorker || name == savedBoot || within[name] {
			continue // made later, or made where another file refers to it
		}
		if _, err := b.path(name); err != nil {
			return nil, err
		}
	}
	// The service worker lists all other files, so it is made last.
	if _, ok := sources[serviceWorker]; ok {
		if _, err := b.path(serviceWorker); err != nil {
			return nil, err
		}
	}
	return b.files, nil
}

// path returns the path in the site of the source called name. It makes the file on the first call.
func (b *bundler) path(name string) (string, error) {
	if p, ok := b.paths[name]; ok {
		if p == "" {
			return "", fmt.Errorf("%s refers to itself by way of other files", name)
		}
		return p, nil
	}
	if _, ok := b.sources[name]; !ok && name != savedPage {
		return "", fmt.Errorf("no file %s", name)
	}
	b.paths[name] = ""
	data, err := b.text(name)
	if err != nil {
		return "", err
	}
	p := name
	if !keepsName(name) {
		ext := path.Ext(name)
		p = "assets/" + strings.TrimSuffix(name, ext) + "." + hash(data) + ext
	}
	b.paths[name], b.files[p] = p, data
	return p, nil
}

// text returns the content in the site of the source called name.
func (b *bundler) text(name string) ([]byte, error) {
	if name == savedPage {
		return b.saved()
	}
	data, err := b.resolve(name, b.sources[name])
	if err == nil {
		data, err = minified(name, data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// resolve replaces the references in a text file.
func (b *bundler) resolve(name string, data []byte) ([]byte, error) {
	if mediaType(name) == "" {
		return data, nil
	}
	if name == serviceWorker {
		list, err := json.Marshal(b.digests())
		if err != nil {
			return nil, err
		}
		data = bytes.ReplaceAll(data, []byte(filesRef), list)
		data = bytes.ReplaceAll(data, []byte(versionRef), []byte(b.version()))
	}
	if bytes.Contains(data, []byte(languagesRef)) {
		list, err := b.languages()
		if err != nil {
			return nil, err
		}
		data = bytes.ReplaceAll(data, []byte(languagesRef), list)
	}
	if bytes.Contains(data, []byte(textsRef)) {
		list, err := b.scriptTexts(data)
		if err != nil {
			return nil, err
		}
		data = bytes.ReplaceAll(data, []byte(textsRef), list)
	}
	data = bytes.ReplaceAll(data, []byte(policyRef), []byte(b.with.policy))
	data = bytes.ReplaceAll(data, []byte(openRef), []byte(htmltext.EscapeString(b.with.open)))
	data = bytes.ReplaceAll(data, []byte(folderRef), []byte(htmltext.EscapeString(b.with.at)))
	data = bytes.ReplaceAll(data, []byte(buildRef), []byte(htmltext.EscapeString(b.with.version)))
	var failed error
	data = reference.ReplaceAllFunc(data, func(ref []byte) []byte {
		p, err := b.path(string(bytes.Trim(ref, "@")))
		if err != nil {
			failed = err
		}
		return []byte(p)
	})
	return data, failed
}

// catalogues is the folder of translations in the site, with one file a language.
const catalogues = "words/"

// languages returns the JSON object for languagesRef.
func (b *bundler) languages() ([]byte, error) {
	all := make(map[string][2]string)
	for name, text := range b.sources {
		code, ok := strings.CutPrefix(name, catalogues)
		if !ok {
			continue
		}
		p, err := b.path(name)
		if err != nil {
			return nil, err
		}
		_, after, _ := strings.Cut(string(text), "\nEnglish\n")
		own, _, _ := strings.Cut(after, "\n")
		all[strings.TrimSuffix(code, ".txt")] = [2]string{p, own}
	}
	return json.Marshal(all)
}

// scriptText finds a script's texts, as quoted strings.
var scriptText = regexp.MustCompile(`\bsay\(\s*("(?:[^"\\]|\\.)*")`)

// scriptTexts returns the JSON object for textsRef, escaped for a string in single quotes.
func (b *bundler) scriptTexts(script []byte) ([]byte, error) {
	all := make(map[string]map[string]string)
	for name, text := range b.sources {
		code, ok := strings.CutPrefix(name, catalogues)
		if !ok {
			continue
		}
		of := make(map[string]string)
		for _, m := range scriptText.FindAllSubmatch(script, -1) {
			key, err := strconv.Unquote(string(m[1]))
			if err != nil {
				return nil, err
			}
			_, after, _ := strings.Cut(string(text), "\n"+key+"\n")
			of[key], _, _ = strings.Cut(after, "\n")
		}
		all[strings.TrimSuffix(code, ".txt")] = of
	}
	list, err := json.Marshal(all)
	return bytes.ReplaceAll(bytes.ReplaceAll(list, []byte(`\`), []byte(`\\`)), []byte("'"), []byte(`\'`)), err
}

// digests returns SHA-256 digests of the files made so far, in base64, by the path that the page requests. The
// path of index.html is "./".
func (b *bundler) digests() map[string]string {
	all := make(map[string]string, len(b.files))
	for source, name := range b.paths {
		data, made := b.files[name]
		if !made || onlineOnly(source) {
			continue
		}
		if name == "index.html" {
			name = "./"
		}
		sum := sha256.Sum256(data)
		all[name] = base64.StdEncoding.EncodeToString(sum[:])
	}
	return all
}

// version returns a hash of all files made so far.
func (b *bundler) version() string {
	var all []byte
	for _, p := range slices.Sorted(maps.Keys(b.files)) {
		all = fmt.Appendf(all, "%s %s\n", p, hash(b.files[p]))
	}
	return hash(all)
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return fmt.Sprintf("%x", sum[:5])
}

// mediaType returns the type of a file that can be minified, or "".
func mediaType(name string) string {
	if name == graphvizScript {
		return ""
	}
	switch path.Ext(name) {
	case ".html":
		return "text/html"
	case ".css":
		return "text/css"
	case ".js":
		return "text/javascript"
	case ".svg":
		return "image/svg+xml"
	case ".json", ".webmanifest":
		return "application/json"
	}
	return ""
}

var minifier = func() *minify.M {
	m := minify.New()
	// End tags and quotes cost a few bytes, and keep the page readable in a browser's tools.
	m.Add("text/html", &html.Minifier{KeepDocumentTags: true, KeepEndTags: true, KeepQuotes: true})
	m.AddFunc("text/css", css.Minify)
	m.AddFunc("text/javascript", js.Minify)
	m.AddFunc("image/svg+xml", svg.Minify)
	m.AddFunc("application/json", minifyjson.Minify)
	return m
}()

// minified returns a text file minified, and other files unchanged.
func minified(name string, data []byte) ([]byte, error) {
	if t := mediaType(name); t != "" {
		return minifier.Bytes(t, data)
	}
	return data, nil
}
