import { DomainError } from "../../errors.ts";
import { withTimeout } from "../../platform/concurrency/with-timeout.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { ConnectionOwner, SseConnection } from "./connection.ts";
import { channelOf, EVERY_TOPIC } from "./event.rules.ts";
import { type EventReader, startEventReader } from "./event-reader.ts";
import { EventRing, type Frame, frameOf } from "./event-ring.ts";
import { compareIds, type StreamEntry } from "./event-stream.ts";

const MAX_LINES = 5_000;
const MAX_LINES_OF_SESSION = 6;
/** Several browsers with several pages each; a person with many sessions cannot take the connections of everybody. */
const MAX_LINES_OF_USER = 24;
const START_WITHIN_MS = 3_000;
const PAGE_SIZE = 1_000;
/** A client that missed more than this is faster when it refetches everything. */
const MAX_MISSED_BYTES = 2 * 1024 * 1024;

const RESET_DATA = JSON.stringify({ kind: "reset" });

interface EventHubOptions {
  readonly redisUrl: string;
  readonly key: string;
  readonly log: Log;
}

interface Missed {
  readonly frames: readonly Frame[];
  readonly upTo: string;
}

/** The watchers of this process and the one stream reader that feeds them. The reader starts with the first watcher. */
export class EventHub {
  readonly lines = new Set<SseConnection>();
  private readonly options: EventHubOptions;
  private readonly watchers = new Map<string, Set<SseConnection>>();
  private readonly sessions = new Map<string, { readonly owner: ConnectionOwner; lines: number }>();
  private readonly linesOfUser = new Map<string, number>();
  private reader: EventReader | undefined;
  private started: Promise<EventRing> | undefined;
  private ring: EventRing | undefined;
  private lastGap = "0-0";

  constructor(options: EventHubOptions) {
    this.options = options;
  }

  get head(): string {
    return this.ring?.head ?? "0-0";
  }

  /** Call it before doing any work for a connection that would be refused. */
  requireRoom({ sessionId, userId }: ConnectionOwner): void {
    if ((this.sessions.get(sessionId)?.lines ?? 0) >= MAX_LINES_OF_SESSION) {
      throw new DomainError("unavailable", "too many open event streams in this session", { retryAfterS: 10 });
    }
    if ((this.linesOfUser.get(userId) ?? 0) >= MAX_LINES_OF_USER) {
      throw new DomainError("unavailable", "too many open event streams of this user", { retryAfterS: 10 });
    }
    if (this.lines.size >= MAX_LINES) {
      throw new DomainError("unavailable", "too many open event streams; try again soon", { retryAfterS: 5 });
    }
  }

  /** Returns one shared object per session to save memory. */
  sharedOwner(owner: ConnectionOwner): ConnectionOwner {
    return this.sessions.get(owner.sessionId)?.owner ?? owner;
  }

  async start(): Promise<void> {
    this.started ??= this.startReader();
    const { started } = this;
    await withTimeout(START_WITHIN_MS, () => started).catch((cause: unknown) => {
      throw new DomainError("unavailable", "live progress is not available at the moment", { cause, retryAfterS: 2 });
    });
  }

  /** Events of these channels after `id` that are no longer in memory, and the position up to which they were read. */
  async listMissed(channels: ReadonlySet<string>, id: string): Promise<Missed | undefined> {
    const ring = this.ring;
    if (!(ring && this.reader) || compareIds(id, ring.head) > 0) return undefined;
    const frames: Frame[] = [];
    let sizeBytes = 0;
    let at = id;
    while (compareIds(at, this.lastGap) >= 0 && compareIds(at, ring.floor) < 0) {
      const entries = await this.reader.listAfter(at, PAGE_SIZE);
      const last = entries?.at(-1);
      if (!(entries && last)) return undefined;
      at = last.id;
      const wanted = entries.filter((entry) => isFor(channels, entry.topic)).map(frameOf);
      sizeBytes += wanted.reduce((sum, frame) => sum + frame.bytes.length, 0);
      if (sizeBytes > MAX_MISSED_BYTES) return undefined;
      frames.push(...wanted);
    }
    return { frames, upTo: at };
  }

