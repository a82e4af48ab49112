import type { Actor } from "../../actor.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { ConnectionMonitor, ReadActors, ReadBlinded } from "./connection-monitor.ts";
import type { EventHub } from "./event-hub.ts";

/** Which of these tasks the user may know of. */
export type ReadVisible = (actor: Actor, taskIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface EventsOptions {
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly readActors: ReadActors;
  readonly readBlinded: ReadBlinded;
  readonly readVisible: ReadVisible;
  readonly isDraining: () => boolean;
  /** Idle time after which a connection gets a heartbeat. */
  readonly beatMs?: number;
}

export interface LiveEvents {
  readonly hub: EventHub;
  readonly keeper: ConnectionMonitor;
  readonly readBlinded: ReadBlinded;
  readonly readVisible: ReadVisible;
  /** Closes every connection. */
  close(): void;
}
