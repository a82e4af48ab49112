import { MAX_TOPICS } from "@dailies/contract";
import { SseConnection } from "./sse-connection.ts";

/** The smaller of two event ids, which are `milliseconds-sequence`; undefined is before any other. */
const earlier = (a: string | undefined, b: string | undefined): string | undefined => {
  if (a === undefined || b === undefined) return undefined;
  return isBefore(a, b) ? a : b;
};

const isBefore = (a: string, b: string): boolean => {
  const [aMs = 0, aSequence = 0] = a.split("-").map(Number);
  const [bMs = 0, bSequence = 0] = b.split("-").map(Number);
  return aMs < bMs || (aMs === bMs && aSequence < bSequence);
};

export type LiveState = "live" | "reconnecting";

/** The topics one tab subscribes to, and its last event id. */
interface Want {
  readonly topics: readonly string[];
  readonly since: string | undefined;
}

type Message =
  | ({ readonly type: "want"; readonly tab: string } & Want)
  /** A new leader asks all tabs for their topics. */
  | { readonly type: "who" }
  | { readonly type: "data"; readonly data: string; readonly id: string }
  | {
      readonly type: "state";
      readonly state: LiveState;
      readonly id: string | undefined;
      readonly covered: readonly string[];
    };

interface LiveTabsListener {
  onData(data: string): void;
  onState(state: LiveState): void;
}

const CHANNEL = "dailies-live";
const LEADER = "dailies-live-leader";
const RESET = JSON.stringify({ kind: "reset" });
/** Batching delay: a page that opens subscribes to several topics, one after the other. */
const GATHER_MS = 30;
/** Keeps the connection open while navigating from one page to the next. */
const LINGER_MS = 5_000;

/**
 * One SSE connection for the whole browser, because browsers allow six connections per HTTP/1.1 server. The tab with the
 * leader lock holds the connection and broadcasts events; when it closes, another tab acquires the lock and resumes from the
 * last event id. Without the Web Locks API every tab opens its own connection.
 */
export class LiveTabs {
  private readonly tab = crypto.randomUUID();
  private readonly listener: LiveTabsListener;
  private readonly channel: BroadcastChannel | undefined;
  private readonly wants = new Map<string, Want>();
  private readonly connection: SseConnection;
  private readonly locks = navigator.locks as LockManager | undefined;
  private opened: ReadonlySet<string> = new Set();
  /** The topics of the open connection. */
  private covered: ReadonlySet<string> = new Set();
  private isLeader = false;
  private lastId: string | undefined;
  private state: LiveState = "reconnecting";
  private gather: ReturnType<typeof setTimeout> | undefined;
  /** The connection started without an event id to resume from: data read before it opened may be stale. */
  private isBlind = false;

  constructor(listener: LiveTabsListener) {
    this.listener = listener;
    this.connection = new SseConnection({
      onStart: (id) => this.hearStart(id),
      onData: (data, id) => this.hearData(data, id),
      onLost: () => this.setState("reconnecting"),
    });
    this.channel = this.join();
    if (!this.channel) this.isLeader = true;
  }

  want(topics: readonly string[]): void {
    const mine = this.wants.get(this.tab);
    const isNew = topics.some((topic) => !mine?.topics.includes(topic));
    const since = isNew ? this.lastId : mine?.since;
    this.wants.set(this.tab, { topics, since });
    this.post({ type: "want", tab: this.tab, topics, since });
    if (this.isLeader) this.follow();
  }

  private join(): BroadcastChannel | undefined {
    if (typeof BroadcastChannel === "undefined" || !this.locks) return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => this.take(data));
    // Held for the lifetime of the tab: its release tells the leader that the tab is gone.
    void this.locks.request(lockOf(this.tab), () => new Promise(() => undefined));
    void this.locks.request(LEADER, () => {
      this.lead();
      return new Promise(() => undefined);
    });
    return channel;
  }

  private lead(): void {
    this.isLeader = true;
    this.post({ type: "who" });
    this.follow();
  }

  private take(message: Message): void {
    if (message.type === "who") this.answer();
    else if (message.type === "want" && this.isLeader) this.takeWant(message);
    else if (message.type === "state") {
      this.covered = new Set(message.covered);
      if (message.id !== undefined) this.reach(message.id);
      this.setState(message.state);
    } else if (message.type === "data") {
      this.reach(message.id);
      this.listener.onData(message.data);
    }
  }

  private answer(): void {
    const mine = this.wants.get(this.tab);
    if (mine) this.post({ type: "want", tab: this.tab, ...mine });
  }

  private takeWant({ tab, topics, since }: Extract<Message, { type: "want" }>): void {
    if (!this.wants.has(tab)) {
      void this.locks?.request(lockOf(tab), () => {
        this.wants.delete(tab);
        this.follow();
      });
    }
    this.wants.set(tab, { topics, since });
    this.postState();
    this.follow();
  }

  private follow(): void {
    clearTimeout(this.gather);
    const wanted = this.union();
    this.gather = setTimeout(() => this.openFor(wanted), wanted.size > 0 ? GATHER_MS : LINGER_MS);
  }

  /** Removed topics do not reconnect: extra events for a while cost less than another connection. */
  private openFor(wanted: ReadonlySet<string>): void {
    if (wanted.size === 0) {
      this.connection.close();
      this.opened = new Set();
      this.covered = new Set();
      return;
    }
    const added = [...wanted].filter((topic) => !this.opened.has(topic));
    if (added.length === 0) return;
    const from = this.placeFor(added);
    this.opened = wanted;
    this.isBlind = from === undefined;
    this.connection.open([...wanted], from);
  }

  private union(): ReadonlySet<string> {
    const topics = [...this.wants.values()].reverse().flatMap((want) => want.topics);
    return new Set([...new Set(topics)].slice(0, MAX_TOPICS));
  }

  /** The resume position for every tab: a new subscriber loaded its page after the event id it knew. */
  private placeFor(added: readonly string[]): string | undefined {
    const wants = [...this.wants.values()].filter((want) => want.topics.some((topic) => added.includes(topic)));
    return wants.reduce((place, want) => earlier(place, want.since), this.lastId);
  }

  /** All events up to this id were delivered to subscribers of the connection's topics. */
  private reach(id: string): void {
    this.lastId = id;
    for (const [tab, { topics }] of this.wants) {
      if (topics.every((topic) => this.covered.has(topic))) this.wants.set(tab, { topics, since: id });
    }
  }

  private hearStart(id: string): void {
    this.covered = this.opened;
    this.reach(id);
    this.setState("live");
    if (!this.isBlind) return;
    this.isBlind = false;
    this.hearData(RESET, id);
  }

  private hearData(data: string, id: string): void {
    this.reach(id);
    this.post({ type: "data", data, id });
    this.listener.onData(data);
  }

  private setState(state: LiveState): void {
    this.state = state;
    if (this.isLeader) this.postState();
    this.listener.onState(state);
  }

  private postState(): void {
    this.post({ type: "state", state: this.state, id: this.lastId, covered: [...this.covered] });
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }
}

const lockOf = (tab: string): string => `dailies-live-tab-${tab}`;
