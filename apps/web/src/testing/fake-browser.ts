/** Fakes what tabs of one browser share: locks that are passed on, channels, and SSE streams driven by the test. */
export interface FakeBrowser {
  readonly streams: FakeStream[];
  /** The open streams of all tabs. */
  readonly open: () => FakeStream[];
  /** Installs the globals of a tab; returns how to close it. */
  readonly enterTab: () => { close: () => void };
}

class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly url: URL;
  readyState = 0;
  constructor(address: string) {
    super();
    this.url = new URL(address, "http://console.test");
  }
  say(name: string, id: string, data: unknown = {}): void {
    if (this.readyState === FakeStream.CLOSED) return;
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: id }));
  }
  /** Simulates a status other than 200, after which EventSource does not reconnect. */
  fail(): void {
    this.readyState = FakeStream.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
  close(): void {
    this.readyState = FakeStream.CLOSED;
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
    class Stream extends FakeStream {
      constructor(address: string) {
        super(address);
        streams.push(this);
        mine.push(this);
      }
    }
    stub("EventSource", Stream);
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
  return { streams, open: () => streams.filter((stream) => stream.readyState !== FakeStream.CLOSED), enterTab };
};
