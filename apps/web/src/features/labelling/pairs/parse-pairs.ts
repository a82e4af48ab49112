import { readCsv } from "../../../lib/csv.ts";

export interface KeyPairs {
  readonly keys: string[];
  readonly otherKeys: string[];
  /** The first line that does not name two clips; undefined when all do. */
  readonly badLine: number | undefined;
}

/** Two keys on each line, as pasted from a spreadsheet or a CSV file; each pair once. */
export const pairsOf = (text: string): KeyPairs => {
  const rows = readCsv(text).map(({ line, cells }) => ({ line, names: cells.map((cell) => cell.trim()) }));
  const isPair = ([key, other, ...more]: readonly string[]): boolean =>
    !!key && !!other && key !== other && more.every((cell) => cell === "");
  const pairs = [
    ...new Map(rows.filter(({ names }) => isPair(names)).map(({ names }) => [JSON.stringify(names), names])).values(),
  ];
  return {
    keys: pairs.map(([key = ""]) => key),
    otherKeys: pairs.map(([, other = ""]) => other),
    badLine: rows.find(({ names }) => !isPair(names))?.line,
  };
};
