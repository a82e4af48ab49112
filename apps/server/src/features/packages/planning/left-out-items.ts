import type { LeftOutReason } from "@dailies/contract";
import { type LeftOutItem, MAX_LEFT_OUT } from "./plan.store.ts";

type LeftOutLine = [number, string, string | null, number | null, number | null];

const inWords = (value: number | null, unit: string): string => (value === null ? "unknown" : `${value} ${unit}`);

const detailOf = (reason: LeftOutReason, [, , fault, durationS, shortSide]: LeftOutLine): string => {
  if (reason === "faulty") return fault ?? "";
  if (reason === "too_short") return inWords(durationS, "s");
  return reason === "too_small" ? inWords(shortSide, "px") : "";
};

/** Counts the items that a plan leaves out, and keeps the first ones of each reason by name. */
export class LeftOutItems {
  readonly counts = new Map<LeftOutReason, number>();
  readonly items: LeftOutItem[] = [];

  /** The line is read only of an item that is kept by name. `detail` is in the line for reasons that a row has itself. */
  add(reason: LeftOutReason, line: () => Uint8Array, detail?: string): void {
    const count = (this.counts.get(reason) ?? 0) + 1;
    this.counts.set(reason, count);
    if (count > MAX_LEFT_OUT) return;
    const read = JSON.parse(Buffer.from(line()).toString()) as LeftOutLine;
    const [ordinal, key] = read;
    this.items.push({ ordinal, key, reason, detail: detail ?? detailOf(reason, read) });
  }
}