  /** Events in memory after `id`; undefined when memory does not reach back that far. */
  listRecent(channels: ReadonlySet<string>, id: string): readonly Frame[] | undefined {
    const ring = this.ring;
    if (!ring || compareIds(id, ring.floor) < 0 || compareIds(id, this.lastGap) < 0) return undefined;
    return ring.after(id).filter((frame) => isFor(channels, frame.topic));
  }

  /** Subscribes the connection. The caller must have replayed everything up to the head in the same tick. */
  add(line: SseConnection): void {
    const { owner, topics } = line;
    const session = this.sessions.get(owner.sessionId);
    this.lines.add(line);
    if (session) session.lines += 1;
    else this.sessions.set(owner.sessionId, { owner, lines: 1 });
    this.linesOfUser.set(owner.userId, (this.linesOfUser.get(owner.userId) ?? 0) + 1);
    for (const topic of topics) this.watchersOf(channelOf(topic, owner.userId)).add(line);
    line.onClose(() => this.remove(line));
  }

  close(): void {
    this.reader?.close();
    for (const line of this.lines) line.end(Buffer.alloc(0));
  }

  private remove(line: SseConnection): void {
    if (!this.lines.delete(line)) return;
    const { userId, sessionId } = line.owner;
    const session = this.sessions.get(sessionId);
    if (session) session.lines -= 1;
    if (session?.lines === 0) this.sessions.delete(sessionId);
    const left = (this.linesOfUser.get(userId) ?? 1) - 1;
    if (left === 0) this.linesOfUser.delete(userId);
    else this.linesOfUser.set(userId, left);
    for (const channel of line.topics.map((topic) => channelOf(topic, userId))) {
      const watchers = this.watchersOf(channel);
      watchers.delete(line);
      if (watchers.size === 0) this.watchers.delete(channel);
    }
  }

  private watchersOf(channel: string): Set<SseConnection> {
    let watchers = this.watchers.get(channel);
    if (!watchers) {
      watchers = new Set();
      this.watchers.set(channel, watchers);
    }
    return watchers;
  }

  private startReader(): Promise<EventRing> {
    return new Promise((resolve) => {
      this.reader = startEventReader({
        ...this.options,
        onStart: (id) => {
          this.ring = new EventRing(id);
          this.lastGap = "0-0";
          resolve(this.ring);
        },
        onEntries: (entries) => this.deliver(entries),
        onGap: (id) => this.tellGap(id),
      });
    });
  }

  private deliver(entries: readonly StreamEntry[]): void {
    const nowMs = performance.now();
    for (const { topic, bytes } of runsOf(entries, (frame) => this.ring?.push(frame))) {
      const watchers = topic === EVERY_TOPIC ? this.lines : this.watchers.get(topic);
      for (const line of watchers ?? []) line.write(bytes, nowMs);
    }
  }

  private tellGap(id: string): void {
    this.ring?.restart(id);
    this.lastGap = id;
    const bytes = resetFrame(id);
    const nowMs = performance.now();
    for (const line of this.lines) line.write(bytes, nowMs);
  }
}

export const resetFrame = (id: string): Buffer => frameOf({ id, topic: EVERY_TOPIC, data: RESET_DATA }).bytes;

const isFor = (channels: ReadonlySet<string>, topic: string): boolean => topic === EVERY_TOPIC || channels.has(topic);

/**
 * Writes consecutive events of one topic at once. Only consecutive ones: a connection may watch two topics, and if ids
 * arrived out of order, one that is cut in between would resume too late.
 */
const runsOf = (entries: readonly StreamEntry[], keep: (frame: Frame) => void): { topic: string; bytes: Buffer }[] => {
  const runs: { topic: string; parts: Buffer[] }[] = [];
  for (const entry of entries) {
    const frame = frameOf(entry);
    keep(frame);
    const run = runs.at(-1);
    if (run?.topic === frame.topic) run.parts.push(frame.bytes);
    else runs.push({ topic: frame.topic, parts: [frame.bytes] });
  }
  return runs.map(({ topic, parts: [first = Buffer.alloc(0), ...rest] }) => ({
    topic,
    bytes: rest.length === 0 ? first : Buffer.concat([first, ...rest]),
  }));
};
