import {
  ATTEMPT_POLICIES,
  type BenchmarkDetail,
  currency,
  MAX_CONCURRENCY,
  MAX_SAMPLES,
  MAX_SEED,
  SEED_POLICIES,
  type updateBenchmarkBody,
} from "@dailies/contract";
import { z } from "zod";

const MICROS = 1_000_000;
const MAX_BUDGET = 1_000_000_000;
const SEEDS = /^\s*\d+(\s*,\s*\d+)*\s*$/;

const readSeeds = (text: string): number[] => (text.trim() === "" ? [] : text.split(",").map((part) => Number(part)));

const isSeedList = (text: string): boolean =>
  SEEDS.test(text) && readSeeds(text).every((seed) => seed <= MAX_SEED) && readSeeds(text).length <= MAX_SAMPLES;

/** The settings as entered by the user: money in whole units, seeds on one line. */
export const settingsForm = z.strictObject({
  samples_per_cell: z.int({ error: "please enter a number" }).min(1).max(MAX_SAMPLES),
  seed_policy: z.enum(SEED_POLICIES),
  seeds: z
    .string()
    .max(400)
    .refine(isSeedList, `use whole numbers from 0 to ${MAX_SEED}, separated by commas`)
    .optional(),
  attempt_policy: z.enum(ATTEMPT_POLICIES),
  concurrency: z.int({ error: "please enter a number" }).min(1).max(MAX_CONCURRENCY),
  currency,
  budget: z.number().min(0).max(MAX_BUDGET).nullable().optional(),
  is_budget_hard: z.boolean(),
});
export type SettingsForm = z.output<typeof settingsForm>;

export const settingsOf = (task: BenchmarkDetail): SettingsForm => ({
  samples_per_cell: task.samples_per_cell,
  seed_policy: task.seed_policy,
  ...(task.seeds.length > 0 && { seeds: task.seeds.join(", ") }),
  attempt_policy: task.attempt_policy,
  concurrency: task.concurrency,
  currency: task.currency,
  budget: task.budget ? task.budget.limit_micros / MICROS : null,
  is_budget_hard: task.budget?.is_hard ?? true,
});

type Change = Omit<z.input<typeof updateBenchmarkBody>, "expect_revision">;

/** The request body: only settings that may still be changed. */
export const changeOf = (form: SettingsForm, isFrozen: boolean): Change => ({
  attempt_policy: form.attempt_policy,
  concurrency: form.concurrency,
  budget:
    form.budget === null || form.budget === undefined
      ? null
      : { limit_micros: Math.round(form.budget * MICROS), is_hard: form.is_budget_hard },
  ...(!isFrozen && {
    samples_per_cell: form.samples_per_cell,
    seed_policy: form.seed_policy,
    seeds: readSeeds(form.seeds ?? ""),
    currency: form.currency,
  }),
});
