//go:build !lean

package trace

// readsPackets reports whether the program reads V2 files and dumps without a header. What does, all
// in packet.go and block.go, is a part of the whole that a page seldom needs.
const readsPackets = true
