import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { deleteFolderRow, isFolderEmpty, lockFolder, lockTree } from "./asset-folder.store.ts";
import { noSuchFolder } from "./get-folder.ts";

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
