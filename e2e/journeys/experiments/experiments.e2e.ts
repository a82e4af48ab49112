import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import type { DatasetView } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import { addTinyPerformer, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { type FilmFolder, makeFilmFolder } from "../../fixtures/datasets/films.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipsPlay, logClip, logRun } from "../../fixtures/experiments/logged-runs.ts";
import { judgePromoted, promote } from "../../fixtures/experiments/promoted-run.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import { CHECK_MS } from "../../fixtures/library.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { letMachineIn, type Machine } from "../../fixtures/people/service-calls.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial" });

const experiment = unique("sweep");
const packageName = unique("night-drives").toLowerCase();
const PROMPT = "a fox runs through fresh snow";
let person: Person;
let trainer: Machine;
let films: FilmFolder;
const runIds: string[] = [];
let performer = "";
let promotedId = "";
let trainedWith: { id: string; view: DatasetView } | undefined;

test.beforeAll(async () => {
  films = await makeFilmFolder();
});
test.afterAll(() => films.remove());
test.beforeEach(async ({ page, people, enterAs }) => {
  person ??= await people.add({
    realname: "Tara Trainer",
    permissions: ["MAGI_ADMIN", "ADMIN_MANAGE_R", ...MAKER_PERMISSIONS],
  });
  await enterAs(person);
  trainer ??= await letMachineIn(page);
});

/** The package that the first run was trained with; nothing needs its shards. */
const startPackage = async (page: Page): Promise<{ id: string; view: DatasetView }> => {
  const view = await ensureLabelView(page, unique("Clips to train with"), 3);
  const settings = { format: "MDS", columns: [{ source: "$media", name: "mp4" }] };
  const body = { view_id: view.id, name: packageName, note: "", settings, request_key: randomUUID() };
  const { id } = await callFrom<{ id: string }>(page, "/package/create", body);
  return { id, view };
};

const logNumbered = (number: number): Promise<string> =>
  logRun(trainer, {
    experiment,
    name: `run ${number}`,
    params: { lr: number % 2 === 0 ? "1e-4" : "3e-4", rank: 16 },
    loss: Array.from({ length: 400 }, (_, step) =>
      number === 3 && step > 300 ? "NaN" : Math.exp(-step / (50 * number)),
    ),
    inputs: number === 1 ? [{ kind: "package", id: trainedWith?.id ?? "" }] : [],
    status: number === 3 ? "Failed" : "Finished",
  });

/** Runs a snippet as somebody would who was given the key. */
const inShell = async (command: string, snippet: string): Promise<string> => {
  const { keyId, secret } = trainer.key;
  const script = `export DAILIES_URL=$1 DAILIES_KEY=$2 DAILIES_SECRET=$3; ${command}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", script, snippet, currentRun().origin, keyId, secret]);
  return stdout;
};

test("the runs that a program logs are listed, filtered and grouped", async ({ page }) => {
  test.setTimeout(2 * INDEX_MS);
  trainedWith = await startPackage(page);
  for (const number of [1, 2, 3, 4]) runIds.push(await logNumbered(number));
  const { items } = await readFrom<{ items: { id: string }[] }>(
    page,
    `/experiment/list?q=${encodeURIComponent(experiment)}`,
  );
  await page.goto(`/#/experiment?experiment=${items[0]?.id}`);
  await expect(page.getByRole("row", { name: /run 4/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /run 3/ }).getByText("NaN")).toBeVisible();
  await expect(page.getByRole("img", { name: /^Course of loss/ })).toHaveCount(4);
  const box = page.getByRole("textbox", { name: "Filter by metrics, parameters and tags" });
  await box.fill("metrics.loss < 0.1 and params.lr = '3e-4'");
  await box.press("Enter");
  await expect(page.getByRole("row", { name: /run 4/ })).toHaveCount(0);
  await expect(page.getByRole("row", { name: /run 1/ })).toBeVisible();
  await page.goto(`/#/experiment?experiment=${items[0]?.id}&group=lr`);
  await expect(page.getByText("lr = 3e-4 (2)")).toBeVisible();
});

test("two runs are compared: curves, differing parameters, and clips on one clock", async ({ page }) => {
  test.setTimeout(3 * CHECK_MS);
  const compared = runIds.slice(0, 2);
  for (const id of compared)
    for (const step of [100, 200])
      await logClip(trainer, id, { prompt: PROMPT, step, file: await films.film(`${id}-${step}.mp4`) });
  await clipsPlay(page, compared, PROMPT);
  await page.goto("/#/experiment");
  for (const name of ["run 1", "run 2"])
    await page
      .getByRole("checkbox", { name: `Choose ${name}`, exact: true })
      .first()
      .check();
  await page.getByRole("button", { name: "Compare runs (2)" }).click();
  await expect(page.getByRole("img", { name: "Chart of loss of 2 runs" })).toBeVisible();
  await page.getByRole("link", { name: /^Differing parameters/ }).click();
  await expect(page.getByRole("rowheader", { name: "lr" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "rank" })).toHaveCount(0);
  await page.getByRole("link", { name: "Samples" }).click();
  await expect(page.getByText(PROMPT).first()).toBeVisible();
  await expect(page.locator("video")).toHaveCount(2);
  const slider = page.getByRole("slider", { name: "Step 200" });
  await slider.focus();
  await slider.press("ArrowLeft");
  await expect(page.getByRole("slider", { name: "Step 100" })).toBeVisible();
  await expect(page.getByText("Step 100").first()).toBeVisible();
});

