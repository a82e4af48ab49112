import { Meter, meteredSource } from "../read/io-meter.ts";
import { refusingFaults } from "../refuse-fault.ts";
import { batchEndMs, openRunSet, type RunDeps, runShards } from "../run-shards.ts";
import type { OpenedSet } from "../sets/open-sets.ts";
import {
  endVerification,
  findVerification,
  listVerifiedShards,
  markRunning,
  noteVerdict,
  type Verification,
} from "./verification.store.ts";
import { shardsLeft } from "./verify-set.rules.ts";

const CHANGED = "the dataset changed after this verification started: start it again";

/** Verifies unverified shards for about a minute. Each result is saved at once. */
export const verifyBatch = async (deps: RunDeps, id: string, signal: AbortSignal): Promise<"more" | "done"> => {
  const run = await findVerification(deps.db, id);
  if (!run || run.finishedAt !== null) return "done";
  await markRunning(deps.db, id);
  const endsAtMs = batchEndMs(deps);
  const left = shardsLeft(run, await listVerifiedShards(deps.db, id));
  if (left.length > 0) {
    const opened = await openRunSet(deps, run, { whenChanged: CHANGED, signal });
    await runShards(left, endsAtMs, (shard) => verifyOne(deps, run, opened, shard, signal));
  }
  const now = await findVerification(deps.db, id);
  if (now && now.finishedAt === null && now.shardsDone < now.shardsTotal) return "more";
  await endVerification(deps.db, id, { status: "Finished", at: deps.clock() });
  return "done";
};

/** Returns whether the run continues. */
const verifyOne = async (
  { db }: RunDeps,
  run: Verification,
  { set, bucketReader }: OpenedSet,
  shard: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const meter = new Meter();
  const reading = { source: meteredSource(bucketReader, meter), meter, agreeBytes: Number.MAX_SAFE_INTEGER, signal };
  const input = { decodesSamples: run.decodesSamples };
  const verdict = await refusingFaults(() => set.verifyShard(reading, shard, input));
  return noteVerdict(db, run.id, shard, verdict);
};
