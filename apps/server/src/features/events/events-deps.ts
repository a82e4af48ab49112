import type { Log } from "../../platform/observability/log.ts";
import type { ConnectionMonitor, ReadActors } from "./connection-monitor.ts";
import type { EventHub } from "./event-hub.ts";

export interface EventsOptions {
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly log: Log;
  readonly readActors: ReadActors;
  readonly isDraining: () => boolean;
  /** How long a line may be silent before it is told that it stands. */
  readonly beatMs?: number;
}

export interface LiveEvents {
  readonly hub: EventHub;
  readonly keeper: ConnectionMonitor;
  /** Ends every line. */
  close(): void;
}
