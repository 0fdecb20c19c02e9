// Types of the element <trace-glass>, of embed.js. All that is said of it stands in embed/index.html.

export type TraceGlassView =
	| "methods" | "topdown" | "bottomup" | "flame" | "callers" | "threads" | "report" | "callgraph" | "timeline"
	| "verdict" | "groups" | "locks" | "time" | "causes";
export type TraceGlassClock = "wall" | "cpu" | "waiting";
export type TraceGlassTheme = "auto" | "light" | "dark";

/** What is shown. Times are in seconds from the start of the recording. */
export interface TraceGlassLook {
	view: TraceGlassView | "";
	/** Names of the threads whose figures are summed; none means all. */
	threads: string[];
	/** null for the whole time. */
	range: [from: number, to: number] | null;
	/** The method chosen, with its descriptor, or "". */
	select: string;
	clock: TraceGlassClock;
	theme: TraceGlassTheme;
}

/** What to show; what lacks stays as it is. */
export type TraceGlassChange = Partial<Omit<TraceGlassLook, "range">> & {
	/** The language, "en" or "zh". */
	lang?: string;
	/** A name, "*" for all, or "#" and the hash of a name. */
	thread?: string;
	/** Seconds, or text such as "1.2s-1.9s". */
	range?: [from: number, to: number] | string | null;
};

export type TraceGlassSource = File | Blob | ArrayBuffer | URL | string;

/** Why a promise was broken, or an event error came. The message is one sentence. */
export interface TraceGlassError extends Error {
	code: "network" | "status" | "html" | "redirect" | "size" | "data" | "file" | "frame" | "gone" | "replaced" | "empty" | "private" | "order" | "none" | "failed";
}

export interface TraceGlassEvents {
	ready: CustomEvent<{ name: string; facts: string; look: TraceGlassLook }>;
	/** Bytes while the file comes, then the share of it that was read. */
	progress: CustomEvent<{ received: number; size?: number } | { read: number }>;
	error: CustomEvent<{ reason: string; code: TraceGlassError["code"] }>;
	select: CustomEvent<{ method: string }>;
	range: CustomEvent<{ range: [from: number, to: number] | null }>;
	view: CustomEvent<TraceGlassLook>;
	/** Something is open that the page did not hand over. */
	private: CustomEvent<Record<string, never>>;
}

export interface TraceGlassElement extends HTMLElement {
	open(...things: (TraceGlassSource | TraceGlassSource[])[]): Promise<void>;
	setView(look: TraceGlassChange): Promise<void>;
	getView(): Promise<TraceGlassLook>;
	/** What traceglass summary prints; an array of several files or dumps. */
	summary(): Promise<object | object[]>;
	/** The text of an SVG. */
	svg(): Promise<string>;
	addEventListener<K extends keyof TraceGlassEvents>(type: K, listener: (this: TraceGlassElement, event: TraceGlassEvents[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
	addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
	interface HTMLElementTagNameMap {
		"trace-glass": TraceGlassElement;
	}
}
