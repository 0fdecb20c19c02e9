package platform

import (
	"slices"
	"strings"
)

// Owners are packages whose owner a user has named, where the names of their classes suggest another. The longest
// prefix counts.
type Owners []Owner

// An Owner is a package with the packages in it, such as com.example.shop, and its origin. Class names count too.
type Owner struct {
	Prefix string
	Origin Origin // Own or Library
}

// Of returns the origin of a class. ok is false if its package has no named owner.
func (all Owners) Of(class string) (origin Origin, ok bool) {
	longest := -1
	for _, o := range all {
		if rest, in := strings.CutPrefix(class, o.Prefix); in && len(o.Prefix) > longest && (rest == "" || rest[0] == '.' || rest[0] == '$') {
			origin, ok, longest = o.Origin, true, len(o.Prefix)
		}
	}
	return origin, ok
}

// With returns the owners with one more. It replaces another owner of the same package, and owners of packages in it.
func (all Owners) With(o Owner) Owners {
	one := Owners{o}
	kept := slices.DeleteFunc(slices.Clone(all), func(other Owner) bool {
		_, in := one.Of(other.Prefix)
		return in
	})
	return append(kept, o)
}

// mostOwners bounds the owners that ParseOwners reads.
const mostOwners = 200

// ParseOwners reads the text of String. It leaves out other parts.
func ParseOwners(text string) (all Owners) {
	for part := range strings.SplitSeq(text, ",") {
		name, prefix, _ := strings.Cut(part, ":")
		if at := slices.Index(ownerNames[:], name); at >= 0 && prefix != "" && len(all) < mostOwners {
			all = append(all, Owner{prefix, Origin(at)})
		}
	}
	return all
}

var ownerNames = [...]string{Own: "own", Library: "library"}

// String returns the owners as "own:com.example.shop,library:com.example.sdk".
func (all Owners) String() string {
	var parts []string
	for _, o := range all {
		parts = append(parts, ownerNames[o.Origin]+":"+o.Prefix)
	}
	return strings.Join(parts, ",")
}
