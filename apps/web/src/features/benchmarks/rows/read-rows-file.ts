import { MAX_ROWS_TEXT_BYTES, type ROW_FORMATS } from "@dailies/contract";

export type RowFormat = (typeof ROW_FORMATS)[number];
export type FileFault = "tooLarge" | "notUtf8";

const ENDINGS: readonly (readonly [RegExp, RowFormat])[] = [
  [/\.csv$/i, "csv"],
  [/\.(jsonl|ndjson)$/i, "jsonl"],
  [/\.(txt|lst)$/i, "lines"],
  [/\.json$/i, "vbench"],
];

/** Guesses the format from the file name. */
export const formatOf = (name: string): RowFormat | undefined => ENDINGS.find(([ending]) => ending.test(name))?.[1];

/** The text of a chosen file, or why it cannot be used. */
export const readRowsFile = async (file: Blob): Promise<{ text: string } | { fault: FileFault }> => {
  if (file.size > MAX_ROWS_TEXT_BYTES) return { fault: "tooLarge" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    // Text in another encoding would be stored garbled.
    return { fault: "notUtf8" };
  }
};
