package report

// A finding adds to a note's sentence, for programs, the unit of its count and its effect on the
// figures.
type finding struct{ unit, effect string }

// Effects on the figures. summary.md describes them.
const (
	noEffect    = "none"
	namesOnly   = "names"
	someMissing = "missing"
	someInPart  = "in-part"
	someTimes   = "times"
	someAssumed = "assumed"
)

// findings maps the codes of notes on traces and recordings of samples.
var findings = map[string]finding{
	// the wrapping
	"partial":            {"file", someMissing},
	"gzip-damaged":       {"file", someMissing},
	"zip-damaged":        {"file", someMissing},
	"wrapping-cut":       {"file", someMissing},
	"wrapping-damaged":   {"file", someMissing},
	"unwrapping-stopped": {"file", someMissing},
	"bytes-after-gzip":   {"file", noEffect},

	// the text part
	"byte-order-mark":      {"file", noEffect},
	"debug-bridge":         {"file", noEffect},
	"text-before-version":  {"byte", noEffect},
	"carriage-returns":     {"line", someAssumed},
	"long-line":            {"line", namesOnly},
	"unknown-section":      {"line", noEffect},
	"missing-threads-line": {"line", noEffect},
	"missing-methods-line": {"line", noEffect},
	"odd-option":           {"line", noEffect},
	"odd-thread-line":      {"line", namesOnly},
	"line-feed-in-name":    {"line", namesOnly},
	"long-name":            {"line", namesOnly},
	"odd-method-line":      {"line", namesOnly},
	"end-inside-name":      {"line", namesOnly},
	"missing-end":          {"line", namesOnly},
	"junk-before-data":     {"byte", noEffect},
	"damaged-magic":        {"byte", noEffect},
	"text-after-end":       {"byte", someMissing},
	"no-data":              {"file", someMissing},
	"cut":                  {"file", someInPart},
	"rounded-times":        {"time", someTimes},
	"hashed-names":         {"file", namesOnly},
	"main-samples":         {"sample", someTimes},

	// the header
	"no-names":          {"file", namesOnly},
	"truncated-header":  {"file", someMissing},
	"odd-header":        {"file", someAssumed},
	"odd-record-size":   {"file", someAssumed},
	"version-mismatch":  {"file", someAssumed},
	"returns-taken-out": {"byte", noEffect},
	"text-conversion":   {"byte", someMissing},
	"clock-mismatch":    {"file", noEffect},
	"clock-assumed":     {"file", someAssumed},
	"clock-global":      {"file", someAssumed},
	"overflow":          {"file", someMissing},

	// the records
	"truncated-record":  {"byte", someMissing},
	"missing-records":   {"record", someMissing},
	"unwritten-records": {"byte", someMissing},
	"zero-tail":         {"record", someMissing},
	"zero-records":      {"record", someMissing},
	"reserved-action":   {"record", someMissing},
	"unknown-thread":    {"thread", namesOnly},
	"unknown-method":    {"method", namesOnly},
	"too-many-listed":   {"line", namesOnly},
	"too-many-methods":  {"record", someMissing},
	"too-many-threads":  {"thread", someMissing},
	"clock-went-back":   {"record", someTimes},
	"reused-thread-id":  {"thread", noEffect},
	"two-names":         {"thread", noEffect},
	"late-thread":       {"thread", someTimes},

	// V2 files, dumps without a header, streaming files
	"skipped-bytes":      {"byte", someMissing},
	"odd-block":          {"block", someMissing},
	"truncated-block":    {"file", someMissing},
	"fitted-exits":       {"record", noEffect},
	"nameless-exits":     {"record", namesOnly},
	"nameless-calls":     {"call", namesOnly},
	"no-times":           {"file", someTimes},
	"unit-assumed":       {"file", someAssumed},
	"cpu-assumed":        {"file", someAssumed},
	"wall-scale":         {"thread", someTimes},
	"padded-records":     {"file", noEffect},
	"unknown-packet":     {"packet", someMissing},
	"truncated-packet":   {"byte", someMissing},
	"truncated-summary":  {"file", namesOnly},
	"no-summary":         {"file", someMissing},
	"data-after-summary": {"byte", noEffect},

	// the replay
	"orphan-exits":   {"call", someInPart},
	"open-calls":     {"call", someInPart},
	"implicit-exits": {"call", someTimes},
	"ignored-exits":  {"record", noEffect},
	"impossible-cpu": {"call", someTimes},

	// recordings of samples
	"broken-record":         {"record", someMissing},
	"data-after-terminator": {"byte", noEffect},
	"file-not-listed":       {"frame", namesOnly},
	"symbol-not-listed":     {"frame", namesOnly},
	"huge-number":           {"record", someMissing},
	"samples-left-out":      {"sample", someMissing},
	"too-many-events":       {"event type", someMissing},
	"too-many-frames":       {"frame", someMissing},
	"unknown-version":       {"file", someAssumed},
	"clock-counts":          {"event type", someTimes},
	"event-not-listed":      {"event type", namesOnly},
	"incomplete-stacks":     {"sample", someInPart},
	"unwinding-errors":      {"sample", someInPart},
	"lost-samples":          {"sample", someMissing},
	"no-lost-record":        {"file", someAssumed},
	"no-samples":            {"file", someMissing},
	"on-cpu-only":           {"file", noEffect},
	"sample-count-differs":  {"sample", someMissing},
	"thread-listed-twice":   {"thread", namesOnly},
	"thread-not-listed":     {"thread", namesOnly},
}

// dumpFindings maps the codes of notes on thread dumps. Their figures are processes, threads and
// states.
var dumpFindings = map[string]finding{
	"byte-order-mark": {"file", noEffect},
	"utf-16":          {"file", noEffect},
	"zero-bytes":      {"byte", noEffect},
	"long-line":       {"byte", someInPart},
	"too-long":        {"line", someMissing},
	"unplaced-lines":  {"line", noEffect},
	"orphan-lines":    {"line", someMissing},
	"dump-failed":     {"line", someMissing},
	"no-end":          {"block", someMissing},
	"no-head":         {"block", someMissing},
	"other-sections":  {"block", noEffect},
	"end-alone":       {"line", someMissing},
	"end-of-other":    {"block", someAssumed},
}

// warning returns the warning for a note with this code.
func (f finding) warning(code, text string, count int64) warning {
	return warning{Code: code, Count: count, Unit: f.unit, Effect: f.effect, Text: text}
}
