import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { MediaJail } from "../../../platform/sandbox/media-jail.ts";
import type { PerformerDeps } from "../../performers/index.ts";
import type { MeasureThreads } from "../measuring/measure-threads.ts";

export interface MaybeDone {
  readonly taskId: string;
  readonly requestId: string;
  readonly at: Date;
}

export interface PrepareDeps extends Pick<PerformerDeps, "box" | "outgoing"> {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, "getObject" | "headObject" | "putStream" | "presign">;
  readonly jail: MediaJail;
  readonly threads: Pick<MeasureThreads, "measure">;
  readonly scratchRoot: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the task if nothing is left to wait for. What that means is for those to say who run the judging. */
  readonly finishIfDone: (tx: Tx, maybe: MaybeDone) => Promise<unknown>;
}
