package message

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// NameHash is the short hash by which links name methods and threads, FNV-1a of 32 bits; view.js has the same.
func NameHash(name string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()
}

// NoKey begins a key, and no name; by itself it is the key of nothing.
const NoKey = "\x00"

// KeyOf is what stands for a name where that came by a link: NoKey and its hash in eight digits of base 16. A key is its
// own, and "" has that of nothing.
func KeyOf(name string) string {
	switch {
	case name == "":
		return NoKey
	case IsKey(name):
		return name
	}
	return NoKey + fmt.Sprintf("%08x", NameHash(name))
}

// IsKey reports whether a text is a key, in place of a name.
func IsKey(name string) bool { return strings.HasPrefix(name, NoKey) }

// Means reports whether a name, or a key in its place, stands for a name.
func Means(key, name string) bool {
	return key == name || IsKey(key) && name != "" && key == KeyOf(name)
}

// A HashOf says what hashes are of.
type HashOf uint8

const (
	HashMethods  HashOf = iota
	HashTopDown         // nodes of the call tree, which the flame graph has too
	HashBottomUp        // nodes of the tree from the methods up
	HashChanges         // nodes of the tree of two traces
	HashStacks          // nodes of the flame graph of stacks
)

func (HashOf) Last() uint8 { return uint8(HashStacks) }

// Hashes asks for the short hashes by which links name methods, or nodes of a tree, and for what such
// hashes name. A method's is of its name in the file, a node's of those on the way to it from where its
// tree begins. Answered by Hashed.
type Hashes struct {
	request[*Hashed]

	Of     HashOf
	Scope  Scope      // of a trace's trees
	Fold   bool       // direct recursion is collapsed in the call tree
	Stacks StackScope // whose stacks the graph of them is of
	Nodes  []uint32
	Hashes []string
}

// MostHashes is how many nodes, and how many hashes, a link holds of one view.
const MostHashes = 100

// Hashed answers Hashes. From the methods up a node is found only by hashes of all on the way to it.
type Hashed struct {
	reply

	Hashes  []string // by Hashes.Nodes, "" for one that there is not
	Nodes   []uint32 // by Hashes.Hashes, NoNode likewise
	Methods []uint32 // of those; of two traces pairs, of stacks what Names know
	Names   []Name   // of methods; of two traces by node
}
