import { type ExportValue, withUniqueNames } from "../run/export-table.ts";
import { clipLink } from "./cell-columns.ts";
import type { InputKey } from "./cells.store.ts";
import { type ColumnOf, column, keyedColumns } from "./column-of.ts";
import type { AskedKey, JudgementRecord } from "./judgements.store.ts";
import type { PairSum } from "./pair-sums.store.ts";

interface SaidJudgement extends JudgementRecord {
  readonly taskName: string;
  readonly showsRaters: boolean;
}

export interface ReportedPair extends PairSum {
  readonly taskName: string;
  readonly means: Readonly<Record<string, number>>;
}

interface JudgementColumnsInput {
  readonly inputs: readonly InputKey[];
  readonly asked: readonly AskedKey[];
  readonly hasLinks: boolean;
  readonly publicOrigin: string;
}

/** Without the right to see who judged, a pseudonym within the task. */
const raterOf = ({ showsRaters, rater, raterCode }: SaidJudgement): string =>
  showsRaters ? rater : `rater-${raterCode}`;

const winnerOf = ({ outcome, a, b }: JudgementRecord): string | null => {
  if (outcome === "a") return a;
  return outcome === "b" ? b : null;
};

const sideOfA = ({ isSwapped }: JudgementRecord): "A" | "B" => (isSwapped ? "B" : "A");
const sideOfB = ({ isSwapped }: JudgementRecord): "A" | "B" => (isSwapped ? "A" : "B");

const marksOn = (it: JudgementRecord, side: "A" | "B"): ExportValue => {
  const words = it.marks
    .filter(({ slot }) => slot === side)
    .map(({ t, tag, note }) => `${t.toFixed(2)} s ${tag}${note ? `: ${note}` : ""}`);
  return words.length > 0 ? words.join("; ") : null;
};

/** Normalises sides: below zero favours A in every row, whatever side A was shown on. */
const turnAnswers = (
  { answers, isSwapped, b }: JudgementRecord,
  asked: readonly AskedKey[],
): Record<string, unknown> => {
  if (!isSwapped || b === null) return answers;
  const turned = asked.flatMap(({ key, isComparison }) => {
    const value = answers[key];
    return isComparison && typeof value === "number" ? [[key, 0 - value]] : [];
  });
  return { ...answers, ...Object.fromEntries(turned) };
};

const prompts = <R extends { taskName: string; row: number; rowLabel: string; category: string }>(): ColumnOf<R>[] => [
  column("task", "Task", "text", (it) => it.taskName),
  column("row", "Row", "number", (it) => it.row + 1),
  column("row_label", "Row label", "text", (it) => it.rowLabel),
  column("category", "Category", "text", (it) => it.category),
];

const said: readonly ColumnOf<SaidJudgement>[] = [
  column("a", "A", "text", (it) => it.a),
  column("b", "B", "text", (it) => it.b),
  column("sample", "Sample", "number", (it) => it.sample + 1),
  column("outcome", "Outcome", "text", (it) => it.outcome),
  column("winner", "Winner", "text", winnerOf),
  column("strength", "Strength (above zero for A)", "number", (it) => it.strength),
];

const circumstances: readonly ColumnOf<SaidJudgement>[] = [
  column("marks_a", "Marks on A", "text", (it) => marksOn(it, sideOfA(it))),
  column("marks_b", "Marks on B", "text", (it) => (it.b === null ? null : marksOn(it, sideOfB(it)))),
  column("watched_a_s", "Watched A (s)", "number", (it) => it.watched[sideOfA(it)] ?? null),
  column("watched_b_s", "Watched B (s)", "number", (it) => (it.b === null ? null : (it.watched[sideOfB(it)] ?? null))),
  column("took_s", "Took (s)", "number", (it) => it.durationMs / 1_000),
  column("a_was_left", "A was shown left", "boolean", (it) => !it.isSwapped),
  column("kind", "Kind", "text", (it) => it.kind),
  column("rater", "Rater", "text", raterOf),
  column("at", "Judged at", "date", (it) => it.at.toISOString()),
  column("is_counted", "Counts", "boolean", (it) => it.isCounted),
  column("informed", "Knew the models as", "text", (it) => it.informed),
  column("void_reason", "Reason voided", "text", (it) => it.voidReason),
];

/** One judgement, normalised to a and b whatever side each was shown on. */
export const judgementColumns = (input: JudgementColumnsInput): ColumnOf<SaidJudgement>[] =>
  withUniqueNames([
    column<SaidJudgement>("seq", "Number", "number", (it) => it.seq),
    ...prompts<SaidJudgement>(),
    ...keyedColumns<SaidJudgement>("input", input.inputs, (it) => it.inputs),
    ...said,
    ...keyedColumns<SaidJudgement>("answer", input.asked, (it) => turnAnswers(it, input.asked)),
    ...circumstances,
    ...(input.hasLinks
      ? [
          column<SaidJudgement>("clip_a", "Clip A", "url", (it) => clipLink(input.publicOrigin, it.assetA)),
          column<SaidJudgement>("clip_b", "Clip B", "url", (it) => clipLink(input.publicOrigin, it.assetB)),
        ]
      : []),
  ]);

const tallies: readonly ColumnOf<ReportedPair>[] = [
  column("a", "A", "text", (it) => it.a),
  column("b", "B", "text", (it) => it.b),
  column("n", "Judgements", "number", (it) => it.n),
  column("a_wins", "A better", "number", (it) => it.aWins),
  column("b_wins", "B better", "number", (it) => it.bWins),
  column("ties", "Ties", "number", (it) => it.ties),
  column("both_bad", "Both bad", "number", (it) => it.bothBad),
  column("strength", "Mean strength (above zero for A)", "number", (it) => it.strength),
];

/** All judgements of one prompt and pair as one row, so that each prompt has the same weight. */
export const pairColumns = ({ inputs, asked }: JudgementColumnsInput): ColumnOf<ReportedPair>[] =>
  withUniqueNames([
    ...prompts<ReportedPair>(),
    ...keyedColumns<ReportedPair>("input", inputs, (it) => it.inputs),
    ...tallies,
    ...asked
      .filter(({ kinds }) => kinds.every((kind) => kind === "number" || kind === "boolean"))
      .map(({ key, kinds }) =>
        column<ReportedPair>(
          `answer.${key}`,
          kinds[0] === "boolean" ? `${key} (share of yes)` : `${key} (mean)`,
          "number",
          (it) => it.means[key] ?? null,
        ),
      ),
  ]);
