package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// A sarifLog has the keys of SARIF that these tests check.
type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID               string
					ShortDescription struct{ Text string }
				}
			}
		}
		AutomationDetails struct{ ID string }
		Results           []sarifResult
	}
}

type sarifResult struct {
	RuleID           string
	RuleIndex        int
	Level            string
	Message          struct{ Text string }
	Locations        []sarifLocation
	RelatedLocations []sarifLocation
	Stacks           []struct {
		Frames []struct{ Location sarifLocation }
	}
	PartialFingerprints map[string]string
	Properties          map[string]any
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine int }
	}
	LogicalLocations []struct{ FullyQualifiedName string }
}

// String returns the place, and the methods.
func (l sarifLocation) String() string {
	s := fmt.Sprint(l.PhysicalLocation.ArtifactLocation.URI, ":", l.PhysicalLocation.Region.StartLine)
	for _, m := range l.LogicalLocations {
		s += " " + m.FullyQualifiedName
	}
	return s
}

// String returns a line: level, rule, place.
func (r sarifResult) String() string { return r.Level + " " + r.RuleID + " " + r.Locations[0].String() }

func readSARIF(t *testing.T, text string) (all []sarifResult) {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%v: %.500s", err, text)
	}
	for _, r := range log.Runs[0].Results {
		if rules := log.Runs[0].Tool.Driver.Rules; r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
	}
	return log.Runs[0].Results
}
