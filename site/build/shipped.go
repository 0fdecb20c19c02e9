package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// This file lists third-party code that Traceglass ships: the modules in its programs, Go's library, and
// Graphviz. The site contains their licences, and a release lists them.

// licencesFile is the site's file of licences. It begins with static/licences.txt.
const licencesFile = "licences.txt"

// billFile is the release's bill of materials, in CycloneDX's JSON.
const billFile = "sbom.cdx.json"

// A dependency is a module in a program, or Go's library.
type dependency struct {
	Path, Version string
	Dir           string // folder of its files
}

// shippedModules returns the modules in the site's programs and in the command, sorted by path, with Go's
// library first.
func shippedModules() ([]dependency, error) {
	root, err := goRoot()
	if err != nil {
		return nil, err
	}
	goVersion, err := output("go", "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	found := map[string]dependency{}
	for _, build := range []struct {
		env  []string
		args []string
	}{
		{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"./wasm/app", "./wasm/cli"}},
		{nil, []string{"./wasm/cli"}},
	} {
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, build.args...)...)
		cmd.Env = append(os.Environ(), build.env...)
		cmd.Stderr = os.Stderr
		text, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmd, err)
		}
		for packages := json.NewDecoder(bytes.NewReader(text)); ; {
			var p struct {
				Module *struct {
					dependency
					Main bool
				}
			}
			if err := packages.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("%s: %w", cmd, err)
			}
			if p.Module != nil && !p.Module.Main {
				found[p.Module.Path] = p.Module.dependency
			}
		}
	}
	all := []dependency{{Path: "std", Version: strings.TrimPrefix(goVersion, "go"), Dir: root}}
	for _, path := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[path])
	}
	return all, nil
}

// licence returns the text of a module's licence and notice.
func (m *dependency) licence() ([]byte, error) {
	var text []byte
	for _, stem := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE"} {
		for _, ending := range []string{"", ".txt", ".md"} {
			part, err := os.ReadFile(filepath.Join(m.Dir, stem+ending))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			text = append(append(text, bytes.TrimSpace(part)...), '\n')
		}
	}
	if len(text) == 0 {
		return nil, fmt.Errorf("%s %s has no file LICENSE: may it be shipped?", m.Path, m.Version)
	}
	return text, nil
}

// licences appends the licences of modules to beginning. Modules with the same text share one entry.
func licences(beginning []byte, modules []dependency) ([]byte, error) {
	names := map[string][]string{} // names and versions of modules, by licence text
	var order []string
	for i := range modules {
		m := &modules[i]
		text, err := m.licence()
		if err != nil {
			return nil, err
		}
		if names[string(text)] == nil {
			order = append(order, string(text))
		}
		name := m.Path
		if name == "std" {
			name = "Go, its library and its script wasm_exec.js"
		}
		names[string(text)] = append(names[string(text)], name+" "+m.Version)
	}
	all := slices.Clone(beginning)
	for _, text := range order {
		all = fmt.Appendf(all, "\n%s\n\n%s:\n\n%s", strings.Repeat("-", 80), strings.Join(names[text], ", "), text)
	}
	return all, nil
}

// bill returns a release's bill of materials.
func bill(version string, modules []dependency, packages ...packed) ([]byte, error) {
	type hash struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		PURL    string `json:"purl,omitempty"`
		Hashes  []hash `json:"hashes,omitempty"`
	}
	type metadata struct {
		Component component `json:"component"`
	}
	doc := struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{component{Type: "application", Name: "traceglass", Version: version}}}
	for _, m := range modules {
		doc.Components = append(doc.Components, component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version})
	}
	for _, p := range packages {
		doc.Components = append(doc.Components, component{
			Type: "library", Name: p.name, Version: p.version, PURL: "pkg:npm/" + strings.Replace(p.name, "@", "%40", 1) + "@" + p.version,
			Hashes: []hash{{"SHA-512", p.sha512}},
		})
	}
	return json.MarshalIndent(doc, "", "\t")
}
