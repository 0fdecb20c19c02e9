package readable

import "strings"

// The rules. Each names the compiler that writes such names, and the versions seen.

// A suffix of a class that the compiler adds to one of the source, after a $.
type suffix struct{ text, note string }

var classSuffixes = []suffix{
	{"Companion", "companion"},              // kotlinc 1.0 to 2.2: methods of a companion object
	{"DefaultImpls", "interface method"},    // kotlinc with -jvm-default=disable, the default until 2.1
	{"-CC", "interface method"},             // D8, for Android 6 and earlier
	{"WhenMappings", "when mappings"},       // kotlinc: tables of a when over an enum
	{"EntriesMappings", "entries mappings"}, // kotlinc from 1.9: entries of an enum of Java
}

// Classes that begin with $$ after the name of their class. A number or a hash may follow.
var synthetics = []suffix{
	// D8 and R8 from 3.0. Source: R8, SyntheticNaming.java. "Internal" is before the last step.
	{"ExternalSyntheticLambda", "lambda"},
	{"InternalSyntheticLambda", "lambda"},
	{"ExternalSyntheticOutline", "outline"},
	{"InternalSyntheticOutline", "outline"},
	{"ExternalSyntheticApiModelOutline", "API outline"},
	{"InternalSyntheticApiModelOutline", "API outline"},
	{"ExternalSyntheticBackport", "backport"},
	{"InternalSyntheticBackport", "backport"},
	{"Lambda", "lambda"},         // OpenJDK: X$$Lambda$12/0x7f3a; Retrolambda: X$$Lambda$12
	{"serializer", "serializer"}, // kotlinx.serialization's plugin of kotlinc 1.3 to 2.2
}

// An affix is text around the name of a method.
type affix struct{ before, after, note string }

var affixes = []affix{
	{"access$", "$p", "field accessor"},  // kotlinc 1.0 to 2.2: private property of a class or file
	{"access$", "$cp", "field accessor"}, // kotlinc: of a companion object
	{"access$", "$jd", "accessor"},       // kotlinc with -jvm-default=no-compatibility or enable
	{"access$", "", "accessor"},          // kotlinc 1.0 to 2.2; javac until 10: access$000
	{"-$$Nest$sfget", "", "field read"},  // D8 from 3.0, for nests of javac from 11. Source: R8, NestBasedAccessDesugaring.java
	{"-$$Nest$sfput", "", "field write"},
	{"-$$Nest$fget", "", "field read"},
	{"-$$Nest$fput", "", "field write"},
	{"-$$Nest$sm", "", "accessor"},
	{"-$$Nest$m", "", "accessor"},
	{"-wrap", "", "accessor"}, // Jack, in Android 7: -wrap3, -get0, -set1
	{"-get", "", "field read"},
	{"-set", "", "field write"},
	{"$r8$lambda$", "", "lambda accessor"}, // D8 from 3.0
	{"$default$", "", ""},                  // D8, in X$-CC
	{"$private$", "", ""},                  // D8, in X$-CC
	{"", "$default", "default arguments"},  // kotlinc 1.0 to 2.2
	{"", "$suspendImpl", "suspend body"},   // kotlinc 1.2 to 2.2: open suspend functions
	{"", "$$forInline", "for inlining"},    // kotlinc 1.3 to 2.2: inline suspend functions
	{"", "$annotations", "annotations"},    // kotlinc 1.4 to 2.2: of a property
	{"", "$delegate", "delegate"},          // kotlinc 1.7 to 2.2: of a property that delegates to another
	{"", "-impl", "value class"},           // kotlinc 1.3 to 2.2: methods of a value class
	{"", "-impl0", "value class"},          // kotlinc 1.3 to 2.2: equals of two values
}

// In the name of a lambda, kotlinc 1.5 to 2.2 replaces the name other members than functions.
var lambdaOwners = []affix{
	{"_get_", "_", "getter"},
	{"_set_", "_", "setter"},
	{"", "_delegate", "delegate"}, // by lazy { }
}

const (
	// anonymous is a class with a number for a name. It may be a lambda, a coroutine, an object or an
	// anonymous class of the source. Its method shows which.
	anonymous = "anonymous class"

	inlined = "inlined " // before the name of an inline function of Kotlin

	// composables begins the class of a file's composable lambdas that capture nothing. Compose 1.0
	// to 2.2: ComposableSingletons$FooKt, with lambda-1, or lambda$-1092107385 from 2.1.
	composables      = "ComposableSingletons$"
	composableLambda = "composable lambda"
)

