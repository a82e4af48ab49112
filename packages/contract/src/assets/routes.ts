import { z } from "zod";
import { defineRoutes, nonNegativeInt, okReply, positiveInt, text, uuid, versionNumber } from "../kit.ts";
import { pageOf } from "../lists.ts";
import {
  ASSET_VISIBILITIES,
  assetDetail,
  assetFolder,
  assetItem,
  assetName,
  assetTag,
  listAssetsQuery,
} from "./schemas.ts";
import { uploadRoutes } from "./upload-routes.ts";
import { usableRoutes } from "./usable-routes.ts";

const managers = { permission: "STATIC_RESOURCE_MANAGE" } as const;

const assetIds = z.array(uuid).min(1).max(500);

const libraryRoutes = defineRoutes({
  listAssets: {
    method: "GET",
    path: "/api_v1/asset/list",
    access: managers,
    atOnce: 1,
    summary: "Search, filter and sort assets; above 100,000 the total is capped and is_capped says so",
    query: listAssetsQuery,
    reply: pageOf(assetItem).extend({ is_capped: z.boolean() }),
  },
  getAsset: {
    method: "GET",
    path: "/api_v1/asset/detail",
    access: managers,
    summary: "Get one asset with its versions and a URL to play it from",
    query: z.object({ id: uuid }),
    reply: assetDetail,
    errors: ["not_found"],
  },
  updateAssets: {
    method: "POST",
    path: "/api_v1/asset/update",
    access: managers,
    summary: "Rename one asset, or move and tag several",
    body: z.strictObject({
      ids: assetIds,
      name: assetName.optional(),
      folder_id: uuid.nullable().optional(),
      visibility: z.enum(ASSET_VISIBILITIES).optional(),
      add_tags: z.array(assetTag).max(20).optional(),
      remove_tags: z.array(assetTag).max(20).optional(),
    }),
    reply: z.object({ updated: nonNegativeInt }),
    errors: ["conflict", "not_found"],
  },
  deleteAssets: {
    method: "POST",
    path: "/api_v1/asset/delete",
    access: managers,
    summary: "Delete assets that nothing refers to; the reply names those that were refused",
    body: z.strictObject({ ids: assetIds }),
    reply: z.object({
      deleted: z.array(uuid),
      refused: z.array(z.object({ id: uuid, reason: z.string() })),
    }),
  },
  listReferences: {
    method: "GET",
    path: "/api_v1/asset/references",
    access: managers,
    summary: "List where an asset is used",
    query: z.object({ id: uuid }),
    reply: z.object({
      items: z.array(z.object({ kind: z.string(), ref_id: z.string(), label: z.string() })),
      total: nonNegativeInt,
    }),
    errors: ["not_found"],
  },
  createLink: {
    method: "POST",
    path: "/api_v1/asset/link",
    access: managers,
    summary: "Create a URL of the file that anybody can open until it expires",
    body: z.strictObject({
      id: uuid,
      valid_minutes: z
        .int()
        .min(1)
        .max(7 * 24 * 60),
    }),
    reply: z.object({ url: z.string(), expires_at: z.iso.datetime({ offset: true }) }),
    errors: ["conflict", "not_found"],
  },
  checkAgain: {
    method: "POST",
    path: "/api_v1/asset/check_again",
    access: managers,
    summary: "Check a rejected asset again",
    body: z.strictObject({ id: uuid }),
    reply: assetItem,
    errors: ["conflict", "not_found"],
  },
  restoreVersion: {
    method: "POST",
    path: "/api_v1/asset/restore_version",
    access: managers,
    summary: "Make an earlier version the current one again",
    body: z.strictObject({ id: uuid, version: versionNumber }),
    reply: assetItem,
    errors: ["conflict", "not_found"],
  },
  getUsage: {
    method: "GET",
    path: "/api_v1/asset/usage",
    access: managers,
    summary: "Get the bytes stored and the quota",
    reply: z.object({
      used_bytes: nonNegativeInt,
      quota_bytes: positiveInt,
      assets: nonNegativeInt,
    }),
  },
  listTags: {
    method: "GET",
    path: "/api_v1/asset/tags",
    access: managers,
    summary: "List the tags in use, the most frequent first",
    query: z.object({ q: text({ max: 60 }).optional() }),
    reply: z.object({ items: z.array(z.object({ tag: z.string(), count: nonNegativeInt })) }),
  },
});

const folderRoutes = defineRoutes({
  listFolders: {
    method: "GET",
    path: "/api_v1/asset/folders",
    access: managers,
    summary: "List the folders in one folder, or at the root",
    query: z.object({ parent_id: uuid.optional() }),
    reply: pageOf(assetFolder),
    errors: ["not_found"],
  },
  ensureFolder: {
    method: "POST",
    path: "/api_v1/asset/ensure_folder",
    access: managers,
    summary: "Get the folder at a path, creating folders that are missing",
    body: z.strictObject({ parent_id: uuid.nullable(), path: z.array(assetName).min(1).max(32) }),
    reply: assetFolder,
    errors: ["conflict", "not_found"],
  },
  updateFolder: {
    method: "POST",
    path: "/api_v1/asset/update_folder",
    access: managers,
    summary: "Rename or move a folder",
    body: z.strictObject({ id: uuid, name: assetName.optional(), parent_id: uuid.nullable().optional() }),
    reply: assetFolder,
    errors: ["conflict", "not_found"],
  },
  deleteFolder: {
    method: "POST",
    path: "/api_v1/asset/delete_folder",
    access: managers,
    summary: "Delete an empty folder",
    body: z.strictObject({ id: uuid }),
    reply: okReply,
    errors: ["conflict", "not_found"],
  },
});

export const assetsRoutes = { ...uploadRoutes, ...usableRoutes, ...libraryRoutes, ...folderRoutes };
