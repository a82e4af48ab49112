import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { readUri } from "../../storage/index.ts";
import { findProfileRevision } from "../handle.store.ts";
import { Meter, meteredSource } from "../read/io-meter.ts";
import { refusingFaults } from "../refuse-fault.ts";
import type { OpenedSet, OpenSets } from "../sets/open-sets.ts";
import {
  endVerification,
  findVerification,
  listVerifiedShards,
  markRunning,
  noteVerdict,
  type Verification,
} from "./verification.store.ts";
import { shardsLeft } from "./verify-set.rules.ts";

export interface VerifyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sets: OpenSets;
  /** A batch ends after the shard during which this time has passed. */
  readonly batchMs?: number;
}

const BATCH_MS = 60_000;
/** Each may hold a shard in memory: two, so that one is read while the other is checked. */
const AT_ONCE = 2;

const openSetOf = async ({ db, sets }: VerifyDeps, run: Verification, signal: AbortSignal): Promise<OpenedSet> => {
  const revision = await findProfileRevision(db, run.profileId);
  const address = readUri(run.uri);
  if (revision === undefined || !address)
    throw new DomainError("not_found", "the storage profile of this dataset was deleted");
  const opened = await sets.open({ profileId: run.profileId, revision, key: address.key }, { signal });
  if (opened.set.tag !== run.indexTag)
    throw new DomainError("invalid", "the dataset changed after this verification started: start it again");
  return opened;
};

/** Verifies unverified shards for about a minute. Each result is saved at once. */
export const verifyBatch = async (deps: VerifyDeps, id: string, signal: AbortSignal): Promise<"more" | "done"> => {
  const run = await findVerification(deps.db, id);
  if (!run || run.finishedAt !== null) return "done";
  await markRunning(deps.db, id);
  const left = shardsLeft(run, await listVerifiedShards(deps.db, id));
  const endsAtMs = Date.now() + (deps.batchMs ?? BATCH_MS);
  const opened = left.length > 0 ? await openSetOf(deps, run, signal) : undefined;
  if (opened) await opened.set.settle(signal);
  let goesOn = true;
  const next = left.values();
  const work = async (): Promise<void> => {
    for (let { value: shard } = next.next(); opened && shard !== undefined; { value: shard } = next.next()) {
      const isWanted = await verifyOne(deps, run, opened, shard, signal);
      goesOn &&= isWanted && Date.now() < endsAtMs;
      if (!goesOn) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const now = await findVerification(deps.db, id);
  if (now && now.finishedAt === null && now.shardsDone < now.shardsTotal) return "more";
  await endVerification(deps.db, id, { status: "Finished", at: deps.clock() });
  return "done";
};

/** Returns whether the run continues. */
const verifyOne = async (
  { db }: VerifyDeps,
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
