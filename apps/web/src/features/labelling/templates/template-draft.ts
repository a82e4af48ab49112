import {
  type ColumnType,
  type DatasetColumn,
  type LABEL_INPUT_KINDS,
  type LabelField,
  type LabelInput,
  type LabelTemplateContent,
  labelTemplateContent,
} from "@dailies/contract";

export type InputKind = (typeof LABEL_INPUT_KINDS)[number];

const BLANK: { readonly [K in InputKind]: Extract<LabelInput, { kind: K }> } = {
  field: { kind: "field", field: { type: "text" } },
  caption: { kind: "caption", max_length: 4_000 },
  segments: { kind: "segments", classes: ["action"], allows_overlap: false, max_segments: 100 },
  pairwise: { kind: "pairwise" },
};

export const blankInput = (kind: InputKind): LabelInput => BLANK[kind];

/** "Shot size" → "shot_size", made unique. */
export const keyFrom = (name: string, taken: readonly string[]): string => {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 50);
  const base = plain === "" ? "field" : plain;
  const free = [base, ...Array.from({ length: 99 }, (_, at) => `${base}_${at + 2}`)].find(
    (key) => !taken.includes(key),
  );
  return free ?? base;
};

export const withNewField = (fields: readonly LabelField[], name: string): LabelField[] => [
  ...fields,
  {
    key: keyFrom(
      name,
      fields.map(({ key }) => key),
    ),
    name,
    help: "",
    is_required: true,
    shown_when: null,
    input: blankInput("field"),
  },
];

/** A condition on a field that is gone, or now comes later, is dropped. */
const withoutDangling = (fields: readonly LabelField[]): LabelField[] =>
  fields.map((field, index) => {
    const earlier = fields.slice(0, index).map(({ key }) => key);
    const isDangling = field.shown_when !== null && !earlier.includes(field.shown_when.key);
    return isDangling ? { ...field, shown_when: null } : field;
  });

export const withoutField = (fields: readonly LabelField[], index: number): LabelField[] =>
  withoutDangling(fields.filter((_, at) => at !== index));

export const withMoved = (fields: readonly LabelField[], index: number, by: 1 | -1): LabelField[] => {
  const moved = fields[index];
  const other = fields[index + by];
  if (!moved || !other) return [...fields];
  return withoutDangling(fields.with(index, other).with(index + by, moved));
};

interface TemplateFault {
  /** The place of the field; undefined for the template itself. */
  readonly index: number | undefined;
  readonly message: string;
}

/** Everything that prevents saving, as the server checks it. */
export const templateFaults = (content: LabelTemplateContent): TemplateFault[] => {
  const parsed = labelTemplateContent.safeParse(content);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => ({
    index: path[0] === "fields" && typeof path[1] === "number" ? path[1] : undefined,
    message,
  }));
};

/** Column types whose values a field can start with. */
const typesFor = ({ input }: LabelField): readonly ColumnType[] => {
  if (input.kind === "caption") return ["text"];
  if (input.kind === "segments" || input.kind === "pairwise") return [];
  const types: Partial<Record<typeof input.field.type, readonly ColumnType[]>> = {
    text: ["text"],
    number: ["integer", "number"],
    boolean: ["boolean"],
  };
  return types[input.field.type] ?? [];
};

/** The columns that a field can start with. */
export const prefillColumns = (field: LabelField, columns: readonly DatasetColumn[]): DatasetColumn[] =>
  columns.filter(({ type, is_indexed }) => is_indexed && typesFor(field).includes(type));

/** The values that a condition on the field can name. */
export const conditionValues = ({ input }: LabelField): readonly (string | number | boolean)[] => {
  if (input.kind !== "field") return [];
  const { field } = input;
  if (field.type === "boolean") return [true, false];
  if (field.type === "text") return field.options ?? [];
  if (field.type !== "number" || field.min === undefined || field.max === undefined) return [];
  const { min, max } = field;
  return max - min <= 20 ? Array.from({ length: Math.floor(max - min) + 1 }, (_, at) => min + at) : [];
};
