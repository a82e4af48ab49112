import { ERROR_STATUS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { checkHealth } from "../health/check-health.ts";
import { listUnreadParts } from "../index-part.store.ts";
import { findRun, isRunLiving } from "../index-run.store.ts";
import type { Beat, IndexingDeps } from "./indexing-deps.ts";
import { readPart } from "./rows/read-part.ts";
import { clearLeftovers } from "./runs/clear-leftovers.ts";
import { type CommitOutcome, commitRun } from "./runs/commit-run.ts";
import { failRun } from "./runs/fail-run.ts";
import { type FinishOutcome, finishRun } from "./runs/finish-run.ts";
import { type PlanOutcome, planRun } from "./runs/plan-run.ts";

export interface IndexDatasetInput {
  readonly runId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 3_000;
const UNEXPECTED = "it stopped at an unexpected fault; index it again to go on with what was not read yet";

export const indexDatasetActivities = (deps: IndexingDeps) => ({
  async planIndex({ runId }: IndexDatasetInput): Promise<PlanOutcome> {
    return withRunBeat(deps, runId, (beat) => planRun(deps, runId, beat));
  },

  /** The next unread parts; empty when all are read or the run has ended. */
  async listUnread({ runId, limit }: IndexDatasetInput & { readonly limit: number }): Promise<number[]> {
    return (await isRunLiving(deps.db, runId)) ? listUnreadParts(deps.db, runId, limit) : [];
  },

  async readIndexPart({ runId, part }: IndexDatasetInput & { readonly part: number }): Promise<void> {
    await withRunBeat(deps, runId, (beat) => readPart(deps, runId, part, beat));
  },

  async commitIndex({ runId }: IndexDatasetInput): Promise<CommitOutcome> {
    return withRunBeat(deps, runId, (beat) => commitRun(deps, runId, beat));
  },

  async finishIndex({ runId }: IndexDatasetInput): Promise<FinishOutcome> {
    return withRunBeat(deps, runId, (beat) => finishRun(deps, runId, beat));
  },

  async failIndex({ runId, code, message }: IndexDatasetInput & ActivityFault): Promise<void> {
    await failRun(deps, runId, Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED);
  },

  /** Checks health now, so that lists need not wait for the hourly check. */
  async clearIndex({ runId }: IndexDatasetInput): Promise<void> {
    await clearLeftovers(deps, runId);
    const run = await findRun(deps.db, runId);
    if (run) await checkHealth(deps, run.dataset_id);
  },
});

export type IndexDatasetActivities = ReturnType<typeof indexDatasetActivities>;

const withRunBeat = <T>({ db }: Pick<IndexingDeps, "db">, runId: string, act: (beat: Beat) => Promise<T>): Promise<T> =>
  withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) =>
    act({
      signal,
      check: async () => {
        signal.throwIfAborted();
        if (!(await isRunLiving(db, runId))) throw new DomainError("conflict", "this run is over");
      },
    }),
  );
