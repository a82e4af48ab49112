import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import {
  deleteFolderRow,
  type FolderRow,
  findFolderNamed,
  isFolderEmpty,
  listAncestorIds,
  lockFolder,
  lockTree,
  measureDepthBelow,
  updateFolderRow,
} from "./asset-folder.store.ts";
import { getFolder, noSuchFolder, refuseTooDeep } from "./get-folder.ts";
import { requireFolder } from "./require-folder.ts";

export const updateFolder = (
  { db, clock }: AssetsDeps,
  context: RequestContext,
  { id, ...wanted }: { id: string; name?: string | undefined; parentId?: string | null | undefined },
): Promise<FolderRow> =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx);
    const folder = await lockFolder(tx, id);
    if (!folder) throw noSuchFolder();
    const { name = folder.name, parentId = folder.parentId } = wanted;
    if (name === folder.name && parentId === folder.parentId) return getFolder(tx, id);
    if (parentId !== folder.parentId) await refuseMove(tx, id, parentId);
    const taken = await findFolderNamed(tx, parentId, name);
    if (taken && taken.id !== id) throw new DomainError("conflict", `there is already a folder '${name}' here`);
    await updateFolderRow(tx, id, { name, parentId });
    await recordOperation(tx, auditActor(context, clock()), {
      opType: "Update_asset_folder",
      subjects: [`asset_folder:${id}`],
      meta: { before: { name: folder.name, parent_id: folder.parentId }, after: { name, parent_id: parentId } },
    });
    return getFolder(tx, id);
  });

const refuseMove = async (tx: Tx, id: string, parentId: string | null): Promise<void> => {
  await requireFolder(tx, parentId);
  const above = parentId === null ? [] : await listAncestorIds(tx, parentId);
  if (above.includes(id)) throw new DomainError("conflict", "a folder cannot be moved into itself");
  refuseTooDeep(above.length + 1 + (await measureDepthBelow(tx, id)));
};

export const deleteFolder = ({ db, clock }: AssetsDeps, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockTree(tx);
    const folder = await lockFolder(tx, id);
    if (!folder) throw noSuchFolder();
    if (!(await isFolderEmpty(tx, id))) throw new DomainError("conflict", "this folder is not empty");
    await deleteFolderRow(tx, id);
    await recordOperation(tx, auditActor(context, clock()), {
      opType: "Delete_asset_folder",
      subjects: [`asset_folder:${id}`],
      meta: { name: folder.name, parent_id: folder.parentId },
    });
  });
