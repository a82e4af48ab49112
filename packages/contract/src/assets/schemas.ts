import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, queryArray, queryFlag, text, uuid } from "../kit.ts";
import { pageQuery, sortOrder } from "../lists.ts";

export const ASSET_KINDS = ["video", "image", "audio", "other"] as const;
export const ASSET_STATUSES = ["Uploading", "Quarantined", "Ready", "Rejected", "Deleted"] as const;
export const ASSET_VISIBILITIES = ["private", "internal"] as const;
export const ASSET_SORTS = ["name", "created_at", "size", "duration"] as const;

/** 50 GiB: a day of rushes in one file. */
export const ASSET_MAX_BYTES = 50 * 1024 ** 3;
/** Limit for uploads through the API; larger files go directly to storage. */
export const SMALL_UPLOAD_MAX_BYTES = 32 * 1024 ** 2;
export const MAX_PARTS_AT_ONCE = 64;

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 has 64 hexadecimal digits");
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters in names.
const NAME = /^[^/\\\u0000-\u001f\u007f-\u009f]*$/;
/** A name within a folder: a valid file name that cannot be used for path traversal. */
export const assetName = text({ min: 1, max: 255, required: "please enter a name" })
  .regex(NAME, "a name must not contain slashes or control characters")
  .refine((name) => name !== "." && name !== "..", "a name must not be . or ..");
const mime = z
  .string()
  .max(127)
  .regex(/^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/, "this is not a media type");
export const assetTag = text({ min: 1, max: 60 }).regex(
  /^\S(?:.*\S)?$/,
  "a tag must be a single line without leading or trailing spaces",
);

export const assetProbe = z.object({
  duration: z.number().nonnegative().nullable(),
  width: nonNegativeInt.nullable(),
  height: nonNegativeInt.nullable(),
  fps: z.number().nonnegative().nullable(),
  frames: nonNegativeInt.nullable(),
  codec: z.string().nullable(),
  /** Null when there is no audio track. */
  audio: z.string().nullable(),
  /** Variable frame rate: a frame number does not determine a timestamp. */
  vfr: z.boolean(),
});
export type AssetProbe = z.infer<typeof assetProbe>;

/** Layout of a sprite sheet: which tile shows which part of the clip. */
export const spriteLayout = z.object({
  url: z.string(),
  /** WebVTT thumbnails track, for players that support it. */
  vtt_url: z.string(),
  tile_width: positiveInt,
  tile_height: positiveInt,
  columns: positiveInt,
  tiles: positiveInt,
  seconds_per_tile: z.number().positive(),
});
export type SpriteLayout = z.infer<typeof spriteLayout>;

export const assetStorage = z.object({ provider: z.literal("s3"), bucket: z.string(), key: z.string() });

export const assetItem = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(ASSET_KINDS),
  mime: z.string(),
  size: nonNegativeInt,
  sha256: z.string().nullable(),
  storage: assetStorage,
  probe: assetProbe.nullable(),
  /** Signed URLs, valid for at least ten minutes; null until the asset is ready. */
  poster: z.string().nullable(),
  sprite: spriteLayout.nullable(),
  tags: z.array(z.string()),
  folder_id: uuid.nullable(),
  visibility: z.enum(ASSET_VISIBILITIES),
  ref_count: nonNegativeInt,
  version: positiveInt,
  status: z.enum(ASSET_STATUSES),
  /** Reason for the rejection. */
  verdict: z.string().nullable(),
  owner: z.string(),
  created_at: moment,
  updated_at: moment,
});
export type AssetItem = z.infer<typeof assetItem>;

export const assetVersionItem = z.object({
  version: positiveInt,
  size: nonNegativeInt,
  sha256: z.string().nullable(),
  mime: z.string(),
  status: z.enum(ASSET_STATUSES),
  verdict: z.string().nullable(),
  created_at: moment,
  created_by: z.string(),
});

export const assetDetail = assetItem.extend({
  /** Playable in the browser; null until the asset is ready. */
  media_url: z.string().nullable(),
  folder_path: z.array(z.string()),
  versions: z.array(assetVersionItem),
});
export type AssetDetail = z.infer<typeof assetDetail>;

export const assetFolder = z.object({
  id: uuid,
  parent_id: uuid.nullable(),
  name: z.string(),
  has_children: z.boolean(),
});
export type AssetFolder = z.infer<typeof assetFolder>;

