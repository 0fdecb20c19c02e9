//go:build lean

package trace

const readsPackets = false
