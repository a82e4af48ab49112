import { IMPORT_MAX_BYTES } from "@dailies/contract";

export type ReadFault = "tooLarge" | "notUtf8" | "empty";

/** The text of a chosen file, or why it cannot be one of ours. */
export const readCsvFile = async (file: Blob): Promise<{ csv: string } | { fault: ReadFault }> => {
  if (file.size > IMPORT_MAX_BYTES) return { fault: "tooLarge" };
  try {
    const csv = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return csv.trim() === "" ? { fault: "empty" } : { csv };
  } catch {
    // Spreadsheets in some countries write other encodings by default; guessing would garble names.
    return { fault: "notUtf8" };
  }
};
