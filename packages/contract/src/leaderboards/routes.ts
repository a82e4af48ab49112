import { z } from "zod";
import { defectMark, informedJudgements, selfAgreement } from "../evaluations/schemas.ts";
import { defineRoutes, moment, nonNegativeInt, positiveInt, queryArray, text, uuid } from "../kit.ts";
import { pageOf, pageQuery } from "../lists.ts";
import { money } from "../money.ts";
import { inputValues, playableClip } from "../performers/schemas.ts";
import { TASK_STATUSES } from "../tasks/routes.ts";

export const AGGREGATIONS = ["All", "Average"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];
export const PROMPT_SORTS = ["disagreement", "upset", "index"] as const;
export const BOARD_WARNINGS = [
  "not_connected",
  "position_bias",
  "low_agreement",
  "excluded_cells",
  "few_prompts",
  "stale_judgements",
  "informed_judgements",
  "still_judging",
] as const;

/** Null when the judgements do not determine it. */
const figure = z.number().nullable();
export const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type Interval = z.output<typeof interval>;

export const voteTally = z.object({ win: z.int(), tie: z.int(), loss: z.int(), both_bad: z.int() });

export const boardEntry = z.object({
  /** Index in every list of this leaderboard. */
  entry: nonNegativeInt,
  label: z.string(),
  performer: z.string(),
  performer_version: z.string(),
  source_task_id: uuid,
  column_id: uuid,
  is_baseline: z.boolean(),
  /** Shared by entries with overlapping intervals; null when it is connected to no other entry. */
  rank: positiveInt.nullable(),
  /** Elo-scale strength for pairwise judgements, mean for ratings; null when it cannot be estimated. */
  score: interval.nullable(),
  /** Difference to the baseline, from the same resamples; null for the baseline itself and without one. */
  delta: interval.nullable(),
  tally: voteTally.nullable(),
  votes: nonNegativeInt,
  prompts: nonNegativeInt,
  reroll_rate: z.number().nonnegative(),
  /** Total cost of this column divided by the seconds of clips in use. */
  cost_per_usable_second: money.nullable(),
});
export type BoardEntry = z.output<typeof boardEntry>;

/** Inter-rater agreement by Krippendorff's alpha. */
export const krippendorffAlpha = z.object({
  value: figure,
  low: figure,
  high: figure,
  units: z.int(),
  level: z.enum(["nominal", "ordinal", "interval"]),
});

/** One axis: the pairwise choice, or one dimension of the template. */
export const boardAxis = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(["choice", "number", "boolean", "list", "key_value", "text"]),
  source: z.enum(["human", "auto", "judge"]),
  direction: z.enum(["higher", "lower", "none"]),
  weight: z.number(),
  entries: z.array(boardEntry),
  /** P(row > column), for pairwise judgements only. */
  beats: z.array(z.array(figure)),
  /** Connected components of the comparison graph; a single group when all entries are connected. */
  groups: z.array(z.array(nonNegativeInt)),
  alpha: krippendorffAlpha.nullable(),
  /** Shares and means by entry, for each option of a list or key of a map. */
  parts: z.array(z.object({ key: z.string(), values: z.array(figure), intervals: z.array(interval.nullable()) })),
});
export type BoardAxis = z.output<typeof boardAxis>;

export const boardMethod = z.object({
  model: z.enum(["bradley_terry", "davidson", "mean"]),
  resamples: z.int(),
  seed: z.int(),
  ridge: z.number(),
  /** SHA-256 over the prompts, and over all inputs of the leaderboard. */
  prompt_set_hash: z.string(),
  input_hash: z.string(),
  statistics_version: z.string(),
  template: z.object({ id: uuid, name: z.string(), version: z.int() }),
  computed_at: moment,
  votes: z.int(),
  prompts: z.int(),
});

export const boardSnapshot = z.object({
  id: uuid,
  hash: z.string(),
  made_at: moment,
  made_by: z.string(),
  reason: z.string(),
});

