import type { AxisResult, BoardResult } from "@dailies/statistics/board/board-result";
import { describe, expect, it } from "vitest";
import { findWarnings, stillJudging } from "./board-warnings.rules.ts";

type Said = Parameters<typeof findWarnings>[0];

const entry = (at: number, carried: AxisResult["entries"][number]["carried"] = null) => ({
  entry: at,
  rank: 1,
  score: null,
  delta: null,
  tally: null,
  votes: 1,
  prompts: 1,
  carried,
  isOpenAbove: false,
  isOpenBelow: false,
});
const axis = (more: Partial<AxisResult> = {}): AxisResult => ({
  key: "choice",
  kind: "choice",
  direction: "higher",
  weight: 1,
  model: "bradley_terry",
  beats: [],
  parts: [],
  entries: [entry(0), entry(1)],
  groups: [[0, 1]],
  alpha: null,
  votes: 100,
  prompts: 20,
  ...more,
});
const result = (more: Partial<BoardResult> = {}): BoardResult => ({
  version: "1",
  seed: 1,
  resamples: 1,
  aggregation: "All",
  axes: [axis()],
  total: null,
  categories: [],
  needed: [],
  fragility: null,
  position: null,
  selfAgreement: null,
  raters: 2,
  prompts: [],
  method: { model: "bradley_terry", ridge: 0.001, tieShare: 0, votes: 100, prompts: 20 },
  ...more,
});
interface Facts {
  readonly cellsExcluded?: number;
  readonly cellsFailed?: number;
  readonly staleJudgements?: number;
  readonly informed?: { owner: number; member: number; viewer: number };
  readonly countsInformed?: boolean;
}
const said = (more: Facts = {}): Said => {
  const { cellsExcluded = 0, cellsFailed = 0, staleJudgements = 0, countsInformed = false } = more;
  const { informed = { owner: 0, member: 0, viewer: 0 } } = more;
  const facts = { key: "choice", name: "Choice", kind: "choice", source: "human", direction: "higher", weight: 1 };
  const one = { entry: 0, label: "Alpha", cells: 24, cellsExcluded, cellsFailed };
  return {
    axes: [facts],
    entries: [one, { ...one, entry: 1, label: "Beta", cellsExcluded: 0, cellsFailed: 0 }],
    judged: { raters: 2, staleJudgements, hasSamples: false, informed },
    evaluation: { clipsFailed: 0, countsInformed },
  } as unknown as Said;
};
const messages = (it: Said, of: BoardResult) => findWarnings(it, of).map(({ kind, message }) => `${kind}: ${message}`);

describe("the warnings of a board", () => {
  it("are none where there is nothing to say", () => {
    expect(messages(said(), result())).toEqual([]);
  });

  it("name groups that were never compared, and those who won or lost everything", () => {
    const split = axis({ groups: [[0], [1]], entries: [entry(0, "won_all"), entry(1, "apart")] });
    expect(messages(said(), result({ axes: [split] }))).toEqual([
      "not_connected: Choice: 2 groups were never compared with each other, so no rank holds between them",
      "not_connected: Choice: 'Alpha' won every comparison, so nothing tells by how much",
      "not_connected: Choice: 'Beta' cannot be put on one scale with the others",
    ]);
  });

  it("name the favoured side only when chance cannot explain it", () => {
    const biased = result({ position: { value: 0.3, low: 0.1, high: 0.5 } });
    expect(messages(said(), biased)).toEqual([expect.stringMatching(/^position_bias: .*shown as A, on the left/)]);
    expect(messages(said(), result({ position: { value: 0.3, low: -0.1, high: 0.5 } }))).toEqual([]);
  });

  it("suggest another wording where raters do not agree", () => {
    const alpha = { value: 0.412, low: 0.3, high: 0.5, units: 20, level: "nominal" as const };
    expect(messages(said(), result({ axes: [axis({ alpha })] }))).toEqual([
      "low_agreement: Choice: people agree too little (α 0.41, below 0.667); its rubric needs other words",
    ]);
    expect(messages(said(), result({ axes: [axis({ alpha: { ...alpha, value: null } })] }))).toEqual([]);
  });

  it("count what is left out, what no longer counts, and prompts that are too few", () => {
    const few = result({ method: { model: "bradley_terry", ridge: 0.001, tieShare: 0, votes: 10, prompts: 1 } });
    expect(messages(said({ cellsExcluded: 3, cellsFailed: 1, staleJudgements: 1 }), few)).toEqual([
      "excluded_cells: 4 of 48 cells are left out: 3 excluded by hand, 1 without a clip",
      "few_prompts: only 1 prompt was judged: other prompts may say something else",
      "stale_judgements: not counted: 1 judgement about clips that were made again or left out",
    ]);
  });

  it("count judgements that are not blind, with why and whether they count", () => {
    const informed = { owner: 1, member: 0, viewer: 2 };
    const who = "1 by the owner, 2 by people who had seen its grid or results";
    expect(messages(said({ informed }), result())).toEqual([
      `informed_judgements: 3 judgements by raters who could know the models, not counted: ${who}`,
    ]);
    expect(messages(said({ informed, countsInformed: true }), result())).toEqual([
      `informed_judgements: 3 judgements by raters who could know the models, counted, as the owner decided: ${who}`,
    ]);
  });

  it("say nothing about other prompts when the scores are too uncertain for any", () => {
    const wide = axis({ entries: [{ ...entry(0), score: { value: 1000, low: -550, high: 2550 } }, entry(1)] });
    const few = { model: "bradley_terry", ridge: 0.001, tieShare: 0, votes: 9, prompts: 3 } as const;
    expect(messages(said(), result({ axes: [wide], method: few }))).toEqual([]);
  });

  it("say how far the judging is, and of when older figures are", () => {
    const progress = { votesDone: 12, votesNeeded: 100 };
    expect(stillJudging(progress, undefined).message).toBe("judging goes on: 12 of 100 votes so far");
    expect(stillJudging(progress, "2026-11-15T10:00:00.000Z").message).toBe(
      "judging goes on: 12 of 100 votes so far; these figures are from 2026-11-15T10:00:00.000Z, newer ones are computed now",
    );
  });
});
