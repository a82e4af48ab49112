import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { readUri } from "../storage/index.ts";
import { findOwnHandle, type HandleRecord } from "./handle.store.ts";
import { Meter, meteredSource } from "./read/io-meter.ts";
import { refusingFaults } from "./refuse-fault.ts";
import type { OpenedSet, SetAddress } from "./sets/open-sets.ts";
import type { Reading } from "./sets/shard-set.ts";
import type { SamplePosition } from "./sets/shard-table.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

export interface UsedSet extends OpenedSet {
  readonly handle: HandleRecord;
}

/** Handles of other users are reported as not found. */
export const getOwnHandle = async ({ db }: ViewerDeps, { userId }: Actor, id: string): Promise<HandleRecord> => {
  const handle = await findOwnHandle(db, userId, id);
  if (!handle) throw new DomainError("not_found", "this dataset is not open: open it again by its address");
  return handle;
};

export const addressOf = ({ uri, profileId, revision }: HandleRecord): SetAddress => {
  const address = readUri(uri);
  if (!address) throw new DomainError("not_found", "this dataset was opened with an invalid address");
  return { profileId, revision, key: address.key };
};

interface SetCall {
  readonly actor: Actor;
  readonly handle: string;
  readonly signal?: AbortSignal;
}

const actOn = async <T>(
  deps: ViewerDeps,
  handle: HandleRecord,
  signal: AbortSignal | undefined,
  act: (used: UsedSet) => Promise<T>,
): Promise<T> => {
  const address = addressOf(handle);
  const opened = await deps.sets.open(address, { signal });
  try {
    return await refusingFaults(() => act({ handle, set: opened.set, bucketReader: opened.bucketReader }));
  } catch (error) {
    // The files were overwritten during the read: the next request reads the index again.
    if (error instanceof DomainError && error.code === "conflict") deps.sets.forget(address);
    throw error;
  }
};

/** Runs `act` on the set of a handle, from cache or storage. FormatFaults become DomainErrors. */
export const useSet = async <T>(
  deps: ViewerDeps,
  { actor, handle: id, signal }: SetCall,
  act: (used: UsedSet) => Promise<T>,
): Promise<T> => actOn(deps, await getOwnHandle(deps, actor, id), signal, act);

/** The same time as an ended session may stay cached. */
const BELIEVED_MS = 1_000;
const CONFIRMED_MS = 10_000;
const HANDLE_BYTES = 500;

/**
 * The same for frequent read-only requests, with a cached authorisation: a handle confirmed within the last second is
 * trusted. Within ten seconds it is confirmed in parallel with the read, and nothing is returned before that.
 */
export const useSetAgain = async <T>(
  deps: ViewerDeps,
  { actor, handle: id, signal }: SetCall,
  act: (used: UsedSet) => Promise<T>,
): Promise<T> => {
  const name = `${actor.userId}/${id}`;
  const confirm = async (): Promise<HandleRecord> => {
    const handle = await getOwnHandle(deps, actor, id);
    deps.confirmed.set(name, { handle, atMs: deps.clock().getTime() }, HANDLE_BYTES);
    return handle;
  };
  const known = deps.confirmed.get(name);
  const ageMs = known ? deps.clock().getTime() - known.atMs : Number.POSITIVE_INFINITY;
  if (!known || ageMs > CONFIRMED_MS) return actOn(deps, await confirm(), signal, act);
  if (ageMs <= BELIEVED_MS) return actOn(deps, known.handle, signal, act);
  const [handle, result] = await Promise.all([confirm(), actOn(deps, known.handle, signal, act)]);
  // The profile changed meanwhile: discard the result and read again.
  const { profileId, revision } = known.handle;
  return handle.profileId === profileId && handle.revision === revision ? result : actOn(deps, handle, signal, act);
};

export const readingOf = (
  { bucketReader }: Pick<OpenedSet, "bucketReader">,
  { agreeBytes = 0, signal }: { readonly agreeBytes?: number; readonly signal?: AbortSignal | undefined },
): Reading => {
  const meter = new Meter();
  return { source: meteredSource(bucketReader, meter), meter, agreeBytes, ...(signal && { signal }) };
};

export const locateSample = ({ set }: OpenedSet, index: number): SamplePosition => {
  const position = set.table.locate(index);
  if (position) return position;
  const { samples, counted, shards } = set.table;
  const rest = counted < shards ? `; ${counted} of ${shards} shards are counted so far` : "";
  throw new DomainError("not_found", `there is no sample ${index}: the set has ${samples}${rest}`);
};

export const checkShard = ({ set }: OpenedSet, shard: number): number => {
  if (shard < set.table.shards) return shard;
  throw new DomainError("not_found", `there is no shard ${shard}: the set has ${set.table.shards}`);
};
