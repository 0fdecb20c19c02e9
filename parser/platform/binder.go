package platform

import "strings"

// Interface returns the interface of a stub or proxy class: IFoo$Stub, IFoo$Stub$Proxy, FooNative
// or FooProxy.
func Interface(class string) string {
	if name, ok := strings.CutSuffix(class, "$Stub$Proxy"); ok {
		return name
	}
	for _, side := range []string{"$Stub", "Proxy", "Native"} {
		if name, ok := strings.CutSuffix(class, side); ok {
			return name
		}
	}
	return class
}
