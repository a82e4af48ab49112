import {
  allOf,
  type DatasetColumn,
  type DatasetRow,
  type DatasetView,
  parsePredicate,
  printPredicate,
} from "@dailies/contract";

/** What a sample of a dataset becomes: a prompt from one column, and a category from another. */
export interface DatasetMapping {
  promptColumn: string;
  categoryColumn: string | undefined;
}

/** The filter of a view as one text, as the sample takes it. */
export const whereOf = ({ filters, where }: Pick<DatasetView, "filters" | "where">): string => {
  const parsed = parsePredicate(where);
  return printPredicate(allOf(...filters, parsed.ok ? parsed.predicate : undefined));
};

/** Facts about the file of an item, which a sample does not return as values. */
const FILE_FACTS: ReadonlySet<string> = new Set(["codec", "fault", "media_type", "object"]);

/** Columns that can hold a prompt, captions first. */
export const textColumns = (columns: readonly DatasetColumn[]): DatasetColumn[] =>
  columns
    .filter(({ name, type, is_indexed }) => type === "text" && is_indexed && !FILE_FACTS.has(name))
    .sort((a, b) => Number(b.role === "caption") - Number(a.role === "caption"));

const MAX_CATEGORY = 80;

const textOf = (item: DatasetRow, column: string): string => {
  const value = column === "caption" ? (item.values.caption ?? item.caption) : item.values[column];
  if (value === null || value === undefined || typeof value === "object") return column === "key" ? item.key : "";
  return String(value).trim();
};

export interface DrawnRows {
  /** JSON Lines, as the import takes them. */
  text: string;
  /** Items without a text in the column of the prompt; they make no row. */
  empty: number;
}

/** Turns sampled items into rows, in the order of the sample. */
export const rowsOfItems = (items: readonly DatasetRow[], mapping: DatasetMapping): DrawnRows => {
  const lines = items.flatMap((item) => {
    const prompt = textOf(item, mapping.promptColumn);
    if (prompt === "") return [];
    const category = mapping.categoryColumn === undefined ? "" : textOf(item, mapping.categoryColumn);
    return [JSON.stringify({ prompt, category: category.slice(0, MAX_CATEGORY) })];
  });
  return { text: lines.join("\n"), empty: items.length - lines.length };
};
