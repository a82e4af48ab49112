import { type LabelReport, MAX_REPORT_PEOPLE, MAX_REPORT_WEEKS } from "@dailies/contract";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { listGoldAnswers } from "../gold/gold.store.ts";
import { listLabelPeople } from "../tasks/person.store.ts";
import { addItem, type Comparisons, openComparisons } from "./collect-comparisons.ts";
import {
  type CurrentLabel,
  findMeasuredTask,
  listCurrentLabels,
  listTimedLabels,
  type MeasuredTask,
} from "./compared-labels.store.ts";
import { describeFields } from "./describe-fields.ts";
import { describePeople, type PersonLabels } from "./describe-people.ts";
import { type DrawnItems, drawItems } from "./draw-items.ts";
import { mondayOf, weekOf } from "./label-report.rules.ts";
import { finishReport, type ReportRun } from "./label-report.store.ts";

export interface MeasureReportDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Items whose labels are in memory at a time. */
const BATCH = 100;
const LABELS_PER_WEEK = 200;
const RESAMPLES = 500;

/** Measures agreement and quality of a task and stores the report. The run is the seed, so a retry draws the same items. */
export const measureReport = async (
  { db, clock }: MeasureReportDeps,
  { taskId, run }: ReportRun,
  signal: AbortSignal,
): Promise<void> => {
  const task = await findMeasuredTask(db, taskId);
  if (!task) return;
  const measuredAt = clock();
  const drawn = await drawItems(db, taskId, task, run);
  const comparisons = await readComparisons(db, taskId, { task, drawn, signal });
  const everybody = await listLabelPeople(db, taskId);
  const labellers = everybody
    .filter(({ submitted }) => submitted > 0)
    .sort((a, b) => b.submitted - a.submitted || (a.username < b.username ? -1 : 1));
  const names = new Map(everybody.map(({ user_id, username }) => [user_id, username]));
  const options = { seed: run, resamples: RESAMPLES };
  const usernameOf = (userId: string): string => names.get(userId) ?? userId;
  const { fields, pairsLeftOut } = await describeFields(comparisons, { usernameOf, options, signal });
  const timed = await readTimes(db, taskId, { people: labellers.slice(0, MAX_REPORT_PEOPLE), at: measuredAt, signal });
  const { people, medianSeconds } = await describePeople(comparisons, timed, { options, signal });
  const report: LabelReport = {
    items: new Set(comparisons.item).size,
    labels: comparisons.item.length,
    is_sample: drawn.isSample,
    seed: run,
    median_seconds: medianSeconds,
    fields,
    pairs_left_out: pairsLeftOut,
    people,
    people_left_out: labellers.length - people.length,
  };
  await finishReport(db, { taskId, run }, { report, measuredAt });
};

interface ReadOptions {
  readonly task: MeasuredTask;
  readonly drawn: DrawnItems;
  readonly signal: AbortSignal;
}

const readComparisons = async (db: Db, taskId: string, { task, drawn, signal }: ReadOptions): Promise<Comparisons> => {
  const comparisons = openComparisons(task.fields);
  for (let at = 0; at < drawn.items.length; at += BATCH) {
    signal.throwIfAborted();
    const labels = await listCurrentLabels(db, taskId, drawn.items.slice(at, at + BATCH));
    for (const item of Map.groupBy(labels, ({ seq }) => seq).values()) await addCompared(comparisons, item);
  }
  return comparisons;
};

/** A label may have been undone since its item was drawn. */
const addCompared = async (comparisons: Comparisons, labels: readonly CurrentLabel[]): Promise<void> => {
  if (labels.length < 2) return;
  addItem(comparisons, labels);
  // Comparing long captions takes milliseconds for each item, in which other activities must go on.
  await new Promise((resolve) => setImmediate(resolve));
};

const readTimes = async (
  db: Db,
  taskId: string,
  {
    people,
    at,
    signal,
  }: { readonly people: readonly PersonLabels["row"][]; readonly at: Date; readonly signal: AbortSignal },
): Promise<PersonLabels[]> => {
  const mondays = Array.from({ length: MAX_REPORT_WEEKS }, (_, ago) => mondayOf(weekOf(at) - ago));
  const everybody: PersonLabels[] = [];
  for (const row of people) {
    signal.throwIfAborted();
    const labels = await listTimedLabels(db, taskId, row.user_id, { mondays, perWeek: LABELS_PER_WEEK });
    everybody.push({ row, labels, gold: await listGoldAnswers(db, taskId, row.user_id) });
  }
  return everybody;
};
