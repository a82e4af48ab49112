import { z } from "zod";
import { moment, nonNegativeInt, uuid } from "../kit.ts";
import { armPosition, MAX_ARMS } from "./arm-position.ts";

/** Of one experiment. */
export const MAX_JUDGINGS = 10;
/** Fewer judgements between two arms than this say nothing, whatever they are. */
export const MIN_COUNTED_JUDGEMENTS = 10;

export const WIN_VERDICTS = ["preferred", "not_preferred", "no_preference", "too_few"] as const;
export type WinVerdict = (typeof WIN_VERDICTS)[number];

/** How often people who did not know the models preferred an arm to the base. */
export const armWins = z.object({
  wins: nonNegativeInt,
  /** Also judgements that both are bad. */
  ties: nonNegativeInt,
  losses: nonNegativeInt,
  /** On which the two were compared. */
  prompts: nonNegativeInt,
  /** Wins and half of the ties, of all, with an interval of 95 % that takes prompts as drawn; null when too few. */
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `no_preference`: the interval has one half in it. */
  verdict: z.enum(WIN_VERDICTS),
});
export type ArmWins = z.output<typeof armWins>;

export const judgedArm = z.object({
  position: armPosition,
  column_id: uuid,
  /** Of the column, as people know it. */
  label: z.string(),
  /** Against the base; null for the base itself. */
  wins: armWins.nullable(),
});
export type JudgedArm = z.output<typeof judgedArm>;

/** A blind judging that compared models trained with the arms, as it was when it was attached. */
export const experimentJudging = z.object({
  task_id: uuid,
  name: z.string(),
  arms: z.array(judgedArm),
  attached_by: z.string(),
  attached_at: moment,
});
export type ExperimentJudging = z.output<typeof experimentJudging>;

const judgedColumn = z.strictObject({ position: armPosition, column_id: uuid });

const onceEach = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

export const attachJudgingBody = z
  .strictObject({
    task_id: uuid,
    /** The column of each arm that was judged. The base is one of them. */
    arms: z.array(judgedColumn).min(2).max(MAX_ARMS),
  })
  .refine(({ arms }) => onceEach(arms.map(({ position }) => position)), {
    error: "an arm has one column",
    path: ["arms"],
  })
  .refine(({ arms }) => onceEach(arms.map(({ column_id: id }) => id)), {
    error: "a column belongs to one arm",
    path: ["arms"],
  })
  .refine(({ arms }) => arms.some(({ position }) => position === 1), {
    error: "the first arm is what the others are compared with",
    path: ["arms"],
  });
export const detachJudgingBody = z.strictObject({ task_id: uuid });