test("a run is promoted to a benchmark with its prompts and a performer", async ({ page }) => {
  performer = await addTinyPerformer(page);
  promotedId = await promote(page, { runId: runIds[0] ?? "", run: "run 1", prompt: PROMPT, performer });
});

test("the promoted run is judged blind against another column, and the board names it", async ({ page, people }) => {
  test.setTimeout(3 * CHECK_MS);
  await judgePromoted(page, people, { taskId: promotedId, run: "run 1", performer });
});

test("lineage is walked from the board back to the dataset, and refuses to delete what is in it", async ({ page }) => {
  const view = trainedWith?.view;
  await page.goto(`/#/task-benchmark?task=${promotedId}`);
  const lineage = page.getByRole("region", { name: "Lineage" });
  await lineage.getByRole("button", { name: "Show lineage" }).click();
  const dialog = page.getByRole("dialog", { name: /^Lineage of Promoted/ });
  const graph = dialog.getByRole("region", { name: /^Graph from sources/ });
  for (const name of [performer, `${experiment} / run 1`, `${packageName}@1`, view?.name ?? ""])
    await expect(graph.getByRole("link", { name, exact: true })).toBeVisible();
  const benchmark = graph.getByRole("link", { name: /^Promoted/ });
  await benchmark.focus();
  await benchmark.press("Enter");
  await expect(page).toHaveURL(new RegExp(`task-generate\\?task=${promotedId}`));
  await expect(dialog).toBeHidden();
  await lineage.getByRole("link", { name: `${experiment} / run 1` }).click();
  await expect(page.getByRole("heading", { name: "run 1" })).toBeVisible();
  await lineage.getByRole("link", { name: `${packageName}@1` }).click();
  await expect(page.getByRole("heading", { name: `${packageName}@1` })).toBeVisible();
  await lineage.getByRole("link", { name: view?.name ?? "", exact: true }).click();
  await expect(page.getByText(`Saved view ${view?.name}:`)).toBeVisible();
  await expect(lineage.getByRole("link", { name: `${packageName}@1` })).toBeVisible();
  const dataset = lineage.getByRole("link", { name: /· v1$/ });
  await dataset.click();
  await expect(page).toHaveURL(new RegExp(`dataset\\?id=${view?.dataset_id}&version=1$`));
  await expect(lineage.getByRole("link", { name: `${packageName}@1` })).toBeVisible();
  await expect(callFrom(page, `/dataset/${view?.dataset_id}/delete`, {})).rejects.toThrow(
    `this dataset is used by the package \\"${packageName}@1\\"`,
  );
});

test("the page of a run has its curve, its clips and notes that stay", async ({ page }) => {
  await page.goto(`/#/experiment?run=${runIds[2]}`);
  await expect(page.getByRole("heading", { name: "run 3" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Chart of loss" })).toBeVisible();
  await expect(page.getByText("99 NaN, 0 infinite")).toBeVisible();
  await page.getByRole("link", { name: "Notes" }).click();
  await page.getByLabel("Notes about this run, for everyone").fill("diverged after step 300");
  await page.getByRole("button", { name: "Save notes" }).click();
  await expect(page.getByRole("button", { name: "Save notes" })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel("Notes about this run, for everyone")).toHaveValue("diverged after step 300");
});

test("the example of the empty list logs a run", async ({ page }) => {
  await page.route("**/api_v1/experiment/runs?*", (route) =>
    route.fulfill({ json: { items: [], next_cursor: null, is_partial: false } }),
  );
  await page.goto("/#/experiment");
  const snippet = await page.locator("pre code").innerText();
  await inShell('python3 -c "$0"', snippet);
  await page.getByText("curl", { exact: true }).click();
  const stdout = await inShell('eval "$0"', await page.locator("pre code").innerText());
  expect(JSON.parse(stdout)).toMatchObject({ is_replay: false });
  await page.unroute("**/api_v1/experiment/runs?*");
  await page.goto(`/#/experiment?q=${encodeURIComponent("lr 3e-4")}`);
  await expect(page.getByRole("row", { name: /lr 3e-4/ }).first()).toBeVisible();
});
