import { Meter, meteredSource } from "../read/io-meter.ts";
import { refusingFaults } from "../refuse-fault.ts";
import { batchEndMs, openRunSet, type RunDeps, runShards } from "../run-shards.ts";
import { shardsLeft } from "../verify/verify-set.rules.ts";
import { endColumnRun, findColumnRunById, listMeasuredShards, noteMean } from "./column-run.store.ts";
import { measureShard } from "./measure-shard.ts";

/** A compressed shard is downloaded as a whole, so larger ones are left out. */
const MAX_COMPRESSED_BYTES = 64 * 1024 ** 2;
const CHANGED = "the dataset changed after this computation started: open it again";

/** Measures shards for about a minute. Each result is saved at once. */
export const measureBatch = async (deps: RunDeps, id: string, signal: AbortSignal): Promise<"more" | "done"> => {
  const run = await findColumnRunById(deps.db, id);
  if (!run || run.finishedAt !== null) return "done";
  const endsAtMs = batchEndMs(deps);
  const left = shardsLeft({ shards: null, shardsTotal: run.shardsTotal }, await listMeasuredShards(deps.db, id));
  if (left.length > 0) {
    const { set, bucketReader } = await refusingFaults(() => openRunSet(deps, run, { whenChanged: CHANGED, signal }));
    await runShards(left, endsAtMs, async (shard) => {
      const meter = new Meter();
      const reading = { source: meteredSource(bucketReader, meter), meter, agreeBytes: MAX_COMPRESSED_BYTES, signal };
      const input = { shard, column: run.column, limit: run.samplesPerShard };
      await noteMean(deps.db, id, shard, await measureShard(set, reading, input));
      return true;
    });
  }
  const now = await findColumnRunById(deps.db, id);
  if (now && now.finishedAt === null && now.shardsDone < now.shardsTotal) return "more";
  await endColumnRun(deps.db, id, { status: "Finished", at: deps.clock() });
  return "done";
};
