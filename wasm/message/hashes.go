package message

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// NameHash returns the short hash that stands for a method or thread in links: FNV-1a with 32 bits. view.js has the same.
func NameHash(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// NoKey starts a key, but no name. Alone, it is the key of an empty name.
const NoKey = "\x00"

// KeyOf returns the key of a name, which replaces the name in links: NoKey and the hash with eight digits of base 16. The key
// of a key is the key itself. The key of "" is NoKey.
func KeyOf(name string) string {
	switch {
	case name == "":
		return NoKey
	case IsKey(name):
		return name
	}
	return NoKey + fmt.Sprintf("%08x", NameHash(name))
}

// IsKey reports whether a text is a key, not a name.
func IsKey(name string) bool { return strings.HasPrefix(name, NoKey) }

// Means reports whether key is a name, or its key.
func Means(key, name string) bool {
	return key == name || IsKey(key) && name != "" && key == KeyOf(name)
}

// A HashOf is the kind of hashed objects.
type HashOf uint8

const (
	HashMethods  HashOf = iota
	HashTopDown         // nodes of the call tree, which the flame graph has too
	HashBottomUp        // nodes of the tree from the methods up
	HashChanges         // nodes of the tree of two traces
	HashStacks          // nodes of the flame graph of stacks
)

func (HashOf) Last() uint8 { return uint8(HashStacks) }

// Hashes asks for the short hashes of methods or nodes for links, and for the methods or nodes of such hashes. A method has
// the hash of its name in the file. A node has the hash of the names on its path from the start of the tree.
type Hashes struct {
	request[*Hashed]

	Of     HashOf
	Scope  Scope      // of the trees of a trace
	Fold   bool       // direct recursion is collapsed in the call tree
	Stacks StackScope // of the flame graph of stacks
	Nodes  []uint32
	Hashes []string
}

// MostHashes limits the number of nodes, and of hashes, of one view in a link.
const MostHashes = 100

// Hashed answers Hashes. In the tree from the methods up, a node is found only by hashes of all nodes on its path.
type Hashed struct {
	reply

	Hashes  []string // by Hashes.Nodes, "" for a missing node
	Nodes   []uint32 // by Hashes.Hashes, NoNode for a missing node
	Methods []uint32 // of Nodes; pairs for two traces, numbers of Names for stacks
	Names   []Name   // of Methods; of nodes for two traces
}
