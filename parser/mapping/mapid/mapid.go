// Package mapid finds the map that a file's source file names identify: R8 can replace them by the
// id of the map, r8-map-id-1f2e3d. It is a separate package for programs that read no maps.
package mapid

import "strings"

// Prefix begins source file names that identify a map.
const Prefix = "r8-map-id-"

// Counts holds ids by how often a file names them.
type Counts struct {
	ids []string
	n   []int
}

// most is the largest number of ids counted: an app has its own and those of some libraries.
const most = 64

// Add counts the source file of a class. It ignores the library that is built separately for each
// app.
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

// Most returns the id named most often, the first of several; "" without any.
func (c *Counts) Most() (id string) {
	best := 0
	for i, n := range c.n {
		if n > best {
			id, best = c.ids[i], n
		}
	}
	return id
}
