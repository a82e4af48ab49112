import { z } from "zod";
import {
  ASSET_VISIBILITIES,
  assetDetail,
  assetFolder,
  assetItem,
  assetName,
  assetTag,
  listAssetsQuery,
  MAX_PARTS_AT_ONCE,
  sha256Hex,
  smallUploadForm,
  storageCredentials,
  uploadInfo,
  uploadInfoOrHit,
  uploadInfoQuery,
  uploadInfoWithCacheQuery,
  uploadPart,
  uploadState,
} from "./assets.ts";
import { defineRoutes, text, versionInQuery, versionNumber } from "./kit.ts";
import { pageOf } from "./lists.ts";

const uploaders = { any: ["internal", "USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"] } as const;
const managers = { permission: "STATIC_RESOURCE_MANAGE" } as const;

const assetIds = z.array(z.uuid()).min(1).max(500);
const done = z.object({ ok: z.literal(true) });
const uploadRef = z.object({ asset_id: z.uuid(), version: versionInQuery });
const uploadRefBody = z.strictObject({ asset_id: z.uuid(), version: versionNumber });

/** How uploads begin, go on and end. Whoever may upload sees their own uploads only. */
const uploadRoutes = defineRoutes({
  uploadSmall: {
    method: "POST",
    path: "/api_v1/asset/upload",
    access: uploaders,
    summary: "Upload one small file as multipart/form-data; it is streamed to storage",
    raw: { status: 200, contentType: "application/json" },
    form: smallUploadForm,
    errors: ["conflict", "malformed", "not_found", "too_large", "unsupported_media_type", "upstream_failed"],
  },
  generateUploadInfo: {
    method: "GET",
    path: "/api_v1/asset/generate_upload_info",
    access: uploaders,
    changesState: true,
    summary: "Announce an upload and get the addresses to send it to",
    query: uploadInfoQuery,
    reply: uploadInfo,
    errors: ["conflict", "not_found", "too_large", "upstream_failed"],
  },
  generateUploadInfoWithCache: {
    method: "GET",
    path: "/api_v1/asset/generate_upload_info_with_cache",
    access: uploaders,
    changesState: true,
    summary: "The same, unless the caller may already read these very bytes: then nothing needs to be sent",
    query: uploadInfoWithCacheQuery,
    reply: uploadInfoOrHit,
    errors: ["conflict", "not_found", "too_large", "upstream_failed"],
  },
  signParts: {
    method: "POST",
    path: "/api_v1/asset/sign_parts",
    access: uploaders,
    summary: "Addresses for more parts of one's own upload",
    body: uploadRefBody.extend({ numbers: z.array(z.int().positive().max(10_000)).min(1).max(MAX_PARTS_AT_ONCE) }),
    reply: z.object({ parts: z.array(uploadPart) }),
    errors: ["conflict", "not_found", "upstream_failed"],
  },
  getUploadState: {
    method: "GET",
    path: "/api_v1/asset/upload_state",
    access: uploaders,
    summary: "What storage already holds of one's own upload, to go on after an interruption",
    query: uploadRef,
    reply: uploadState,
    errors: ["not_found", "upstream_failed"],
  },
  completeUpload: {
    method: "POST",
    path: "/api_v1/asset/complete",
    access: uploaders,
    summary: "Say that all bytes are sent; the file is then checked before anybody can read it. Safe to repeat",
    body: uploadRefBody.extend({ sha256: sha256Hex }),
    reply: assetItem,
    errors: ["conflict", "not_found", "upstream_failed"],
  },
  cancelUpload: {
    method: "POST",
    path: "/api_v1/asset/cancel",
    access: uploaders,
    summary: "Give up one's own unfinished upload and free what was stored",
    body: uploadRefBody,
    reply: done,
    errors: ["conflict", "not_found", "upstream_failed"],
  },
  getOwnAsset: {
    method: "GET",
    path: "/api_v1/asset/mine",
    access: uploaders,
    summary: "One asset of one's own, to watch it become ready",
    query: z.object({ id: z.uuid() }),
    reply: assetItem,
    errors: ["not_found"],
  },
  issueAssetCredentials: {
    method: "GET",
    path: "/api_v1/asset/oss_credentials",
    access: uploaders,
    changesState: true,
    summary: "Temporary storage credentials for a fresh prefix of one's own",
    reply: storageCredentials,
    errors: ["upstream_failed"],
  },
  issueCredentials: {
    method: "GET",
    path: "/api_v1/oss/credentials",
    access: uploaders,
    changesState: true,
    summary: "The same as /asset/oss_credentials",
    reply: storageCredentials,
    errors: ["upstream_failed"],
  },
  registerObject: {
    method: "POST",
    path: "/api_v1/asset/register",
    access: uploaders,
    summary: "Make an asset of an object that was sent with temporary credentials",
    body: z.strictObject({ key: text({ min: 1, max: 900 }), name: assetName, folder_id: z.uuid().optional() }),
    reply: assetItem,
    errors: ["conflict", "not_found", "too_large", "upstream_failed"],
  },
  downloadAsset: {
    method: "GET",
    path: "/api_v1/asset/download",
    access: "signed-in",
    summary: "Redirect to a short-lived address of the file, for whoever may read it",
    query: z.object({ id: z.uuid(), version: versionInQuery.optional() }),
    raw: { status: 302, contentType: "text/plain" },
    errors: ["conflict", "not_found"],
  },
});

