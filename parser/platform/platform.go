// Package platform tells the code of Android and of the languages' own libraries from that
// of an app.
package platform

import (
	"slices"
	"strings"
)

// packages begin the names of classes that are not an app's own.
var packages = []string{"android.", "androidx.", "com.android.", "com.google.android.gms.", "com.google.android.material.",
	"com.google.android.play.", "dalvik.", "java.", "javax.", "jdk.", "kotlin.", "kotlinx.", "libcore.", "org.apache.harmony.",
	"org.ccil.", "org.json.", "org.w3c.", "org.xml.", "org.xmlpull.", "sun."}

// Has reports whether a class, named with dots and its packages, is of the platform.
func Has(class string) bool {
	return slices.ContainsFunc(packages, func(p string) bool { return strings.HasPrefix(class, p) })
}
