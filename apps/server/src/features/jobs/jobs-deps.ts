import type { JobAct, JobKind } from "@dailies/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Log } from "../../platform/observability/log.ts";
import type { Temporal } from "../../platform/temporal/temporal.ts";
import type { RequestContext } from "../../request-context.ts";

/** A job as its own feature knows it: the key of its row, and what it works on. */
export interface ActedJob {
  readonly id: string;
  readonly key: string;
  readonly subjectId: string | null;
  /** The same for every attempt at this act, so that a repeated one creates nothing twice. */
  readonly requestKey: string;
}

export type RunJobAct = (context: RequestContext, job: ActedJob) => Promise<void>;

/** What each kind offers: the acts of its own feature, with their rules and audit log entries. */
export type JobActs = Readonly<Record<JobKind, Partial<Record<JobAct, RunJobAct>>>>;

export interface JobsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly temporal: Temporal;
  readonly acts: JobActs;
}
