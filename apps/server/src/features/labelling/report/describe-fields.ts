import { setImmediate as nextTurn } from "node:timers/promises";
import {
  MAX_DISAGREED,
  MAX_REPORT_PAIRS,
  MAX_REPORT_PEOPLE,
  MAX_REPORT_VALUES,
  MIN_REPORT_ITEMS,
  type ReportField,
  type ReportInterval,
  type ReportPair,
} from "@dailies/contract";
import { type ItemSimilarities, meanAgreement } from "@dailies/statistics/agreement/mean-agreement";
import type { ResampleOptions } from "@dailies/statistics/math/alpha";
import { kappaOfPair, openAlpha } from "./coefficients.ts";
import type { Comparisons, FieldComparisons } from "./collect-comparisons.ts";
import { roundFigure } from "./label-report.rules.ts";

/** Numbers of items that a report lists, over all pairs and fields. */
const MAX_DISAGREED_IN_ALL = 40_000;
const MAX_VALUE_LENGTH = 200;

/** Comparisons of one field, as indexes into its columns, in the order of their items. */
type Picked = readonly number[];

const groupBy = <K>(picked: Picked, keysOf: (at: number) => readonly K[]): Map<K, number[]> => {
  const groups = new Map<K, number[]>();
  for (const at of picked) {
    for (const key of keysOf(at)) {
      const group = groups.get(key);
      if (group) group.push(at);
      else groups.set(key, [at]);
    }
  }
  return groups;
};

const sumByItem = (items: readonly number[], similarities: readonly number[]): ItemSimilarities => {
  const [total, pairs]: [number[], number[]] = [[], []];
  for (const [at, similarity] of similarities.entries()) {
    if (at > 0 && items[at] === items[at - 1]) {
      total.push((total.pop() ?? 0) + similarity);
      pairs.push((pairs.pop() ?? 0) + 1);
    } else {
      total.push(similarity);
      pairs.push(1);
    }
  }
  return { total: Float64Array.from(total), pairs: Float64Array.from(pairs) };
};

export const toInterval = ({ value, low, high }: ReportInterval): ReportInterval => ({
  value: roundFigure(value),
  low: roundFigure(low),
  high: roundFigure(high),
});

export interface DescribeOptions {
  readonly usernameOf: (userId: string) => string;
  readonly options: ResampleOptions;
  readonly signal: AbortSignal;
}

const PERSONS = 65_536;
const pairKey = (one: number, other: number): number => one * PERSONS + other;

interface Described {
  readonly fields: ReportField[];
  readonly pairsLeftOut: number;
}

/** The pairs of people who share the most items, and how many others there are. */
const choosePairs = ({ fields, person }: Comparisons): { chosen: Set<number>; leftOut: number } => {
  const shared = new Map<number, number>();
  for (const { pairs } of fields) {
    for (const [at, one] of pairs.one.entries()) {
      const key = pairKey(person[one] as number, person[pairs.other[at] as number] as number);
      shared.set(key, (shared.get(key) ?? 0) + 1);
    }
  }
  const ordered = [...shared].sort(([a, often], [b, more]) => more - often || a - b).map(([key]) => key);
  return {
    chosen: new Set(ordered.slice(0, MAX_REPORT_PAIRS)),
    leftOut: Math.max(0, ordered.length - MAX_REPORT_PAIRS),
  };
};

class FieldReport {
  private readonly comparisons: Comparisons;
  private readonly column: FieldComparisons;
  private readonly how: DescribeOptions;
  private readonly alpha: ReturnType<typeof openAlpha>;
  /** The value of each label, or its code. */
  private readonly valueOf = new Map<number, number>();

  constructor(comparisons: Comparisons, column: FieldComparisons, how: DescribeOptions) {
    this.comparisons = comparisons;
    this.column = column;
    this.how = how;
    this.alpha = openAlpha(column, how.options);
    for (const [at, label] of column.answers.label.entries())
      this.valueOf.set(label, column.answers.value[at] as number);
  }

  async describe(pairs: ReadonlySet<number>, maxDisagreed: number): Promise<ReportField> {
    const { field, measure, pairs: compared } = this.column;
    const all = [...compared.one.keys()];
    const byPair = groupBy(all, (at) => [pairKey(this.personOf(compared.one[at]), this.personOf(compared.other[at]))]);
    const byPerson = groupBy(all, (at) => [this.personOf(compared.one[at]), this.personOf(compared.other[at])]);
    const described: ReportField = {
      key: field.key,
      name: field.name,
      measure,
      overall: this.describeAll(all, byPair),
      pairs: [],
      people: [],
    };
    for (const [key, picked] of byPair) {
      if (!pairs.has(key)) continue;
      described.pairs.push(this.describePair(picked, maxDisagreed));
      await this.pause();
    }
    const people = [...byPerson].sort(([, a], [, b]) => b.length - a.length).slice(0, MAX_REPORT_PEOPLE);
    for (const [person, picked] of people) {
      described.people.push({ ...this.measured(picked), person: this.usernameOf(person) });
      await this.pause();
    }
    return described;
  }

