import { createHash } from "node:crypto";
import type { Aggregation, Board, BoardAxis, BoardEntry } from "@dailies/contract";
import type { AxisResult, BoardResult, EntryResult } from "@dailies/statistics/board/board-result";
import type { EntryFacts } from "../inputs/entrants.store.ts";
import type { BoardMaterial } from "../inputs/load-board-inputs.ts";
import type { AxisFacts } from "./board-axes.rules.ts";
import { findWarnings } from "./board-warnings.rules.ts";

export interface ComputedBoard {
  readonly aggregation: Aggregation;
  readonly result: BoardResult;
  readonly inputHash: string;
}

/** A leaderboard without what can change while it stays valid: the task's name and status, and its snapshot. */
export type ComputedPart = Omit<Board, "name" | "status" | "snapshot">;

/** The cached part of a computed leaderboard. */
export interface KeptBoard {
  readonly board: ComputedPart;
  /** Only judged prompts. */
  readonly prompts: BoardResult["prompts"];
}

const costOf = ({ paidMicros, usableSeconds, currency }: EntryFacts): BoardEntry["cost_per_usable_second"] =>
  currency === null || usableSeconds <= 0
    ? null
    : { amount_micros: Math.round(Number(paidMicros) / usableSeconds), currency };

const describeEntry = (facts: EntryFacts, baseline: number | null, found: EntryResult): BoardEntry => ({
  entry: facts.entry,
  label: facts.label,
  performer: facts.performer,
  performer_version: facts.performerVersion,
  source_task_id: facts.sourceTaskId,
  column_id: facts.columnId,
  is_baseline: facts.isBaseline,
  rank: found.rank,
  score: found.score,
  delta: facts.entry === baseline ? null : found.delta,
  tally: found.tally && {
    win: found.tally.win,
    tie: found.tally.tie,
    loss: found.tally.loss,
    both_bad: found.tally.bothBad,
  },
  votes: found.votes,
  prompts: found.prompts,
  reroll_rate: facts.rerollRate,
  cost_per_usable_second: costOf(facts),
});

const describeAlpha = (alpha: AxisResult["alpha"]): BoardAxis["alpha"] =>
  alpha && { ...alpha, level: alpha.level === "ratio" ? "interval" : alpha.level };

const describeAxis = ({ entries, input }: BoardMaterial, facts: AxisFacts, axis: AxisResult): BoardAxis => ({
  ...facts,
  entries: axis.entries.flatMap((found) => {
    const entry = entries[found.entry];
    return entry ? [describeEntry(entry, input.baseline, found)] : [];
  }),
  beats: axis.beats.map((row) => [...row]),
  groups: axis.groups.map((group) => [...group]),
  alpha: describeAlpha(axis.alpha),
  parts: axis.parts.map(({ key, values, intervals }) => ({ key, values: [...values], intervals: [...intervals] })),
});

const TOTAL: AxisFacts = {
  key: "total",
  name: "Total",
  kind: "number",
  source: "human",
  direction: "higher",
  weight: 1,
};

/** Of the inputs only: two tasks with the same prompts have the same hash. */
const hashPrompts = ({ prompts }: BoardMaterial): string =>
  createHash("sha256")
    .update(
      prompts
        .map(({ inputsHash }) => inputsHash)
        .sort()
        .join("\n"),
    )
    .digest("hex");

const describeMethod = (material: BoardMaterial, { result, inputHash }: ComputedBoard, at: Date): Board["method"] => ({
  model: result.method.model,
  resamples: result.resamples,
  seed: result.seed,
  ridge: result.method.ridge,
  prompt_set_hash: hashPrompts(material),
  input_hash: inputHash,
  statistics_version: result.version,
  template: material.evaluation.template,
  computed_at: at.toISOString(),
  votes: result.method.votes,
  prompts: result.method.prompts,
});

/** Adds names to the figures. */
export const describeBoard = (material: BoardMaterial, computed: ComputedBoard, at: Date): KeptBoard => {
  const { result, aggregation } = computed;
  return {
    board: {
      task_id: material.evaluation.taskId,
      aggregation,
      axes: result.axes.map((axis, place) => describeAxis(material, material.axes[place] ?? TOTAL, axis)),
      total: result.total && describeAxis(material, TOTAL, result.total),
      categories: result.categories.map(({ scores, intervals, ...rest }) => ({
        ...rest,
        scores: [...scores],
        intervals: [...intervals],
      })),
      needed: result.needed.map(({ tell: { points, votes, needsPrompts }, ...pair }) => ({
        ...pair,
        tell: { points, votes, needs_prompts: needsPrompts },
      })),
      fragility: result.fragility,
      position: result.position,
      self_agreement: result.selfAgreement,
      raters: result.raters,
      informed: { ...material.judged.informed, is_counted: material.evaluation.countsInformed },
      warnings: findWarnings(material, result),
      method: describeMethod(material, computed, at),
    },
    prompts: result.prompts,
  };
};
