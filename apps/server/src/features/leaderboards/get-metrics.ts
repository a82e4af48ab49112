import { findMetric, type metricAgainstHuman } from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { planAxes } from "./board/board-axes.rules.ts";
import { listPromptNumbers } from "./board/prompt.store.ts";
import { type EvaluationFacts, listBoardQuestions } from "./inputs/evaluation-facts.store.ts";
import type { LeaderboardsDeps } from "./leaderboards-deps.ts";
import {
  countEntries,
  findKeptMetrics,
  type HumanCell,
  listMeanAnswers,
  listMeasuredCells,
  listWonShares,
  type MeasuredCell,
  storeMetrics,
} from "./metric.store.ts";
import { requireBoardTask } from "./require-board-task.ts";

type MetricAgainstHuman = z.output<typeof metricAgainstHuman>;
type Metric = MetricAgainstHuman["metrics"][number];

/** A plot needs no more points; selects whole prompts, evenly over the task. */
const MAX_POINTS = 2_000;

const drawEvenly = (numbers: readonly number[], limit: number): number[] => {
  const step = Math.max(1, numbers.length / Math.max(1, limit));
  return Array.from({ length: Math.min(numbers.length, limit) }, (_, n) => numbers[Math.floor(n * step)] ?? 0);
};

const listHuman = async (db: Db, evaluation: EvaluationFacts, prompts: readonly number[]): Promise<HumanCell[]> => {
  if (evaluation.mode === "auto") return [];
  if (evaluation.mode === "pairwise") return listWonShares(db, evaluation.taskId, prompts);
  const [main] = planAxes(evaluation.mode, await listBoardQuestions(db, evaluation.template));
  return main ? listMeanAnswers(db, evaluation.taskId, prompts, main.facts.key) : [];
};

const pointsOf = (cells: readonly MeasuredCell[], human: ReadonlyMap<string, number>): Metric["points"] =>
  cells.flatMap(({ entry, prompt, value }) => {
    const said = human.get(`${prompt} ${entry}`);
    return said === undefined ? [] : [{ entry, prompt, metric: value, human: said }];
  });

const compute = async (
  { db, boards }: LeaderboardsDeps,
  evaluation: EvaluationFacts,
  entries: number,
  gone?: AbortSignal,
): Promise<MetricAgainstHuman> => {
  const { taskId } = evaluation;
  const all = await listPromptNumbers(db, taskId, undefined);
  const prompts = drawEvenly(all, Math.max(1, Math.floor(MAX_POINTS / Math.max(1, entries))));
  const said = await listHuman(db, evaluation, prompts);
  const human = new Map(said.map(({ prompt, entry, score }) => [`${prompt} ${entry}`, score]));
  const byMetric = Map.groupBy(
    await listMeasuredCells(db, taskId, prompts),
    ({ metricKey, version }) => `${metricKey} ${version}`,
  );
  const found = [...byMetric.values()].flatMap(([first, ...rest]) =>
    first ? [{ key: first.metricKey, version: first.version, points: pointsOf([first, ...rest], human) }] : [],
  );
  const about = found.map(({ points }) => ({
    x: Float64Array.from(points, ({ metric }) => metric),
    y: Float64Array.from(points, (point) => point.human),
    prompt: Int32Array.from(points, ({ prompt }) => prompt),
  }));
  const correlations = await boards.correlate(evaluation, about, gone);
  const metrics = found.map(({ key, version, points }, at) => ({
    key,
    version,
    unit: findMetric(key)?.unit ?? "",
    correlation: correlations[at] ?? null,
    points,
  }));
  return { metrics };
};

/** Metrics of the clips next to the human judgements. */
export const getMetrics = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  taskId: string,
  gone?: AbortSignal,
): Promise<MetricAgainstHuman> => {
  const { db } = deps;
  const { evaluation } = await requireBoardTask(db, actor, taskId);
  const kept = await findKeptMetrics<MetricAgainstHuman>(db, taskId);
  if (kept && kept.inputsRevision === evaluation.inputsRevision) return kept.metrics;
  const metrics = await compute(deps, evaluation, await countEntries(db, taskId), gone);
  await storeMetrics(db, taskId, { inputsRevision: evaluation.inputsRevision, metrics }, deps.clock());
  return metrics;
};
