import { type FieldValue, formatFieldValue } from "@dailies/contract";

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** More comparisons would delay typing; beyond this the middle is shown as fully removed and fully added. */
const MAX_COMPARISONS = 1_000_000;

const linesOf = (value: FieldValue | undefined): string[] => {
  if (value === undefined) return [];
  const isEmptyEntries = typeof value === "object" && Object.keys(value).length === 0;
  return isEmptyEntries ? [] : formatFieldValue(value).split("\n");
};

const mark = (kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

/** Table of longest common subsequence lengths from each pair of positions. */
const commonLengths = (before: readonly string[], after: readonly string[]): Uint32Array[] => {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint32Array;
      const below = rows[i + 1] as Uint32Array;
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
};

const diffMiddle = (before: readonly string[], after: readonly string[]): DiffLine[] => {
  if (before.length * after.length > MAX_COMPARISONS) return [...mark("removed", before), ...mark("added", after)];
  const common = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] ?? "" });
      i += 1;
      j += 1;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) {
      lines.push({ kind: "removed", text: before[i] ?? "" });
      i += 1;
    } else {
      lines.push({ kind: "added", text: after[j] ?? "" });
      j += 1;
    }
  }
  return [...lines, ...mark("removed", before.slice(i)), ...mark("added", after.slice(j))];
};

const commonStart = (before: readonly string[], after: readonly string[]): number => {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) count += 1;
  return count;
};

/** Diffs two values line by line: one line per list entry or key, the lines of a text, one line otherwise. */
export const diffValues = (before: FieldValue | undefined, after: FieldValue | undefined): DiffLine[] => {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const start = commonStart(old, fresh);
  const [oldRest, freshRest] = [old.slice(start), fresh.slice(start)];
  const end = commonStart(oldRest.toReversed(), freshRest.toReversed());
  return [
    ...mark("same", old.slice(0, start)),
    ...diffMiddle(oldRest.slice(0, oldRest.length - end), freshRest.slice(0, freshRest.length - end)),
    ...mark("same", oldRest.slice(oldRest.length - end)),
  ];
};

export type DiffPart = DiffLine | { kind: "folded"; count: number };

const CONTEXT_LINES = 3;

/** Folds unchanged lines far from any change. */
export const foldUnchanged = (lines: readonly DiffLine[]): DiffPart[] => {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same"),
  );
  const parts: DiffPart[] = [];
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear[index]) parts.push(line);
    else if (last?.kind === "folded") last.count += 1;
    else parts.push({ kind: "folded", count: 1 });
  }
  return parts;
};
