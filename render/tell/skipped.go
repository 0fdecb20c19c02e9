package tell

import (
	"strings"

	"traceglass/parser/anr"
	"traceglass/render/words"
)

// Skipped lists records of an export that are no reports: "3 × CRASH, 1 × duplicate".
func Skipped(all []anr.Skip) string {
	var parts []string
	for _, s := range all {
		parts = append(parts, words.Count(int64(s.Count))+" × "+s.What)
	}
	return strings.Join(parts, ", ")
}
