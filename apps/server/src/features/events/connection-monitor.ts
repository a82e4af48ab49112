import type { Actor } from "../../actor.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { SseConnection } from "./connection.ts";
import { taskOf } from "./event.rules.ts";
import type { EventHub } from "./event-hub.ts";
import { mayWatch, withoutBlinded } from "./may-watch.ts";

/** The users of sessions that are still valid, by the hash of the session token in hex. */
export type ReadActors = (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Actor>>;

/** The tasks that users must not watch because they judge them; users without any are left out. */
export type ReadBlinded = (userIds: readonly string[]) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

const TICK_MS = 250;
/** Check sessions on every third tick: revoked rights end a connection within a second. */
const TICKS_TO_LOOK = 3;
const SESSIONS_AT_ONCE = 1_000;
/** How long connections stay open while sessions cannot be read; nobody can revoke one during that time either. */
const BLIND_MS = 5_000;
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 4_000;

interface ConnectionMonitorOptions {
  readonly hub: Pick<EventHub, "lines" | "head">;
  readonly readActors: ReadActors;
  readonly readBlinded: ReadBlinded;
  readonly isDraining: () => boolean;
  readonly log: Log;
  readonly beatMs: number;
}

/** Sends heartbeats and closes SSE connections whose session ended. Watching does not extend the session's lifetime. */
export class ConnectionMonitor {
  private readonly options: ConnectionMonitorOptions;
  private timer: NodeJS.Timeout | undefined;
  private ticks = 0;
  private isLooking = false;
  private seenAtMs = performance.now();

  constructor(options: ConnectionMonitorOptions) {
    this.options = options;
  }

  start(): void {
    if (this.timer) return;
    this.seenAtMs = performance.now();
    this.timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private tick(): void {
    const { hub, isDraining, log } = this.options;
    this.ticks += 1;
    if (hub.lines.size === 0) {
      this.stop();
      return;
    }
    if (isDraining()) {
      for (const line of hub.lines) line.end(spreadRetry());
      return;
    }
    this.beat(performance.now());
    if (this.ticks % TICKS_TO_LOOK !== 0 || this.isLooking) return;
    this.isLooking = true;
    this.look()
      .catch((error: unknown) => log.debug({ err: error }, "sessions of SSE connections could not be read"))
      .finally(() => {
        this.isLooking = false;
        if (performance.now() - this.seenAtMs > BLIND_MS) this.endAll();
      });
  }

  /** The heartbeat carries the stream position, so that an idle connection resumes from now. */
  private beat(nowMs: number): void {
    const { hub, beatMs } = this.options;
    const bytes = Buffer.from(`event: beat\nid: ${hub.head}\ndata: {}\n\n`);
    for (const line of hub.lines) if (nowMs - line.lastWriteMs >= beatMs) line.write(bytes, nowMs);
  }

  private async look(): Promise<void> {
    const startedMs = performance.now();
    const bySession = Map.groupBy(this.options.hub.lines, (line) => line.owner.tokenKey);
    const sessions = [...bySession.values()];
    for (let start = 0; start < sessions.length; start += SESSIONS_AT_ONCE) {
      await this.lookAt(sessions.slice(start, start + SESSIONS_AT_ONCE));
    }
    this.seenAtMs = startedMs;
  }

  private async lookAt(sessions: readonly (readonly SseConnection[])[]): Promise<void> {
    const hashes = sessions.flatMap(([line]) => (line ? [Buffer.from(line.owner.tokenKey, "hex")] : []));
    const lines = sessions.flat();
    const watching = lines.filter(({ topics }) => topics.some(taskOf)).map(({ owner }) => owner.userId);
    const [actors, blinded] = await Promise.all([
      this.options.readActors(hashes),
      watching.length === 0 ? undefined : this.options.readBlinded([...new Set(watching)]),
    ]);
    for (const line of lines) {
      const actor = actors.get(line.owner.tokenKey);
      const isUnblinded = withoutBlinded(line.topics, blinded?.get(line.owner.userId)).length === line.topics.length;
      if (!(actor && mayWatch(actor, line.topics) && isUnblinded)) line.end(Buffer.alloc(0));
    }
  }

  private endAll(): void {
    for (const line of this.options.hub.lines) line.end(spreadRetry());
  }
}

/** Jitter: the server that takes over must not get all reconnects at once. */
const spreadRetry = (): Buffer =>
  Buffer.from(`retry: ${Math.round(RETRY_MS / 4 + Math.random() * RETRY_SPREAD_MS)}\n\n`);

export const openingRetry = `retry: ${RETRY_MS}\n`;
