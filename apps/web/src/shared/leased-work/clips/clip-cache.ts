const AT_ONCE = 2;

interface Options {
  readonly fetchClip: (url: string, signal: AbortSignal) => Promise<Response>;
  /** The limit for all cached clips together. */
  readonly maxBytes: number;
}

interface Held {
  readonly state: "waiting" | "loading" | "whole" | "streamed";
  readonly source?: string;
  readonly sizeBytes?: number;
  readonly abort?: AbortController;
}

const WAITING: Held = { state: "waiting" };
/** Too large to cache, or the fetch failed: the player streams it. */
const STREAMED: Held = { state: "streamed" };

/** Prefetches the clips of the next items into memory so that they play immediately; clips no longer wanted are evicted. */
export class ClipCache {
  readonly #options: Options;
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly version = (): number => this.#version;

  /** Ordered by when they will be needed. */
  want(urls: readonly string[]): void {
    for (const [url, held] of this.#held) if (!urls.includes(url)) this.#drop(url, held);
    for (const url of urls) if (!this.#held.has(url)) this.#held.set(url, WAITING);
    this.#fetchMore();
  }

  /** The blob URL of the cached clip, if it is complete. */
  sourceOf(url: string): string | undefined {
    return this.#held.get(url)?.source;
  }

  /** The URL to play now; an incomplete clip is left to the player to stream. */
  sourceNow(url: string): string {
    const source = this.sourceOf(url);
    if (source !== undefined) return source;
    this.#held.get(url)?.abort?.abort();
    this.#held.set(url, STREAMED);
    return url;
  }

  clear(): void {
    for (const [url, held] of this.#held) this.#drop(url, held);
  }

  get #sizeBytes(): number {
    return [...this.#held.values()].reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
  }

  #drop(url: string, { abort, source }: Held): void {
    this.#held.delete(url);
    abort?.abort();
    if (source !== undefined) URL.revokeObjectURL(source);
  }

  #fetchMore(): void {
    const loading = [...this.#held.values()].filter(({ state }) => state === "loading").length;
    const waiting = [...this.#held].filter(([, { state }]) => state === "waiting");
    for (const [url] of waiting.slice(0, Math.max(0, AT_ONCE - loading))) void this.#fetch(url);
  }

  async #fetch(url: string): Promise<void> {
    const abort = new AbortController();
    const mine: Held = { state: "loading", abort };
    this.#held.set(url, mine);
    const held = await this.#load(url, abort.signal).catch(() => STREAMED);
    // The clip may have been dropped or streamed by its player meanwhile.
    if (this.#held.get(url) === mine) this.#held.set(url, held);
    else if (held.source !== undefined) URL.revokeObjectURL(held.source);
    this.#version += 1;
    for (const listener of this.#listeners) listener();
    this.#fetchMore();
  }

  async #load(url: string, signal: AbortSignal): Promise<Held> {
    const response = await this.#options.fetchClip(url, signal);
    if (!response.ok) return STREAMED;
    const announced = Number(response.headers.get("content-length") ?? 0);
    if (this.#sizeBytes + announced > this.#options.maxBytes) {
      await response.body?.cancel();
      return STREAMED;
    }
    const clip = await response.blob();
    if (this.#sizeBytes + clip.size > this.#options.maxBytes) return STREAMED;
    return { state: "whole", source: URL.createObjectURL(clip), sizeBytes: clip.size };
  }
}
