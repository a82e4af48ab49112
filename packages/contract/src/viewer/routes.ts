import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, text, uuid } from "../kit.ts";
import { pageOf } from "../lists.ts";
import { storageUri } from "../storage/routes.ts";
import { columnRun, ioMeter, verifyRun, viewerColumn, viewerHeader, viewerSample, viewerShard } from "./schemas.ts";

/** Enough shards for one shard map. */
export const MAX_SHARDS_A_CALL = 100_000;
export const MAX_HEX_BYTES = 65_536;
export const MAX_ORDER_INDICES = 10_000;
/** Above this, a file lists samples where it should list shards. */
export const MAX_ORDER_FILE_BYTES = 33_554_432;

const handle = z.object({ handle: uuid });
const count = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => value ?? fallback, z.coerce.number<string | number | undefined>().int().min(min).max(max));
const whole = z.coerce.number<string>().int().min(0).max(Number.MAX_SAFE_INTEGER);
const outside = ["not_found", "unavailable", "upstream_failed", "invalid", "conflict", "too_large"] as const;

export const shardTotals = z.object({ shards: z.int(), samples: z.int(), stored_bytes: z.int() });
export const sharedKeys = z.object({
  both: z.int(),
  only_left: z.int(),
  only_right: z.int(),
  is_sampled: z.boolean(),
  looked_at: z.int(),
});
export const openedSet = z.object({
  handle: uuid,
  uri: z.string(),
  format: z.string(),
  samples: z.int(),
  opened_at: moment,
});

