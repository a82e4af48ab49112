import { DomainError } from "../../../errors.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { announceTask } from "../../events/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import {
  countClips,
  countWaiting,
  findClipFacts,
  keepClips,
  releaseClips,
  settleClip,
  takeClips,
} from "../clip.store.ts";
import { judgeClips } from "../judging/judge-clips.ts";
import { prepareClip } from "./prepare-clip.ts";
import { BATCH_CLIPS } from "./prepare-clips.rules.ts";
import type { PrepareDeps } from "./prepare-deps.ts";

interface OfTask {
  readonly taskId: string;
}

/** Six heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 5_000;
/** The lease of a killed worker's clips expires after this time. */
const HOLD_S = 45;
const AFTER_FAULT_S = 30;
/** Attempts before an error of ours becomes final. */
const MAX_TRIES = 3;
const PASSING: ReadonlySet<string> = new Set(["unavailable", "upstream_failed", "throttled"]);

export const prepareClipsActivities = (deps: PrepareDeps) => ({
  countWaitingClips: ({ taskId }: OfTask): Promise<number> => countWaiting(deps.db, taskId),

  /** Returns how many clips it claimed. Unfinished clips are released on failure. */
  async prepareClipsBatch({ taskId }: OfTask): Promise<number> {
    const clipIds = await takeClips(deps.db, taskId, { atMost: BATCH_CLIPS, forS: HOLD_S });
    const inHand = new Set(clipIds);
    try {
      await whileHolding(deps, inHand, async (signal) => {
        for (const clipId of clipIds) {
          await prepareOne(deps, clipId, signal);
          inHand.delete(clipId);
        }
      });
    } finally {
      if (inHand.size > 0) await releaseClips(deps.db, [...inHand], 0);
      if (clipIds.length > 0) await deps.db.transaction().execute((tx) => announceTask(tx, taskId));
    }
    return clipIds.length;
  },

  /** The cursor for the next batch; undefined when every judge was asked about every clip. */
  judgeClipsBatch: (batch: OfTask & { readonly since: string; readonly after?: string }): Promise<string | undefined> =>
    whileHolding(deps, [], (signal) => judgeClips(deps, batch, signal)),

  async endPreparing({ taskId, requestId }: OfTask & { readonly requestId: string }): Promise<void> {
    const clips = await countClips(deps.db, taskId);
    if (!clips) return;
    await deps.db.transaction().execute(async (tx) => {
      await announceTask(tx, taskId);
      await recordOperation(tx, auditActor(systemContext(requestId, deps.clock())), {
        opType: "Prepare_clips",
        subjects: [`task:${taskId}`],
        meta: clips,
      });
    });
    await deps.db.transaction().execute((tx) => deps.finishIfDone(tx, { taskId, requestId, at: deps.clock() }));
  },
});

export type PrepareClipsActivities = ReturnType<typeof prepareClipsActivities>;

/** A transient error ends the batch, which is retried; any other error only affects its own clip. */
const prepareOne = async (deps: PrepareDeps, clipId: bigint, signal: AbortSignal): Promise<void> => {
  try {
    await prepareClip(deps, clipId, signal);
  } catch (error) {
    if (signal.aborted || (error instanceof DomainError && PASSING.has(error.code))) throw error;
    const facts = await findClipFacts(deps.db, clipId);
    deps.log.error({ err: error, clipId: `${clipId}`, tries: facts?.tries }, "clip could not be prepared for judging");
    if (facts && facts.tries < MAX_TRIES) return releaseClips(deps.db, [clipId], AFTER_FAULT_S);
    await settleClip(deps.db, clipId, {
      status: "failed",
      error: "the clip could not be prepared; see the server log",
    });
  }
};

/** Sends heartbeats and extends the lease of these clips. */
const whileHolding = <T>(
  { db, log }: PrepareDeps,
  clipIds: Iterable<bigint>,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const renew = async (): Promise<void> => {
    const ids = [...clipIds];
    if (ids.length > 0) await keepClips(db, ids, HOLD_S);
  };
  const onRenewFailed = (error: unknown): void => log.warn({ err: error }, "clip lease could not be renewed");
  return withHeartbeat({ everyMs: HEARTBEAT_MS, lease: { renew, onRenewFailed } }, act);
};