// A class is what the name of a class says.
type class struct {
	owner       string // class of the source with the classes around it: Foo$Bar; "" if unknown
	path        []part // functions of the source, outermost first
	what        part   // what the compiler generated; "" for a class of the source
	note        string
	composables bool
}

// classOf reads the name of a class without its package. It returns false, and the name as owner,
// if no rule covers the whole name.
func classOf(simple string) (class, bool) {
	raw := class{owner: simple}
	if owner, hash, ok := LambdaClass(simple); ok && simple[0] == '-' {
		return class{owner: owner, what: part{"lambda", short(hash)}}, isOwner(owner)
	}
	if hash, ok := cutPrefix(simple, "-$$LambdaGroup$"); ok { // R8 1.5 to 2.2: of several classes
		return class{what: part{"lambda group", short(hash)}}, true
	}
	var c class
	simple, c.composables = cutPrefix(withoutAddress(simple), composables)
	tokens, n := strings.Split(simple, "$"), 1
	if !isOwner(simple) {
		return raw, false
	}
	for !isFile(tokens[0]) && n < len(tokens) && tokens[n] != "" && isUpper(tokens[n][0]) {
		n++ // in the class of a file are no classes, but functions, which may begin with a capital
	}
	owner := tokens[:n]
	for n < len(tokens) {
		if tokens[n] == "-CC" {
			owner = tokens[:n+1]
			n++
			continue
		}
		used := c.read(tokens[n:])
		if used == 0 {
			return raw, false
		}
		n += used
	}
	switch {
	case c.what.text == "" && len(c.path) > 0, c.composables && !isFile(simple) && c.what.text == "":
		return raw, false
	case c.composables && c.what.text == "":
		c.note = "composable lambdas"
	case c.composables && (c.what.text == anonymous || c.what.text == "lambda"):
		c.what.text = composableLambda
	case c.composables:
		return raw, false
	}
	for _, s := range classSuffixes {
		if last := len(owner) - 1; last > 0 && owner[last] == s.text {
			owner, c.note = owner[:last], s.note
		}
	}
	c.owner = strings.Join(owner, "$")
	facade, _, isPart := strings.Cut(tokens[0], "__")
	if isPart = isPart && isFile(tokens[0]) && facade != ""; isPart {
		c.owner = facade // kotlinc 1.0 to 2.2, @JvmMultifileClass: CollectionsKt___CollectionsKt
	}
	return c, isPart || c.what.text != "" || c.note != ""
}

// LambdaClass returns the class that a lambda's class is named for, and the number or hash after it:
// Foo for Foo$$ExternalSyntheticLambda3 and Foo$$Lambda$12, of D8 from 3.0 and of the runtime, and
// for -$$Lambda$Foo$1r7…, of D8 until 2.2.
func LambdaClass(class string) (owner, number string, ok bool) {
	if rest, ok := cutPrefix(class, "-$$Lambda$"); ok {
		at := strings.LastIndexByte(rest, '$')
		return rest[:max(0, at)], rest[at+1:], true
	}
	for _, marker := range []string{"$$Lambda", "$$ExternalSyntheticLambda"} {
		if at := strings.LastIndex(class, marker); at >= 0 && strings.Trim(class[at+len(marker):], "$"+digits) == "" {
			return class[:at], class[at+len(marker):], true
		}
	}
	return "", "", false
}

