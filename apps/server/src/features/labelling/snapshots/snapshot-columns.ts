import type { DatasetColumn, DatasetColumnSet, LabelField } from "@dailies/contract";
import type { ExportColumn } from "../../datasets/index.ts";
import type { AnsweredItem } from "../exports/answer-readers.ts";
import { columnTypeOf, type LabelCell, type LabelTable } from "../exports/label-tables.ts";
import { agreementOf, hasMajority } from "../exports/majority.rules.ts";

export interface SnapshotInput {
  readonly name: string;
  readonly answers: DatasetColumnSet["answers"];
  readonly fields: readonly LabelField[];
}

/** A field may be called as a column that every set has. */
const freeKey = (key: string, fields: readonly LabelField[]): string =>
  fields.some((field) => field.key.toLowerCase() === key) ? freeKey(`${key}_`, fields) : key;

/** Captions and segments have no majority; their columns would be empty. */
const shownFields = ({ answers, fields }: SnapshotInput): readonly LabelField[] =>
  answers === "majority" ? fields.filter(hasMajority) : fields;

/** The columns that labels become: one for each field, the number of labels and, of several, how much they agree. */
export const snapshotColumns = (input: SnapshotInput): DatasetColumn[] => {
  const column = (key: string, type: DatasetColumn["type"], encoding: string): DatasetColumn => ({
    name: `${input.name}.${key}`,
    type,
    encoding,
    role: null,
    is_indexed: true,
  });
  return [
    ...shownFields(input).map((field) => {
      const { input: entered } = field;
      return column(field.key, columnTypeOf(field), entered.kind === "field" ? entered.field.type : entered.kind);
    }),
    column(freeKey("labels", input.fields), "integer", "count"),
    ...(input.answers === "raw" ? [] : [column(freeKey("agreement", input.fields), "number", "share")]),
  ];
};

const ITEM_COLUMNS: readonly ExportColumn[] = [
  { name: "ordinal", type: "integer" },
  { name: "key", type: "text" },
];

/** One row for each labelled item, as its file and the dataset have it. */
export const snapshotTable = (input: SnapshotInput): LabelTable => {
  const fields = shownFields(input);
  const rowOf = ({ ordinal, itemKey, labels, answers: [answer] }: AnsweredItem): LabelCell[] => {
    const { values = {}, votes } = answer ?? {};
    const cells = fields.map(({ key }) => (Object.hasOwn(values, key) ? (values[key] ?? null) : null));
    const agreement = input.answers === "raw" ? [] : [agreementOf({ votes: votes ?? {} })];
    return [ordinal, itemKey, ...cells, labels.length, ...agreement];
  };
  const columns = [...ITEM_COLUMNS, ...snapshotColumns(input).map(({ name, type }) => ({ name, type }))];
  return { columns, rowsOf: (item) => [rowOf(item)] };
};
