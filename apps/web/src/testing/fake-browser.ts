/** Fakes what tabs of one browser share: locks that are passed on, channels, and SSE streams driven by the test. */
export interface FakeBrowser {
  readonly streams: FakeStream[];
  /** The open streams of all tabs. */
  readonly open: () => FakeStream[];
  /** Installs the globals of a tab; returns how to close it. */
  readonly enterTab: () => { close: () => void };
}

type Chunk = { done: true; value?: undefined } | { done: false; value: Uint8Array };

class FakeStream {
  readonly url: URL;
  readonly headers: Headers;
  isClosed = false;
  readonly response: Promise<Response>;
  private answer: (response: Response) => void = () => undefined;
  private readonly chunks: Chunk[] = [];
  private wake: () => void = () => undefined;

  constructor(address: string, { headers, signal }: RequestInit = {}) {
    this.url = new URL(address, "http://console.test");
    this.headers = new Headers(headers);
    this.response = new Promise((resolve, reject) => {
      this.answer = resolve;
      signal?.addEventListener("abort", () => {
        this.close();
        reject(signal.reason);
      });
    });
  }
  say(name: string, id: string, data: unknown = {}): void {
    if (this.isClosed) return;
    const bytes = new TextEncoder().encode(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
    this.push({ done: false, value: bytes });
  }
  /** Simulates a status other than 200, or the end of an open stream. */
  fail(status = 503): void {
    if (this.isClosed) return;
    this.push({ done: true });
    this.isClosed = true;
    this.answer(new Response(JSON.stringify({ code: "x", detail: "the stream is refused" }), { status }));
  }
  close(): void {
    this.isClosed = true;
    this.wake();
  }
  private push(chunk: Chunk): void {
    this.chunks.push(chunk);
    if (!chunk.done) this.answer({ status: 200, body: { getReader: () => ({ read: () => this.read() }) } } as never);
    this.wake();
  }
  private async read(): Promise<Chunk> {
    while (this.chunks.length === 0 && !this.isClosed) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.chunks.shift() ?? { done: true };
  }
}

interface Waiting {
  readonly tab: object;
  readonly act: () => unknown;
}

class FakeLocks {
  private readonly holders = new Map<string, Waiting>();
  private readonly queues = new Map<string, Waiting[]>();

  request(tab: object, name: string, act: () => unknown): Promise<void> {
    this.queues.set(name, [...(this.queues.get(name) ?? []), { tab, act }]);
    this.grant(name);
    return Promise.resolve();
  }

  releaseOf(tab: object): void {
    for (const [name, queue] of this.queues)
      this.queues.set(
        name,
        queue.filter((waiting) => waiting.tab !== tab),
      );
    for (const [name, holder] of this.holders) {
      if (holder.tab !== tab) continue;
      this.holders.delete(name);
      this.grant(name);
    }
  }

  private grant(name: string): void {
    if (this.holders.has(name)) return;
    const [next, ...rest] = this.queues.get(name) ?? [];
    if (!next) return;
    this.queues.set(name, rest);
    this.holders.set(name, next);
    queueMicrotask(() => {
      const held = next.act();
      if (held instanceof Promise) return;
      this.holders.delete(name);
      this.grant(name);
    });
  }
}

export const createFakeBrowser = (stub: (name: string, value: unknown) => void): FakeBrowser => {
  const locks = new FakeLocks();
  const channels = new Set<EventTarget & { tab: object }>();
  const streams: FakeStream[] = [];
  const enterTab = () => {
    const tab = {};
    const mine: FakeStream[] = [];
    class Channel extends EventTarget {
      readonly tab = tab;
      constructor() {
        super();
        channels.add(this);
      }
      postMessage(message: unknown): void {
        const data: unknown = structuredClone(message);
        for (const other of channels) {
          if (other.tab !== tab) queueMicrotask(() => other.dispatchEvent(new MessageEvent("message", { data })));
        }
      }
    }
    stub("fetch", (address: string, init: RequestInit) => {
      const stream = new FakeStream(address, init);
      streams.push(stream);
      mine.push(stream);
      return stream.response;
    });
    stub("BroadcastChannel", Channel);
    Object.defineProperty(navigator, "locks", {
      configurable: true,
      value: { request: (name: string, act: () => unknown) => locks.request(tab, name, act) },
    });
    return {
      close: () => {
        for (const channel of channels) if (channel.tab === tab) channels.delete(channel);
        for (const stream of mine) stream.close();
        locks.releaseOf(tab);
      },
    };
  };
  return { streams, open: () => streams.filter((stream) => !stream.isClosed), enterTab };
};
