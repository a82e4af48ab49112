import type { EvaluationItem, OwnItem, QueueTask } from "@dailies/contract";
import type { Progress } from "../judging/state/judging-calls.ts";

export const TASK_ID = "0198c0de-0000-7000-a000-000000000001";
const idOf = (kind: string, place: number): string => `0198c0de-0000-7000-${kind}-${String(place).padStart(12, "0")}`;
export const leaseId = (place: number): string => idOf("a100", place);
export const judgementId = (place: number): string => idOf("a200", place);

type Question = EvaluationItem["questions"][number];

export const aQuestion = (key: string, overrides: Partial<Question> = {}): Question => ({
  key,
  name: `About ${key}`,
  description: "",
  rubric: { levels: [], good_asset_ids: [], bad_asset_ids: [] },
  field: { type: "boolean" },
  direction: "higher",
  source: "human",
  weight: 1,
  is_required: true,
  section: "",
  ...overrides,
});

/** A symmetric scale from -max to max. */
export const aComparison = (key: string, max: number): Question =>
  aQuestion(key, { field: { type: "number", is_integer: true, min: -max, max } });

export const anItem = (place: number, overrides: Partial<EvaluationItem> = {}): EvaluationItem => ({
  lease_id: leaseId(place),
  task_id: TASK_ID,
  kind: "pairwise",
  prompt: { prompt: `A fox crosses fresh snow, take ${place}` },
  slots: (["A", "B"] as const).map((slot) => ({
    slot,
    media_url: `/api_v1/evaluating/media/${leaseId(place)}/${slot}`,
    fps: 10,
  })),
  questions: [aComparison("overall", 1)],
  instructions: "Look at the motion first.",
  lease_until: new Date(Date.now() + 600_000).toISOString(),
  draft: null,
  draft_saved_at: null,
  ...overrides,
});

export const aProgress = (overrides: Partial<Progress> = {}): Progress => ({
  votes_done: 12,
  votes_needed: 40,
  clips_ready: 48,
  clips_total: 48,
  clips_failed: 0,
  ...overrides,
});

export const aQueueTask = (overrides: Partial<QueueTask> = {}): QueueTask => ({
  task_id: TASK_ID,
  name: "Night drive",
  kind: "Benchmark",
  status: "Benchmarking",
  mode: "pairwise",
  instructions: "Look at the motion first.",
  progress: aProgress(),
  mine: {
    submitted: 5,
    skipped: 1,
    leased: 0,
    has_more: true,
    self_agreement: { same: 2, of: 3 },
    last_at: "2026-01-02T03:04:05Z",
    leased_until: null,
  },
  ...overrides,
});

export const anOwnItem = (place: number, overrides: Partial<OwnItem> = {}): OwnItem => ({
  lease_id: leaseId(place),
  task_id: TASK_ID,
  task_name: "Night drive",
  kind: "pairwise",
  status: "submitted",
  prompt: { prompt: `A fox crosses fresh snow, take ${place}` },
  choice: "A",
  strength: null,
  answers: {},
  at: "2026-01-02T03:04:05Z",
  judgement_id: judgementId(place),
  can_undo_until: null,
  is_voided: false,
  revealed: null,
  ...overrides,
});
