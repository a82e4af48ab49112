import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import {
  aCurve,
  aMetric,
  aRun,
  aRunDetail,
  aSparkline,
  runId,
} from "../../../apps/web/src/features/experiments/testing/a-run.ts";
import { anOrigin, aSource } from "../../../apps/web/src/features/experiments/testing/a-source.ts";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const { experimentReports, experiments, runSources } = contract;
const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `experiment-${name}`,
  viewer: "administrator",
  open,
});

const RUNS = [
  aRun(1, {
    status: "Running",
    ended_at: null,
    started_at: "2026-03-02T08:00:00Z",
    last_logged_at: "2026-03-02T09:29:40Z",
  }),
  aRun(2),
  aRun(3, { status: "Failed", metrics: { loss: { value: "NaN", step: 4_100, at: "2026-03-02T09:00:00Z" } } }),
  aRun(4, { status: "Killed", owner: "ben", inputs: [] }),
];
const COLUMNS = [
  { kind: "metric" as const, key: "loss" },
  { kind: "param" as const, key: "lr" },
  { kind: "param" as const, key: "rank" },
];
const DETAILS = [1, 2, 3].map((number) =>
  aRunDetail(number, { metrics: [aMetric("loss", number === 3 ? { nan_points: 250 } : {}), aMetric("grad_norm")] }),
);
const PROMPTS = ["a fox runs through fresh snow at dusk", "a paper boat in the rain, macro shot"].map((text, at) => ({
  key: String(at).repeat(64),
  text,
}));

const giveRuns = async (page: Page, items: typeof RUNS): Promise<void> => {
  await answerCall(page, experiments.listRuns, { items, next_cursor: null, is_partial: false });
  await answerCall(page, experiments.listRunColumns, { items: COLUMNS, has_more: false });
  await answerCall(page, experiments.listExperiments, { items: [], has_more: false });
  await answerCall(page, experiments.readSparklines, {
    items: RUNS.map(({ id }, at) => aSparkline(id, { isBroken: at === 2 })),
  });
};

const giveDetails = async (page: Page): Promise<void> => {
  await answerCall(page, experiments.getRun, DETAILS[2] ?? aRunDetail(3));
  await answerCall(page, experiments.compareRuns, { items: DETAILS });
  await answerCall(page, experiments.readCurves, {
    items: [1, 2, 3].map((number) => aCurve(number, { isBroken: number === 3 })),
  });
  await answerCall(page, experiments.listSampleSteps, {
    prompts: PROMPTS,
    steps: [1_000, 2_000, 4_000],
    has_more: false,
  });
  await answerCall(page, experiments.listSamples, {
    items: DETAILS.slice(0, 2).map(({ id }, at) => ({
      run_id: id,
      prompt: PROMPTS[0]?.key ?? "",
      step: 4_000,
      logged_at: "2026-03-02T09:00:00Z",
      status: at === 0 ? ("Quarantined" as const) : ("Rejected" as const),
      clip: null,
    })),
  });
};
/** One source that does not answer, and one that is read for the first time. */
const giveSources = async (page: Page): Promise<void> => {
  const lost = { status: "Unreachable" as const, fault: "timeout" as const, failures: 4, is_circuit_open: true };
  const items = [aSource(1, lost), aSource(2, { name: "Partner lab", swept_at: null, runs: 1_900 })];
  await answerCall(page, runSources.listRunSources, { items, total: items.length });
};
const COPIED = [
  aRun(5, { source: anOrigin(1), points: null, inputs: [], logged_by: "mlflow:Lab" }),
  aRun(6, { source: anOrigin(2, { gone_at: "2026-03-02T09:10:00Z" }), points: null, inputs: [] }),
];

const COMPARED = `/#/experiment?${DETAILS.map(({ id }) => `compare=${id}`).join("&")}`;

const giveReports = async (page: Page): Promise<void> => {
  const head = { id: runId(600), name: "Why rank 16 won", created_by: "mei", created_at: "2026-03-02T09:00:00Z" };
  await answerCall(page, experimentReports.listReports, { items: [{ ...head, runs: 3 }], next_cursor: null });
  await answerCall(page, experimentReports.getReport, {
    ...head,
    settings: { axis: "step", smoothing: 0.4, is_log: true },
    metrics: ["loss", "grad_norm"],
    runs: DETAILS,
    prompts: PROMPTS,
    step: 4_000,
    changes: [
      { run_id: runId(1), kind: "continued", status: "Finished", last_logged_at: "2026-03-02T09:25:00Z" },
      { run_id: runId(3), kind: "deleted", status: null, last_logged_at: null },
    ],
  });
  await answerCall(page, experimentReports.readReportCurves, {
    items: [1, 2, 3].map((number) => aCurve(number, { isBroken: number === 3 })),
  });
};

