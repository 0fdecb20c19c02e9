package platform

import (
	"strings"
	"sync"
)

//go:generate go run traceglass/parser/platform/pack

// A known maps a prefix of class names to their origin. In packages it ends with a dot.
type known struct {
	prefix string
	origin Origin
	name   string // of the library, "" for other code
}

// shared is Platform for most apps, and Own for apps of the system whose package has that prefix.
const shared = Origins + 1

// mostPackages is at least the number of prefixes in packages.txt.
const mostPackages = 1000

// packages returns the prefixes of packages.txt by package, without the dot. The first use unpacks them: a table
// ready to use would make the program larger.
var packages = sync.OnceValue(func() map[string]*known {
	all := make(map[string]*known, mostPackages)
	sections := [...]Origin{Platform, shared, Tracer}
	n := 0
	for line := range strings.Lines(packed) {
		k := known{origin: Library}
		name, prefixes, named := strings.Cut(line, "|")
		if named {
			k.name = name
		} else {
			prefixes, k.origin = name, sections[n]
			n++
		}
		for prefix := range strings.FieldsSeq(prefixes) {
			all[prefix] = &known{prefix + ".", k.origin, k.name}
		}
	}
	return all
})

// androids are the packages directly below android of the framework and of the libraries before
// AndroidX, in order. Other packages there belong to apps. Source: AOSP's frameworks/base,
// packages/modules and frameworks/support; sec is Samsung's.
var androids = strings.Fields(`accessibilityservice accounts adservices animation annotation apex app appwidget arch attestation audio bluetooth car
	companion compat content crashrecovery credentials database databinding ddm debug devicelock drm ext federatedcompute
	filterfw filterpacks gesture graphics gsi hardware health hidl icu ims inputmethodservice internal location media metrics mtp
	multiuser net nfc ondevicepersonalization opengl os pdf perftests permission preference print printservice privacy processor
	provider ranging ravenwood renderscript safetycenter sax scheduling se sec security service speech stats support sysprop
	system telecom telephony test text timezone tracing transition tv util utils uwb view virtualdevice webkit widget window`)

// classes are prefixes of class names whose origin differs from that of their package.
var classes = []known{
	{"org.mozilla.gecko.GeckoJavaSampler", Tracer, ""}, // Firefox's profiler
}

// profilers are the names, or the first part of the names, of native files that Android Studio puts into an app to profile it. Source:
// AOSP's tools/base/profiler.
var profilers = [...]string{"libsupportjni.so", "libperfa.so", "libjvmtiagent"}

// generated are prefixes of generated class names without a package. Other classes that D8 and R8
// generate (A$$ExternalSyntheticLambda0, -$$Lambda$A$1, A$-CC) are in the package of the class they
// serve.
var generated = []known{
	{"$Proxy", Platform, ""}, // of java.lang.reflect.Proxy
	{"$r8$", Platform, ""},   // R8: Java's own methods for older Androids
}
