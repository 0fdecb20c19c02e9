// Package mapid tells which map of names a file's source files name: R8 can write the id of the map
// in their place, r8-map-id-1f2e3d. It stands by itself, for programs that read no maps.
package mapid

import "strings"

// Prefix begins the source file of what names its map.
const Prefix = "r8-map-id-"

// Counts are ids by how much of a file names them.
type Counts struct {
	ids []string
	n   []int
}

// most is how many ids are told apart: an app has its own and those of some libraries.
const most = 64

// Add counts the source file of a class. The library that is built apart for each app is none of it.
func (c *Counts) Add(class, file string) {
	id, ok := strings.CutPrefix(file, Prefix)
	if !ok || strings.HasPrefix(class, "j$.") {
		return
	}
	for i := range c.ids {
		if c.ids[i] == id {
			c.n[i]++
			return
		}
	}
	if len(c.ids) < most {
		c.ids, c.n = append(c.ids, id), append(c.n, 1)
	}
}

// Most is the id that most name, the first of several; "" without any.
func (c *Counts) Most() (id string) {
	best := 0
	for i, n := range c.n {
		if n > best {
			id, best = c.ids[i], n
		}
	}
	return id
}