// read reads what the first tokens of a class, after its owner, say. It returns how many, 0 if no
// rule covers them.
func (c *class) read(tokens tokens) (used int) {
	switch t := tokens[0]; {
	case isNumber(t): // javac, kotlinc: Foo$1, Foo$bar$1
		c.is(anonymous, t)
		return 1
	case t == "lambda" && isNumber(tokens.at(1)): // kotlinc 1.0 to 1.3, and of Compose 2.1 and later
		c.is(anonymous, tokens.at(1))
		return 2
	case strings.HasPrefix(t, "lambda-") && isNumber(t[len("lambda-"):]): // Compose until 2.0, kotlinc 1.5 to 1.8
		c.is(anonymous, t[len("lambda-"):])
		return 1
	case t == "" && tokens.at(1) == "inlined" && isWord(tokens.at(2)) && isNumber(tokens.at(3)): // kotlinc 1.0 to 2.2: a class in an inline function
		c.in(inlined + tokens.at(2))
		c.is(anonymous, tokens.at(3))
		return 4
	case t == "" && tokens.at(1) == "inlined" && isWord(tokens.at(2)) && tokens.at(3) == "lambda" && isNumber(tokens.at(4)): // kotlinc until 1.3
		c.in(inlined + tokens.at(2))
		c.is(anonymous, tokens.at(4))
		return 5
	case t == "":
		kind := strings.TrimRight(tokens.at(1), digits)
		for _, s := range synthetics {
			if kind == s.text {
				c.is(s.note, strings.Join(tokens[1:], "$")[len(kind):])
				return len(tokens)
			}
		}
	case t == "sam" && len(tokens) >= 3 && isNumber(tokens[len(tokens)-1]):
		// kotlinc with -Xsam-conversions=class, the default until 1.4: $sam$java_lang_Runnable$0, $sam$i$…
		c.is("SAM adapter", strings.Join(tokens[1:], "$"))
		return len(tokens)
	case isDigit(t[0]): // javac: a class in a method, X$1Local
		if name := strings.TrimLeft(t, digits); isWord(name) && isUpper(name[0]) {
			c.in(name)
			c.is("local class", t[:len(t)-len(name)])
			return 1
		}
	case len(tokens) > 1 && (t == "special" || t == "invoke" || t == "invokeSuspend"):
		return 1 // kotlinc: initializer of a property, lambda that path has
	case isWord(t):
		c.in(t)
		return 1
	}
	return 0
}

// cutPrefix is strings.CutPrefix, not inlined.
//
//go:noinline
func cutPrefix(s, prefix string) (rest string, ok bool) { return strings.CutPrefix(s, prefix) }

// tokens are the parts of a class between $.
type tokens []string

// at returns a token, or "" after the last one. Inlined, it and the functions below make the
// program 5 KB larger.
//
//go:noinline
func (t tokens) at(i int) string {
	if i < len(t) {
		return t[i]
	}
	return ""
}

// is notes what the class is. Numbers add up, because classes before the last are left out.
//
//go:noinline
func (c *class) is(what, number string) {
	c.what = part{what, c.what.number + "$" + number}
}

// in adds a function to the path.
//
//go:noinline
func (c *class) in(function string) {
	c.path = append(c.path, part{text: function})
	c.what.text = ""
}

// isFile reports whether a class is of a file of Kotlin: FooKt.
func isFile(name string) bool { return len(name) > 2 && strings.HasSuffix(name, "Kt") }

// isOwner reports whether the class before the first $ has a name of the source. Obfuscators give
// names of one or two letters.
func isOwner(name string) bool {
	name, _, _ = strings.Cut(name, "$")
	return len(name) > 2 && isUpper(name[0]) && isWord(name)
}

// short cuts a hash. If two begin alike, Names leaves both raw.
func short(hash string) string { return hash[:min(len(hash), 6)] }

// A method is what the name of a method says.
type method struct {
	base  part   // name of the source; "" if unknown
	notes []part // what the compiler generated for it, innermost first
}

// maxNotes limits the rules that apply to one name.
const maxNotes = 6

// methodOf reads the name of a method in a class.
func methodOf(name, class string) (m method, made bool) {
	m.base.text = name
	for len(m.notes) <= maxNotes && (m.cutAffix(affixes) || m.cutLambda(class) || m.cutHash() || m.cutModule()) {
		made = true
	}
	return m, made
}

// note adds a note before the others: rules read a name from outside to inside.
func (m *method) note(text, number string) {
	if text != "" {
		m.notes = append([]part{{text, number}}, m.notes...)
	}
}

func (m *method) cutAffix(affixes []affix) bool {
	for _, a := range affixes {
		rest, ok := cutPrefix(m.base.text, a.before)
		if !ok || a.after != "" && !strings.HasSuffix(rest, a.after) || len(rest) == len(a.after) {
			continue
		}
		rest = rest[:len(rest)-len(a.after)]
		number := ""
		switch {
		case a.before == "$r8$lambda$":
			rest, number = "", short(rest)
		case isNumber(rest):
			rest, number = "", rest
		case a.before == "-wrap" || a.before == "-get" || a.before == "-set":
			continue
		case a.before == "access$":
			if at := strings.LastIndex(rest, "$s"); at > 0 && isNumber(rest[at+2:]) { // kotlinc: of a class above, access$foo$s1234
				rest, number = rest[:at], rest[at+2:]
			}
		}
		m.base.text = rest
		m.note(a.note, number)
		return true
	}
	return false
}

