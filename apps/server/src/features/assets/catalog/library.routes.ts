// The asset library for those who manage it: lists, changes, links. Implements "Static sources".
// Read access without managing rights is decided in the upload routes.
import type { assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { requireUnblindedAssets } from "../../blinding/index.ts";
import { SETTINGS } from "../../settings/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { checkAgain } from "../ingest/check-again.ts";
import { listReferencesOf } from "../references/asset-reference.store.ts";
import { listTagsInUse } from "./asset-list.store.ts";
import { sumUsage } from "./asset-usage.store.ts";
import { createLink } from "./create-link.ts";
import { deleteAssets } from "./delete-assets.ts";
import { getAssetDetail, requireAsset } from "./get-asset.ts";
import { listAssets } from "./list-assets.ts";
import { restoreVersion } from "./restore-version.ts";
import { updateAssets } from "./update-assets.ts";

/** More than a person reads; the total covers the rest. */
const MAX_REFERENCES = 500;

type LibraryCalls =
  | "listAssets"
  | "getAsset"
  | "updateAssets"
  | "deleteAssets"
  | "listReferences"
  | "createLink"
  | "checkAgain"
  | "restoreVersion"
  | "getUsage"
  | "listTags";

export const libraryHandlers = (deps: AssetsDeps): Pick<Handlers<typeof assetsRoutes>, LibraryCalls> => ({
  listAssets: async ({ query }) => {
    const { folder, q, kind, status, tag, is_orphan, ...page } = query;
    const folderId = folder === "root" ? null : folder;
    const filter = { folderId, words: q, kind, status, tags: tag, isUnused: is_orphan };
    const { items, total, isCapped } = await listAssets(deps, filter, page);
    return { items, total, is_capped: isCapped };
  },
  getAsset: async ({ actor, query }) => {
    await requireUnblindedAssets(deps.db, actor, query.id);
    return getAssetDetail(deps, query.id);
  },
  updateAssets: async ({ body, context }) => {
    const { ids, name, folder_id, visibility, add_tags, remove_tags } = body;
    const update = { ids, name, folderId: folder_id, visibility, addTags: add_tags, removeTags: remove_tags };
    return { updated: await updateAssets(deps, context, update) };
  },
  deleteAssets: async ({ actor, body, context }) => {
    await requireUnblindedAssets(deps.db, actor, ...body.ids);
    return deleteAssets(deps, context, body.ids);
  },
  listReferences: async ({ actor, query }) => {
    await requireUnblindedAssets(deps.db, actor, query.id);
    await requireAsset(deps.db, query.id);
    return listReferencesOf(deps.db, query.id, MAX_REFERENCES);
  },
  createLink: async ({ actor, body, context }) => {
    await requireUnblindedAssets(deps.db, actor, body.id);
    const link = await createLink(deps, context, { id: body.id, validMinutes: body.valid_minutes });
    return { url: link.url, expires_at: link.expiresAt.toISOString() };
  },
  checkAgain: async ({ actor, body, context }) => {
    await requireUnblindedAssets(deps.db, actor, body.id);
    return checkAgain(deps, context, body.id);
  },
  restoreVersion: async ({ actor, body, context }) => {
    await requireUnblindedAssets(deps.db, actor, body.id);
    return restoreVersion(deps, context, body);
  },
  getUsage: async () => {
    const { usedBytes, assets } = await sumUsage(deps.db);
    return { used_bytes: usedBytes, quota_bytes: deps.settings.get(SETTINGS.assetsQuotaBytes), assets };
  },
  listTags: async ({ query }) => ({ items: await listTagsInUse(deps.db, query.q) }),
});
