import type { LabelExportAnswers, LabelField, LabelValues } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { type ExportedLabelRow, listAdjudicationsAt } from "./labels-at.store.ts";
import { decideMajority, type Votes } from "./majority.rules.ts";
import { type LabelledItem, type LabelsQuery, readLabels } from "./read-labels.ts";

/** One set of values of an item: those of a person, or those that were decided from several. */
export interface Answer {
  readonly values: LabelValues;
  /** The label that they are; null for decided values. */
  readonly label: ExportedLabelRow | null;
  /** How often each value was given; null for the values of a person. */
  readonly votes: Readonly<Record<string, Votes>> | null;
  /** An adjudicator decided them. */
  readonly isAdjudicated: boolean;
}

export interface AnsweredItem extends LabelledItem {
  readonly answers: readonly Answer[];
}

interface AnswersQuery extends LabelsQuery {
  readonly fields: readonly LabelField[];
}

type AnswerReader = (db: Db, query: AnswersQuery, signal: AbortSignal) => AsyncGenerator<AnsweredItem[]>;

export const rawAnswers = (item: LabelledItem): AnsweredItem => ({
  ...item,
  answers: item.labels.map((label) => ({ values: label.label_values, label, votes: null, isAdjudicated: false })),
});

export const majorityAnswers = (item: LabelledItem, fields: readonly LabelField[]): AnsweredItem => {
  const decided = decideMajority(
    fields,
    item.labels.map(({ label_values }) => label_values),
  );
  return { ...item, answers: [{ ...decided, label: null, isAdjudicated: false }] };
};

/** The answers of adjudicators where there are any, with the votes of the labels; otherwise the majority. */
const adjudicatedAnswers = async (
  db: Db,
  { taskId, asOf, fields }: AnswersQuery,
  items: readonly LabelledItem[],
): Promise<AnsweredItem[]> => {
  const [first, last] = [items[0]?.seq ?? 0, items.at(-1)?.seq ?? 0];
  const decided = await listAdjudicationsAt(db, taskId, { at: asOf, first, last });
  return items.map((item) => {
    const answered = majorityAnswers(item, fields);
    const values = decided.get(item.seq);
    if (values === undefined) return answered;
    return { ...answered, answers: answered.answers.map((answer) => ({ ...answer, values, isAdjudicated: true })) };
  });
};

const READERS: Readonly<Record<LabelExportAnswers, AnswerReader>> = {
  async *raw(db, query, signal) {
    for await (const items of readLabels(db, query, signal)) yield items.map(rawAnswers);
  },
  async *majority(db, query, signal) {
    for await (const items of readLabels(db, query, signal))
      yield items.map((item) => majorityAnswers(item, query.fields));
  },
  async *adjudicated(db, query, signal) {
    for await (const items of readLabels(db, query, signal))
      if (items.length > 0) yield await adjudicatedAnswers(db, query, items);
  },
};

export const readAnswers = (
  db: Db,
  { answers, ...query }: AnswersQuery & { readonly answers: LabelExportAnswers },
  signal: AbortSignal,
): AsyncGenerator<AnsweredItem[]> => READERS[answers](db, query, signal);
