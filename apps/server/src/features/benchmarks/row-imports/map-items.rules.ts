import {
  assetKindOf,
  type DatasetColumn,
  type DatasetRow,
  type PerformerInput,
  type RowInputSource,
  type RowMapping,
  rowFields,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RowFields } from "../rows/row.store.ts";
import type { NewImportItem } from "./import-item.store.ts";
import type { KeptMapping } from "./row-import.store.ts";

/** Facts about the file of an item, which are no prompts. */
const FILE_FACTS: ReadonlySet<string> = new Set(["codec", "fault", "media_type", "object"]);
const MAX_CATEGORY = 80;
const NO_FIELDS: RowFields = { label: "", inputs: {}, category: "", weight: 1 };

const columnsOf = ({ inputs, category_column }: RowMapping): string[] => {
  const mapped = Object.values(inputs).flatMap((source) => (source.from === "column" ? [source.column] : []));
  return [...new Set([...mapped, ...(category_column === undefined ? [] : [category_column])])];
};

/** The columns of the dataset that the rows are made of. */
export const listMappedColumns = columnsOf;

/** Refuses a mapping that the dataset or the performers of the benchmark do not support. */
export const checkMapping = (
  mapping: RowMapping,
  columns: readonly DatasetColumn[],
  inputs: readonly PerformerInput[],
): KeptMapping => {
  const texts = new Set(
    columns.filter(({ type, is_indexed }) => type === "text" && is_indexed).map(({ name }) => name),
  );
  const wrong = columnsOf(mapping).find((name) => !texts.has(name) || FILE_FACTS.has(name));
  if (wrong !== undefined) throw new DomainError("invalid", `the dataset has no text column ${JSON.stringify(wrong)}`);
  for (const [key, source] of Object.entries(mapping.inputs)) {
    for (const input of inputs) if (input.key === key) requireKind(input, source);
  }
  const isPrompt = (key: string): boolean =>
    key === "prompt" || inputs.some((it) => it.key === key && it.role === "prompt");
  return { ...mapping, required: Object.keys(mapping.inputs).filter(isPrompt) };
};

const SOURCE_OF_KIND = { image: "first_frame", video: "clip", audio: undefined } as const;
const WORDS = { first_frame: "the first frame", clip: "the clip", column: "a column" } as const;

const requireKind = (input: PerformerInput, { from }: RowInputSource): void => {
  const kind = assetKindOf(input);
  const fitting = kind === undefined ? "column" : SOURCE_OF_KIND[kind];
  if (fitting === from) return;
  const takes = kind === undefined ? "text" : `${kind === "video" ? "a" : "an"} ${kind}`;
  throw new DomainError("invalid", `the input '${input.key}' takes ${takes} and cannot be filled from ${WORDS[from]}`);
};

const readsMedia = ({ inputs }: RowMapping): boolean => Object.values(inputs).some(({ from }) => from !== "column");

/** Turns the items of a sample into rows, in its order. The images and clips of the rows are added when they are read. */
export const mapItems = (items: readonly DatasetRow[], mapping: KeptMapping): NewImportItem[] =>
  items.map((item, position) => {
    const inputs = textInputs(item, mapping);
    const category = mapping.category_column === undefined ? "" : textOf(item, mapping.category_column);
    const media = readsMedia(mapping) ? item.media : null;
    const parsed = rowFields.safeParse({ inputs, category: category.slice(0, MAX_CATEGORY).toWellFormed() });
    // PostgreSQL cannot store such a text either.
    const fields = parsed.success ? parsed.data : NO_FIELDS;
    const fault = faultOf(item, mapping, inputs) ?? describe(parsed.error?.issues[0]);
    return { position, key: storableKey(item.key), fields, media, fault };
  });

const describe = (issue: { path: readonly PropertyKey[]; message: string } | undefined): string | null =>
  issue ? `${issue.path.filter((part) => part !== "inputs").join(".")}: ${issue.message}` : null;

const storableKey = (key: string): string => key.replaceAll("\0", "").toWellFormed();

const textInputs = (item: DatasetRow, { inputs }: RowMapping): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([key, source]) => {
      const value = source.from === "column" ? textOf(item, source.column) : "";
      return value === "" ? [] : [[key, value]];
    }),
  );

const faultOf = (item: DatasetRow, mapping: KeptMapping, inputs: Readonly<Record<string, string>>): string | null => {
  const missing = mapping.required.find((key) => mapping.inputs[key]?.from === "column" && inputs[key] === undefined);
  if (missing !== undefined) return `there is no text for the input '${missing}'`;
  if (readsMedia(mapping)) return item.media === null ? "the item has no clip" : item.fault;
  return Object.keys(inputs).length === 0 ? "there is no text in the chosen columns" : null;
};

/** The key and the caption are columns of every dataset, whatever its own are. */
const fixedText = (item: DatasetRow, column: string): string | null => {
  if (column === "caption") return item.caption;
  return column === "key" ? item.key : null;
};

const textOf = (item: DatasetRow, column: string): string => {
  const value = item.values[column] ?? fixedText(item, column);
  return value === null || typeof value === "object" ? "" : String(value).trim();
};
