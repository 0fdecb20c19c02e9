package main

import (
	"bytes"
	"fmt"
)

// A change replaces the text from, which must occur once, with to.
type change struct{ from, to string }

// changed applies changes to a source. Errors name the source whose.
func changed(whose string, source []byte, changes []change) ([]byte, error) {
	for _, c := range changes {
		if n := bytes.Count(source, []byte(c.from)); n != 1 {
			return nil, fmt.Errorf("%s has %q %d times, want once: does the change still fit?", whose, c.from, n)
		}
		source = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	return source, nil
}

// withoutDebug removes the lines of Vugu's script that log every instruction. Vugu removes them too except in
// debug builds, and only debug builds define the names in them.
func withoutDebug(script []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(script) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("/*DEBUG")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// A mend is a set of changes to Vugu's script for one purpose. The build applies all of them or none.
type mend struct {
	purpose string
	changes []change
}

// mended returns Vugu's script with vuguMends. If a mend does not fit another release of Vugu, mended skips it
// and returns a warning of one line. The page works without it, and TestMendsApply fails.
func mended(script []byte) (out []byte, warnings []string) {
	for _, m := range vuguMends {
		next, err := changed("Vugu's script", script, m.changes)
		if err != nil {
			warnings = append(warnings, "warning: left out "+m.purpose+": "+err.Error())
			continue
		}
		script = next
	}
	return script, warnings
}

// vuguMends correct Vugu's script or make it faster. vugu.md has reasons and figures. Most instructions of a
// render set what the document has already. Setting it again costs time for styles and layout, and loses
// selection and focus.
var vuguMends = []mend{
	// HTML that does not fit into a buffer arrives in pieces, cut at any byte. Vugu decodes each piece alone,
	// which turns a character across a cut into question marks.
	{"characters cut at the end of a buffer", []change{
		{"readString() {", "readString(options) {"},
		{"+ this.offset + 4, len));", "+ this.offset + 4, len), options);"},
		{"let htmlChunk = decoder.readString();", "let htmlChunk = decoder.readString({ stream: true });"},
	}},

	// The content security policy blocks style attributes, but not the object model. Browsers change the text
	// of a style, so el.vuguStyle keeps the original text.
	{"attributes set only where they differ, styles through the object model", []change{
		{"el.setAttribute(attrName, attrValue);", `if (attrName === "style") {
                            if (el.vuguStyle !== attrValue || !el.hasAttribute("style")) el.style.cssText = el.vuguStyle = attrValue;
                        } else if (el.getAttribute(attrName) !== attrValue) el.setAttribute(attrName, attrValue);`},
	}},

	{"texts set only where they differ", []change{
		{`// console.log("in opcodeSetText 8");
                            state.el.textContent = content;`, "if (state.el.data !== content) state.el.data = content;"},
	}},

	// el.vuguHTML keeps the HTML that was set, until the element gets nodes.
	{"HTML set only where it differs", []change{
		{`state.el.innerHTML = (state.bufferedInnerHTML || "") + html;`, `html = (state.bufferedInnerHTML || "") + html;
                        if (state.el.vuguHTML !== html) state.el.innerHTML = state.el.vuguHTML = html;`},
		{`state.nextElMove = "first_child";`, `state.nextElMove = "first_child";
                        if (state.el.vuguHTML !== undefined) state.el.vuguHTML = undefined;`},
	}},

	// Most strings are short names. For these, calling the decoder takes longer than reading the bytes.
	{"short strings read without the decoder", []change{
		{"var len = this.dataView.getUint32(this.offset);", `var len = this.dataView.getUint32(this.offset);
            if (len <= 32) {
                const bytes = new Uint8Array(this.dataView.buffer, this.dataView.byteOffset + this.offset + 4, len);
                let any = 0;
                for (let i = 0; i < len; i++) any |= bytes[i];
                if (any < 128) {
                    this.offset += len + 4;
                    return String.fromCharCode.apply(null, bytes);
                }
            }`},
	}},
}
