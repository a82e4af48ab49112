import type { BulkLine } from "@dailies/contract";
import { writeCsv } from "../../../lib/csv.ts";

export const OUTCOMES = [
  "refused",
  "waits",
  "ready",
  "granted",
  "granted_before",
] as const satisfies readonly BulkLine["outcome"][];
export type Outcome = (typeof OUTCOMES)[number];

export interface Tally {
  lines: number;
  credits: number;
  people: number;
}

/** The number of lines with this outcome, and their credits and recipients. */
export const tallyOf = (lines: readonly BulkLine[], outcome: Outcome): Tally => {
  const those = lines.filter((line) => line.outcome === outcome);
  return {
    lines: those.length,
    credits: those.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    people: new Set(those.map(({ user_email: email }) => email.toLowerCase())).size,
  };
};

/** Sorts problems first; a file of a thousand lines may contain a single rejected one. */
export const inOrderOfWeight = (lines: readonly BulkLine[]): BulkLine[] =>
  lines.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || a.line - b.line);

export const reportCsv = (lines: readonly BulkLine[]): string =>
  writeCsv([
    ["line", "user_email", "amount", "outcome", "available_before", "available_after", "notes"],
    ...lines
      .toSorted((a, b) => a.line - b.line)
      .map((line) => [
        line.line,
        line.user_email,
        line.amount ?? "",
        line.outcome,
        line.available_before ?? "",
        line.available_after ?? "",
        line.notes.join("; "),
      ]),
  ]);