export const EXPERIMENT_VIEWS: readonly View[] = [
  view("list", async (page) => {
    await giveRuns(page, RUNS);
    await page.goto("/#/experiment");
    await expect(page.getByRole("img", { name: /^Course of loss/ })).toHaveCount(4);
  }),
  view("grouped", async (page) => {
    await giveRuns(page, RUNS);
    await page.goto("/#/experiment?group=lr");
    await expect(page.getByText("lr = 3e-4 (2)")).toBeVisible();
    await expect(page.getByRole("img", { name: /^Course of loss/ })).toHaveCount(4);
  }),
  view("none", async (page) => {
    await giveRuns(page, []);
    await page.goto("/#/experiment");
    await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  }),
  view("error", async (page) => {
    await giveRuns(page, []);
    await refuseCall(page, experiments.listRuns, "unavailable", "the database does not answer");
    await page.goto("/#/experiment");
    await expect(page.getByText("the database does not answer")).toBeVisible();
  }),
  view("columns", async (page) => {
    await giveRuns(page, RUNS);
    await page.goto("/#/experiment");
    await page.getByRole("button", { name: "Columns (3)" }).click();
    await expect(page.getByRole("checkbox", { name: "rank (parameter)" })).toBeVisible();
  }),
  view("run", async (page) => {
    await giveDetails(page);
    await page.goto(`/#/experiment?run=${runId(3)}`);
    await expect(page.getByRole("img", { name: "Chart of loss" })).toBeVisible();
  }),
  view("compare", async (page) => {
    await giveDetails(page);
    await page.goto(COMPARED);
    await expect(page.getByRole("img", { name: "Chart of loss of 3 runs" })).toBeVisible();
  }),
  view("sources", async (page) => {
    await giveRuns(page, [...RUNS, ...COPIED]);
    await giveSources(page);
    await page.goto("/#/experiment");
    await expect(page.getByText("Lab cannot be read.")).toBeVisible();
    await page.getByRole("button", { name: "Sources (2)" }).click();
    await expect(page.getByRole("article", { name: "Partner lab" })).toBeVisible();
  }),
  view("source-form", async (page) => {
    await giveRuns(page, RUNS);
    await giveSources(page);
    await page.goto("/#/experiment");
    await page.getByRole("button", { name: "Sources (2)" }).click();
    await page.getByRole("button", { name: "Register source" }).click();
    await expect(page.getByRole("dialog", { name: "Register an MLflow server" }).getByLabel("Address")).toBeVisible();
  }),
  view("copied-list", async (page) => {
    await giveRuns(page, [...COPIED, ...RUNS]);
    await giveSources(page);
    await page.goto("/#/experiment");
    await expect(page.getByText("No longer in MLflow")).toBeVisible();
    await expect(page.getByText("Lab cannot be read.")).toBeVisible();
  }),
  view("copied-run", async (page) => {
    const [known, none] = [
      { points: null, nan_points: null, infinite_points: null },
      { min: null, max: null },
    ];
    const metrics = ["loss", "grad_norm"].map((key) => aMetric(key, { ...known, ...none, first_step: null }));
    const run = aRunDetail(5, { source: anOrigin(1), points: null, metrics });
    await answerCall(page, experiments.getRun, run);
    const source = { read_at: "2026-03-02T09:05:00Z", is_sampled: true, fault: "timeout" as const };
    await answerCall(page, experiments.readCurves, { items: [{ ...aCurve(5), source }] });
    await page.goto(`/#/experiment?run=${runId(5)}`);
    await expect(page.getByText(/MLflow picked some of its many points/).first()).toBeVisible();
  }),
  view("promote", async (page) => {
    await giveDetails(page);
    await page.goto(`/#/experiment?run=${runId(3)}`);
    await page.getByRole("button", { name: "Promote to a benchmark" }).click();
    await expect(page.getByRole("checkbox", { name: PROMPTS[1]?.text ?? "" })).toBeChecked();
  }),
  view("freeze", async (page) => {
    await giveDetails(page);
    await page.goto(COMPARED);
    await page.getByRole("button", { name: "Freeze as a report" }).click();
    await expect(page.getByRole("button", { name: "Freeze the view" })).toBeVisible();
  }),
  view("report", async (page) => {
    await giveReports(page);
    await page.goto(`/#/experiment?report=${runId(600)}`);
    await expect(page.getByRole("img", { name: "Chart of loss of 3 runs" })).toBeVisible();
    await expect(page.getByText("lora-3 was removed")).toBeVisible();
  }),
  view("reports", async (page) => {
    await giveRuns(page, RUNS);
    await giveReports(page);
    await page.goto("/#/experiment");
    await page.getByRole("button", { name: "Reports" }).click();
    await expect(page.getByRole("link", { name: "Why rank 16 won" })).toBeVisible();
  }),
  view("compare-params", async (page) => {
    await giveDetails(page);
    await page.goto(`${COMPARED}&tab=params`);
    await expect(page.getByRole("rowheader", { name: "lr" })).toBeVisible();
  }),
  view("wall", async (page) => {
    await giveDetails(page);
    await page.goto(`${COMPARED}&tab=samples`);
    await expect(page.getByText("Rejected by the check")).toBeVisible();
  }),
];
