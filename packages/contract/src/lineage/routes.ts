import { z } from "zod";
import { defineRoutes, moment, nonNegativeInt, positiveInt, text, uuid, versionInQuery } from "../kit.ts";
import { wholeNumber } from "../lists.ts";

/** In the order in which work flows from data to a decision. */
export const LINEAGE_KINDS = [
  "dataset",
  "view",
  "label_task",
  "label_snapshot",
  "package",
  "run",
  "data_experiment",
  "service",
  "performer",
  "benchmark",
  "board",
] as const;
export type LineageKind = (typeof LINEAGE_KINDS)[number];

/** What an object was made from, and what was made from it. */
export const LINEAGE_DIRECTIONS = ["sources", "uses"] as const;
export type LineageDirection = (typeof LINEAGE_DIRECTIONS)[number];

/** Counts stop here. */
export const MAX_LINEAGE_COUNT = 10_000;
export const MAX_LINEAGE_NODES = 80;
export const MAX_LINEAGE_DEPTH = 10;
const MAX_SHOWN = 100;

export const lineageObject = z.object({
  kind: z.enum(LINEAGE_KINDS),
  id: uuid,
  /** Of a dataset; null where no version in particular is meant. */
  version: positiveInt.nullable(),
  name: z.string(),
  /** The dataset of a view and of a label snapshot. */
  dataset_id: uuid.nullable(),
  /** What was made from an object that was deleted later still names it. */
  is_deleted: z.boolean(),
  made_at: moment,
});
export type LineageObject = z.output<typeof lineageObject>;

/** `<id>.<version>` of the last object of the page before. */
const cursor = text({ max: 60 }).regex(
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9]{1,9}$/,
  "this is no cursor of this list",
);

export const lineageGroup = z.object({
  kind: z.enum(LINEAGE_KINDS),
  /** The newest. */
  items: z.array(lineageObject).max(MAX_SHOWN),
  /** Of the objects that the caller may see; at most MAX_LINEAGE_COUNT. */
  total: nonNegativeInt.max(MAX_LINEAGE_COUNT),
  /** Whether there are more than were counted. */
  is_capped: z.boolean(),
});
export type LineageGroup = z.output<typeof lineageGroup>;

export const lineageSide = z.object({
  groups: z.array(lineageGroup).max(LINEAGE_KINDS.length),
  /** Objects that the caller may not see. Nothing else is said of them. */
  hidden: nonNegativeInt,
});
export type LineageSide = z.output<typeof lineageSide>;

export const lineage = z.object({ sources: lineageSide, uses: lineageSide });
export type Lineage = z.output<typeof lineage>;

export const lineageNode = z.object({
  /** Names the node in the edges. */
  key: text({ min: 1, max: 80 }),
  /** Null for objects that the caller may not see. */
  object: lineageObject.nullable(),
  /** How many objects the node stands for if the caller may not see them. */
  hidden: nonNegativeInt,
  /** Objects beside those in the graph. */
  more_sources: nonNegativeInt,
  more_uses: nonNegativeInt,
});
export type LineageNode = z.output<typeof lineageNode>;

export const lineageEdge = z.object({ from: text({ min: 1, max: 80 }), to: text({ min: 1, max: 80 }) });

export const lineageGraph = z.object({
  root: text({ min: 1, max: 80 }),
  /** The sources of the sources of the root and so on, and the uses of its uses. */
  nodes: z.array(lineageNode).max(2 * MAX_LINEAGE_NODES),
  edges: z.array(lineageEdge),
  /** Whether the graph goes on beyond the depth or the number of nodes. */
  is_cut: z.boolean(),
});
export type LineageGraph = z.output<typeof lineageGraph>;

const oneObject = z.object({ kind: z.enum(LINEAGE_KINDS), id: uuid });
/** Of a dataset; without it, all of its versions. */
const ofVersion = { version: versionInQuery.optional() };

export const lineageRoutes = defineRoutes({
  getLineage: {
    method: "GET",
    path: "/api_v1/lineage/near/:kind/:id",
    access: "internal",
    summary:
      "Get what an object comes from and what it is used in: the newest objects of each kind, and how many there are",
    params: oneObject,
    query: z.object(ofVersion),
    reply: lineage,
    errors: ["not_allowed", "not_found"],
  },
  listLineage: {
    method: "GET",
    path: "/api_v1/lineage/list/:kind/:id",
    access: "internal",
    summary: "List the sources or uses of one kind that an object has, the newest first",
    params: oneObject,
    query: z.object({
      ...ofVersion,
      direction: z.enum(LINEAGE_DIRECTIONS),
      of: z.enum(LINEAGE_KINDS),
      cursor: cursor.optional(),
      limit: wholeNumber(50, 1, MAX_SHOWN),
    }),
    reply: z.object({ items: z.array(lineageObject).max(MAX_SHOWN), next_cursor: cursor.nullable() }),
    errors: ["invalid", "not_allowed", "not_found"],
  },
  getLineageGraph: {
    method: "GET",
    path: "/api_v1/lineage/graph/:kind/:id",
    access: "internal",
    summary: "Get the graph around an object, as far as its depth and a number of nodes",
    params: oneObject,
    query: z.object({ ...ofVersion, depth: wholeNumber(6, 1, MAX_LINEAGE_DEPTH) }),
    reply: lineageGraph,
    errors: ["not_allowed", "not_found"],
  },
});
