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

// savedPage is the template of pages that traceglass page writes, each one file with the viewer in it. It is
// index.html with its scripts and style inside. Its policy allows only these, by their hashes, and no network.
// The command puts the programs and the files to show where savedParts lists them.
const (
	savedPage = "saved.html"
	savedRef  = "@" + savedPage + "@" // in index.html
)

// savedParts are files that the command inserts if the page needs them, by the command's names for them.
var savedParts = []struct{ name, file string }{
	{"app", "app.wasm"},
	{"graphs", "graphviz.js"},
}

// savedTexts are files that a script of the page reads: its workers' scripts and the licences.
var savedTexts = []string{"worker.js", "hash.js", "graph.js", licencesFile}

// savedBoot starts the program instead of boot.js.
const savedBoot = "saved.js"

// savedSheets are scripts that the site loads on demand, which a saved page cannot do.
var savedSheets = []string{"sheet.js", "privacy.js", "source.js"}

var (
	linkTag    = regexp.MustCompile(`<link [^>]*>`)
	scriptTag  = regexp.MustCompile(`<script (?:defer )?src="@([^"@]+)@"></script>`)
	policyMeta = regexp.MustCompile(`(<meta http-equiv="Content-Security-Policy" content=")[^"]*(">)`)
)

// saved returns savedPage.
func (b *bundler) saved() ([]byte, error) {
	index := b.sources["index.html"]
	// content returns a source as text inside the page.
	content := func(source string) ([]byte, error) {
		text, err := b.text(source)
		if err == nil && path.Ext(source) == ".js" {
			text = bytes.ReplaceAll(text, []byte("</script"), []byte(`<\/script`)) // means the same in a string
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
		return nil, fmt.Errorf("style.css refers to another file, which a saved page does not have")
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

// packedText returns data as the command puts a file into a page: compressed with gzip, in base64.
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

// savedPolicy returns the site's policy changed for a saved page.
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

// sourceHash returns the hash that a policy uses to allow a script or a style.
func sourceHash(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// mayStandInPage returns an error if text would end its element early, or if an HTML parser would change it.
func mayStandInPage(source string, text []byte) error {
	lower := bytes.ToLower(text)
	for _, end := range []string{"</script", "</style", "<!--", "\r", "\x00"} {
		if bytes.Contains(lower, []byte(end)) {
			return fmt.Errorf("%s holds %q, which cannot stand in a page", source, end)
		}
	}
	return nil
}
