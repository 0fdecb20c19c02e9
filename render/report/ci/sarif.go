package ci

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
)

// The objects of SARIF 2.1.0 that SARIF writes, and their keys.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Automation  sarifAutomation   `json:"automationDetails"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		Properties  map[string]any    `json:"properties,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string         `json:"id"`
		Short      sarifText      `json:"shortDescription"`
		Full       sarifText      `json:"fullDescription"`
		Help       sarifText      `json:"help"`
		Properties map[string]any `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Stacks       []sarifStack      `json:"stacks,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]any    `json:"properties,omitempty"`
	}
	sarifLocation struct {
		ID       int             `json:"id,omitempty"`
		Physical *sarifPhysical  `json:"physicalLocation,omitempty"`
		Logical  []sarifFunction `json:"logicalLocations,omitempty"`
		Message  *sarifText      `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
	}
	sarifFunction struct {
		Name     string `json:"name"`
		FullName string `json:"fullyQualifiedName"`
		Kind     string `json:"kind"`
	}
	sarifStack struct {
		Message sarifText    `json:"message"`
		Frames  []sarifFrame `json:"frames"`
	}
	sarifFrame struct {
		Location sarifLocation `json:"location"`
	}
)

var sarifLevels = [...]string{Note: "note", Warning: "warning", Error: "error"}

// SARIF writes a log of SARIF 2.1.0 with one run, and a line feed. Passed and skipped tests are left out. Methods are
// logical locations.
func SARIF(w io.Writer, r *Run) error {
	run := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "traceglass", Version: r.Version, Rules: []sarifRule{}}},
		// A code host keeps the results of several commands apart by this id, which ends with a slash.
		Automation: sarifAutomation{"traceglass/" + r.Command + "/"}, Invocations: []sarifInvocation{{Successful: true}}, Results: []sarifResult{},
	}
	used, rows := r.rules()
	for _, rule := range used {
		full := cmp.Or(rule.Help, rule.Title, rule.ID)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			rule.ID, message(cmp.Or(rule.Title, rule.ID)), message(full), message(full), map[string]any{"tags": []string{"performance"}},
		})
	}
	ran := &run.Invocations[0]
	for i := range r.failed {
		p := &r.failed[i]
		ran.Successful = false
		ran.Notifications = append(ran.Notifications, sarifNotification{"error", message(p.Text), []sarifLocation{{Physical: p.sarif()}}})
	}
	for _, s := range r.notes() {
		ran.Notifications = append(ran.Notifications, sarifNotification{"note", message(s), nil})
	}
	if r.omitted > 0 {
		run.Properties = map[string]any{"resultsLeftOut": r.omitted}
	}
	seen := map[string]int{} // number of results by fingerprint
	for i := range r.Results {
		if one := &r.Results[i]; one.Level >= Note {
			s := one.sarif()
			if row, ok := rows[one.Rule]; ok {
				s.RuleIndex = &row
			}
			print := fingerprint(one)
			seen[print]++
			// GitHub knows only primaryLocationLineHash.
			s.Fingerprints = map[string]string{"primaryLocationLineHash": fmt.Sprintf("%s:%d", print, seen[print]), "traceglass/v1": print}
			run.Results = append(run.Results, s)
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// sarif returns the result. Its one location is its place with its first method. Further methods and places are related
// locations: SARIF's several locations are places that all must change.
func (r *Result) sarif() sarifResult {
	s := sarifResult{RuleID: r.Rule, Level: sarifLevels[r.Level], Message: message(r.Message...), Locations: []sarifLocation{{Physical: r.Place.sarif()}}}
	if at := s.Locations[0].Physical; at != nil && at.Region == nil {
		at.Region = &sarifRegion{1} // GitHub requires a line
	}
	for i, m := range r.Methods {
		if i == 0 {
			s.Locations[0].Logical = function(m.Name)
			continue
		}
		s.Related = append(s.Related, sarifLocation{ID: len(s.Related) + 1, Physical: m.Source.sarif(), Logical: function(m.Name)})
	}
	for _, p := range r.Related {
		text := message(p.Text)
		s.Related = append(s.Related, sarifLocation{ID: len(s.Related) + 1, Physical: p.sarif(), Message: &text})
	}
	for _, p := range r.Paths {
		stack := sarifStack{Message: message(p.Text), Frames: []sarifFrame{}}
		for i := len(p.Frames) - 1; i >= 0; i-- { // the last call first
			stack.Frames = append(stack.Frames, sarifFrame{sarifLocation{Logical: function(p.Frames[i])}})
		}
		s.Stacks = append(s.Stacks, stack)
	}
	if len(r.Figures) > 0 || r.Undecided {
		s.Properties = map[string]any{}
		for _, f := range r.Figures {
			s.Properties[f.Name] = f.Value
		}
		if r.Undecided {
			s.Properties["undecided"] = true
		}
	}
	return s
}

// message returns lines as one text. Braces are doubled, because SARIF's are placeholders, and no text becomes a link.
func message(lines ...string) sarifText {
	return sarifText{strings.NewReplacer("{", "{{", "}", "}}", "](", `\](`).Replace(strings.Join(lines, "\n"))}
}

func (p *Place) sarif() *sarifPhysical {
	if p.File == "" {
		return nil
	}
	at := &sarifPhysical{Artifact: sarifArtifact{uri(p.File)}}
	if p.Line > 0 {
		at.Region = &sarifRegion{p.Line}
	}
	return at
}

func function(name string) []sarifFunction {
	return []sarifFunction{{name[strings.LastIndexByte(name, '.')+1:], name, "function"}}
}

// uri returns a path as a URI, or as a relative reference.
func uri(file string) string {
	switch {
	case path.IsAbs(file):
		return (&url.URL{Scheme: "file", Path: file}).String()
	case len(file) > 2 && file[1] == ':' && file[2] == '/': // of Windows
		return (&url.URL{Scheme: "file", Path: "/" + file}).String()
	}
	return (&url.URL{Path: file}).String()
}

// fingerprint identifies a result in other runs.
func fingerprint(r *Result) string {
	sum := sha256.Sum256([]byte(r.Rule + "\x00" + strings.Join(r.Key, "\x00")))
	return hex.EncodeToString(sum[:8])
}
