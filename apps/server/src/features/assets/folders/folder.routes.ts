// Folders of the asset library. Implements "Static sources".
// Folders only organize assets; they grant no rights.
import type { AssetFolder, assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { type FolderRow, listFoldersIn } from "./asset-folder.store.ts";
import { ensureFolder } from "./ensure-folder.ts";
import { getFolder } from "./get-folder.ts";
import { deleteFolder, updateFolder } from "./update-folder.ts";

type FolderCalls = "listFolders" | "ensureFolder" | "updateFolder" | "deleteFolder";

const toFolder = ({ id, parentId, name, hasChildren }: FolderRow): AssetFolder => ({
  id,
  parent_id: parentId,
  name,
  has_children: hasChildren,
});

export const folderHandlers = (deps: AssetsDeps): Pick<Handlers<typeof assetsRoutes>, FolderCalls> => ({
  listFolders: async ({ query }) => {
    if (query.parent_id !== undefined) await getFolder(deps.db, query.parent_id);
    const folders = await listFoldersIn(deps.db, query.parent_id ?? null);
    return { items: folders.map(toFolder), total: folders.length };
  },
  ensureFolder: async ({ body, context }) =>
    toFolder(await ensureFolder(deps, context, { parentId: body.parent_id, path: body.path })),
  updateFolder: async ({ body, context }) => {
    const { id, name, parent_id: parentId } = body;
    return toFolder(await updateFolder(deps, context, { id, name, parentId }));
  },
  deleteFolder: async ({ body, context }) => {
    await deleteFolder(deps, context, body.id);
    return { ok: true };
  },
});
