import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { lockAssets, markAssetsDeleted } from "./asset.store.ts";

export interface Deletion {
  readonly deleted: string[];
  readonly refused: { id: string; reason: string }[];
}

const usedWords = (count: number): string => `used in ${count} ${count === 1 ? "place" : "places"}`;

/** Deletes unreferenced assets. The row locks keep out new references; the bytes are purged a week later. */
export const deleteAssets = (
  { db, clock }: AssetsDeps,
  context: RequestContext,
  wanted: readonly string[],
): Promise<Deletion> =>
  db.transaction().execute(async (tx) => {
    const ids = [...new Set(wanted)];
    const assets = new Map((await lockAssets(tx, ids)).map((asset) => [asset.id, asset]));
    const refused = ids.flatMap((id) => {
      const asset = assets.get(id);
      if (!asset) return [{ id, reason: "no longer there" }];
      return asset.refCount > 0 ? [{ id, reason: usedWords(asset.refCount) }] : [];
    });
    const kept = new Set(refused.map(({ id }) => id));
    const deleted = ids.filter((id) => !kept.has(id));
    const [first, ...others] = deleted;
    if (first === undefined) return { deleted, refused };
    const at = clock();
    await markAssetsDeleted(tx, deleted, at);
    await recordOperation(tx, auditActor(context, at), {
      opType: "Delete_assets",
      subjects: [`asset:${first}`, ...others.map((id) => `asset:${id}`)],
      meta: { names: deleted.map((id) => assets.get(id)?.name ?? "") },
    });
    return { deleted, refused };
  });
