import type {
  ArmComparison,
  ArmRun,
  DataExperiment,
  DataExperimentAct,
  DataExperimentItem,
  ExperimentArm,
  ExperimentJudging,
  ExperimentRun,
} from "@dailies/contract";

export const idOf = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const AT = "2026-03-02T09:12:00Z";

export const anItem = (number: number, more: Partial<DataExperimentItem> = {}): DataExperimentItem => ({
  id: idOf(number),
  question: "Does dropping clips without motion lower the FVD?",
  metric: "fvd",
  direction: "lower",
  state: "Open",
  arms: ["all", "moving"],
  runs: 6,
  chosen: null,
  created_by: "mei",
  created_at: AT,
  decided_at: null,
  ...more,
});

export const anArmRun = (number: number, value: number, more: Partial<ArmRun> = {}): ArmRun => ({
  id: idOf(number),
  name: `fvd-seed-${number % 10}`,
  experiment_name: "data ablation",
  status: "Finished",
  seed: String(number % 10),
  value,
  step: 6_000,
  counting: "counted",
  names_data: true,
  ...more,
});

export const anArm = (position: number, more: Partial<ExperimentArm> = {}): ExperimentArm => ({
  position,
  name: position === 1 ? "all" : "moving",
  kind: "package",
  source_id: idOf(700 + position),
  source_name: `clips@${position}`,
  dataset_id: idOf(600),
  dataset_name: "drives",
  version: 3,
  filters: [],
  where: position === 1 ? "duration_s >= 2" : "duration_s >= 2 and motion > 0.3",
  q: "",
  order_by: "",
  samples: position === 1 ? 120_000 : 84_000,
  duration_s: position === 1 ? 540_000 : 391_000,
  uri: `s3://datasets/clips-${position}/`,
  format: "MDS",
  runs: [],
  result: { runs: 0, mean: null, deviation: null, low: null, high: null },
  ...more,
});

export const aComparison = (more: Partial<ArmComparison> = {}): ArmComparison => ({
  position: 2,
  status: "Finished",
  error: null,
  result: {
    both: 83_000,
    changed: 0,
    only_arm: { items: 1_000, clips: [{ key: "clip-7", ordinal: 7 }] },
    only_base: {
      items: 37_000,
      clips: [
        { key: "clip-1", ordinal: 1 },
        { key: "clip-2", ordinal: 2 },
      ],
    },
    arm_duration_s: 391_000,
    base_duration_s: 540_000,
    histograms: [
      { field: "duration_s", edges: [0, 5, 10], arm_counts: [10, 30], base_counts: [20, 20], distance: 0.25 },
      { field: "motion", edges: [0, 0.5, 1], arm_counts: [15, 25], base_counts: [16, 24], distance: 0.025 },
    ],
  },
  ...more,
});

/** With three runs in each arm, of which the second is clearly better. */
export const anExperiment = (more: Partial<DataExperiment> = {}): DataExperiment => ({
  id: idOf(1),
  question: "Does dropping clips without motion lower the FVD?",
  hypothesis: "Still clips teach the model to freeze.",
  metric: "fvd",
  direction: "lower",
  min_difference: 1,
  state: "Open",
  revision: 7,
  created_by: "mei",
  created_at: AT,
  arms: [
    anArm(1, {
      runs: [anArmRun(11, 101), anArmRun(12, 102), anArmRun(13, 103)],
      result: { runs: 3, mean: 102, deviation: 1, low: 99.516, high: 104.484 },
    }),
    anArm(2, {
      runs: [anArmRun(21, 90), anArmRun(22, 91), anArmRun(23, 92)],
      result: { runs: 3, mean: 91, deviation: 1, low: 88.516, high: 93.484 },
    }),
  ],
  differences: [{ position: 2, difference: -11, low: -13.267, high: -8.733, degrees: 4, verdict: "better" }],
  judgings: [],
  comparisons: [aComparison()],
  differing_params: [],
  acts: [],
  ...more,
});

/** People prefer the second arm, and too few compared the third. */
export const aJudging = (more: Partial<ExperimentJudging> = {}): ExperimentJudging => ({
  task_id: idOf(900),
  name: "Motion filter, blind",
  arms: [
    { position: 1, column_id: idOf(901), label: "all-6k", wins: null },
    {
      position: 2,
      column_id: idOf(902),
      label: "moving-6k",
      wins: {
        wins: 210,
        ties: 40,
        losses: 110,
        prompts: 60,
        rate: 0.639,
        low: 0.571,
        high: 0.701,
        verdict: "preferred",
      },
    },
  ],
  attached_by: "mei",
  attached_at: AT,
  ...more,
});

/** One run an arm: nothing can be said. */
export const aYoungExperiment = (more: Partial<DataExperiment> = {}): DataExperiment =>
  anExperiment({
    arms: [
      anArm(1, {
        runs: [anArmRun(11, 101)],
        result: { runs: 1, mean: 101, deviation: null, low: null, high: null },
      }),
      anArm(2, {
        runs: [
          anArmRun(21, 90),
          anArmRun(22, 0, { value: "NaN", counting: "not_finite" }),
          anArmRun(23, 120, { status: "Running", counting: "running", names_data: false }),
        ],
        result: { runs: 1, mean: 90, deviation: null, low: null, high: null },
      }),
    ],
    differences: [{ position: 2, difference: null, low: null, high: null, degrees: null, verdict: "too_few" }],
    comparisons: [aComparison({ status: "Running", result: null })],
    differing_params: ["lr"],
    ...more,
  });

export const aDecision = (more: Partial<DataExperimentAct> = {}): DataExperimentAct => {
  const { arms, differences, judgings } = anExperiment({ judgings: [aJudging()] });
  return {
    number: 1,
    kind: "decided",
    chosen: 2,
    reason: "Lower by far more than what matters, with three seeds.",
    by: "ben",
    at: AT,
    numbers: {
      arms: arms.map(({ position, name, result, runs }) => ({
        position,
        name,
        result,
        runs: runs.map(({ id, name: runName, value, counting }) => ({ id, name: runName, value, counting })),
      })),
      differences,
      judgings,
    },
    ...more,
  };
};

/** As the list of all runs has it. */
export const aListedRun = (number: number): ExperimentRun => ({
  id: idOf(number),
  experiment_id: idOf(900),
  experiment_name: "data ablation",
  name: `run-${number}`,
  status: "Finished",
  owner: "mei",
  source: null,
  logged_by: "service:trainer",
  gpus: 8,
  started_at: AT,
  ended_at: AT,
  last_logged_at: AT,
  points: 12_000,
  metric_count: 2,
  sample_count: 0,
  inputs: [],
  params: {},
  metrics: {},
});
