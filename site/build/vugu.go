package main

import (
	"bytes"
	"fmt"
)

// A change puts text in the place of other, which stands there once.
type change struct{ from, to string }

// changed changes a source, of which an error says whose it is.
func changed(whose string, source []byte, changes []change) ([]byte, error) {
	for _, c := range changes {
		if n := bytes.Count(source, []byte(c.from)); n != 1 {
			return nil, fmt.Errorf("%s has %q %d times, want once: is what takes its place still right?", whose, c.from, n)
		}
		source = bytes.Replace(source, []byte(c.from), []byte(c.to), 1)
	}
	return source, nil
}

// withoutDebug leaves out the lines of Vugu's script that Vugu itself leaves out of all
// but its debug builds: they log every instruction, by names that only those define.
func withoutDebug(script []byte) []byte {
	var kept []byte
	for line := range bytes.Lines(script) {
		if !bytes.HasPrefix(bytes.TrimSpace(line), []byte("/*DEBUG")) {
			kept = append(kept, line...)
		}
	}
	return kept
}

// mended is Vugu's script with what is wrong in it put right, and what is slow made fast.
func mended(script []byte) ([]byte, error) { return changed("Vugu's script", script, vuguMends) }

// vuguMends are what mended changes. Most of what a render tells the browser is what it has already: to
// tell it all the same made the browser read HTML, compute styles and lay out anew. The script is two
// thirds of a render's time.
var vuguMends = []change{
	// HTML that does not fit into what is left of a buffer comes in pieces, cut at any byte; each was
	// decoded by itself, so that a character across a cut became two question marks.
	{"readString() {", "readString(options) {"},
	{"+ this.offset + 4, len));", "+ this.offset + 4, len), options);"},
	{"let htmlChunk = decoder.readString();", "let htmlChunk = decoder.readString({ stream: true });"},

	// An attribute is set where it is another one. Styles are, by way of their object model: a content security
	// policy forbids them as attributes. What the browser makes of a style reads otherwise, so what was told is kept.
	{"el.setAttribute(attrName, attrValue);", `if (attrName === "style") {
                            if (el.vuguStyle !== attrValue || !el.hasAttribute("style")) el.style.cssText = el.vuguStyle = attrValue;
                        } else if (el.getAttribute(attrName) !== attrValue) el.setAttribute(attrName, attrValue);`},
	// None is looked for to be removed where there are no more than were set.
	{"let rmAttrNames = [];", `if (state.el.attributes.length === Object.keys(state.elAttrNames).length) break;
                        let rmAttrNames = [];`},

	// Text is set where it is another one, HTML where it was another one that was set, and no node of it was told since.
	{`// console.log("in opcodeSetText 8");
                            state.el.textContent = content;`, "if (state.el.data !== content) state.el.data = content;"},
	{`state.el.innerHTML = (state.bufferedInnerHTML || "") + html;`, `html = (state.bufferedInnerHTML || "") + html;
                        if (state.el.vuguHTML !== html) state.el.innerHTML = state.el.vuguHTML = html;`},
	{`state.nextElMove = "first_child";`, `state.nextElMove = "first_child";
                        if (state.el.vuguHTML !== undefined) state.el.vuguHTML = undefined;`},

	// Short strings, most of which are names, are found by their bytes among those that were read before:
	// to call a decoder for each takes longer.
	{"let html = decoder.readString();", "let html = decoder.readString({});"},
	{"var len = this.dataView.getUint32(this.offset);", `var len = this.dataView.getUint32(this.offset);
            if (len <= 32 && !options) return this.readShort(len);`},
	{"let utf8decoder = new TextDecoder();", `let utf8decoder = new TextDecoder();
    const shorts = new Array(4096).fill("");
    Decoder.prototype.readShort = function (length) {
        const view = this.dataView, at = this.offset + 4;
        this.offset = at + length;
        let hash = length, any = 0;
        for (let i = 0; i < length; i++) {
            const byte = view.getUint8(at + i);
            hash = hash * 31 + byte | 0;
            any |= byte;
        }
        const ascii = any < 128, known = shorts[hash & 4095];
        if (ascii && known.length === length) {
            let i = 0;
            while (i < length && known.charCodeAt(i) === view.getUint8(at + i)) i++;
            if (i === length) return known;
        }
        const text = utf8decoder.decode(new DataView(view.buffer, view.byteOffset + at, length));
        if (ascii) shorts[hash & 4095] = text;
        return text;
    };`},
}