// readComposable reads the name of a method in the class of a file's composable lambdas. It returns
// false for others.
func (m *method) readComposable() bool {
	number, getter := cutPrefix(m.base.text, "getLambda")
	number = strings.TrimPrefix(number, "lambda")
	if number != "" { // -1, $-1092107385, and in other names __1092107385
		number = strings.ReplaceAll(number[1:], "_", "-")
	}
	if !isNumber(number) {
		return false
	}
	m.base = part{composableLambda, number}
	if getter {
		m.note("getter", "")
	} else if len(m.notes) > 0 && m.notes[0].text == "lambda" {
		m.base.number += "$" + m.notes[0].number
		m.notes = m.notes[1:]
	}
	return true
}

// cutLambda cuts the parts of the name that mark the body of a lambda.
func (m *method) cutLambda(class string) bool {
	name := m.base.text
	if rest, ok := cutPrefix(name, "lambda$"); ok {
		if dash := strings.IndexByte(rest, '-'); dash > 0 { // D8 from 3.0: lambda$onCreate$0$com-example-Foo
			rest = rest[:max(0, strings.LastIndexByte(rest[:dash], '$'))]
		}
		at := strings.LastIndexAny(rest, "$_") // javac from 8: lambda$onCreate$0; Jack: lambda$-com_example_Foo_77
		number := rest[at+1:]
		if !isNumber(number) || number[0] == '-' {
			return false
		}
		base := rest[:max(0, at)]
		switch {
		case base == "null" || strings.HasPrefix(base, "-"): // javac 8: in a lambda
			base = ""
		case base == "static":
			base = "<clinit>"
		case base == "new":
			base = "<init>"
		}
		m.base.text = base
		m.note("lambda", number)
		return true
	}
	// kotlinc 1.5 to 2.2: bar$lambda-0, bar$lambda$0, bar$lambda$1$lambda$0, bar$lambda$1$0. It also
	// names accessors of local delegated properties so.
	at := strings.Index(name, "$lambda")
	if at < 0 {
		return false
	}
	var numbers []string
	rest := strings.TrimSuffix(name[at+1:], "$"+class) // in a part of a file's class: tool$lambda$0$Tools__MultiKt
	for _, t := range strings.Split(rest, "$") {
		if t == "lambda" {
			continue
		}
		number := strings.TrimPrefix(t, "lambda-")
		if !isNumber(number) {
			return false
		}
		numbers = append(numbers, number)
	}
	if numbers == nil {
		return false
	}
	m.base.text = name[:at]
	m.note("lambda", strings.Join(numbers, "$"))
	if m.base.text == "_init_" {
		m.base.text = "<init>"
	}
	m.cutAffix(lambdaOwners)
	return true
}

// cutHash cuts the hash that kotlinc from 1.4 adds where a parameter or, since 1.4.20, the result
// has a value class: pay-VdB2DHo, plus-dhc-e68. Its 7 letters are base64. A word is no hash.
func (m *method) cutHash() bool {
	at := len(m.base.text) - 8
	if at <= 0 || m.base.text[at] != '-' {
		return false
	}
	hash := m.base.text[at+1:]
	if strings.IndexByte(hash, '$') >= 0 || strings.Trim(hash[1:], "abcdefghijklmnopqrstuvwxyz") == "" {
		return false
	}
	m.base = part{m.base.text[:at], hash + "$" + m.base.number}
	return true
}

// cutModule cuts the module that kotlinc 1.0 to 2.2 adds to internal methods, where it is of
// Android's Gradle plugin: inModule$app_debug. Others look like local functions.
func (m *method) cutModule() bool {
	at := strings.LastIndexByte(m.base.text, '$')
	if at <= 0 {
		return false
	}
	module := m.base.text[at+1:]
	if !strings.Contains(module, "_") || !strings.HasSuffix(module, "ebug") && !strings.HasSuffix(module, "elease") {
		return false
	}
	m.base = part{m.base.text[:at], module + "$" + m.base.number}
	return true
}
