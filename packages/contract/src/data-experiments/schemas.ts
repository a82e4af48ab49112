import { z } from "zod";
import { EXPERIMENT_RUN_STATUSES, metricValue, runKey } from "../experiments/schemas.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { RUN_STATUSES, wholeNumber } from "../lists.ts";
import { comparison } from "../predicates/predicates.ts";
import { armPosition, MAX_ARMS } from "./arm-position.ts";
import { experimentJudging } from "./judging-schemas.ts";

export const DATA_EXPERIMENT_STATES = ["Open", "Decided"] as const;
export type DataExperimentState = (typeof DATA_EXPERIMENT_STATES)[number];
export const METRIC_DIRECTIONS = ["higher", "lower"] as const;

export const MIN_ARMS = 2;
/** Of one arm: more seeds than anybody trains with. */
export const MAX_ARM_RUNS = 50;
/** Below this, nothing is known about how far runs of one arm differ by chance. */
export const MIN_COUNTED_RUNS = 2;
export const MAX_DIFFERING_PARAMS = 20;

export const armSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("package"), id: uuid }),
  z.strictObject({ kind: z.literal("view"), id: uuid }),
]);

const newArm = z.strictObject({
  name: text({ min: 1, max: 80, required: "please name the arm" }).regex(/\S/, "please name the arm"),
  source: armSource,
});

const hasNamesOnce = ({ arms }: { arms: readonly { name: string }[] }): boolean =>
  new Set(arms.map(({ name }) => name.trim())).size === arms.length;
const hasSourcesOnce = ({ arms }: { arms: readonly { source: { id: string } }[] }): boolean =>
  new Set(arms.map(({ source }) => source.id)).size === arms.length;

export const createDataExperimentBody = z
  .strictObject({
    request_key: uuid,
    question: text({ min: 1, max: 300, required: "please ask a question" }).regex(/\S/, "please ask a question"),
    hypothesis: text({ max: 4_000 }).default(""),
    /** Of the runs: its last value decides. */
    metric: runKey,
    /** Which values are better. */
    direction: z.enum(METRIC_DIRECTIONS),
    /** A smaller difference than this would change nothing. */
    min_difference: z.number().nonnegative().max(1e15),
    /** The first arm is the base. Arms never change: another arm is another question. */
    arms: z.array(newArm).min(MIN_ARMS).max(MAX_ARMS),
  })
  .refine(hasNamesOnce, { error: "two arms have the same name", path: ["arms"] })
  .refine(hasSourcesOnce, { error: "two arms have the same data", path: ["arms"] });

export const listDataExperimentsQuery = z.object({
  state: z.enum(DATA_EXPERIMENT_STATES).optional(),
  /** Part of the question. */
  q: text({ max: 200 }).optional(),
  limit: wholeNumber(50, 1, 200),
  /** The `next_cursor` of the page before. */
  cursor: uuid.optional(),
});

export const dataExperimentItem = z.object({
  id: uuid,
  question: z.string(),
  metric: z.string(),
  direction: z.enum(METRIC_DIRECTIONS),
  state: z.enum(DATA_EXPERIMENT_STATES),
  arms: z.array(z.string()),
  /** Attached to its arms. */
  runs: nonNegativeInt,
  /** The name of the arm that was decided for; null when it is open, or when no arm was. */
  chosen: z.string().nullable(),
  created_by: z.string(),
  created_at: moment,
  decided_at: moment.nullable(),
});
export type DataExperimentItem = z.output<typeof dataExperimentItem>;

/** Why a run does not count, or that it does. */
export const RUN_COUNTING = ["counted", "running", "stopped", "no_value", "not_finite"] as const;

export const armRun = z.object({
  id: uuid,
  name: z.string(),
  experiment_name: z.string(),
  status: z.enum(EXPERIMENT_RUN_STATUSES),
  /** Its parameter `seed`. */
  seed: z.string().nullable(),
  /** The last value of the metric. */
  value: metricValue.nullable(),
  step: nonNegativeInt.nullable(),
  counting: z.enum(RUN_COUNTING),
  /** Whether the inputs of the run name the data of the arm. */
  names_data: z.boolean(),
});
export type ArmRun = z.output<typeof armRun>;

