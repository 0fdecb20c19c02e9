package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// fillLists replaces the references to lists in scripts by the output of the program in folder lists.
func fillLists(sources map[string][]byte) error {
	out, err := output("go", "run", "traceglass/site/build/lists")
	if err != nil {
		return err
	}
	var lists map[string]map[string]string
	if err := json.Unmarshal([]byte(out), &lists); err != nil {
		return err
	}
	for file, refs := range lists {
		text := string(sources[file])
		for reference, list := range refs {
			reference = `"` + reference + `"`
			if strings.Count(text, reference) != 1 {
				return fmt.Errorf("%s needs %s once", file, reference)
			}
			text = strings.Replace(text, reference, list, 1)
		}
		sources[file] = []byte(text)
	}
	return nil
}
