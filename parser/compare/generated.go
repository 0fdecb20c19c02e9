package compare

import (
	"path"
	"strings"

	"traceglass/parser/readable"
	"traceglass/parser/trace"
)

// A Rule is the reason that two methods, or two threads, were paired.
type Rule string

const (
	ByName Rule = "name" // class, name and signature are equal; of threads the name
	ByHand Rule = "hand" // by an Override

	// Guesses.
	LambdaClass    Rule = "lambda class"           // X$$Lambda$12, X$$ExternalSyntheticLambda3, -$$Lambda$X$1r7…, -$Lambda$1r7…
	LambdaBody     Rule = "lambda body"            // lambda$onCreate$3, onCreate$lambda$2, $r8$lambda$1r7…, lambda$-a_b_X_77
	NestAccessor   Rule = "nest accessor"          // -$$Nest$mfoo
	Accessor       Rule = "accessor"               // access$000
	AnonymousClass Rule = "anonymous class"        // X$1, X$onCreate$2, X$1Local
	SyntheticClass Rule = "synthetic class"        // X$$ExternalSyntheticOutline0, $Proxy7
	InSignature    Rule = "class in the signature" // one of the above
	OtherSignature Rule = "other signature"        // class and name are equal, and neither side has them twice
	SameID         Rule = "id"                     // neither file lists the method; their ids are equal
	SamePool       Rule = "pool"                   // of threads: names are equal except for numbers
	MainThread     Rule = "main thread"            // of threads: both are main threads
)

// Guess reports whether a pairing by this rule may be wrong.
func (r Rule) Guess() bool { return r != ByName && r != ByHand && r != "" }

// foldClass returns a class name without numbers from a compiler or the runtime, and the rule that
// pairs such classes, or "" if no part of the name is generated. The class of a lambda is named for
// its declaring class, in any spelling.
func foldClass(class string) (string, Rule) {
	if strings.IndexByte(class, '$') < 0 && !strings.Contains(class, "Generated") {
		return class, "" // nearly all
	}
	pkg, last := "", class
	if hash := strings.IndexByte(class, '/'); hash >= 0 && strings.Contains(class[:hash], "$$Lambda") {
		class = class[:hash] // X$$Lambda$12/0x7f3a
		last = class
	}
	if at := strings.LastIndexAny(class, "./"); at >= 0 {
		pkg, last = class[:at+1], class[at+1:]
	}
	if owner, _, ok := readable.LambdaClass(last); ok {
		folded, _ := foldNumbers(owner)
		return pkg + folded + "$$Lambda", LambdaClass
	}
	if strings.HasPrefix(last, "-$Lambda$") { // Jack's: one per package and shape
		return pkg + "$$Lambda", LambdaClass
	}
	if at := strings.LastIndex(last, "$$ExternalSynthetic"); at >= 0 || isGenerated(last) {
		folded, _ := foldNumbers(strings.TrimRight(last, "0123456789"))
		return pkg + folded + "#", SyntheticClass
	}
	folded, numbered := foldNumbers(last)
	if numbered {
		return pkg + folded, AnonymousClass
	}
	return class, ""
}

// isGenerated reports whether the runtime generates and numbers the class.
func isGenerated(last string) bool {
	name := strings.TrimRight(last, "0123456789")
	return name != last && (name == "$Proxy" || name == "GeneratedMethodAccessor" || name == "GeneratedConstructorAccessor" || name == "GeneratedSerializationConstructorAccessor")
}

// foldNumbers replaces each number after a $ by #, as in X$1 and X$1Local.
func foldNumbers(s string) (folded string, numbered bool) {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		out.WriteByte(s[i])
		if s[i] != '$' {
			continue
		}
		n := 0
		for i+1+n < len(s) && isDigit(s[i+1+n]) {
			n++
		}
		if n > 0 {
			out.WriteByte('#')
			i, numbered = i+n, true
		}
	}
	if !numbered {
		return s, false
	}
	return out.String(), true
}

// foldName is foldClass for method names.
func foldName(name string) (string, Rule) {
	if strings.IndexByte(name, '$') < 0 {
		return name, ""
	}
	if strings.HasPrefix(name, "$r8$lambda$") {
		return "$r8$lambda$", LambdaBody
	}
	if rest, ok := strings.CutPrefix(name, "-$$Nest$"); ok {
		for _, kind := range []string{"sfget", "sfput", "sm", "fget", "fput", "m"} {
			if strings.HasPrefix(rest, kind) {
				return "-$$Nest$" + kind, NestAccessor
			}
		}
		return name, ""
	}
	if number, ok := strings.CutPrefix(name, "access$"); ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return "access$", Accessor
	}
	if number, ok := strings.CutPrefix(name, "$m$"); ok && strings.Trim(number, "0123456789") == "" {
		return "$m$", LambdaBody
	}
	if strings.HasPrefix(name, "lambda$-") {
		return strings.TrimRight(name, "0123456789"), LambdaBody
	}
	if strings.HasPrefix(name, "lambda$") || strings.Contains(name, "$lambda$") || strings.Contains(name, "$lambda-") {
		var out strings.Builder
		for i := 0; i < len(name); i++ {
			if isDigit(name[i]) && i > 0 && (name[i-1] == '$' || name[i-1] == '-') {
				for i+1 < len(name) && isDigit(name[i+1]) {
					i++
				}
				out.WriteByte('#')
				continue
			}
			out.WriteByte(name[i])
		}
		return out.String(), LambdaBody
	}
	return name, ""
}

// foldSignature returns a descriptor with its class names folded.
func foldSignature(s string) string {
	if strings.IndexByte(s, '$') < 0 {
		return s
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		out.WriteByte(s[i])
		if s[i] != 'L' {
			continue
		}
		end := strings.IndexByte(s[i:], ';')
		if end < 0 {
			out.WriteString(s[i+1:])
			break
		}
		folded, _ := foldClass(s[i+1 : i+end])
		out.WriteString(folded)
		out.WriteByte(';')
		i += end
	}
	return out.String()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// library returns the name of a native library without its folder, which changes with each
// installation.
func library(file string) string {
	if file == "" {
		return ""
	}
	return path.Base(file)
}

// Folded returns a method's text without the numbers in generated names. The result does not depend
// on compiler and runtime.
func Folded(m *trace.Method) string {
	class, _ := foldClass(m.Class)
	name, _ := foldName(m.Name)
	if !m.Listed {
		return m.Label()
	}
	return class + "." + name + foldSignature(m.Signature)
}