/** Kinds that a performer or a rubric takes as input. */
export const PICKABLE_KINDS = ["image", "video", "audio"] as const;
export type PickableKind = (typeof PICKABLE_KINDS)[number];

/** An asset as its users see it: enough to recognise and to choose it, nothing about where it is stored. */
export const usableAsset = assetItem
  .pick({
    id: true,
    name: true,
    kind: true,
    mime: true,
    size: true,
    probe: true,
    poster: true,
    folder_id: true,
    status: true,
    owner: true,
    created_at: true,
  })
  .extend({ is_mine: z.boolean() });
export type UsableAsset = z.infer<typeof usableAsset>;

export const usableFolder = z.object({
  id: uuid,
  /** Names from the top level down to the folder. */
  path: z.array(z.string()),
});

export const USABLE_SCOPES = ["all", "mine", "shared"] as const;

export const listUsableQuery = z.object({
  kind: z.enum(PICKABLE_KINDS),
  scope: z.enum(USABLE_SCOPES).default("all"),
  folder: uuid.optional(),
  /** Part of the name, or a whole asset id. */
  q: text({ max: 200 }).optional(),
  limit: z.coerce.number<string | number | undefined>().int().min(1).max(100).default(48),
  /** The `next_cursor` of the page before. */
  cursor: uuid.optional(),
});

const flag = queryFlag.transform((value) => value === "true");

export const listAssetsQuery = z.object({
  /** Omit for every folder; `root` lists assets outside any folder. */
  folder: z.union([z.literal("root"), uuid]).optional(),
  q: text({ max: 200 }).optional(),
  kind: z.enum(ASSET_KINDS).optional(),
  status: z.enum(ASSET_STATUSES).optional(),
  tag: queryArray(assetTag).pipe(z.array(assetTag).max(20)).optional(),
  /** Only assets without references. */
  is_orphan: flag.optional(),
  sort: z.enum(ASSET_SORTS).default("name"),
  order: sortOrder,
  ...pageQuery,
});

const bytes = z.coerce.number<string | number>().int().min(1).max(ASSET_MAX_BYTES);

const announced = {
  name: assetName,
  mime,
  size: bytes,
  folder_id: uuid.optional(),
  /** Creates a new version of this asset instead of a new asset. */
  replaces: uuid.optional(),
};
export const uploadInfoQuery = z.object(announced);
export const uploadInfoWithCacheQuery = z.object({ ...announced, sha256: sha256Hex });

/** Form fields that accompany the file of a small upload; `name` defaults to the file's own name. */
export const smallUploadForm = z.object({ name: assetName.optional(), folder_id: uuid.optional() });

/** `PUT` sends the whole file; `MULTIPART` uploads each part with PUT and then requests completion. */
export const UPLOAD_METHODS = ["PUT", "MULTIPART"] as const;

export const uploadPart = z.object({ number: positiveInt, url: z.string() });

export const uploadInfo = z.object({
  asset_id: uuid,
  version: positiveInt,
  method: z.enum(UPLOAD_METHODS),
  /** URL for the whole file; empty for a multipart upload. */
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The first parts of a multipart upload; the others are requested later. */
  parts: z.array(uploadPart).optional(),
  part_size: positiveInt.optional(),
  part_count: positiveInt.optional(),
  expires_at: moment,
});
export type UploadInfo = z.infer<typeof uploadInfo>;

export const uploadHit = z.object({ hit: z.literal(true), asset: assetItem });
export const uploadMiss = uploadInfo.extend({ hit: z.literal(false) });
export const uploadInfoOrHit = z.discriminatedUnion("hit", [uploadHit, uploadMiss]);

export const uploadState = z.object({
  asset_id: uuid,
  version: positiveInt,
  name: z.string(),
  size: positiveInt,
  status: z.enum(ASSET_STATUSES),
  method: z.enum(UPLOAD_METHODS),
  part_size: positiveInt.nullable(),
  /** Parts already in storage; the client does not send them again. */
  received: z.array(positiveInt),
});

/** Reply of both credential routes: S3 credentials for one prefix, valid for 15 minutes. */
export const storageCredentials = z.object({
  provider: z.literal("s3"),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  access_key_id: z.string(),
  access_key_secret: z.string(),
  security_token: z.string(),
  expiration: moment,
});