const libraryRoutes = defineRoutes({
  listAssets: {
    method: "GET",
    path: "/api_v1/asset/list",
    access: managers,
    summary: "Assets, searched, filtered and sorted; above 100,000 the total says is_capped",
    query: listAssetsQuery,
    reply: pageOf(assetItem).extend({ is_capped: z.boolean() }),
  },
  getAsset: {
    method: "GET",
    path: "/api_v1/asset/detail",
    access: managers,
    summary: "One asset with its versions and an address to play it from",
    query: z.object({ id: z.uuid() }),
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
      folder_id: z.uuid().nullable().optional(),
      visibility: z.enum(ASSET_VISIBILITIES).optional(),
      add_tags: z.array(assetTag).max(20).optional(),
      remove_tags: z.array(assetTag).max(20).optional(),
    }),
    reply: z.object({ updated: z.int().nonnegative() }),
    errors: ["conflict", "not_found"],
  },
  deleteAssets: {
    method: "POST",
    path: "/api_v1/asset/delete",
    access: managers,
    summary: "Delete assets that nothing refers to; the others are named and stay",
    body: z.strictObject({ ids: assetIds }),
    reply: z.object({
      deleted: z.array(z.uuid()),
      refused: z.array(z.object({ id: z.uuid(), reason: z.string() })),
    }),
  },
  listReferences: {
    method: "GET",
    path: "/api_v1/asset/references",
    access: managers,
    summary: "Where an asset is used",
    query: z.object({ id: z.uuid() }),
    reply: z.object({
      items: z.array(z.object({ kind: z.string(), ref_id: z.string(), label: z.string() })),
      total: z.int().nonnegative(),
    }),
    errors: ["not_found"],
  },
  createLink: {
    method: "POST",
    path: "/api_v1/asset/link",
    access: managers,
    summary: "An address of the file that anybody can open until it expires",
    body: z.strictObject({
      id: z.uuid(),
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
    summary: "Check a rejected asset once more",
    body: z.strictObject({ id: z.uuid() }),
    reply: assetItem,
    errors: ["conflict", "not_found"],
  },
  restoreVersion: {
    method: "POST",
    path: "/api_v1/asset/restore_version",
    access: managers,
    summary: "Make an earlier version the current one again",
    body: z.strictObject({ id: z.uuid(), version: versionNumber }),
    reply: assetItem,
    errors: ["conflict", "not_found"],
  },
  getUsage: {
    method: "GET",
    path: "/api_v1/asset/usage",
    access: managers,
    summary: "Bytes stored and bytes allowed",
    reply: z.object({
      used_bytes: z.int().nonnegative(),
      quota_bytes: z.int().positive(),
      assets: z.int().nonnegative(),
    }),
  },
  listTags: {
    method: "GET",
    path: "/api_v1/asset/tags",
    access: managers,
    summary: "Tags in use, the most frequent first",
    query: z.object({ q: text({ max: 60 }).optional() }),
    reply: z.object({ items: z.array(z.object({ tag: z.string(), count: z.int().nonnegative() })) }),
  },
});

const folderRoutes = defineRoutes({
  listFolders: {
    method: "GET",
    path: "/api_v1/asset/folders",
    access: managers,
    summary: "The folders inside one folder, or at the top",
    query: z.object({ parent_id: z.uuid().optional() }),
    reply: z.object({ items: z.array(assetFolder), total: z.int().nonnegative() }),
    errors: ["not_found"],
  },
  ensureFolder: {
    method: "POST",
    path: "/api_v1/asset/ensure_folder",
    access: managers,
    summary: "The folder at a path below a folder, made where it is missing",
    body: z.strictObject({ parent_id: z.uuid().nullable(), path: z.array(assetName).min(1).max(32) }),
    reply: assetFolder,
    errors: ["conflict", "not_found"],
  },
  updateFolder: {
    method: "POST",
    path: "/api_v1/asset/update_folder",
    access: managers,
    summary: "Rename or move a folder",
    body: z.strictObject({ id: z.uuid(), name: assetName.optional(), parent_id: z.uuid().nullable().optional() }),
    reply: assetFolder,
    errors: ["conflict", "not_found"],
  },
  deleteFolder: {
    method: "POST",
    path: "/api_v1/asset/delete_folder",
    access: managers,
    summary: "Remove an empty folder",
    body: z.strictObject({ id: z.uuid() }),
    reply: done,
    errors: ["conflict", "not_found"],
  },
});

export const assetsRoutes = { ...uploadRoutes, ...libraryRoutes, ...folderRoutes };
