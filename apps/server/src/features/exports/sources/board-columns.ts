import type { Board, BoardAxis, BoardEntry } from "@dailies/contract";
import { type ColumnOf, column } from "./column-of.ts";

/** One benchmark column on one axis of its leaderboard. */
export interface Standing {
  readonly board: Board;
  readonly axis: BoardAxis;
  readonly entry: BoardEntry;
}

/** The leaderboard figures of each competitor, with n and interval; the hash identifies the inputs. */
export const BOARD_COLUMNS: readonly ColumnOf<Standing>[] = [
  column("task", "Task", "text", ({ board }) => board.name),
  column("axis", "Axis", "text", ({ axis }) => axis.name),
  column("column", "Column", "text", ({ entry }) => entry.label),
  column("performer", "Performer", "text", ({ entry }) => entry.performer),
  column("performer_version", "Performer version", "text", ({ entry }) => entry.performer_version),
  column("is_baseline", "Baseline", "boolean", ({ entry }) => entry.is_baseline),
  column("rank", "Rank", "number", ({ entry }) => entry.rank),
  column("score", "Score", "number", ({ entry }) => entry.score?.value ?? null),
  column("score_low", "Score from", "number", ({ entry }) => entry.score?.low ?? null),
  column("score_high", "Score to", "number", ({ entry }) => entry.score?.high ?? null),
  column("delta", "Against the baseline", "number", ({ entry }) => entry.delta?.value ?? null),
  column("delta_low", "Against the baseline from", "number", ({ entry }) => entry.delta?.low ?? null),
  column("delta_high", "Against the baseline to", "number", ({ entry }) => entry.delta?.high ?? null),
  column("wins", "Wins", "number", ({ entry }) => entry.tally?.win ?? null),
  column("ties", "Ties", "number", ({ entry }) => entry.tally?.tie ?? null),
  column("losses", "Losses", "number", ({ entry }) => entry.tally?.loss ?? null),
  column("both_bad", "Both bad", "number", ({ entry }) => entry.tally?.both_bad ?? null),
  column("votes", "Votes", "number", ({ entry }) => entry.votes),
  column("prompts", "Prompts", "number", ({ entry }) => entry.prompts),
  column("alpha", "Agreement (α)", "number", ({ axis }) => axis.alpha?.value ?? null),
  column("reroll_rate", "Re-roll rate", "number", ({ entry }) => entry.reroll_rate),
  column("cost_per_usable_second", "Cost per usable second", "number", ({ entry }) =>
    entry.cost_per_usable_second === null ? null : entry.cost_per_usable_second.amount_micros / 1e6,
  ),
  column("currency", "Currency", "text", ({ entry }) => entry.cost_per_usable_second?.currency ?? null),
  column("aggregation", "Aggregation", "text", ({ board }) => board.aggregation),
  column("model", "Model", "text", ({ board }) => board.method.model),
  column(
    "template",
    "Template",
    "text",
    ({ board }) => `${board.method.template.name} v${board.method.template.version}`,
  ),
  column("computed_at", "Computed at", "date", ({ board }) => board.method.computed_at),
  column("input_hash", "Input hash", "text", ({ board }) => board.method.input_hash),
];
