// Choosing an asset as input, for those who do not manage the library. Implements "Static sources".
// The store's query and `mayRead` decide which assets a caller may use.
import type { assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { getUsableAsset, listUsableAssets } from "./find-usable-assets.ts";
import { listUsableFolders } from "./usable-asset.store.ts";

type UsableCalls = "listUsableAssets" | "getUsableAsset" | "listUsableFolders";

export const usableHandlers = (deps: AssetsDeps): Pick<Handlers<typeof assetsRoutes>, UsableCalls> => ({
  listUsableAssets: async ({ query, actor }) => {
    const { kind, scope, folder, q, limit, cursor } = query;
    const filter = { kind, scope, folderId: folder, words: q, beforeId: cursor };
    const { items, nextId } = await listUsableAssets(deps, actor, filter, limit);
    return { items, next_cursor: nextId };
  },
  getUsableAsset: ({ query, actor }) => getUsableAsset(deps, actor, query.id),
  listUsableFolders: async ({ query, actor }) => ({ items: await listUsableFolders(deps.db, actor, query.kind) }),
});