  private personOf(label: number | undefined): number {
    return this.comparisons.person[label as number] as number;
  }

  private itemOf(at: number): number {
    return this.comparisons.item[this.column.pairs.one[at] as number] as number;
  }

  private usernameOf(person: number): string {
    return this.how.usernameOf(this.comparisons.userIds[person] as string);
  }

  /** Statistics of many labels take seconds, in which other activities must go on. */
  private async pause(): Promise<void> {
    await nextTurn();
    this.how.signal.throwIfAborted();
  }

  private measured(picked: Picked) {
    const { similarity } = this.column.pairs;
    const sums = sumByItem(
      picked.map((at) => this.itemOf(at)),
      picked.map((at) => similarity[at] as number),
    );
    const items = sums.total.length;
    if (items < MIN_REPORT_ITEMS) return { state: "too_few" as const, items };
    return { state: "measured" as const, items, agreement: toInterval(meanAgreement(sums, this.how.options)) };
  }

  private describeAll(all: Picked, byPair: ReadonlyMap<number, Picked>): ReportField["overall"] {
    const measured = this.measured(all);
    if (measured.state === "too_few") return measured;
    const { answers, counts } = this.column;
    const [only] = byPair.values();
    const ordered = [...counts].sort(([a, often], [b, more]) => more - often || (a < b ? -1 : 1));
    return {
      ...measured,
      alpha: this.alpha({
        item: answers.label.map((label) => this.comparisons.item[label] as number),
        value: answers.value,
      }),
      kappa: byPair.size === 1 && only ? this.kappa(only) : { state: "absent" },
      values: ordered
        .slice(0, MAX_REPORT_VALUES)
        .map(([value, count]) => ({ value: value.slice(0, MAX_VALUE_LENGTH).toWellFormed(), count })),
      more_values: Math.max(0, ordered.length - MAX_REPORT_VALUES),
    };
  }

  private kappa(picked: Picked) {
    const { one, other } = this.column.pairs;
    const valuesOf = (labels: readonly number[]): number[] =>
      picked.map((at) => this.valueOf.get(labels[at] as number) ?? 0);
    return kappaOfPair(this.column, { one: valuesOf(one), other: valuesOf(other) }, this.how.options);
  }

  private describePair(picked: Picked, maxDisagreed: number): ReportPair {
    const { pairs, measure } = this.column;
    const [first = 0] = picked;
    const [one, other] = [pairs.one[first], pairs.other[first]].map((label) => this.usernameOf(this.personOf(label)));
    const names = { one: one ?? "", other: other ?? "" };
    const measured = this.measured(picked);
    if (measured.state === "too_few") return { ...measured, ...names };
    const similarityAt = (at: number): number => pairs.similarity[at] as number;
    const labels = picked.flatMap((at) => [pairs.one[at] as number, pairs.other[at] as number]);
    const disagreed = picked.filter((at) => similarityAt(at) < 1).sort((a, b) => similarityAt(a) - similarityAt(b));
    return {
      ...measured,
      ...names,
      coefficient:
        measure === "nominal"
          ? this.kappa(picked)
          : this.alpha({
              item: labels.map((label) => this.comparisons.item[label] as number),
              value: labels.map((label) => this.valueOf.get(label) ?? 0),
            }),
      disagreed: disagreed.slice(0, maxDisagreed).map((at) => this.itemOf(at)),
      disagreed_count: disagreed.length,
    };
  }
}

/** Agreement of each field: of all, of each pair of people and of each person with the others. */
export const describeFields = async (comparisons: Comparisons, how: DescribeOptions): Promise<Described> => {
  const { chosen, leftOut } = choosePairs(comparisons);
  const cells = Math.max(1, chosen.size * comparisons.fields.length);
  const maxDisagreed = Math.min(MAX_DISAGREED, Math.floor(MAX_DISAGREED_IN_ALL / cells));
  const fields: ReportField[] = [];
  for (const column of comparisons.fields)
    fields.push(await new FieldReport(comparisons, column, how).describe(chosen, maxDisagreed));
  return { fields, pairsLeftOut: leftOut };
};
