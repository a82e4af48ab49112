import {
  type ColumnType,
  comparesClips,
  type LabelExportAnswers,
  type LabelExportShape,
  type LabelField,
  type LabelValue,
} from "@dailies/contract";
import type { ExportColumn } from "../../datasets/index.ts";
import type { Answer, AnsweredItem } from "./answer-readers.ts";

/** Lists, values by key and segments stay as they are; the file decides how it writes them. */
export type LabelCell = LabelValue | null;

/** The columns of a file and the rows of an item in it. */
export interface LabelTable {
  readonly columns: readonly ExportColumn[];
  readonly rowsOf: (item: AnsweredItem) => LabelCell[][];
}

export interface LabelTableInput {
  readonly taskId: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly fields: readonly LabelField[];
  readonly answers: LabelExportAnswers;
  readonly shape: LabelExportShape;
}

/** A column and its cell in a row of one answer. */
interface Cells<T extends unknown[]> extends ExportColumn {
  readonly of: (item: AnsweredItem, answer: Answer, ...more: T) => LabelCell;
}
type AnswerColumn = Cells<[]>;
type FieldColumn = Cells<[field: LabelField | undefined]>;

const answerColumn = (name: string, type: ColumnType, of: AnswerColumn["of"]): AnswerColumn => ({ name, type, of });
const fieldColumn = (name: string, type: ColumnType, of: FieldColumn["of"]): FieldColumn => ({ name, type, of });

/** Never an inherited property: `toString` is a valid key. */
const own = <T>(values: Readonly<Record<string, T>> | null | undefined, key: string | undefined): T | null =>
  values && key !== undefined && Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/** Lists, values by key and segments have no type of their own in a table: they are JSON text. */
export const columnTypeOf = ({ input }: LabelField): ColumnType => {
  if (input.kind !== "field") return "text";
  if (input.field.type === "boolean") return "boolean";
  if (input.field.type === "number") return input.field.is_integer ? "integer" : "number";
  return "text";
};

const kindOf = ({ input }: LabelField): string => (input.kind === "field" ? input.field.type : input.kind);

/** The second clip of an item of two. */
const OTHER_COLUMNS: readonly AnswerColumn[] = [
  answerColumn("other_key", "text", ({ other }) => other?.key ?? null),
  answerColumn("other_ordinal", "integer", ({ other }) => other?.ordinal ?? null),
];

const itemColumns = ({ taskId, datasetId, datasetVersion, fields }: LabelTableInput): AnswerColumn[] => [
  answerColumn("task_id", "text", () => taskId),
  answerColumn("dataset_id", "text", () => datasetId),
  answerColumn("dataset_version", "integer", () => datasetVersion),
  answerColumn("item", "integer", ({ seq }) => seq),
  answerColumn("item_key", "text", ({ itemKey }) => itemKey),
  answerColumn("ordinal", "integer", ({ ordinal }) => ordinal),
  ...(comparesClips(fields) ? OTHER_COLUMNS : []),
];
/** Segments are in presentation time; the frame rate is what was known of the clip. */
const CLIP_COLUMNS: readonly AnswerColumn[] = [
  answerColumn("fps", "number", ({ fps }) => fps),
  answerColumn("duration_us", "integer", ({ durationUs }) => durationUs),
  answerColumn("media_type", "text", ({ mediaType }) => mediaType),
];
const PERSON = answerColumn("person", "text", (_, { label }) => label?.person ?? null);
/** The clip that the person saw on the left, so that a preference for a side can be told from one for a clip. */
const LEFT_KEY = answerColumn("left_key", "text", ({ itemKey, other }, { label }) =>
  label?.is_swapped ? (other?.key ?? null) : itemKey,
);
const personColumns = ({ fields }: LabelTableInput): AnswerColumn[] =>
  comparesClips(fields) ? [PERSON, LEFT_KEY] : [PERSON];
const LABEL_COLUMNS: readonly AnswerColumn[] = [
  answerColumn("seconds", "number", (_, { label }) => (label ? label.duration_ms / 1000 : null)),
  answerColumn("revision", "integer", (_, { label }) => label?.revision ?? null),
  answerColumn("template_version", "integer", (_, { label }) => label?.template_version ?? null),
  answerColumn("guidelines_version", "integer", (_, { label }) => label?.guidelines_version ?? null),
];
/** Whose proposal the prefilled fields were; those are the fields that say whether they were edited. */
const MODEL_COLUMNS: readonly AnswerColumn[] = [
  answerColumn("prefill_model", "text", (_, { label }) => label?.prefill_model?.name ?? null),
  answerColumn("prefill_model_version", "text", (_, { label }) => label?.prefill_model?.version ?? null),
];
const LABELLED_AT = answerColumn("labelled_at", "text", (_, { label }) => label?.created_at.toISOString() ?? null);
const LABELS = answerColumn("labels", "integer", ({ labels }) => labels.length);

