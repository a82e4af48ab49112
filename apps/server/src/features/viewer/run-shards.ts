import { DomainError } from "../../errors.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { readUri } from "../storage/index.ts";
import { findProfileRevision } from "./handle.store.ts";
import type { OpenedSet, OpenSets } from "./sets/open-sets.ts";

/** What a background run over the shards of a set needs. */
export interface RunDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sets: OpenSets;
  /** A batch ends after the shard during which this time has passed. */
  readonly batchMs?: number;
}

interface RunSet {
  readonly profileId: string;
  readonly uri: string;
  readonly indexTag: string;
}

/** Opens the set that a run began with, all its samples counted; `whenChanged` says what to do when it has changed. */
export const openRunSet = async (
  { db, sets }: RunDeps,
  run: RunSet,
  { whenChanged, signal }: { readonly whenChanged: string; readonly signal: AbortSignal },
): Promise<OpenedSet> => {
  const revision = await findProfileRevision(db, run.profileId);
  const address = readUri(run.uri);
  if (revision === undefined || !address)
    throw new DomainError("not_found", "the storage profile of this dataset was deleted");
  const opened = await sets.open({ profileId: run.profileId, revision, key: address.key }, { signal });
  if (opened.set.tag !== run.indexTag) throw new DomainError("invalid", whenChanged);
  await opened.set.settle(signal);
  return opened;
};

const BATCH_MS = 60_000;
/** Each may hold a shard in memory: two, so that one is read while the other is worked on. */
const AT_ONCE = 2;

/** When a batch that begins now should end. */
export const batchEndMs = ({ batchMs = BATCH_MS }: RunDeps): number => Date.now() + batchMs;

/** Works on shards until the batch should end, or until one says that the run does not go on. */
export const runShards = async (
  shards: readonly number[],
  endsAtMs: number,
  act: (shard: number) => Promise<boolean>,
): Promise<void> => {
  const next = shards.values();
  let goesOn = true;
  const work = async (): Promise<void> => {
    for (const shard of next) {
      const isWanted = await act(shard);
      goesOn &&= isWanted && Date.now() < endsAtMs;
      if (!goesOn) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};
