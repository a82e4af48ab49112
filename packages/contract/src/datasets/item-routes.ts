import { z } from "zod";
import {
  defineRoutes,
  moment,
  nonNegativeInt,
  positiveInt,
  text,
  uuid,
  versionInQuery,
  versionNumber,
} from "../kit.ts";
import { comparison, itemQuery } from "../predicates/predicates.ts";
import { COLUMN_TYPES, datasetRow, PICTURE_KINDS } from "./schemas.ts";

export const SAMPLE_STRATEGIES = ["random", "stratified", "diverse"] as const;
export const MAX_SAMPLE = 500;
export const MAX_ITEM_PAGE = 200;
/** Rows are reachable at any depth: pages come from a list of row numbers cached per query. */
export const MAX_ITEM_OFFSET = 10_000_000_000;

const one = z.object({ id: uuid });
const item = z.object({ id: uuid, ordinal: z.coerce.number<string>().int().nonnegative() });
const numberQuery = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => value ?? fallback, z.coerce.number<string | number | undefined>().int().min(min).max(max));
const refusals = ["not_found", "invalid", "unavailable", "upstream_failed"] as const;

/** Accuracy and cost of a query that may be slow on a large dataset. */
const how = {
  version: positiveInt,
  /** False while the total is an estimate. */
  total_exact: z.boolean(),
  /** True when only part of the rows was scanned: still indexing, or timed out. */
  partial: z.boolean(),
  /** True when the query hit its time limit; an immediate retry would time out again. */
  timed_out: z.boolean(),
  scanned: nonNegativeInt,
  took_ms: z.number().nonnegative(),
};

export const facetHistogram = z.object({
  edges: z.array(z.number()),
  /** One fewer entry than `edges`. */
  counts: z.array(nonNegativeInt),
  full_counts: z.array(nonNegativeInt),
});
export const facetValue = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]),
  count: z.int(),
  full_count: z.int(),
});
export const facet = z.object({
  field: z.string(),
  type: z.enum(COLUMN_TYPES),
  nulls: nonNegativeInt,
  full_nulls: nonNegativeInt,
  histogram: facetHistogram.nullable(),
  /** The most frequent values, under the filter and in the whole dataset. */
  values: z.array(facetValue).nullable(),
  distinct: nonNegativeInt.nullable(),
});
export type Facet = z.output<typeof facet>;

export const mediaAddress = z.object({
  ordinal: nonNegativeInt,
  /** Short-lived signed URL of the whole object; the clip is a byte range of it. */
  url: z.string(),
  offset: nonNegativeInt,
  bytes: nonNegativeInt,
  content_type: z.string(),
  expires_at: moment,
});
export type MediaAddress = z.output<typeof mediaAddress>;

export const similarRow = datasetRow.extend({ distance: z.number() });

export const funnelStep = z.object({
  where: z.string(),
  items: nonNegativeInt,
  duration_s: z.number().nonnegative(),
  dropped: nonNegativeInt,
  /** Selects exactly the rows that this step removed. */
  dropped_where: z.string(),
});

export const itemBucket = z.object({
  resolution: z.string(),
  frames: z.string(),
  aspect: z.string(),
  items: nonNegativeInt,
  duration_s: z.number().nonnegative(),
  /** Selects exactly this bucket. */
  filters: z.array(comparison),
});

