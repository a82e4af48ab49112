import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { type FolderRow, findFolderNamed, insertFolder, listAncestorIds, lockTree } from "./asset-folder.store.ts";
import { getFolder, refuseTooDeep } from "./get-folder.ts";
import { requireFolder } from "./require-folder.ts";

/** Returns the folder at a path and creates missing levels. Idempotent and safe under concurrency. */
export const ensureFolder = (
  { db, clock }: AssetsDeps,
  context: RequestContext,
  { parentId, path }: { parentId: string | null; path: readonly string[] },
): Promise<FolderRow> =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx);
    await requireFolder(tx, parentId);
    refuseTooDeep((parentId === null ? 0 : (await listAncestorIds(tx, parentId)).length) + path.length);
    const made: string[] = [];
    let below = parentId;
    for (const name of path) {
      const found = await findFolderNamed(tx, below, name);
      const id = found?.id ?? newId();
      if (!found) {
        await insertFolder(tx, { id, parentId: below, name });
        made.push(id);
      }
      below = id;
    }
    const [first, ...others] = made;
    if (first !== undefined) {
      await recordOperation(tx, auditActor(context, clock()), {
        opType: "Create_asset_folder",
        subjects: [`asset_folder:${first}`, ...others.map((id) => `asset_folder:${id}`)],
        meta: { parent_id: parentId, path },
      });
    }
    return getFolder(tx, below ?? "");
  });
