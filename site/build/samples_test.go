package main

import "testing"

// TestSamples: the build fails if a sample is missing. The site refers to all of them.
func TestSamples(t *testing.T) {
	files := map[string][]byte{}
	if err := addSamples(files, "../../testdata"); err != nil || len(files) != len(samples) {
		t.Errorf("the site has %d of %d samples: %v", len(files), len(samples), err)
	}
	if err := addSamples(files, t.TempDir()); err == nil {
		t.Error("a folder without samples is no error")
	}
}
