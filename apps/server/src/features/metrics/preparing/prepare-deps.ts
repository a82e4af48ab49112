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
  /** Finishes the task if nothing is outstanding; the evaluations feature decides that. */
  readonly finishIfDone: (tx: Tx, maybe: MaybeDone) => Promise<unknown>;
}
