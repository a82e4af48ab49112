import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { newId } from "../../platform/ids.ts";
import { readUri } from "../storage/index.ts";
import { findProfileRevision, forgetOldHandles, upsertHandle } from "./handle.store.ts";
import type { OpenedSet } from "./sets/open-sets.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

const KEPT_HANDLES = 500;

export interface OpenInput {
  readonly uri: string | undefined;
  readonly datasetId: string | undefined;
}

export interface OpenedShards extends OpenedSet {
  readonly handle: string;
  readonly uri: string;
  readonly datasetId: string | null;
  readonly openedAt: Date;
}

interface Target {
  readonly profileId: string;
  readonly revision: number;
  readonly key: string;
  readonly uri: string;
}

const findTarget = async (deps: ViewerDeps, { uri, datasetId }: OpenInput): Promise<Target> => {
  if ((uri === undefined) === (datasetId === undefined))
    throw new DomainError("invalid", "give either an address or a dataset");
  if (uri !== undefined) {
    const { profile, key, uri: written } = await deps.bucketReaders.resolve(uri);
    return { profileId: profile.id, revision: profile.revision, key, uri: written };
  }
  const dataset = await deps.findDatasetLocation(deps.db, datasetId ?? "");
  if (!dataset) throw new DomainError("not_found", "there is no such dataset");
  const { profileId } = dataset;
  // Look up by profile id and not by URI: a profile with a longer prefix may have been registered since.
  const revision = await findProfileRevision(deps.db, profileId);
  const address = readUri(dataset.uri);
  if (revision === undefined || !address)
    throw new DomainError("not_found", "the storage profile of this dataset was deleted");
  return { profileId, revision, key: address.key, uri: dataset.uri };
};

/** Reads the index, or reuses the unchanged one in memory, and stores a handle for the user. */
export const openShards = async (
  deps: ViewerDeps,
  { actor, at, signal }: { readonly actor: Actor; readonly at: Date; readonly signal?: AbortSignal },
  input: OpenInput,
): Promise<OpenedShards> => {
  const target = await findTarget(deps, input);
  const opened = await deps.sets.open(target, { isFresh: true, signal });
  const datasetId = input.datasetId ?? null;
  const { format } = opened.set.describe();
  const { id, openedAt } = await upsertHandle(deps.db, {
    id: newId(),
    userId: actor.userId,
    uri: target.uri,
    profileId: target.profileId,
    datasetId,
    format,
    at,
    samples: opened.set.table.samples,
  });
  await forgetOldHandles(deps.db, actor.userId, KEPT_HANDLES);
  return { handle: id, uri: target.uri, datasetId, openedAt, set: opened.set, bucketReader: opened.bucketReader };
};
