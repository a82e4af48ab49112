import type { Board, BoardAxis, BoardEntry } from "@dailies/contract";
import { CSV_BEGINNING, type CsvField, toCsvRecord } from "../../../platform/write-csv.ts";

interface Line {
  readonly axis: BoardAxis;
  readonly entry: BoardEntry;
}

const COLUMNS: Readonly<Record<string, (line: Line) => CsvField>> = {
  axis: ({ axis }) => axis.name,
  axis_key: ({ axis }) => axis.key,
  direction: ({ axis }) => axis.direction,
  rank: ({ entry }) => entry.rank,
  label: ({ entry }) => entry.label,
  performer: ({ entry }) => entry.performer,
  performer_version: ({ entry }) => entry.performer_version,
  is_baseline: ({ entry }) => (entry.is_baseline ? "yes" : "no"),
  score: ({ entry }) => entry.score?.value ?? null,
  score_low: ({ entry }) => entry.score?.low ?? null,
  score_high: ({ entry }) => entry.score?.high ?? null,
  delta: ({ entry }) => entry.delta?.value ?? null,
  delta_low: ({ entry }) => entry.delta?.low ?? null,
  delta_high: ({ entry }) => entry.delta?.high ?? null,
  wins: ({ entry }) => entry.tally?.win ?? null,
  ties: ({ entry }) => entry.tally?.tie ?? null,
  losses: ({ entry }) => entry.tally?.loss ?? null,
  both_bad: ({ entry }) => entry.tally?.both_bad ?? null,
  votes: ({ entry }) => entry.votes,
  prompts: ({ entry }) => entry.prompts,
  alpha: ({ axis }) => axis.alpha?.value ?? null,
  reroll_rate: ({ entry }) => entry.reroll_rate,
  cost_per_usable_second_micros: ({ entry }) => entry.cost_per_usable_second?.amount_micros ?? null,
  currency: ({ entry }) => entry.cost_per_usable_second?.currency ?? null,
};

/** The figures of a leaderboard as a table, one line per axis and column. */
export const toBoardTable = ({ axes, total }: Board): string => {
  const cells = Object.values(COLUMNS);
  const lines = [...(total ? [total] : []), ...axes].flatMap((axis) =>
    axis.entries.map((entry) => toCsvRecord(cells.map((cell) => cell({ axis, entry })))),
  );
  return [CSV_BEGINNING, toCsvRecord(Object.keys(COLUMNS)), ...lines].join("");
};