/** Mean of the runs that count, with Student's interval; without one below two runs, or when they are all equal. */
export const armMean = z.object({
  runs: nonNegativeInt,
  mean: z.number().nullable(),
  deviation: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ArmMean = z.output<typeof armMean>;

export const ARM_VERDICTS = ["better", "worse", "better_unsure", "worse_unsure", "no_difference", "too_few"] as const;
export type ArmVerdict = (typeof ARM_VERDICTS)[number];

/** An arm against the base: mean minus mean, with Welch's interval of 95 %. */
export const armDifference = z.object({
  position: armPosition,
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  degrees: z.number().nullable(),
  /**
   * `better`: by what matters at least. `better_unsure`: better, but perhaps by less than matters. `no_difference`: the
   * interval has only differences that do not matter. `too_few`: the runs cannot say.
   */
  verdict: z.enum(ARM_VERDICTS),
});
export type ArmDifference = z.output<typeof armDifference>;

/** Samples that only one of two arms has, and some of them from anywhere, to be looked at. */
export const uniqueClips = z.object({
  items: nonNegativeInt,
  clips: z.array(z.object({ key: z.string(), ordinal: nonNegativeInt })).max(100),
});
export type UniqueClips = z.output<typeof uniqueClips>;

/** Of an arm and the base: which samples they share, and how their numbers are distributed. */
export const armComparison = z.object({
  position: armPosition,
  status: z.enum(RUN_STATUSES),
  error: z.string().nullable(),
  result: z
    .object({
      both: nonNegativeInt,
      /** In both, with other values or bytes; null where only keys can be compared, as with a view. */
      changed: nonNegativeInt.nullable(),
      only_arm: uniqueClips,
      only_base: uniqueClips,
      arm_duration_s: z.number().nullable(),
      base_duration_s: z.number().nullable(),
      /** Shares of samples in the same bins; distance from 0, equal, to 1 (Kolmogorov–Smirnov). */
      histograms: z.array(
        z.object({
          field: z.string(),
          edges: z.array(z.number()),
          arm_counts: z.array(nonNegativeInt),
          base_counts: z.array(nonNegativeInt),
          distance: z.number().min(0).max(1),
        }),
      ),
    })
    .nullable(),
});
export type ArmComparison = z.output<typeof armComparison>;

export const experimentArm = z.object({
  position: armPosition,
  name: z.string(),
  kind: z.enum(["package", "view"]),
  source_id: uuid,
  /** `name@number` of a package, or the name of a view; null when it was deleted. */
  source_name: z.string().nullable(),
  dataset_id: uuid,
  dataset_name: z.string(),
  version: positiveInt,
  /** As it was when the question was asked. */
  filters: z.array(comparison),
  where: z.string(),
  q: z.string(),
  order_by: z.string(),
  samples: nonNegativeInt,
  /** Of all clips; null where it is not known. */
  duration_s: z.number().nullable(),
  /** Where a trainer reads it; null for a view. */
  uri: z.string().nullable(),
  format: z.string().nullable(),
  runs: z.array(armRun),
  result: armMean,
});
export type ExperimentArm = z.output<typeof experimentArm>;

/** What was known when somebody decided; it never changes. */
export const decisionNumbers = z.object({
  arms: z.array(
    z.object({
      position: armPosition,
      name: z.string(),
      result: armMean,
      runs: z.array(armRun.pick({ id: true, name: true, value: true, counting: true })),
    }),
  ),
  differences: z.array(armDifference),
  judgings: z.array(experimentJudging).default([]),
});

export const dataExperimentAct = z.object({
  number: positiveInt,
  kind: z.enum(["decided", "reopened"]),
  /** Null when no arm is better than the base, or when it was reopened. */
  chosen: armPosition.nullable(),
  reason: z.string(),
  by: z.string(),
  at: moment,
  numbers: decisionNumbers.nullable(),
});
export type DataExperimentAct = z.output<typeof dataExperimentAct>;

export const dataExperiment = z.object({
  id: uuid,
  question: z.string(),
  hypothesis: z.string(),
  metric: z.string(),
  direction: z.enum(METRIC_DIRECTIONS),
  min_difference: z.number().nonnegative(),
  state: z.enum(DATA_EXPERIMENT_STATES),
  revision: positiveInt,
  created_by: z.string(),
  created_at: moment,
  arms: z.array(experimentArm),
  /** Of every arm but the first. */
  differences: z.array(armDifference),
  /** What people who did not know the models preferred. */
  judgings: z.array(experimentJudging),
  comparisons: z.array(armComparison),
  /** Parameters besides the seed that differ between counted runs, at most 20: then more than data may differ. */
  differing_params: z.array(z.string()),
  /** The decision and what came before it, newest first. */
  acts: z.array(dataExperimentAct),
});
export type DataExperiment = z.output<typeof dataExperiment>;

/** Runs that name the package of an arm and are not attached. */
export const proposedRun = z.object({
  position: armPosition,
  id: uuid,
  name: z.string(),
  experiment_name: z.string(),
  status: z.enum(EXPERIMENT_RUN_STATUSES),
  started_at: moment,
});
export type ProposedRun = z.output<typeof proposedRun>;

export const attachRunsBody = z.strictObject({
  position: armPosition,
  run_ids: z.array(uuid).min(1).max(MAX_ARM_RUNS),
});
export const detachRunBody = z.strictObject({ run_id: uuid });

const reason = text({ min: 1, max: 4_000, required: "please say why" }).regex(/\S/, "please say why");
export const decideBody = z.strictObject({
  expect_revision: positiveInt,
  /** Null for none of them. */
  chosen: armPosition.nullable(),
  reason,
});
export const reopenBody = z.strictObject({ expect_revision: positiveInt, reason });