/** Reading the rows of a dataset. */
export const datasetItemRoutes = defineRoutes({
  sampleItems: {
    method: "GET",
    path: "/api_v1/dataset/:id/sample",
    access: "internal",
    summary: "Draw a random sample; the same seed draws the same items of a version",
    params: one,
    query: z.object({
      count: numberQuery(30, 1, MAX_SAMPLE),
      seed: numberQuery(0, 0, 2_147_483_647),
      strategy: z.enum(SAMPLE_STRATEGIES).default("random"),
      /** The column to stratify the sample by. */
      by: text({ max: 200 }).default(""),
      where: text({ max: 4_000 }).default(""),
      q: text({ max: 200 }).default(""),
      version: versionInQuery.optional(),
    }),
    reply: z.object({
      items: z.array(datasetRow),
      total: nonNegativeInt,
      seed: z.int(),
      strategy: z.enum(SAMPLE_STRATEGIES),
      ...how,
    }),
    errors: refusals,
  },
  listItems: {
    method: "POST",
    path: "/api_v1/dataset/:id/items",
    access: "internal",
    summary: "List a page of the items that match a filter, sorted, at any depth",
    params: one,
    body: z.strictObject({
      offset: z.int().min(0).max(MAX_ITEM_OFFSET).default(0),
      page_size: z.int().min(1).max(MAX_ITEM_PAGE).default(30),
      ...itemQuery,
      /** `field`, or `-field` for descending order. */
      order_by: text({ max: 220 }).default(""),
      /** Omit for every indexed column. */
      columns: z
        .array(text({ min: 1, max: 200 }))
        .max(200)
        .optional(),
      /** Cursor from the previous page: continues directly after it and overrides the offset. */
      cursor: text({ max: 500 }).optional(),
    }),
    reply: z.object({
      items: z.array(datasetRow),
      total: nonNegativeInt,
      next_cursor: z.string().nullable(),
      ...how,
    }),
    errors: refusals,
  },
  getItem: {
    method: "GET",
    path: "/api_v1/dataset/:id/item/:ordinal",
    access: "internal",
    summary: "Get one item with every column, read from storage, and where it is used",
    params: item,
    query: z.object({ version: versionInQuery.optional() }),
    reply: z.object({
      item: datasetRow,
      used_in: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
      has_similar: z.boolean(),
    }),
    errors: refusals,
  },
  listSimilar: {
    method: "GET",
    path: "/api_v1/dataset/:id/similar/:ordinal",
    access: "internal",
    summary: "List the nearest items by the dataset's vector column",
    params: item,
    query: z.object({
      count: numberQuery(12, 1, 100),
      version: versionInQuery.optional(),
    }),
    reply: z.object({ items: z.array(similarRow) }),
    errors: [...refusals, "conflict"],
  },
  facetItems: {
    method: "POST",
    path: "/api_v1/dataset/:id/facets",
    access: "internal",
    summary: "Get histograms and frequent values of the items that match a filter, and of the whole dataset",
    params: one,
    body: z.strictObject({
      ...itemQuery,
      fields: z
        .array(text({ min: 1, max: 200 }))
        .max(60)
        .optional(),
    }),
    reply: z.object({ facets: z.array(facet), total: z.int(), full_total: z.int(), ...how }),
    errors: refusals,
  },
  searchValues: {
    method: "POST",
    path: "/api_v1/dataset/:id/values",
    access: "internal",
    summary: "List the values of a column that begin with a prefix",
    params: one,
    body: z.strictObject({
      field: text({ min: 1, max: 200 }),
      starts_with: text({ max: 200 }).default(""),
      version: versionNumber.optional(),
    }),
    reply: z.object({ values: z.array(z.object({ value: z.string(), count: z.int() })) }),
    errors: refusals,
  },
  funnelItems: {
    method: "POST",
    path: "/api_v1/dataset/:id/funnel",
    access: "internal",
    summary: "Count the items that are left after each predicate in turn",
    params: one,
    body: z.strictObject({
      steps: z
        .array(text({ min: 1, max: 4_000 }))
        .min(1)
        .max(20),
      /** The caption search applies before the first step. */
      q: itemQuery.q,
      version: versionNumber.optional(),
    }),
    reply: z.object({
      full: z.object({ items: z.int(), duration_s: z.number() }),
      steps: z.array(funnelStep),
      ...how,
    }),
    errors: refusals,
  },
  bucketItems: {
    method: "POST",
    path: "/api_v1/dataset/:id/buckets",
    access: "internal",
    summary: "Count items by resolution, length and aspect ratio, as a trainer buckets them",
    params: one,
    body: z.strictObject(itemQuery),
    reply: z.object({ buckets: z.array(itemBucket), ...how }),
    errors: refusals,
  },
  explainEmpty: {
    method: "POST",
    path: "/api_v1/dataset/:id/explain",
    access: "internal",
    summary: "Explain an empty result: how many items each predicate and the search exclude",
    params: one,
    body: z.strictObject(itemQuery),
    reply: z.object({
      predicates: z.array(z.object({ where: z.string(), without_it: nonNegativeInt, alone: nonNegativeInt })),
      /** The same for the caption search; null without one. */
      words: z.object({ without_it: nonNegativeInt, alone: nonNegativeInt }).nullable(),
    }),
    errors: refusals,
  },
  addressMedia: {
    method: "POST",
    path: "/api_v1/dataset/:id/media",
    access: "internal",
    summary: "Get short-lived URLs and byte ranges of clips, to read them from storage",
    params: one,
    body: z.strictObject({
      ordinals: z.array(nonNegativeInt).min(1).max(200),
      version: versionNumber.optional(),
    }),
    reply: z.object({ items: z.array(mediaAddress) }),
    errors: refusals,
  },
  readItemBlob: {
    method: "GET",
    path: "/api_v1/dataset/:id/blob/:ordinal",
    access: "internal",
    summary: "Download the bytes of a clip or another column, for browsers that cannot read them from storage",
    params: item,
    query: z.object({
      version: versionInQuery.optional(),
      /** Omit for the clip. */
      column: text({ min: 1, max: 200 }).optional(),
    }),
    raw: { status: 200, contentType: "application/octet-stream" },
    errors: refusals,
  },
  readPoster: {
    method: "GET",
    path: "/api_v1/dataset/:id/poster/:ordinal",
    access: "internal",
    summary: "Redirect to the poster or sprite of a clip; 202 while it is being rendered",
    params: item,
    query: z.object({
      what: z.enum(PICTURE_KINDS).default("poster"),
      version: versionInQuery.optional(),
    }),
    raw: { status: 302, contentType: "text/plain" },
    errors: refusals,
  },
});
