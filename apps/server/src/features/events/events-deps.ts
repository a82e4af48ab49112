import type { Actor } from "../../actor.ts";
import type { Log } from "../../platform/log.ts";
import type { EventHub } from "./event-hub.ts";
import type { LineKeeper } from "./line-keeper.ts";

/** The people behind sessions that still live, by the hash of the session's token in hex. */
export type ReadActors = (tokenHashes: readonly Buffer[]) => Promise<ReadonlyMap<string, Actor>>;

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
  readonly keeper: LineKeeper;
  /** Ends every line. */
  close(): void;
}
