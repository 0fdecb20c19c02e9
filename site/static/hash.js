// hash.js: a worker that tells a file from others. The page posts a File; the answer is how long it is,
// to the base 36, and the XXH32 of its bytes with the seed 0, in hexadecimal: "9f3k-1a2b3c4d". It is
// to know the same file by, and is no proof against one who wants to deceive.
"use strict";

const PIECE = 4 << 20; // bytes read at a time, a multiple of 16
const P1 = 0x9E3779B1, P2 = 0x85EBCA77, P3 = 0xC2B2AE3D, P4 = 0x27D4EB2F, P5 = 0x165667B1;

const rotated = (v, by) => (v << by) | (v >>> (32 - by));
const round = (lane, word) => Math.imul(rotated((lane + Math.imul(word, P2)) | 0, 13), P1);

// hash is the XXH32 of what slices hold, each but the last a multiple of 16 bytes.
async function hash(file) {
	const size = file.size;
	let a = (P1 + P2) | 0, b = P2 | 0, c = 0, d = -P1 | 0, rest = new Uint8Array(0);
	for (let at = 0; at < size; at += PIECE) {
		const buffer = await file.slice(at, Math.min(size, at + PIECE)).arrayBuffer();
		const words = new Int32Array(buffer, 0, (buffer.byteLength >> 4) << 2); // little-endian, as WebAssembly's machines are
		for (let i = 0; i < words.length; i += 4) {
			a = round(a, words[i]);
			b = round(b, words[i + 1]);
			c = round(c, words[i + 2]);
			d = round(d, words[i + 3]);
		}
		rest = new Uint8Array(buffer, words.length << 2);
	}
	let sum = size >= 16 ? (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0 : P5 | 0;
	sum = (sum + size) | 0; // its low 32 bits
	const view = new DataView(rest.buffer, rest.byteOffset, rest.length);
	let i = 0;
	for (; i + 4 <= rest.length; i += 4) sum = Math.imul(rotated((sum + Math.imul(view.getInt32(i, true), P3)) | 0, 17), P4);
	for (; i < rest.length; i++) sum = Math.imul(rotated((sum + Math.imul(rest[i], P5)) | 0, 11), P1);
	sum = Math.imul(sum ^ (sum >>> 15), P2);
	sum = Math.imul(sum ^ (sum >>> 13), P3);
	return (sum ^ (sum >>> 16)) >>> 0;
}

addEventListener("message", async ({ data: file }) => {
	try {
		postMessage(`${file.size.toString(36)}-${(await hash(file)).toString(16).padStart(8, "0")}`);
	} catch {
		postMessage(""); // it can no longer be read
	}
}, { once: true });
