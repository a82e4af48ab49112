import type {
  Board,
  BoardAxis,
  BoardEntry,
  BoardPrompt,
  EvaluationDetail,
  EvaluationPlanFields,
  JudgementItem,
  TemplateItem,
} from "@dailies/contract";
import type { OpenPrompt } from "../prompts/prompt-entries.ts";

export const idOf = (number: number): string => `0198c0de-0000-7000-a000-${String(number).padStart(12, "0")}`;
export const TASK_ID = idOf(1);
const AT = "2026-01-02T03:04:05Z";

const STRENGTHS = [1043, 1021, 936];

export const anEntry = (entry: number, overrides: Partial<BoardEntry> = {}): BoardEntry => {
  const value = STRENGTHS[entry] ?? 1000;
  return {
    entry,
    label: `Model ${entry + 1}`,
    performer: "Reference",
    performer_version: "1",
    source_task_id: TASK_ID,
    column_id: idOf(100 + entry),
    is_baseline: entry === 2,
    rank: entry === 2 ? 3 : 1,
    score: { value, low: value - 20, high: value + 18 },
    delta: entry === 2 ? null : { value: value - 936, low: value - 970, high: value - 900 },
    tally: { win: 40 - entry * 10, tie: 6, loss: 12 + entry * 10, both_bad: 2 },
    votes: 60,
    prompts: 12,
    reroll_rate: entry * 0.25,
    cost_per_usable_second: { amount_micros: 24_000, currency: "USD" },
    ...overrides,
  };
};

export const anAxis = (overrides: Partial<BoardAxis> = {}): BoardAxis => ({
  key: "choice",
  name: "Overall choice",
  kind: "choice",
  source: "human",
  direction: "higher",
  weight: 1,
  entries: [anEntry(0), anEntry(1), anEntry(2)],
  beats: [
    [null, 0.81, 0.99],
    [0.19, null, 0.97],
    [0.01, 0.03, null],
  ],
  groups: [[0, 1, 2]],
  alpha: { value: 0.71, low: 0.62, high: 0.79, units: 36, level: "nominal" },
  parts: [],
  ...overrides,
});

const elo = (value: number) => ({ value, low: value - 40, high: value + 40 });

const mean = (value: number) => ({ value, low: value - 0.2, high: value + 0.2 });

export const aMotionAxis = (): BoardAxis =>
  anAxis({
    key: "motion",
    name: "Motion quality",
    kind: "number",
    beats: [],
    entries: [4.1, 3.9, 3.2].map((value, entry) => anEntry(entry, { score: mean(value), tally: null, delta: null })),
    alpha: { value: 0.5, low: 0.41, high: 0.6, units: 36, level: "ordinal" },
  });

export const aBoard = (overrides: Partial<Board> = {}): Board => ({
  task_id: TASK_ID,
  name: "Night drive",
  status: "Finished",
  aggregation: "All",
  axes: [anAxis(), aMotionAxis()],
  total: null,
  categories: [
    { category: "motion", prompts: 8, scores: [1050, 1012, 938], intervals: [1050, 1012, 938].map(elo) },
    { category: "text", prompts: 4, scores: [1030, 1040, null], intervals: [elo(1030), null, null] },
  ],
  needed: [{ a: 0, b: 1, votes: 180, resolution: 60, tell: { points: 50, votes: 90, needs_prompts: false } }],
  fragility: { votes: 3, of: 180 },
  position: { value: 0.12, low: 0.03, high: 0.21 },
  self_agreement: { same: 9, of: 10 },
  raters: 5,
  informed: { owner: 0, member: 0, viewer: 0, is_counted: false },
  warnings: [],
  method: {
    model: "bradley_terry",
    resamples: 1000,
    seed: 42,
    ridge: 0.001,
    prompt_set_hash: "a".repeat(64),
    input_hash: "b".repeat(64),
    statistics_version: "1.0.0",
    template: { id: idOf(7), name: "Overall and motion", version: 2 },
    computed_at: AT,
    votes: 180,
    prompts: 12,
  },
  snapshot: { id: idOf(50), hash: "c".repeat(64), made_at: AT, made_by: "mei", reason: "all votes are in" },
  ...overrides,
});

export const aPlan = (overrides: Partial<EvaluationPlanFields> = {}): EvaluationPlanFields => ({
  template_id: idOf(7),
  mode: "pairwise",
  judges_per_item: 3,
  aggregation: "All",
  gold_rate: 0,
  repeat_rate: 0.05,
  item_budget: null,
  ...overrides,
});

export const anEvaluation = (overrides: Partial<EvaluationDetail> = {}): EvaluationDetail => ({
  task_id: TASK_ID,
  name: "Night drive",
  kind: "Benchmark",
  status: "Finished",
  revision: 4,
  is_mine: true,
  is_blinded: false,
  counts_informed: false,
  plan: aPlan(),
  template: { id: idOf(7), name: "Overall and motion", version: 2 },
  progress: { votes_done: 180, votes_needed: 216, clips_ready: 36, clips_total: 36, clips_failed: 0 },
  raters: [
    { id: idOf(21), username: "lea", informed: null, submitted: 90, skipped: 2, gold_right: 4, gold_of: 5 },
    { id: idOf(22), username: "tom", informed: "member", submitted: 90, skipped: 0, gold_right: 0, gold_of: 0 },
  ],
  gold: [{ id: idOf(31), row: 0, a: "Model 1", b: "Model 3", expected: "a" }],
  closed: null,
  ...overrides,
});

export const aPrompt = (prompt: number, overrides: Partial<BoardPrompt> = {}): BoardPrompt => ({
  prompt,
  row: prompt,
  label: "",
  inputs: { prompt: `Prompt number ${prompt + 1}` },
  category: "motion",
  votes: 9,
  disagreement: 0.62,
  upset: 1.25,
  ...overrides,
});

export const anOpenPrompt = (prompt: number): OpenPrompt => ({
  ...aPrompt(prompt),
  clips: [0, 1, 2].map((entry) => ({
    entry,
    sample: 0,
    clip: {
      asset_id: idOf(60 + entry),
      media_url: `https://media.test/${prompt}-${entry}.mp4`,
      poster: null,
      probe: null,
    },
    marks: entry === 1 ? [{ t: 1.5, slot: "A", tag: "flicker", note: "the lamp" }] : [],
    metrics: { flicker_luma: 0.5 + entry, cuts: entry === 2 ? null : 0 },
  })),
  pairs: [{ a: 0, b: 1, tally: { win: 2, tie: 1, loss: 0, both_bad: 0 } }],
});

export const aJudgement = (seq: number, overrides: Partial<JudgementItem> = {}): JudgementItem => ({
  id: idOf(800 + seq),
  seq,
  kind: "pairwise",
  rater: "lea",
  row: 0,
  prompt: "Prompt number 1",
  a: "Model 1",
  b: "Model 2",
  outcome: "a",
  strength: null,
  was_swapped: false,
  answers: {},
  marks: [],
  duration_ms: 8_400,
  is_stale: false,
  informed: null,
  voided: null,
  at: AT,
  ...overrides,
});

export const aTemplate = (overrides: Partial<TemplateItem> = {}): TemplateItem => ({
  id: idOf(7),
  version: 2,
  name: "Overall and motion",
  mode: "pairwise",
  instructions: "",
  judges_per_item: 3,
  dimensions: 2,
  owner: "mei",
  owner_id: idOf(2),
  may_change: true,
  used_by_count: 0,
  is_frozen: false,
  archived_at: null,
  created_at: AT,
  updated_at: AT,
  ...overrides,
});
