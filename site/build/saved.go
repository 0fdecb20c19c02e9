package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// savedPage is what traceglass page makes pages of, a file each with the viewer in it: index.html with its
// scripts and its style inside, and a policy that allows these alone, by their hashes, and no network. Where
// savedParts stands the command puts the programs, and the files to show.
const (
	savedPage = "saved.html"
	savedRef  = "@" + savedPage + "@" // in index.html
)

// savedParts are the files that go in where they are needed, by the names that the command knows them by.
var savedParts = []struct{ name, file string }{
	{"app", "app.wasm"},
	{"graphs", "graphviz.js"},
}

// savedTexts are what a script of the page reads: the scripts of its workers, and the licences.
var savedTexts = []string{"worker.js", "hash.js", "graph.js", licencesFile}

// savedBoot starts the program in place of boot.js.
const savedBoot = "saved.js"

// savedSheets cannot be loaded when they are wanted.
var savedSheets = []string{"sheet.js", "privacy.js"}

var (
	linkTag    = regexp.MustCompile(`<link [^>]*>`)
	scriptTag  = regexp.MustCompile(`<script (?:defer )?src="@([^"@]+)@"></script>`)
	policyMeta = regexp.MustCompile(`(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)`)
)

// saved makes it.
func (b *bundler) saved() ([]byte, error) {
	index := b.sources["index.html"]
	// content is a source as it stands in the page.
	content := func(source string) ([]byte, error) {
		text, err := b.text(source)
		if err == nil && path.Ext(source) == ".js" {
			text = bytes.ReplaceAll(text, []byte("</script"), []byte(`<\/script`)) // the same in a string
		}
		if err == nil {
			err = mayStandInPage(source, text)
		}
		return text, err
	}
	var inside, hashes bytes.Buffer
	for _, source := range savedTexts {
		text, err := content(source)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&inside, "<script type=\"text/plain\" id=\"code-%s\">%s</script>\n", source, text)
	}
	for _, name := range slices.Sorted(maps.Keys(b.sources)) {
		if code, ok := strings.CutPrefix(name, catalogues); ok {
			text, err := packedText(b.sources[name])
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&inside, "<script type=\"application/gzip\" class=\"part\" data-name=\"words.%s\">%s</script>\n", strings.TrimSuffix(code, ".txt"), text)
		}
	}
	inside.WriteString("<!--traceglass")
	for _, part := range savedParts {
		file, err := b.path(part.file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&inside, " %s=%s", part.name, path.Base(file))
	}
	inside.WriteString("-->\n")
	scripts := []string{savedBoot}
	for _, found := range scriptTag.FindAllSubmatch(index, -1) {
		if source := string(found[1]); source != "boot.js" {
			scripts = append(scripts, source)
		}
	}
	for _, source := range append(scripts, savedSheets...) {
		text, err := content(source)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&inside, "<script>%s</script>\n", text)
		fmt.Fprintf(&hashes, "%s ", sourceHash(text))
	}
	css, err := content("style.css")
	if err != nil {
		return nil, err
	}
	if bytes.Contains(css, []byte("url(")) {
		return nil, fmt.Errorf("style.css names another file, which a page that stands alone has not")
	}

	if n := len(policyMeta.FindAll(index, -1)); n != 1 {
		return nil, fmt.Errorf("index.html has %d policies, want one", n)
	}
	page := policyMeta.ReplaceAll(index, []byte("${1}"+savedPolicy(b.with.policy, hashes.String(), sourceHash(css))+"${2}"))
	page = scriptTag.ReplaceAll(linkTag.ReplaceAll(page, nil), nil)
	page = bytes.ReplaceAll(page, []byte(savedRef), nil)
	if page, err = b.resolve("index.html", page); err != nil {
		return nil, err
	}
	if page, err = minified("index.html", page); err != nil {
		return nil, err
	}
	for _, change := range []struct{ mark, becomes string }{
		{"<html", "<html data-saved"},
		{"</head>", "<style>" + string(css) + "</style></head>"},
		{"</body>", inside.String() + "</body>"},
	} {
		if n := bytes.Count(page, []byte(change.mark)); n != 1 {
			return nil, fmt.Errorf("index.html has %q %d times, want once", change.mark, n)
		}
		page = bytes.Replace(page, []byte(change.mark), []byte(change.becomes), 1)
	}
	return page, nil
}

// packedText is a file as the command puts one into a page.
func packedText(data []byte) (string, error) {
	var b bytes.Buffer
	packer, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := packer.Write(data); err != nil {
		return "", err
	}
	err = packer.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes()), err
}

// savedPolicy is the site's for a page that stands alone.
func savedPolicy(site, scripts, style string) string {
	own := map[string]string{
		"script-src":   scripts + "'wasm-unsafe-eval'",
		"style-src":    style,
		"img-src":      "blob: data:",
		"connect-src":  "'none'",
		"worker-src":   "blob:",
		"frame-src":    "'none'",
		"manifest-src": "'none'",
	}
	var all []string
	for directive := range strings.SplitSeq(site, ";") {
		directive = strings.TrimSpace(directive)
		name, _, _ := strings.Cut(directive, " ")
		if values, ok := own[name]; ok {
			directive = name + " " + values
		}
		all = append(all, directive)
	}
	return strings.Join(all, "; ")
}

// sourceHash is how a policy names a script or a style.
func sourceHash(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// mayStandInPage reports text that would end its element, or be read as other than it is.
func mayStandInPage(source string, text []byte) error {
	lower := bytes.ToLower(text)
	for _, end := range []string{"</script", "</style", "<!--", "\r", "\x00"} {
		if bytes.Contains(lower, []byte(end)) {
			return fmt.Errorf("%s holds %q, which cannot stand in a page", source, end)
		}
	}
	return nil
}
