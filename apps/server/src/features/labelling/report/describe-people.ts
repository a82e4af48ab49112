import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_REPORT_WEEKS, MIN_REPORT_ITEMS, type ReportPerson, type ReportWeek } from "@dailies/contract";
import { meanAgreement } from "@dailies/statistics/agreement/mean-agreement";
import type { GoldAnswer } from "../gold/gold.store.ts";
import type { LabelPersonRow } from "../tasks/person.store.ts";
import type { Comparisons } from "./collect-comparisons.ts";
import type { TimedLabel } from "./compared-labels.store.ts";
import { type DescribeOptions, toInterval } from "./describe-fields.ts";
import { describeGold } from "./describe-gold.ts";
import { medianOf, mondayOf, roundFigure, weekOf } from "./label-report.rules.ts";

/** A label that took less than this share of the task's median time is too fast. */
const TOO_FAST = 0.2;

/** The labels of one person that were compared with others: similarities over all fields, summed for each label. */
interface ComparedLabels {
  readonly total: number[];
  readonly pairs: number[];
  readonly week: number[];
}

/** By user. A person has one label of an item, so that a label stands for its item. */
const sumByLabel = ({ fields, person, week, userIds }: Comparisons): Map<string, ComparedLabels> => {
  const [total, pairs] = [new Float64Array(person.length), new Float64Array(person.length)];
  const add = (label: number, similarity: number): void => {
    total[label] = (total[label] as number) + similarity;
    pairs[label] = (pairs[label] as number) + 1;
  };
  for (const { pairs: compared } of fields) {
    for (const [at, similarity] of compared.similarity.entries()) {
      add(compared.one[at] as number, similarity);
      add(compared.other[at] as number, similarity);
    }
  }
  const sums = new Map<string, ComparedLabels>(userIds.map((userId) => [userId, { total: [], pairs: [], week: [] }]));
  for (const [label, at] of person.entries()) {
    const sum = sums.get(userIds[at] as string);
    if (!sum || pairs[label] === 0) continue;
    sum.total.push(total[label] as number);
    sum.pairs.push(pairs[label] as number);
    sum.week.push(week[label] as number);
  }
  return sums;
};

const NOTHING: ComparedLabels = { total: [], pairs: [], week: [] };

const shareOf = (part: number, whole: number): number | null =>
  whole < MIN_REPORT_ITEMS ? null : roundFigure(part / whole);

const enough = (values: readonly number[]): readonly number[] => (values.length < MIN_REPORT_ITEMS ? [] : values);

const medianSeconds = (labels: readonly TimedLabel[]): number | null => {
  const median = medianOf(enough(labels.map(({ seconds }) => seconds)));
  return median === null ? null : roundFigure(median);
};

/** Of few labels with many prefilled fields there is no figure either. */
const keptOf = (labels: readonly TimedLabel[]): number | null => {
  if (labels.length < MIN_REPORT_ITEMS) return null;
  const sumOf = (key: "kept" | "prefilled"): number => labels.reduce((total, label) => total + label[key], 0);
  return shareOf(sumOf("kept"), sumOf("prefilled"));
};

const agreementIn = (week: number, compared: ComparedLabels): number | null => {
  const labels = [...compared.week.keys()].filter((label) => compared.week[label] === week);
  if (labels.length < MIN_REPORT_ITEMS) return null;
  const sumOf = (column: readonly number[]): number =>
    labels.reduce((total, label) => total + (column[label] as number), 0);
  return roundFigure(sumOf(compared.total) / sumOf(compared.pairs));
};

const describeWeeks = (labels: readonly TimedLabel[], compared: ComparedLabels): ReportWeek[] => {
  const weeks = [...new Set(labels.map(({ monday }) => weekOf(monday)))].sort((a, b) => a - b);
  return weeks.slice(-MAX_REPORT_WEEKS).map((week) => {
    const made = labels.filter(({ monday }) => weekOf(monday) === week);
    return {
      week: mondayOf(week).toISOString().slice(0, 10),
      labels: made.length,
      median_seconds: medianSeconds(made),
      kept: keptOf(made),
      agreement: agreementIn(week, compared),
    };
  });
};

export interface PersonLabels {
  readonly row: LabelPersonRow;
  readonly labels: readonly TimedLabel[];
  readonly gold: readonly GoldAnswer[];
}

interface Described {
  readonly people: ReportPerson[];
  readonly medianSeconds: number | null;
}

/** How each person works: pace, prefilled values, agreement with others, and how these changed from week to week. */
export const describePeople = async (
  comparisons: Comparisons,
  everybody: readonly PersonLabels[],
  { options, signal }: Omit<DescribeOptions, "usernameOf">,
): Promise<Described> => {
  const comparedOf = sumByLabel(comparisons);
  const fields = comparisons.fields.map(({ field }) => field);
  const median = medianSeconds(everybody.flatMap(({ labels }) => labels));
  const people: ReportPerson[] = [];
  for (const { row, labels, gold } of everybody) {
    const compared = comparedOf.get(row.user_id) ?? NOTHING;
    const sums = { total: Float64Array.from(compared.total), pairs: Float64Array.from(compared.pairs) };
    const fast = labels.filter(({ seconds }) => median !== null && seconds < TOO_FAST * median).length;
    people.push({
      person: row.username,
      submitted: row.submitted,
      timed: labels.length,
      median_seconds: medianSeconds(labels),
      too_fast: median === null ? null : shareOf(fast, labels.length),
      prefilled: row.prefill_total,
      kept: shareOf(row.prefill_kept, row.prefill_total),
      compared: sums.total.length,
      agreement: sums.total.length < MIN_REPORT_ITEMS ? null : toInterval(meanAgreement(sums, options)),
      gold: describeGold(fields, gold, options),
      weeks: describeWeeks(labels, compared),
    });
    await nextTurn();
    signal.throwIfAborted();
  }
  return { people, medianSeconds: median };
};