const IS_ADJUDICATED = answerColumn("is_adjudicated", "boolean", (_, { isAdjudicated }) => isAdjudicated);
/** What is said of an item whose answer was decided from several labels. */
const decidedColumns = (answers: LabelExportAnswers): AnswerColumn[] =>
  answers === "adjudicated" ? [LABELS, IS_ADJUDICATED] : [LABELS];

const VALUE = fieldColumn("value", "json", (_, { values }, field) => own(values, field?.key));
/** The key of the better clip; null for a tie, for both bad, and for other fields. */
const CHOSEN_KEY = fieldColumn("chosen_key", "text", ({ itemKey, other }, { values }, field) => {
  const choice = field?.input.kind === "pairwise" ? own(values, field.key) : null;
  if (choice === "A") return itemKey;
  return choice === "B" ? (other?.key ?? null) : null;
});
/** Null for a field that was not prefilled. */
const IS_EDITED = fieldColumn("is_edited", "boolean", (_, { label }, field) => own(label?.edited, field?.key));
const VOTES: readonly FieldColumn[] = [
  fieldColumn("count", "integer", (_, { votes }, field) => own(votes, field?.key)?.count ?? null),
  fieldColumn("n", "integer", (_, { votes }, field) => own(votes, field?.key)?.n ?? null),
  fieldColumn("is_tie", "boolean", (_, { votes }, field) => own(votes, field?.key)?.isTie ?? null),
];

const hasValue = ({ values, votes }: Answer, { key }: LabelField): boolean =>
  own(votes, key) !== null || own(values, key) !== null;

/** A row for each field that has a value. A label without any value is one row without a field, so that it is not lost. */
const longTable = (input: LabelTableInput): LabelTable => {
  const isRaw = input.answers === "raw";
  const columns: readonly FieldColumn[] = [
    ...itemColumns(input),
    ...(isRaw ? personColumns(input) : decidedColumns(input.answers)),
    fieldColumn("field", "text", (_, __, field) => field?.key ?? null),
    fieldColumn("kind", "text", (_, __, field) => (field ? kindOf(field) : null)),
    VALUE,
    ...(comparesClips(input.fields) ? [CHOSEN_KEY] : []),
    ...(isRaw ? [IS_EDITED, ...MODEL_COLUMNS, ...LABEL_COLUMNS] : VOTES),
    ...CLIP_COLUMNS,
    ...(isRaw ? [LABELLED_AT] : []),
  ];
  const rowsOf = (item: AnsweredItem): LabelCell[][] =>
    item.answers.flatMap((answer) => {
      const filled = input.fields.filter((field) => hasValue(answer, field));
      const lines = filled.length > 0 ? filled : [undefined];
      return lines.map((field) => columns.map(({ of }) => of(item, answer, field)));
    });
  return { columns, rowsOf };
};

/** Field keys have a prefix, because a field may be called as another column is. */
const wideColumns = (fields: readonly LabelField[], isRaw: boolean): AnswerColumn[] =>
  fields.flatMap((field) => {
    const ofField = (prefix: string, column: FieldColumn, type = column.type): AnswerColumn =>
      answerColumn(`${prefix}.${field.key}`, type, (item, answer) => column.of(item, answer, field));
    const [count, n, tie] = VOTES as [FieldColumn, FieldColumn, FieldColumn];
    const value = ofField("value", VALUE, columnTypeOf(field));
    const told = field.input.kind === "pairwise" ? [value, ofField("chosen_key", CHOSEN_KEY)] : [value];
    if (isRaw) return [...told, ofField("is_edited", IS_EDITED)];
    return [...told, ofField("count", count), ofField("n", n), ofField("is_tie", tie)];
  });

/** A row for each answer, with columns for each field. */
const wideTable = (input: LabelTableInput): LabelTable => {
  const isRaw = input.answers === "raw";
  const columns: readonly AnswerColumn[] = [
    ...itemColumns(input),
    ...(isRaw ? [...personColumns(input), ...MODEL_COLUMNS, ...LABEL_COLUMNS] : decidedColumns(input.answers)),
    ...CLIP_COLUMNS,
    ...(isRaw ? [LABELLED_AT] : []),
    ...wideColumns(input.fields, isRaw),
  ];
  return { columns, rowsOf: (item) => item.answers.map((answer) => columns.map(({ of }) => of(item, answer))) };
};

export const labelTable = (input: LabelTableInput): LabelTable =>
  input.shape === "long" ? longTable(input) : wideTable(input);
