import {
  compareLabels,
  isFieldShown,
  type LabelField,
  type LabelMeasure,
  type LabelValue,
  type LabelValues,
  labelMeasureOf,
} from "@dailies/contract";
import type { CurrentLabel } from "./compared-labels.store.ts";
import { weekOf } from "./label-report.rules.ts";

/** Characters and pairs of segments that are compared in one field. */
const COMPARISON_BUDGET = 20_000_000;

/** One field of all labels that were read. The lists of answers and of comparisons are columns of equal length. */
export interface FieldComparisons {
  readonly field: LabelField;
  readonly measure: LabelMeasure;
  /** Answers: the number of the label, and the value as a number; the code of the value, where it is none. */
  readonly answers: { readonly label: number[]; readonly value: number[] };
  /** The distinct values of lists and choices, by code. */
  readonly codes: Map<string, number>;
  readonly coded: LabelValue[];
  /** How often each value was given: an option, a number, an item of a list, the class of a segment. */
  readonly counts: Map<string, number>;
  /** Two labels of one item, and how similar they are. */
  readonly pairs: { readonly one: number[]; readonly other: number[]; readonly similarity: number[] };
  budget: number;
}

/** Labels in the order of their items. */
export interface Comparisons {
  readonly fields: readonly FieldComparisons[];
  /** The item of each label, its author as an index into `userIds`, and the week in which it was made. */
  readonly item: number[];
  readonly person: number[];
  readonly week: number[];
  readonly userIds: string[];
}

export const openComparisons = (fields: readonly LabelField[]): Comparisons => ({
  fields: fields.map((field) => ({
    field,
    measure: labelMeasureOf(field.input),
    answers: { label: [], value: [] },
    codes: new Map(),
    coded: [],
    counts: new Map(),
    pairs: { one: [], other: [], similarity: [] },
    budget: COMPARISON_BUDGET,
  })),
  item: [],
  person: [],
  week: [],
  userIds: [],
});

/** Null where nothing was answered. A list that was shown and left empty is an answer. */
const answerOf = (field: LabelField, measure: LabelMeasure, values: LabelValues): LabelValue | null => {
  const value = Object.hasOwn(values, field.key) ? (values[field.key] ?? null) : null;
  return value === null && measure === "set" && isFieldShown(field, values) ? [] : value;
};

const isListLike = (measure: LabelMeasure): boolean => measure === "nominal" || measure === "set";

/** The order of a list does not matter. */
const codeText = (value: LabelValue): string =>
  JSON.stringify(Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value);

const codeOf = ({ codes, coded }: FieldComparisons, value: LabelValue): number => {
  const text = codeText(value);
  const known = codes.get(text);
  if (known !== undefined) return known;
  codes.set(text, coded.length);
  coded.push(value);
  return coded.length - 1;
};

const shownValues = (measure: LabelMeasure, value: LabelValue): string[] => {
  if (measure === "text" || measure === "entries") return [];
  if (!Array.isArray(value)) return [String(value)];
  return value.map((each) => (typeof each === "object" ? each.class : String(each)));
};

const addAnswer = (column: FieldComparisons, label: number, value: LabelValue): void => {
  for (const shown of shownValues(column.measure, value)) column.counts.set(shown, (column.counts.get(shown) ?? 0) + 1);
  if (isListLike(column.measure)) {
    column.answers.label.push(label);
    column.answers.value.push(codeOf(column, value));
  } else if (typeof value === "number") {
    column.answers.label.push(label);
    column.answers.value.push(value);
  }
};

const costOf = (a: LabelValue, b: LabelValue): number => {
  if (typeof a === "string" && typeof b === "string") return a.length + b.length;
  return Array.isArray(a) && Array.isArray(b) ? a.length * b.length : 1;
};

/** Percent agreement for choices and numbers, else the similarity of the measure. */
const similarityOf = ({ field, measure }: FieldComparisons, a: LabelValue, b: LabelValue): number =>
  measure === "ordinal" || measure === "interval" ? Number(a === b) : compareLabels(field, a, b);

const addLabels = (into: Comparisons, labels: readonly CurrentLabel[]): void => {
  for (const { seq, user_id, created_at } of labels) {
    let person = into.userIds.indexOf(user_id);
    if (person < 0) person = into.userIds.push(user_id) - 1;
    into.item.push(seq);
    into.person.push(person);
    into.week.push(weekOf(created_at));
  }
};

interface Answer {
  readonly label: number;
  readonly value: LabelValue;
}

const addPair = (column: FieldComparisons, one: Answer, other: Answer): void => {
  if (column.budget <= 0) return;
  column.budget -= costOf(one.value, other.value);
  column.pairs.one.push(one.label);
  column.pairs.other.push(other.label);
  column.pairs.similarity.push(similarityOf(column, one.value, other.value));
};

/** Adds the labels of one item. */
export const addItem = (into: Comparisons, labels: readonly CurrentLabel[]): void => {
  const first = into.item.length;
  addLabels(into, labels);
  for (const column of into.fields) {
    const answers = labels.flatMap(({ label_values }, at): Answer[] => {
      const value = answerOf(column.field, column.measure, label_values);
      return value === null ? [] : [{ label: first + at, value }];
    });
    for (const [at, answer] of answers.entries()) {
      addAnswer(column, answer.label, answer.value);
      for (const earlier of answers.slice(0, at)) addPair(column, earlier, answer);
    }
  }
};
