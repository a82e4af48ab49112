import type { Actor } from "./actor.ts";
import { listReadableHashes, type MaySeeReference } from "./features/assets/index.ts";
import type { BenchmarksDeps } from "./features/benchmarks/index.ts";
import { hasTemplate } from "./features/dimensions/index.ts";
import { type EvaluationEffects, hasJudgements, judgeBenchmark } from "./features/evaluations/index.ts";
import { maySeeJob } from "./features/generation/index.ts";
import { startBoardSnapshot } from "./features/leaderboards/index.ts";
import { startPreparing } from "./features/metrics/index.ts";
import { createPerformerSecretBox } from "./features/performers/index.ts";
import { listVisibleTaskIds } from "./features/tasks/index.ts";
import type { SecretKeys } from "./platform/crypto/secret-keys.ts";
import type { Db } from "./platform/db/database.ts";

/** Users who may see an object that references an asset may read the asset. */
export const REFERENCES: Readonly<Record<string, MaySeeReference>> = {
  call: maySeeJob,
  // Every rater sees the examples of a question.
  dimension: async () => true,
  task: async (db, actor, taskIds) =>
    actor.permissions.has("USE_VERSION_1_0") && (await listVisibleTaskIds(db, actor, taskIds)).size > 0,
};

export const readableHashes = (db: Db, actor: Actor, assetIds: readonly string[]): Promise<Map<string, string>> =>
  listReadableHashes({ db, references: REFERENCES }, actor, assetIds);

export const EVALUATION_EFFECTS: EvaluationEffects = {
  prepareClips: (tx, { taskId, requestId }) => startPreparing(tx, taskId, requestId),
  snapshotBoard: startBoardSnapshot,
};

type OpenBenchmarksOptions = Pick<BenchmarksDeps, "db" | "clock" | "storage" | "outgoing"> & {
  readonly secretKeys: SecretKeys;
};

/** The dependencies of benchmarks, the same in the API and in the worker that adds imported rows. */
export const openBenchmarks = ({ secretKeys, ...deps }: OpenBenchmarksOptions): BenchmarksDeps => ({
  ...deps,
  box: createPerformerSecretBox(secretKeys),
  // Only the activities that run jobs send requests to performers; everything else shows assets by id.
  assetUrl: (assetId) => Promise.reject(new Error(`asset ${assetId} is not sent to performers from here`)),
  readableHashes,
  hasTemplate,
  hasJudgements,
  judging: judgeBenchmark(EVALUATION_EFFECTS),
});