export const board = z.object({
  task_id: uuid,
  name: z.string(),
  status: z.enum(TASK_STATUSES),
  aggregation: z.enum(AGGREGATIONS),
  axes: z.array(boardAxis),
  /** Weighted combination of all axes with a direction, each scaled by its spread; null when there is only one. */
  total: boardAxis.nullable(),
  categories: z.array(
    z.object({
      category: z.string(),
      prompts: z.int(),
      scores: z.array(figure),
      /** Null with a single prompt. */
      intervals: z.array(interval.nullable()),
    }),
  ),
  /** For two neighbours that share a rank. */
  needed: z.array(
    z.object({
      a: z.int(),
      b: z.int(),
      /** Further judgements that would separate them if their difference stayed the same; null when no number would. */
      votes: z.int().nullable(),
      /** The smallest difference in points that the judgements at hand could tell; null when they do not vary. */
      resolution: figure,
      /** Further judgements to tell a difference of this many points; `needs_prompts` when only new prompts would. */
      tell: z.object({ points: z.int(), votes: nonNegativeInt, needs_prompts: z.boolean() }),
    }),
  ),
  /** The fewest judgements whose removal changes the first rank. */
  fragility: z.object({ votes: z.int(), of: z.int() }).nullable(),
  position: interval.nullable(),
  self_agreement: selfAgreement.nullable(),
  raters: z.int(),
  /** Judgements by raters who could know the models, and whether they are part of the figures. */
  informed: informedJudgements.extend({ is_counted: z.boolean() }),
  warnings: z.array(z.object({ kind: z.enum(BOARD_WARNINGS), message: z.string() })),
  method: boardMethod,
  snapshot: boardSnapshot.nullable(),
});
export type Board = z.output<typeof board>;

export const boardPrompt = z.object({
  prompt: nonNegativeInt,
  row: nonNegativeInt,
  label: z.string(),
  inputs: inputValues,
  category: z.string(),
  votes: z.int(),
  /** 0…1: how much the judgements about it disagree. */
  disagreement: figure,
  /** How far it contradicts the leaderboard; positive when the weaker entry won. */
  upset: figure,
});
export type BoardPrompt = z.output<typeof boardPrompt>;

export const boardClip = z.object({
  entry: z.int(),
  sample: z.int(),
  clip: playableClip.nullable(),
  marks: z.array(defectMark),
  metrics: z.record(z.string(), z.number().nullable()),
});

export const boardPromptDetail = boardPrompt.extend({
  clips: z.array(boardClip),
  pairs: z.array(z.object({ a: z.int(), b: z.int(), tally: voteTally })),
});

export const metricCorrelation = z.object({
  key: z.string(),
  version: z.string(),
  unit: z.string(),
  /** Rank correlation over clips between the metric and the human score, with its interval. */
  correlation: interval.nullable(),
  points: z.array(z.object({ entry: z.int(), prompt: z.int(), metric: z.number(), human: z.number() })),
});
export const metricAgainstHuman = z.object({ metrics: z.array(metricCorrelation) });

export const snapshotItem = boardSnapshot.extend({ votes: z.int() });

/** A person the owner of a task lets open its leaderboard. */
export const boardShare = z.object({
  id: uuid,
  username: z.string(),
  realname: z.string(),
  is_external: z.boolean(),
  shared_at: moment,
});
export type BoardShare = z.output<typeof boardShare>;

export const sharedBoard = z.object({
  task_id: uuid,
  name: z.string(),
  status: z.enum(TASK_STATUSES),
  shared_by: z.string(),
  shared_at: moment,
});

export const MAX_BOARD_SHARES = 200;
const MAX_SHARED_AT_ONCE = 50;
const shares = z.object({ items: z.array(boardShare) });

const v1 = { permission: "USE_VERSION_1_0" } as const;
const task = z.object({ id: uuid });
const how = { aggregation: z.enum(AGGREGATIONS).optional(), snapshot: uuid.optional() };
const refusals = ["not_allowed", "not_found", "conflict", "unavailable"] as const;

