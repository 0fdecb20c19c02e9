// hash.js: a worker that computes digests of files. The page posts a File, and the next one after the answer:
// the XXH64 of its content with seed 0 in hexadecimal, and its size to the base 36, such as
// "ef46db3751d8e999-0". It equals the digest of parser/input (Digest), which tables of many files use. It
// identifies files, but does not protect against deliberate collisions.
"use strict";

const PIECE = 4 << 20; // bytes of a piece, a multiple of 32
const P1 = 0x9E3779B185EBCA87n, P2 = 0xC2B2AE3D27D4EB4Fn, P3 = 0x165667B19E3779F9n, P4 = 0x85EBCA77C2B2AE63n, P5 = 0x27D4EB2F165667C5n;

// Each of four lanes reads eight of the 32 bytes in a stripe. A 64-bit number is two 32-bit numbers, because
// BigInt takes 20 times as long.
const low = (v) => Number(BigInt.asIntN(32, v)), high = (v) => Number(BigInt.asIntN(32, v >> 32n));
const P1L = low(P1), P1H = high(P1), P2L = low(P2), P2H = high(P2);

// upper returns the upper 32 bits of an unsigned product.
function upper(a, b) {
	const a0 = a & 0xFFFF, a1 = a >>> 16, b0 = b & 0xFFFF, b1 = b >>> 16;
	const t = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0, u = (Math.imul(a0, b1) + (t & 0xFFFF)) | 0;
	return (Math.imul(a1, b1) + (t >>> 16) + (u >>> 16)) | 0;
}

// take adds every fourth 64-bit number in words to a lane: lanes[i], with the upper half in lanes[i + 1].
function take(lanes, i, words) {
	let l = lanes[i], h = lanes[i + 1];
	for (let at = i; at < words.length; at += 8) {
		const wl = words[at], wh = words[at + 1];
		// lane + word * P2
		const pl = Math.imul(wl, P2L), ph = (upper(wl, P2L) + Math.imul(wh, P2L) + Math.imul(wl, P2H)) | 0;
		const sl = (l + pl) | 0, sh = (h + ph + ((sl >>> 0) < (l >>> 0) ? 1 : 0)) | 0;
		// rotated by 31, times P1
		const rl = (sl << 31) | (sh >>> 1), rh = (sh << 31) | (sl >>> 1);
		l = Math.imul(rl, P1L);
		h = (upper(rl, P1L) + Math.imul(rh, P1L) + Math.imul(rl, P1H)) | 0;
	}
	lanes[i] = l;
	lanes[i + 1] = h;
}

const wrapped = (v) => BigInt.asUintN(64, v);
const rotated = (v, by) => wrapped(v << by) | (v >> (64n - by));
const round = (lane, word) => wrapped(rotated(wrapped(lane + word * P2), 31n) * P1);

// hash returns the XXH64 of a file.
async function hash(file) {
	const size = file.size, lanes = new Int32Array(8);
	for (const [i, lane] of [P1 + P2, P2, 0n, -P1].entries()) [lanes[2 * i], lanes[2 * i + 1]] = [low(lane), high(wrapped(lane))];
	let rest = new DataView(new ArrayBuffer(0));
	for (let at = 0; at < size; at += PIECE) {
		const buffer = await file.slice(at, Math.min(size, at + PIECE)).arrayBuffer();
		const words = new Int32Array(buffer, 0, (buffer.byteLength >> 5) << 3); // little-endian, as on all machines with WebAssembly
		for (let i = 0; i < 8; i += 2) take(lanes, i, words);
		rest = new DataView(buffer, words.length << 2);
	}
	let sum = P5;
	if (size >= 32) {
		const all = [0, 2, 4, 6].map((i) => wrapped((BigInt(lanes[i + 1]) << 32n) | BigInt(lanes[i] >>> 0)));
		sum = wrapped([1n, 7n, 12n, 18n].reduce((sum, by, i) => sum + rotated(all[i], by), 0n));
		for (const lane of all) sum = wrapped((sum ^ round(0n, lane)) * P1 + P4);
	}
	sum = wrapped(sum + BigInt(size));
	let i = 0;
	for (; i + 8 <= rest.byteLength; i += 8) sum = wrapped(rotated(sum ^ round(0n, rest.getBigUint64(i, true)), 27n) * P1 + P4);
	for (; i + 4 <= rest.byteLength; i += 4) sum = wrapped(rotated(sum ^ wrapped(BigInt(rest.getUint32(i, true)) * P1), 23n) * P2 + P3);
	for (; i < rest.byteLength; i++) sum = wrapped(rotated(sum ^ wrapped(BigInt(rest.getUint8(i)) * P5), 11n) * P1);
	sum = wrapped((sum ^ (sum >> 33n)) * P2);
	sum = wrapped((sum ^ (sum >> 29n)) * P3);
	return sum ^ (sum >> 32n);
}

addEventListener("message", async ({ data: file }) => {
	try {
		postMessage(`${(await hash(file)).toString(16).padStart(16, "0")}-${file.size.toString(36)}`);
	} catch {
		postMessage(""); // the file is no longer readable
	}
});
