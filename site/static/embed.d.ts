// Types of the element <trace-glass> in embed.js. The documentation is embed/index.html.

export type TraceGlassView = "@views@";
export type TraceGlassClock = "wall" | "cpu" | "waiting";
export type TraceGlassTheme = "auto" | "light" | "dark";

/** The current view. Times are in seconds from the start of the recording. */
export interface TraceGlassLook {
	view: TraceGlassView | "";
	/** Names of the threads that figures sum over; an empty list means all. */
	threads: string[];
	/** null for the whole recording. */
	range: [from: number, to: number] | null;
	/** The selected method with its descriptor, or "". */
	select: string;
	clock: TraceGlassClock;
	/** What figures leave out, such as "drop:feed slower:1ms", or "". */
	filter: string;
	theme: TraceGlassTheme;
}

/** The view to show. Missing parts stay unchanged. */
export type TraceGlassChange = Partial<Omit<TraceGlassLook, "range">> & {
	/** The language, "en" or "zh". */
	lang?: string;
	/** A name, "*" for all, or "#" followed by the hash of a name. */
	thread?: string;
	/** Seconds, or text such as "1.2s-1.9s". */
	range?: [from: number, to: number] | string | null;
};

export type TraceGlassSource = File | Blob | ArrayBuffer | URL | string;

/** The reason for a rejected promise or an error event. The message is one sentence. */
export interface TraceGlassError extends Error {
	code: "network" | "status" | "html" | "redirect" | "size" | "data" | "file" | "frame" | "gone" | "replaced" | "empty" | "private" | "order" | "none" | "failed";
}

export interface TraceGlassEvents {
	ready: CustomEvent<{ name: string; facts: string; look: TraceGlassLook }>;
	/** Received bytes during the download, then the share of the file that was read. */
	progress: CustomEvent<{ received: number; size?: number } | { read: number }>;
	error: CustomEvent<{ reason: string; code: TraceGlassError["code"] }>;
	select: CustomEvent<{ method: string }>;
	range: CustomEvent<{ range: [from: number, to: number] | null }>;
	view: CustomEvent<TraceGlassLook>;
	/** The reader opened a file that the page did not pass in. */
	private: CustomEvent<Record<string, never>>;
}

export interface TraceGlassElement extends HTMLElement {
	open(...things: (TraceGlassSource | TraceGlassSource[])[]): Promise<void>;
	setView(look: TraceGlassChange): Promise<void>;
	getView(): Promise<TraceGlassLook>;
	/** The output of traceglass summary; an array for several files or dumps. */
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
