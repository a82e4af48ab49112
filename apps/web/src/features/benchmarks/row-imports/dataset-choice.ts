import {
  allOf,
  assetKindOf,
  type DatasetColumn,
  type DatasetRow,
  type DatasetView,
  type PerformerInput,
  parsePredicate,
  printPredicate,
  type RowInputSource,
} from "@dailies/contract";
import type { RowImportAddress } from "../../../shared/row-import-address.ts";

/** Which items of a dataset: a version, a filter and a seed. */
export interface ItemFilter extends Pick<RowImportAddress, "version" | "where" | "q"> {
  /** The saved view it comes from. */
  viewId: string | undefined;
}

/** What the user has chosen so far. */
export interface DatasetChoice {
  datasetId: string | undefined;
  filter: ItemFilter;
  /** Null leaves an input empty; an input that is not listed has its default. */
  inputs: Readonly<Record<string, RowInputSource | null>>;
  categoryColumn: string | undefined;
  count: number;
  seed: number;
  skipsRepeated: boolean;
}

export const ALL_ITEMS: ItemFilter = { version: undefined, where: "", q: "", viewId: undefined };

export const firstChoice = (given: RowImportAddress | undefined): DatasetChoice => ({
  datasetId: given?.datasetId,
  filter: given ? { version: given.version, where: given.where, q: given.q, viewId: undefined } : ALL_ITEMS,
  inputs: {},
  categoryColumn: undefined,
  count: 50,
  seed: given?.seed ?? 0,
  skipsRepeated: true,
});

/** The filter of a view as one text, as the sample takes it. */
const whereOf = ({ filters, where }: Pick<DatasetView, "filters" | "where">): string => {
  const parsed = parsePredicate(where);
  return printPredicate(allOf(...filters, parsed.ok ? parsed.predicate : undefined));
};

export const filterOfView = (view: DatasetView): ItemFilter => ({
  version: view.version,
  where: whereOf(view),
  q: view.q,
  viewId: view.id,
});

/** Facts about the file of an item, which are no prompts. */
const FILE_FACTS: ReadonlySet<string> = new Set(["codec", "fault", "media_type", "object"]);

/** Columns that can hold a prompt, captions first. */
export const textColumns = (columns: readonly DatasetColumn[]): DatasetColumn[] =>
  columns
    .filter(({ name, type, is_indexed }) => type === "text" && is_indexed && !FILE_FACTS.has(name))
    .sort((a, b) => Number(b.role === "caption") - Number(a.role === "caption"));

const FILLED = new Set<PerformerInput["role"]>(["prompt", "negative_prompt", "image", "video"]);

/** The inputs of a row that an item can fill. */
export const fillableInputs = (inputs: readonly PerformerInput[]): PerformerInput[] =>
  inputs.filter((input) => FILLED.has(input.role) || input.key === "prompt");

const defaultSource = (input: PerformerInput, columns: readonly DatasetColumn[]): RowInputSource | null => {
  const kind = assetKindOf(input);
  if (kind === "image") return { from: "first_frame" };
  if (kind === "video") return { from: "clip" };
  const [column] = textColumns(columns);
  const isPrompt = input.role === "prompt" || input.key === "prompt";
  return isPrompt && column?.role === "caption" ? { from: "column", column: column.name } : null;
};

/** Where each input comes from, by choice or by default. */
export const sourcesOf = (
  { inputs: chosen }: Pick<DatasetChoice, "inputs">,
  inputs: readonly PerformerInput[],
  columns: readonly DatasetColumn[],
): Record<string, RowInputSource> =>
  Object.fromEntries(
    fillableInputs(inputs).flatMap((input) => {
      const given = chosen[input.key];
      const source = given === undefined ? defaultSource(input, columns) : given;
      return source ? [[input.key, source] as const] : [];
    }),
  );

/** The text that a row would take from an item. */
export const textOf = (item: DatasetRow, column: string): string => {
  const value = item.values[column];
  if (value !== null && value !== undefined && typeof value !== "object") return String(value).trim();
  if (column === "caption") return item.caption?.trim() ?? "";
  return column === "key" ? item.key : "";
};
