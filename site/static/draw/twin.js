// twin.js: the content of timeline and flame graph as a tree for screen readers. It has the widest boxes, with
// level, share and position among their siblings, and a live line with the selected box as keys move it. For
// the minimap, it has how busy each lane was in each tenth of the trace.
//
// Adds twinLater to Surface. Uses the numbers of list.js, names and nameOf of names.js, wake of frames.js.

const { say } = globalThis.traceglassLanguage;
const TWINNED = [0, 1, 2, 4]; // canvas.Minimap, canvas.Timeline, canvas.Flame, canvas.Beside
const TWIN_REST = 400; // ms without a change before the twin is rebuilt
const TWIN_PARTS = 10; // parts of the minimap
const TWIN_MOST = 200, TWIN_LEAST = 4; // maximum number of boxes, and their minimum width in pixels

// spoken returns a time in ns as text to read out.
const spoken = (ns) => ns >= 1e9 ? `${(ns / 1e9).toPrecision(3)} s` : ns >= 1e6 ? `${(ns / 1e6).toPrecision(3)} ms` : `${Math.round(ns / 1e3)} µs`;

Object.assign(Surface.prototype, {
	// twinLater rebuilds the twin once the picture stops changing.
	twinLater() {
		if (!TWINNED.includes(this.number)) return;
		clearTimeout(this.twinTimer);
		this.twinTimer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(() => this.makeTwin()), TWIN_REST);
	},

	makeTwin() {
		if (!this.twin) {
			const hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
			this.twin = Object.assign(document.createElement("div"), { className: "twin" });
			this.said = Object.assign(document.createElement("p"), { className: "twin-said" });
			this.twin.style.cssText = this.said.style.cssText = hidden;
			this.twin.setAttribute("role", "tree");
			this.said.setAttribute("aria-live", "polite");
			this.box.append(this.twin, this.said);
		}
		const boxes = this.buffer && this.host?.checkVisibility() ? this.number === 0 ? this.twinLanes() : this.twinBoxes() : [];
		this.twin.hidden = boxes.length === 0;
		this.twin.setAttribute("aria-label", [say("How busy threads were over the whole trace"), say("Calls that are shown"), say("Frames that are shown")][this.number] ?? say("Calls that are shown"));
		this.twin.replaceChildren(...boxes.map((b) => {
			const e = document.createElement("div");
			for (const [name, value] of Object.entries({ role: "treeitem", "aria-level": b.level, "aria-posinset": b.place, "aria-setsize": b.of, "aria-selected": b.chosen })) e.setAttribute(name, value);
			e.textContent = b.text;
			return e;
		}));
		const chosen = boxes.find((b) => b.chosen), text = chosen ? say("{1}, level {2}", chosen.text, chosen.level) : "";
		if (this.said.textContent !== text) this.said.textContent = text;
	},

	// twinBoxes returns the boxes in reading order, with a thread's name before its boxes.
	twinBoxes() {
		const { u32, f32, list, width, height } = this, all = [], chosen = [], right = width - list.left;
		let r = HEADER + this.groups * GROUP;
		for (let g = HEADER; g < HEADER + this.groups * GROUP; g += GROUP) {
			const slot = u32[g], end = r + u32[g + GROUP_RECTS] * RECT;
			for (; r < end; r += RECT) {
				const x = Math.max(f32[r], list.left), w = Math.min(f32[r] + f32[r + RECT_W], width) - x, y = f32[r + RECT_Y];
				if (w <= 0 || y + f32[r + RECT_H] <= list.top || y >= height) continue;
				if (slot & OUTLINE) {
					if ((slot & SLOT) === SELECTED) chosen.push([f32[r], y]);
				} else if (!(slot & (BARE | HATCHED)) && u32[r + RECT_METHOD] !== NO_METHOD && (slot & SLOT) !== NO_CALL) {
					all.push({ x, y, w, at: [f32[r], y], method: u32[r + RECT_METHOD], depth: u32[r + RECT_DEPTH] });
				}
			}
		}
		for (const b of all) b.chosen = chosen.some(([x, y]) => Math.abs(x - b.at[0]) < 2 && Math.abs(y - b.at[1]) < 2);
		const widest = all.filter((b) => b.w >= TWIN_LEAST || b.chosen).sort((a, b) => b.chosen - a.chosen || b.w - a.w).slice(0, TWIN_MOST);
		const shown = widest.filter((b) => nameOf(b.method)).sort((a, b) => a.y - b.y || a.x - b.x);
		if (shown.length < widest.length) wake(); // request the missing names
		const rows = [...new Set(shown.map((b) => b.y))], heads = this.number !== 2 ? this.twinHeads() : [];
		const wide = (y) => shown.filter((b) => b.y === y).reduce((sum, b) => sum + b.w, 0);
		if (this.number === 2 && rows.length > 1 && wide(rows.at(-1)) > wide(rows[0])) rows.reverse(); // the flame graph grows upward
		const out = [];
		for (const b of shown) {
			while (heads.length > 0 && heads[0].y <= b.y + 2) out.push(heads.shift());
			const beside = shown.filter((other) => other.y === b.y), { mark, first, type, dot, method, params } = names.get(b.method);
			const span = (list.to - list.from) * b.w / right, from = list.from + (list.to - list.from) * (b.x - list.left) / right;
			const share = `${(100 * b.w / right).toFixed(1)} %`, name = mark + first + type + dot + method + params;
			out.push({
				level: this.number !== 2 ? b.depth + 2 : rows.indexOf(b.y) + 1, place: beside.indexOf(b) + 1, of: beside.length, chosen: b.chosen,
				text: this.number === 1
					? say("{1}, {2} from {3}, {4} of the view", name, spoken(span), spoken(from), share)
					: say("{1}, {2} of the view", name, share),
			});
		}
		return out;
	},

	// twinLanes returns the minimap's lanes, and the tenths of each. A bar's height shows how busy its lane
	// was. The lane's ground is as far below the middle of the name as the lane is high above it. Heights are
	// multiples of half a pixel, and the smallest one is visible, so the result is rounded to 10 %.
	twinLanes() {
		const { f32, list, width, height } = this, bars = [], out = [], tenth = (width - list.left) / TWIN_PARTS;
		for (let i = 0, r = HEADER + this.groups * GROUP; i < this.rects; i++, r += RECT) {
			const [x, y, w, h] = f32.subarray(r, r + RECT_METHOD);
			if (x >= list.left && w > 0 && h > 1 && h < height - 1) bars.push({ x, w, h, ground: y + h });
		}
		const at = (part) => spoken(list.from + (list.to - list.from) * part / TWIN_PARTS);
		const lanes = this.strings.map((text, i) => [text, HEADER + this.groups * GROUP + this.rects * RECT + i * TEXT])
			.filter(([, t]) => f32[t] < list.left).map(([text, t]) => ({ text, middle: f32[t + TEXT_Y] })).sort((a, b) => a.middle - b.middle);
		for (const [place, lane] of lanes.entries()) {
			const next = lanes[place + 1]?.middle ?? Infinity, own = bars.filter(({ ground }) => ground > lane.middle && ground < next);
			const ground = Math.min(...own.map((bar) => bar.ground)), full = 2 * (ground - lane.middle) + 2;
			out.push({ text: lane.text, level: 1, place: place + 1, of: lanes.length, chosen: false });
			for (let part = 0; part < TWIN_PARTS; part++) {
				const left = list.left + tenth * part, within = ({ x, w }) => Math.max(0, Math.min(x + w, left + tenth) - Math.max(x, left));
				const busy = own.reduce((sum, bar) => bar.ground === ground ? sum + within(bar) * bar.h / full : sum, 0) / tenth;
				out.push({ text: say("{1} to {2}, busy about {3} of the time", at(part), at(part + 1), `${10 * Math.round(10 * busy)} %`), level: 2, place: part + 1, of: TWIN_PARTS, chosen: false });
			}
		}
		return out;
	},

	// twinHeads returns the threads' names next to their calls.
	twinHeads() {
		const { u32, f32, list, height } = this, heads = [];
		this.strings.forEach((text, i) => {
			const t = HEADER + this.groups * GROUP + this.rects * RECT + i * TEXT, x = f32[t], y = f32[t + TEXT_Y];
			if (u32[t + TEXT_STYLE] & STRONG && x < list.left && y >= list.top - 24 && y < height) heads.push({ y: y - 24, text, level: 1, chosen: false });
		});
		heads.sort((a, b) => a.y - b.y).forEach((head, i) => Object.assign(head, { place: i + 1, of: heads.length }));
		return heads;
	},
});
