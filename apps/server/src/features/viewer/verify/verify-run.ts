import type { VerifyRun } from "@dailies/contract";
import type { VerifyFault } from "./verdict.ts";
import type { Verification } from "./verification.store.ts";

export const toVerifyRun = (run: Verification, handle: string, faults: readonly VerifyFault[]): VerifyRun => ({
  id: run.id,
  handle,
  uri: run.uri,
  status: run.status,
  shards_done: run.shardsDone,
  shards_total: run.shardsTotal,
  bytes_read: run.bytesRead,
  faults_total: run.faultsTotal,
  faults: [...faults],
  error: run.error,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
});
