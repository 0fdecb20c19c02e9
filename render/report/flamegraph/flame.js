// Zoom, search, reset and the line that tells what the pointer is on. Names are only ever
// set as text.
(() => {
	const svg = document.documentElement;
	const total = Number(svg.dataset.total);
	const margin = 10, inner = svg.viewBox.baseVal.width - 2 * margin, charWidth = 6.6;
	const details = document.getElementById('details');
	const search = document.getElementById('search');
	const reset = document.getElementById('reset');
	const matched = document.getElementById('matched');
	const frames = [...document.getElementById('frames').children].map(g => {
		const title = g.querySelector('title').textContent;
		const f = {
			g, title, name: title.slice(0, title.lastIndexOf(' (')),
			from: Number(g.dataset.x), width: Number(g.dataset.w), depth: Number(g.dataset.d),
			rect: g.querySelector('rect'), text: g.querySelector('text'),
		};
		g.onclick = () => zoom(f);
		g.onmouseenter = () => { details.textContent = title; };
		g.onmouseleave = () => { details.textContent = ' '; };
		return f;
	});

	// zoom makes a frame as wide as the drawing; those it stands on stay, dimmed.
	function zoom(to) {
		const scale = inner / to.width, end = to.from + to.width;
		for (const f of frames) {
			const below = f.depth < to.depth && f.from <= to.from && f.from + f.width >= end;
			const shown = below || f.from < end && f.from + f.width > to.from && f.depth >= to.depth;
			f.g.style.display = shown ? '' : 'none';
			f.g.classList.toggle('behind', below);
			if (shown) {
				place(f, below ? margin : margin + (f.from - to.from) * scale, below ? inner : f.width * scale);
			}
		}
		reset.hidden = to === frames[0];
	}

	function place(f, x, width) {
		f.rect.setAttribute('x', x);
		f.rect.setAttribute('width', width);
		const n = Math.floor((width - 6) / charWidth);
		if (n < 3) {
			f.text?.remove();
			f.text = null;
			return;
		}
		if (!f.text) {
			f.text = document.createElementNS(svg.namespaceURI, 'text');
			f.text.setAttribute('y', Number(f.rect.getAttribute('y')) + 12);
			f.g.append(f.text);
		}
		const letters = [...f.name];
		f.text.setAttribute('x', x + 3);
		f.text.textContent = letters.length <= n ? f.name : letters.slice(0, n - 2).join('') + '..';
	}

	// find marks the frames whose names match and tells their share of all time: of
	// frames on top of each other the lowest counts.
	function find() {
		let wanted = null;
		if (search.value) {
			try {
				wanted = new RegExp(search.value, 'i');
			} catch {
				wanted = new RegExp(search.value.replace(/[^\w\s]/g, '\\$&'), 'i');
			}
		}
		const found = [];
		for (const f of frames) {
			const match = wanted !== null && f !== frames[0] && wanted.test(f.name);
			f.g.classList.toggle('match', match);
			if (match) {
				found.push(f);
			}
		}
		found.sort((a, b) => a.from - b.from || b.width - a.width);
		let sum = 0, covered = 0;
		for (const f of found) {
			if (f.from >= covered) {
				sum += f.width;
				covered = f.from + f.width;
			}
		}
		matched.textContent = wanted === null ? '' : `Matched: ${(100 * sum / Math.max(1, total)).toFixed(1)}\u00a0%`;
	}

	scrollTo(0, svg.getBoundingClientRect().height); // what all stands on is at the bottom
	search.oninput = find;
	reset.onclick = () => zoom(frames[0]);
	document.getElementById('tools').onsubmit = event => event.preventDefault();
	addEventListener('keydown', event => {
		if (event.key === 'Escape') {
			if (search.value) {
				search.value = '';
				find();
			} else if (frames.length > 0) {
				zoom(frames[0]);
			}
		} else if (event.target !== search && (event.key === '/' || event.key === 'f' && (event.ctrlKey || event.metaKey))) {
			event.preventDefault();
			search.focus();
		}
	});
})();