/** The streaming dataset viewer: reads training shards in place. Internal users only. */
export const viewerRoutes = defineRoutes({
  openShards: {
    method: "GET",
    path: "/api_v1/sdv/open",
    access: "internal",
    summary: "Open a dataset in the viewer, by its id or by the URI of its index or folder",
    query: z.object({ uri: storageUri.optional(), dataset_id: uuid.optional() }),
    /** Adds the dataset to the user's recently opened list. */
    changesState: true,
    reply: viewerHeader,
    errors: outside,
  },
  listOpened: {
    method: "GET",
    path: "/api_v1/sdv/recent",
    access: "internal",
    summary: "List what the caller opened, the most recent first",
    reply: pageOf(openedSet),
  },
  getShardsHeader: {
    method: "GET",
    path: "/api_v1/sdv/:handle",
    access: "internal",
    summary: "Get the header of an opened dataset",
    params: handle,
    reply: viewerHeader,
    errors: outside,
  },
  mapShards: {
    method: "GET",
    path: "/api_v1/sdv/:handle/shards",
    access: "internal",
    summary: "Get samples, bytes and state of every shard, as columns",
    params: handle,
    query: z.object({ offset: count(0, 0, 100_000_000), limit: count(MAX_SHARDS_A_CALL, 1, MAX_SHARDS_A_CALL) }),
    reply: z.object({
      total: nonNegativeInt,
      first_sample: z.array(z.int()),
      samples: z.array(z.int()),
      stored_bytes: z.array(z.int()),
      /** Indexes into SHARD_STATES, as of the last verification. */
      states: z.array(z.int()),
    }),
    errors: outside,
  },
  getShard: {
    method: "GET",
    path: "/api_v1/sdv/:handle/shard/:shard",
    access: "internal",
    summary: "Get one shard as the index describes it",
    params: handle.extend({ shard: whole }),
    reply: viewerShard,
    errors: outside,
  },
  addressShard: {
    method: "GET",
    path: "/api_v1/sdv/:handle/address/:shard",
    access: "internal",
    summary: "Get a short-lived URL of a shard, to read byte ranges from storage",
    params: handle.extend({ shard: whole }),
    reply: z.object({
      url: z.string(),
      bytes: nonNegativeInt,
      /** A compressed shard has no byte ranges; the server decompresses it. */
      has_ranges: z.boolean(),
      expires_at: moment,
    }),
    errors: outside,
  },
  readSample: {
    method: "GET",
    path: "/api_v1/sdv/:handle/sample/:index",
    access: "internal",
    atOnce: 2,
    summary: "Read one sample by its index in the dataset, each column decoded by its encoding",
    params: handle.extend({ index: whole }),
    query: z.object({
      /** How many bytes of a compressed shard the caller agrees to download. */
      agree_bytes: count(16_777_216, 0, 4_294_967_296),
    }),
    reply: viewerSample,
    errors: outside,
  },
  findSample: {
    method: "GET",
    path: "/api_v1/sdv/:handle/find",
    access: "internal",
    summary: "Find a sample by its key or by shard:index",
    params: handle,
    query: z.object({ what: text({ min: 1, max: 1_000, required: "please enter a search term" }) }),
    reply: z.object({ index: nonNegativeInt.nullable(), is_complete: z.boolean(), io: ioMeter }),
    errors: outside,
  },
  readColumn: {
    method: "GET",
    path: "/api_v1/sdv/:handle/blob/:index/:column",
    access: "internal",
    summary: "Download the bytes of one column of a sample, or a range of them",
    params: handle.extend({ index: whole, column: text({ min: 1, max: 200 }) }),
    query: z.object({ agree_bytes: count(16_777_216, 0, 4_294_967_296) }),
    raw: { status: 200, contentType: "application/octet-stream" },
    errors: outside,
  },
  readBytes: {
    method: "GET",
    path: "/api_v1/sdv/:handle/bytes/:shard",
    access: "internal",
    summary: "Read some bytes of a shard, for the hex view",
    params: handle.extend({ shard: whole }),
    query: z.object({ begin: whole, end: whole }),
    raw: { status: 200, contentType: "application/octet-stream" },
    errors: outside,
  },
  orderSamples: {
    method: "GET",
    path: "/api_v1/sdv/:handle/order",
    access: "internal",
    summary: "Get the order in which samples are read: simulated for one rank, or from the order file of a trainer",
    params: handle,
    query: z.object({
      /** The order file in storage; with it, seed, epoch and rank do not matter. */
      file: storageUri.optional(),
      seed: count(9_176, 0, 2_147_483_647),
      epoch: count(0, 0, 1_000_000),
      rank: count(0, 0, 100_000),
      ranks: count(1, 1, 100_000),
      offset: count(0, 0, Number.MAX_SAFE_INTEGER),
      limit: count(1_000, 1, MAX_ORDER_INDICES),
    }),
    reply: z.object({
      indices: z.array(nonNegativeInt),
      total: nonNegativeInt,
      method: z.string(),
      /** Null for a simulated order. */
      file: z
        .object({
          bytes: nonNegativeInt,
          /** How many different samples are read; null for more samples than can be counted. */
          distinct_samples: nonNegativeInt.nullable(),
        })
        .nullable(),
    }),
    errors: outside,
  },
  getColumnMeans: {
    method: "GET",
    path: "/api_v1/sdv/:handle/means",
    access: "internal",
    summary: "Get the mean of a numeric column for every shard, as far as it is computed",
    params: handle,
    query: z.object({
      column: text({ min: 1, max: 200 }),
      offset: count(0, 0, 100_000_000),
      limit: count(MAX_SHARDS_A_CALL, 1, MAX_SHARDS_A_CALL),
    }),
    reply: z.object({
      /** Null when nobody has asked for the means of this column yet. */
      run: columnRun.nullable(),
      means: z.array(z.number().nullable()),
      /** Indexes into MEAN_STATES. */
      states: z.array(z.int()),
    }),
    errors: outside,
  },
  measureColumn: {
    method: "POST",
    path: "/api_v1/sdv/:handle/means",
    access: "internal",
    summary: "Compute the mean of a numeric column for every shard, in the background and once per dataset",
    params: handle,
    body: z.strictObject({ column: text({ min: 1, max: 200 }) }),
    reply: columnRun,
    errors: outside,
  },
  verifyShards: {
    method: "POST",
    path: "/api_v1/sdv/:handle/verify",
    access: "internal",
    summary: "Verify sizes, hashes, offsets and optionally every sample, in the background",
    params: handle,
    body: z.strictObject({
      /** Omit for all. */
      shards: z.array(nonNegativeInt).min(1).max(10_000).optional(),
      decodes_samples: z.boolean().default(true),
      request_key: uuid,
    }),
    reply: verifyRun,
    errors: outside,
  },
  getVerification: {
    method: "GET",
    path: "/api_v1/sdv/verification/:id",
    access: "internal",
    summary: "Get the state and findings of a verification",
    params: z.object({ id: uuid }),
    reply: verifyRun,
    errors: ["not_found"],
  },
  listVerifications: {
    method: "GET",
    path: "/api_v1/sdv/:handle/verifications",
    access: "internal",
    summary: "List the verifications of an opened dataset, newest first",
    params: handle,
    reply: pageOf(verifyRun),
    errors: ["not_found"],
  },
  cancelVerification: {
    method: "POST",
    path: "/api_v1/sdv/verification/:id/cancel",
    access: "internal",
    summary: "Cancel a verification; its findings are kept",
    params: z.object({ id: uuid }),
    reply: verifyRun,
    errors: ["not_found", "not_allowed", "conflict"],
  },
  compareShards: {
    method: "POST",
    path: "/api_v1/sdv/compare",
    access: "internal",
    summary: "Compare schema, counts and keys of two opened datasets",
    body: z.strictObject({ left: uuid, right: uuid }),
    reply: z.object({
      columns: z.array(
        z.object({
          name: z.string(),
          left: viewerColumn.nullable(),
          right: viewerColumn.nullable(),
          is_equal: z.boolean(),
        }),
      ),
      left: shardTotals,
      right: shardTotals,
      /** Null when neither the index nor a registered dataset lists the keys. */
      keys: sharedKeys.nullable(),
    }),
    errors: outside,
  },
});
