package message

// harmless are the codes of notes that report no damage: any recording may have them, or no figure depends on
// them.
var harmless = map[string]bool{
	"orphan-exits":       true, // calls that were running when the recording began
	"open-calls":         true, // calls that were running when it ended; a truncated recording has another note as well
	"unknown-thread":     true, // a thread that ended before the list of threads was written
	"unknown-method":     true, // the lists of ART lack some methods
	"byte-order-mark":    true,
	"debug-bridge":       true, // messages of the debug bridge, saved as they were sent
	"cut":                true, // a part that Traceglass cut out of another trace
	"rounded-times":      true,
	"hashed-names":       true,
	"main-samples":       true, // what the trace was made of
	"unknown-section":    true,
	"odd-option":         true,
	"padded-records":     true, // as some versions of Android write them
	"clock-global":       true, // as the oldest versions of Android wrote them
	"data-after-summary": true,
	"names":              true, // the effect of a mapping file
}

// IsHarmless reports whether a note with a code reports no damage.
func IsHarmless(code string) bool { return harmless[code] }
