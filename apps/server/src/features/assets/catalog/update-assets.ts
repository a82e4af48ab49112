import type { ASSET_VISIBILITIES } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { requireFolder } from "../folders/require-folder.ts";
import { type AssetChange, type LockedAsset, lockAssets, updateAsset } from "./asset.store.ts";

const MAX_TAGS = 100;

export interface AssetsUpdate {
  readonly ids: readonly string[];
  readonly name?: string | undefined;
  readonly folderId?: string | null | undefined;
  readonly visibility?: (typeof ASSET_VISIBILITIES)[number] | undefined;
  readonly addTags?: readonly string[] | undefined;
  readonly removeTags?: readonly string[] | undefined;
}

/** All or nothing: one missing asset fails the whole update. Returns the number of changed assets. */
export const updateAssets = (
  { db, clock }: AssetsDeps,
  context: RequestContext,
  update: AssetsUpdate,
): Promise<number> => {
  const ids = [...new Set(update.ids)];
  if (update.name !== undefined && ids.length > 1)
    throw new DomainError("conflict", "a new name can be given to one asset at a time");
  return db.transaction().execute(async (tx) => {
    await requireFolder(tx, update.folderId);
    const assets = await lockAssets(tx, ids);
    if (assets.length < ids.length) throw new DomainError("not_found", "one of these assets no longer exists");
    const changes = assets.flatMap((asset) => {
      const change = changeOf(asset, update);
      return Object.keys(change).length === 0 ? [] : [{ asset, change }];
    });
    const at = clock();
    for (const { asset, change } of changes) await updateAsset(tx, asset.id, change, at);
    await recordChanges(
      tx,
      context,
      at,
      update,
      changes.map(({ asset }) => asset),
    );
    return changes.length;
  });
};

const changeOf = (asset: LockedAsset, update: AssetsUpdate): AssetChange => {
  const tags = tagsAfter(asset.tags, update);
  return {
    ...(update.name === undefined || update.name === asset.name ? {} : { name: update.name }),
    ...(update.folderId === undefined || update.folderId === asset.folderId ? {} : { folderId: update.folderId }),
    ...(update.visibility === undefined || update.visibility === asset.visibility
      ? {}
      : { visibility: update.visibility }),
    ...(tags === undefined ? {} : { tags }),
  };
};

/** Returns undefined when the tags do not change. */
const tagsAfter = (tags: readonly string[], { addTags = [], removeTags = [] }: AssetsUpdate): string[] | undefined => {
  const after = new Set([...tags, ...addTags]);
  for (const tag of removeTags) after.delete(tag);
  if (after.size > MAX_TAGS) throw new DomainError("conflict", `an asset has at most ${MAX_TAGS} tags`);
  return after.size === tags.length && tags.every((tag) => after.has(tag)) ? undefined : [...after].sort();
};

/** Writes one operation log entry for the whole update, which lists every changed asset. */
const recordChanges = async (
  tx: Tx,
  context: RequestContext,
  at: Date,
  { name, folderId, visibility, addTags, removeTags }: AssetsUpdate,
  changed: readonly LockedAsset[],
): Promise<void> => {
  const [first, ...others] = changed;
  if (!first) return;
  const before =
    changed.length === 1
      ? { before: { name: first.name, folder_id: first.folderId, visibility: first.visibility } }
      : {};
  const after = { name, folder_id: folderId, visibility, add_tags: addTags, remove_tags: removeTags };
  await recordOperation(tx, auditActor(context, at), {
    opType: "Update_assets",
    subjects: [`asset:${first.id}`, ...others.map(({ id }) => `asset:${id}`)],
    meta: { ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)), ...before },
  });
};