export const leaderboardsRoutes = defineRoutes({
  compareBoards: {
    method: "GET",
    path: "/api_v1/leaderboard/compare",
    access: v1,
    summary: "Compare the leaderboards of two to four finished tasks, with what limits the comparison",
    query: z.object({ id: queryArray(uuid).pipe(z.array(uuid).min(2).max(4)) }),
    reply: z.object({
      boards: z.array(board),
      /** Prompts that all of them have in common. */
      shared_prompts: z.int(),
      faults: z.array(z.string()),
    }),
    errors: refusals,
  },
  listSharedBoards: {
    method: "GET",
    path: "/api_v1/shared_leaderboard/list",
    access: "signed-in",
    summary: "List the leaderboards that were shared with you, newest first",
    reply: z.object({ items: z.array(sharedBoard) }),
  },
  getSharedBoard: {
    method: "GET",
    path: "/api_v1/shared_leaderboard/detail/:id",
    access: "signed-in",
    summary: "Get a leaderboard that was shared with you, once judging is finished",
    params: task,
    query: z.object(how),
    reply: board,
    errors: refusals,
  },
  getBoard: {
    method: "GET",
    path: "/api_v1/leaderboard/:id",
    access: v1,
    atOnce: 2,
    summary: "Get the leaderboard of a task; while people judge, only for its owner",
    params: task,
    query: z.object(how),
    reply: board,
    errors: refusals,
  },
  listBoardPrompts: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/prompts",
    access: v1,
    summary: "List prompts by disagreement between raters, or by how much they contradict the leaderboard",
    params: task,
    query: z.object({
      ...how,
      ...pageQuery,
      sort: z.enum(PROMPT_SORTS).default("disagreement"),
      category: text({ max: 80 }).optional(),
    }),
    reply: pageOf(boardPrompt),
    errors: refusals,
  },
  getBoardPrompt: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/prompt/:prompt",
    access: v1,
    summary: "Get one prompt with its clips, defect marks, measurements and votes",
    params: z.object({ id: uuid, prompt: z.coerce.number<string | number>().int().min(0).max(9_999_999) }),
    reply: boardPromptDetail,
    errors: refusals,
  },
  getMetrics: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/metrics",
    access: v1,
    summary: "Get the measurements of the clips and their correlation with human judgements",
    params: task,
    reply: metricAgainstHuman,
    errors: refusals,
  },
  listSnapshots: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/snapshots",
    access: v1,
    summary: "List the snapshots of a leaderboard, newest first",
    params: task,
    reply: z.object({ items: z.array(snapshotItem) }),
    errors: refusals,
  },
  listBoardShares: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/shares",
    access: v1,
    summary: "List the people a leaderboard is shared with; for the owner of the task",
    params: task,
    reply: shares,
    errors: ["not_allowed", "not_found"],
  },
  shareBoard: {
    method: "POST",
    path: "/api_v1/leaderboard/:id/share",
    access: v1,
    summary: "Let people open the leaderboard of your task, also external people",
    params: task,
    body: z.strictObject({
      usernames: z
        .array(text({ min: 1, max: 254 }))
        .min(1)
        .max(MAX_SHARED_AT_ONCE),
    }),
    reply: shares,
    errors: ["not_allowed", "not_found", "conflict"],
  },
  unshareBoard: {
    method: "POST",
    path: "/api_v1/leaderboard/:id/unshare",
    access: v1,
    summary: "Stop sharing the leaderboard of your task with a person",
    params: task,
    body: z.strictObject({ user_id: uuid }),
    reply: shares,
    errors: ["not_allowed", "not_found"],
  },
  downloadBoard: {
    method: "GET",
    path: "/api_v1/leaderboard/:id/download",
    access: v1,
    summary: "Download the inputs of a leaderboard, to recompute it, or its table as CSV",
    params: task,
    query: z.object({ ...how, format: z.enum(["json", "csv"]).default("json") }),
    raw: { status: 200, contentType: "application/json" },
    errors: refusals,
  },
});
