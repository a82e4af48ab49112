import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ensureEmpty, ensureGenerated, ensureReady } from "../../fixtures/benchmarks/benchmarks.ts";
import type { View } from "../view.ts";

type Ensure = (page: Page) => Promise<string>;

const openTask = async (page: Page, id: string, more = ""): Promise<void> => {
  await page.goto(`/#/task-generate?task=${id}${more}`);
};

const view = (name: string, ensure: Ensure, open: (page: Page, id: string) => Promise<void>): View => ({
  name: `benchmark-${name}`,
  viewer: "administrator",
  open: async (page) => open(page, await ensure(page)),
});

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

const postersLoaded = async (page: Page): Promise<void> => {
  const first = page.getByRole("grid").locator("img").first();
  await expect(first).toHaveJSProperty("complete", true);
};

const dialogBy = (button: string, words: string | RegExp) => async (page: Page, id: string) => {
  await openTask(page, id);
  await page.getByRole("button", { name: button }).first().click();
  await expect(page.getByRole("dialog").getByText(words).first()).toBeVisible();
};

/** An import of rows as the worker reports it. */
const showImport = async (page: Page, id: string, job: object): Promise<void> => {
  const at = new Date().toISOString();
  const made = {
    id: "019a0000-0000-7000-8000-000000000002",
    dataset_id: "019a0000-0000-7000-8000-000000000003",
    dataset_name: "Night streets",
    version: 3,
    status: "Running",
    items_done: 0,
    items_total: 500,
    rows_added: 0,
    rows_repeated: 0,
    left_out: [],
    error: null,
    created_by: "mei",
    created_at: at,
    finished_at: null,
    ...job,
  };
  await answerCall(page, contract.benchmarks.listRowImports, { items: [made], total: 1 });
  await openTask(page, id);
  await seen(page, /Night streets/);
};

/** The grid of a benchmark in its main states. */
export const BENCHMARK_VIEWS: readonly View[] = [
  view("empty", ensureEmpty, async (page, id) => {
    await openTask(page, id);
    await seen(page, "Set up the grid");
  }),
  view("choose", ensureEmpty, async (page) => {
    await page.goto("/#/task-generate");
    await expect(page.getByRole("link", { name: /Glass and water/ }).first()).toBeVisible();
  }),
  view("ready", ensureReady, async (page, id) => {
    await openTask(page, id);
    await seen(page, "8 clips to generate");
  }),
  view("dry-run", ensureReady, dialogBy("Generate…", "Estimated cost")),
  view("add-prompt", ensureReady, dialogBy("Add prompt", "Prompt")),
  view("add-column", ensureReady, dialogBy("Add column", "Performer")),
  view("import", ensureReady, dialogBy("Import prompts", "One prompt per line")),
  view("importing", ensureReady, (page, id) => showImport(page, id, { items_done: 180 })),
  view("imported", ensureReady, (page, id) =>
    showImport(page, id, {
      status: "Finished",
      items_done: 500,
      rows_added: 471,
      rows_repeated: 4,
      left_out: [
        { reason: "the file is damaged or incomplete", items: 21, keys: ["0:14", "0:77", "3:2", "4:9", "5:30"] },
        { reason: "there is no text for the input 'prompt'", items: 4, keys: ["1:8", "1:9", "2:0", "7:5"] },
      ],
      finished_at: new Date().toISOString(),
    }),
  ),
  view("settings", ensureReady, dialogBy("Settings", "Samples per cell")),
  view("grid", ensureGenerated, async (page, id) => {
    await openTask(page, id);
    await postersLoaded(page);
  }),
  view("panel", ensureGenerated, async (page, id) => {
    await openTask(page, id, "&cell=2.0&panel=open");
    await postersLoaded(page);
    await seen(page, "Attempt 1");
  }),
  view("panel-failed", ensureGenerated, async (page, id) => {
    await openTask(page, id, "&cell=3.1&panel=open");
    await seen(page, "Attempt 1");
  }),
  view("regenerate", ensureGenerated, async (page, id) => {
    await openTask(page, id, "&cell=0.0");
    await postersLoaded(page);
    await page.keyboard.press("r");
    await seen(page, "Stored with the attempt. Previous attempts are kept.");
  }),
  view("compare", ensureGenerated, async (page, id) => {
    await openTask(page, id, "&compare=0.0,0.1");
    await expect(page.getByRole("dialog", { name: "Compare clips" }).locator("video")).toHaveCount(2);
  }),
  view("gone", ensureEmpty, async (page, id) => {
    await refuseCall(page, contract.benchmarks.getBenchmark, "not_found", "this task was deleted");
    await openTask(page, id);
    await seen(page, "Benchmark not found");
  }),
  view("failed", ensureEmpty, async (page, id) => {
    await refuseCall(page, contract.benchmarks.getBenchmark, "internal", "the benchmark could not be counted");
    await openTask(page, id);
    await seen(page, "The benchmark could not be loaded");
  }),
];
