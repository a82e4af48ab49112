import { contract, type DataExperiment, type DataExperimentItem } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import {
  aComparison,
  aDecision,
  aJudging,
  aListedRun,
  anExperiment,
  anItem,
  aYoungExperiment,
  idOf,
} from "../../../apps/web/src/features/data-experiments/testing/a-data-experiment.ts";
import { aBoard, anAxis, anEntry } from "../../../apps/web/src/features/leaderboards/testing/a-board.ts";
import { aTask } from "../../../apps/web/src/features/tasks/testing/a-task.ts";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const { dataExperiments, experiments, leaderboards, packages, tasks } = contract;
const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `data-experiment-${name}`,
  viewer: "administrator",
  open,
});

const ITEMS = [
  anItem(3, {
    question: "Do dense captions help with long prompts?",
    metric: "clip_score",
    direction: "higher",
    runs: 0,
  }),
  anItem(2, { state: "Decided", chosen: "moving", decided_at: "2026-03-02T09:20:00Z" }),
  anItem(1, {
    question: "Is a third of synthetic clips too much?",
    arms: ["none", "a third", "a half"],
    state: "Decided",
    created_by: "ben",
  }),
];

const showList = async (page: Page, items: DataExperimentItem[]): Promise<void> => {
  await answerCall(page, dataExperiments.listDataExperiments, { items, next_cursor: null });
  await page.goto("/#/data-experiment");
};
const showOne = async (page: Page, experiment: DataExperiment, tab = ""): Promise<void> => {
  await answerCall(page, dataExperiments.getDataExperiment, experiment);
  await page.goto(`/#/data-experiment?id=${idOf(1)}${tab}`);
};

export const DATA_EXPERIMENT_VIEWS: readonly View[] = [
  view("list", async (page) => {
    await showList(page, ITEMS);
    await expect(page.getByRole("row", { name: /synthetic/ })).toBeVisible();
  }),
  view("none", async (page) => {
    await showList(page, []);
    await expect(page.getByRole("heading", { name: "No questions about data yet" })).toBeVisible();
  }),
  view("error", async (page) => {
    await refuseCall(page, dataExperiments.listDataExperiments, "unavailable", "the database does not answer");
    await page.goto("/#/data-experiment");
    await expect(page.getByText("the database does not answer")).toBeVisible();
  }),
  view("new", async (page) => {
    await answerCall(page, experiments.listRunColumns, { items: [{ kind: "metric", key: "fvd" }], has_more: false });
    await answerCall(page, packages.listPackages, { items: [], total: 0 });
    await showList(page, []);
    await page.getByRole("button", { name: "Ask a question", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Ask a question about data" });
    await dialog.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(dialog.getByText("please choose a metric")).toBeVisible();
  }),
  view("result", async (page) => {
    await showOne(page, anExperiment());
    await expect(page.getByText("Better", { exact: true })).toBeVisible();
  }),
  view("too-few", async (page) => {
    await showOne(page, aYoungExperiment());
    await expect(page.getByText("Too few runs to say")).toBeVisible();
  }),
  view("decided", async (page) => {
    const reopened = aDecision({
      number: 2,
      kind: "reopened",
      chosen: null,
      numbers: null,
      reason: "More seeds came.",
    });
    const acts = [aDecision({ number: 3 }), reopened, aDecision({ chosen: null, reason: "No time for more." })];
    await showOne(page, anExperiment({ state: "Decided", acts }));
    await expect(page.getByText("Decided for moving")).toBeVisible();
  }),
  view("data", async (page) => {
    await showOne(page, anExperiment(), "&tab=data");
    await expect(page.getByText("motion > 0.3")).toBeVisible();
    await expect(page.getByText(/^Strongly shifted/)).toBeVisible();
  }),
  view("data-failed", async (page) => {
    const failed = aComparison({ status: "Failed", error: "the package clips@2 was deleted meanwhile", result: null });
    await showOne(page, anExperiment({ comparisons: [failed] }), "&tab=data");
    await expect(page.getByRole("button", { name: "Compare again" })).toBeVisible();
  }),
  view("mix", async (page) => {
    await showOne(page, anExperiment(), "&tab=mix");
    await expect(page.getByRole("region", { name: "Loader" })).toBeVisible();
  }),
  view("attach", async (page) => {
    const run = { id: idOf(31), name: "fvd-seed-4", experiment_name: "data ablation", status: "Finished" as const };
    await answerCall(page, dataExperiments.listProposedRuns, {
      items: [{ ...run, position: 2, started_at: "2026-03-02T06:00:00Z" }],
    });
    await answerCall(page, experiments.listRuns, {
      items: [aListedRun(21), aListedRun(32)],
      next_cursor: null,
      is_partial: false,
    });
    await showOne(page, anExperiment());
    await page.getByRole("button", { name: "Attach runs to moving" }).click();
    await expect(page.getByRole("checkbox", { name: "Choose run-32" })).toBeVisible();
  }),
  view("judging", async (page) => {
    await answerCall(page, tasks.listTasks, { items: [], total: 0 });
    const few = {
      wins: 3,
      ties: 1,
      losses: 2,
      prompts: 4,
      rate: null,
      low: null,
      high: null,
      verdict: "too_few" as const,
    };
    const first = aJudging();
    const arms = first.arms.map((arm) => (arm.wins === null ? arm : { ...arm, wins: few }));
    await showOne(page, anExperiment({ judgings: [first, { ...first, task_id: idOf(910), name: "Pilot", arms }] }));
    await expect(page.getByText("64 % (57 to 70)")).toBeVisible();
    await page.getByRole("heading", { name: "Blind judging" }).scrollIntoViewIfNeeded();
  }),
  view("attach-judging", async (page) => {
    const [base, moving] = aJudging().arms.map(({ column_id, label }, entry) => anEntry(entry, { column_id, label }));
    const axis = anAxis({ entries: [base, moving].flatMap((entry) => entry ?? []) });
    await answerCall(page, tasks.listTasks, {
      items: [aTask(1, { id: idOf(900), name: "Motion filter, blind", status: "Finished" })],
      total: 1,
    });
    await answerCall(page, leaderboards.getBoard, aBoard({ axes: [axis] }));
    await showOne(page, anExperiment());
    await page.getByRole("button", { name: "Attach a judging" }).click();
    const dialog = page.getByRole("dialog", { name: "Attach a blind judging" });
    await dialog.getByLabel("Judging").click();
    await page.getByTitle("Motion filter, blind").click();
    await expect(dialog.getByLabel("Column of moving")).toBeVisible();
  }),
  view("decide", async (page) => {
    await showOne(page, anExperiment());
    await page.getByRole("button", { name: "Decide", exact: true }).click();
    await expect(page.getByRole("radio", { name: /^moving/ })).toBeVisible();
  }),
];
