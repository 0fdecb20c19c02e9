package ui

import (
	"traceglass/render/words"
	"traceglass/wasm/message"
)

const nbsp = words.NBSP

var (
	duration = words.Duration
	brief    = words.Brief
	exact    = words.Exact
	count    = words.Count
	percent  = words.Percent
	size     = words.Size
	plural   = words.Plural
	clipped  = words.Clip
)

// clockName is what the interface calls a clock.
func clockName(clock message.Clock) string {
	return [...]string{"Wall", "CPU", "Waiting"}[clock]
}
