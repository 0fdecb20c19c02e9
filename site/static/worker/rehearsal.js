// rehearsal.js: a trace for the program to warm up with.

// traceglassRehearsal is a small trace made up here, for the program to warm up with: two threads
// in stacks up to 40 deep, so many methods, some of lambdas, version 3 with both clocks
// (parser/trace/format.md).
globalThis.traceglassRehearsal = (methods) => {
	const RECORDS = 20_000, SIZE = 14, HEADER = 32;
	const name = (i) => i % 16 ? `app.C${i}` : `app.C${i}$$ExternalSyntheticLambda${i}`;
	const lines = Array.from({ length: methods }, (_, i) => `${(i << 2).toString(16)}\t${name(i)}\trun\t()V\tC.java\n`).join("");
	const records = new DataView(new ArrayBuffer(HEADER + RECORDS * SIZE));
	records.setUint32(0, 0x574f4c53, true); // "SLOW"
	records.setUint16(4, 3, true);
	records.setUint16(6, HEADER, true);
	records.setUint16(16, SIZE, true);
	const stacks = [[], []];
	for (let i = 0, random = 1; i < RECORDS; i++) {
		random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
		const thread = (i >> 6) & 1, stack = stacks[thread], at = HEADER + i * SIZE;
		const leaves = stack.length > 39 || (stack.length > 2 && random >>> 31);
		if (!leaves) stack.push((random >>> 16) % methods);
		records.setUint16(at, thread + 1, true);
		records.setUint32(at + 2, (stack.at(-1) << 2) | leaves, true);
		records.setUint32(at + 6, i, true);
		records.setUint32(at + 10, 2 * i, true);
		if (leaves) stack.pop();
	}
	return new File([`*version\n3\nclock=dual\n*threads\n1\tmain\n2\tother\n*methods\n${lines}*end\n`, records], "rehearsal.trace");
};
