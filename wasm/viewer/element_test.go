package viewer

import (
	"html"
	"slices"
	"strings"
)

// An element is a node of the rendered page. Without a tag, it is text.
type element struct {
	tag    string
	text   string
	attrs  map[string]string
	parent *element
	kids   []*element
}

// void are tags without an end.
var void = []string{"input", "br", "wbr", "img", "hr"}

// parse reads what uitest.Stand.Render writes.
func parse(page string) *element {
	doc := &element{}
	at := doc
	for page != "" {
		text, rest, ok := strings.Cut(page, "<")
		if text != "" {
			at.kids = append(at.kids, &element{text: html.UnescapeString(text), parent: at})
		}
		if !ok {
			break
		}
		if strings.HasPrefix(rest, "/") {
			_, page, _ = strings.Cut(rest, ">")
			at = at.parent
			continue
		}
		end := strings.IndexAny(rest, " />")
		e := &element{tag: rest[:end], attrs: map[string]string{}, parent: at}
		at.kids = append(at.kids, e)
		for rest = rest[end:]; ; {
			rest = strings.TrimLeft(rest, " \n\t")
			if strings.HasPrefix(rest, "/>") || strings.HasPrefix(rest, ">") {
				break
			}
			end := strings.IndexAny(rest, "= />")
			name := rest[:end]
			if rest = rest[end:]; !strings.HasPrefix(rest, "=") {
				e.attrs[name] = ""
				continue
			}
			value, after, _ := strings.Cut(rest[2:], rest[1:2])
			e.attrs[name], rest = html.UnescapeString(value), after
		}
		closed := strings.HasPrefix(rest, "/>")
		_, page, _ = strings.Cut(rest, ">")
		if !closed && !slices.Contains(void, e.tag) {
			at = e
		}
	}
	return doc
}

// all calls each for an element and all in it, in their order, while it returns true.
func (e *element) all(each func(*element) bool) bool {
	if e.tag != "" && !each(e) {
		return false
	}
	for _, kid := range e.kids {
		if !kid.all(each) {
			return false
		}
	}
	return true
}

// find returns the first element of a selector that can be seen, or else the first, nil for none. A selector has tags, ids,
// classes, attributes, and blanks between an element and one inside it.
func (e *element) find(selector string) *element {
	all := e.findAll(selector)
	if i := slices.IndexFunc(all, (*element).visible); i >= 0 {
		return all[i]
	}
	if len(all) > 0 {
		return all[0]
	}
	return nil
}

func (e *element) findAll(selector string) (found []*element) {
	parts := strings.Fields(selector)
	e.all(func(at *element) bool {
		if at != e && at.matches(parts[len(parts)-1]) && at.within(parts[:len(parts)-1]) {
			found = append(found, at)
		}
		return true
	})
	return found
}

func (e *element) within(parts []string) bool {
	for at := e.parent; len(parts) > 0; at = at.parent {
		if at == nil {
			return false
		}
		if at.matches(parts[len(parts)-1]) {
			parts = parts[:len(parts)-1]
		}
	}
	return true
}

// matches reports whether an element matches a selector without blanks.
func (e *element) matches(selector string) bool {
	if e.tag == "" {
		return false
	}
	end := func(s string) int {
		if i := strings.IndexAny(s, "#.["); i >= 0 {
			return i
		}
		return len(s)
	}
	n := end(selector)
	if tag := selector[:n]; tag != "" && tag != e.tag {
		return false
	}
	for selector = selector[n:]; selector != ""; {
		kind, rest := selector[0], selector[1:]
		switch kind {
		case '[':
			test, after, _ := strings.Cut(rest, "]")
			name, want, equal := strings.Cut(test, "=")
			value, ok := e.attrs[name]
			if !ok || equal && value != strings.Trim(want, `"'`) {
				return false
			}
			selector = after
		default:
			name := rest[:end(rest)]
			if kind == '#' && e.attrs["id"] != name || kind == '.' && !slices.Contains(strings.Fields(e.attrs["class"]), name) {
				return false
			}
			selector = rest[len(name):]
		}
	}
	return true
}

// visible reports whether neither an element nor one around it is hidden by an attribute.
func (e *element) visible() bool {
	for ; e != nil; e = e.parent {
		if _, hidden := e.attrs["hidden"]; hidden {
			return false
		}
	}
	return true
}

// content returns the text in an element, "" for nil.
func (e *element) content() string {
	if e == nil {
		return ""
	}
	text := e.text
	for _, kid := range e.kids {
		text += kid.content()
	}
	return text
}

// closest returns the innermost element around e, or e, that fits.
func (e *element) closest(fits func(*element) bool) *element {
	for ; e != nil; e = e.parent {
		if e.tag != "" && fits(e) {
			return e
		}
	}
	return nil
}
