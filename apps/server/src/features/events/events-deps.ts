import type { Log } from "../../platform/observability/log.ts";
import type { ConnectionMonitor, ReadActors, ReadBlinded } from "./connection-monitor.ts";
import type { EventHub } from "./event-hub.ts";

export interface EventsOptions {
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly readActors: ReadActors;
  readonly readBlinded: ReadBlinded;
  readonly isDraining: () => boolean;
  /** Idle time after which a connection gets a heartbeat. */
  readonly beatMs?: number;
}

export interface LiveEvents {
  readonly hub: EventHub;
  readonly keeper: ConnectionMonitor;
  readonly readBlinded: ReadBlinded;
  /** Closes every connection. */
  close(): void;
}
