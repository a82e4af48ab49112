import type { ColumnView } from "@dailies/contract";

export type ValueView = ColumnView["value"];

/** More than anybody reads in one column; the rest can be downloaded. */
const MAX_TEXT = 100_000;

const cutText = (text: string): { text: string; is_cut: boolean } => {
  if (text.length <= MAX_TEXT) return { text: text.toWellFormed(), is_cut: false };
  return { text: text.slice(0, MAX_TEXT).toWellFormed(), is_cut: true };
};

export const viewText = (text: string): ValueView => ({ kind: "text", ...cutText(text) });
export const viewJson = (text: string): ValueView => ({ kind: "json", ...cutText(text) });
export const viewNumber = (value: number | bigint | string): ValueView => ({ kind: "number", text: String(value) });
export const viewMedia = (contentType: string): ValueView => ({ kind: "media", content_type: contentType });
export const viewBytes = (reason: string | null = null): ValueView => ({ kind: "bytes", reason });
export const viewFault = (message: string): ValueView => ({ kind: "fault", message });

export const PICKLE = "a pickle is never decoded, because it can run code";
