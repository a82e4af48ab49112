import { DomainError } from "../../../errors.ts";
import { readUri } from "../../storage/index.ts";
import { findProfileRevision } from "../handle.store.ts";
import { Meter, meteredSource } from "../read/io-meter.ts";
import { refusingFaults } from "../refuse-fault.ts";
import type { OpenedSet } from "../sets/open-sets.ts";
import type { VerifyDeps } from "../verify/verify-batch.ts";
import { shardsLeft } from "../verify/verify-set.rules.ts";
import {
  type ColumnRunRecord,
  endColumnRun,
  findColumnRunById,
  listMeasuredShards,
  noteMean,
} from "./column-run.store.ts";
import { measureShard } from "./measure-shard.ts";

const BATCH_MS = 60_000;
const AT_ONCE = 2;
/** A compressed shard is downloaded as a whole, so larger ones are left out. */
const MAX_COMPRESSED_BYTES = 64 * 1024 ** 2;

const openSetOf = async ({ db, sets }: VerifyDeps, run: ColumnRunRecord, signal: AbortSignal): Promise<OpenedSet> => {
  const revision = await findProfileRevision(db, run.profileId);
  const address = readUri(run.uri);
  if (revision === undefined || !address)
    throw new DomainError("not_found", "the storage profile of this dataset was deleted");
  const opened = await sets.open({ profileId: run.profileId, revision, key: address.key }, { signal });
  await opened.set.settle(signal);
  if (opened.set.tag !== run.indexTag)
    throw new DomainError("invalid", "the dataset changed after this computation started: open it again");
  return opened;
};

/** Measures shards for about a minute. Each result is saved at once. */
export const measureBatch = async (deps: VerifyDeps, id: string, signal: AbortSignal): Promise<"more" | "done"> => {
  const run = await findColumnRunById(deps.db, id);
  if (!run || run.finishedAt !== null) return "done";
  const left = shardsLeft({ shards: null, shardsTotal: run.shardsTotal }, await listMeasuredShards(deps.db, id));
  const endsAtMs = Date.now() + (deps.batchMs ?? BATCH_MS);
  if (left.length > 0) {
    const { set, bucketReader } = await refusingFaults(() => openSetOf(deps, run, signal));
    const next = left.values();
    const work = async (): Promise<void> => {
      for (const shard of next) {
        const meter = new Meter();
        const reading = { source: meteredSource(bucketReader, meter), meter, agreeBytes: MAX_COMPRESSED_BYTES, signal };
        const input = { shard, column: run.column, limit: run.samplesPerShard };
        await noteMean(deps.db, id, shard, await measureShard(set, reading, input));
        if (Date.now() >= endsAtMs) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  const now = await findColumnRunById(deps.db, id);
  if (now && now.finishedAt === null && now.shardsDone < now.shardsTotal) return "more";
  await endColumnRun(deps.db, id, { status: "Finished", at: deps.clock() });
  return "done";
};
