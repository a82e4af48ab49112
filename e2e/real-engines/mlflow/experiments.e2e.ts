import type { Page } from "@playwright/test";
import { engineUnit } from "../../../apps/server/src/testing/engines/engine-unit.ts";
import { type MlflowEngine, openMlflow } from "../../../apps/server/src/testing/engines/mlflow-engine.ts";
import { addTinyPerformer, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { type FilmFolder, makeFilmFolder } from "../../fixtures/datasets/films.ts";
import { clipsPlay, logClip, logRun } from "../../fixtures/experiments/logged-runs.ts";
import { judgePromoted, promote } from "../../fixtures/experiments/promoted-run.ts";
import { CHECK_MS } from "../../fixtures/library.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { letMachineIn, type Machine } from "../../fixtures/people/service-calls.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial" });

/** A poll is due every fifteen seconds. */
const POLL_MS = 90_000;
const RUNS = 20;
const POINTS = 400;
const SPIKE = 77;
const PROMPT = "a fox runs through fresh snow";
const STEPS = [100, 200, 300];
/** Of these runs every step has a clip; of the others only the last. */
const COMPARED = 4;
const lab = unique("Real MLflow").replaceAll(" ", "-");
const theirs = (number: number): string => `${lab}-theirs-${number}`;
const ours = (number: number): string => `${lab}-ours-${number}`;
const rankOf = (number: number): string => (number % 2 === 0 ? "8" : "16");
const lossOf = (number: number, step: number): number => Math.exp(-step / (50 * number));
const report = `${lab} on Monday`;

let mlflow: MlflowEngine;
let films: FilmFolder;
let person: Person;
let trainer: Machine;
/** The one run of MLflow that has not ended. */
let liveId = "";
const ourIds: string[] = [];

const logTheirs = async (experimentId: string, number: number): Promise<string> => {
  const startMs = Date.now() - 3_600_000;
  const { run } = await mlflow.tell<{ run: { info: { run_id: string } } }>("runs/create", {
    experiment_id: experimentId,
    run_name: theirs(number),
    start_time: startMs + number * 1_000,
    tags: [{ key: "mlflow.user", value: "ana" }],
  });
  const runId = run.info.run_id;
  const metrics = Array.from({ length: POINTS }, (_, step) => ({
    key: "loss",
    step,
    timestamp: startMs + step,
    value: step === 250 ? SPIKE : lossOf(number, step),
  }));
  await mlflow.tell("runs/log-batch", { run_id: runId, params: [{ key: "rank", value: rankOf(number) }], metrics });
  if (number > 1)
    await mlflow.tell("runs/update", { run_id: runId, status: "FINISHED", end_time: startMs + 1_800_000 });
  return runId;
};

test.beforeAll(async () => {
  films = await makeFilmFolder();
  mlflow = await openMlflow();
  const { experiment_id: id } = await mlflow.tell<{ experiment_id: string }>("experiments/create", { name: lab });
  for (let number = RUNS; number >= 1; number -= 1) liveId = await logTheirs(id, number);
});
test.afterAll(() => films.remove());
test.beforeEach(async ({ page, people, enterAs }) => {
  person ??= await people.add({
    realname: "Mira Flow",
    permissions: ["MAGI_ADMIN", "ADMIN_MANAGE_R", ...MAKER_PERMISSIONS],
  });
  await enterAs(person);
  trainer ??= await letMachineIn(page);
});

const chooseFive = async (page: Page): Promise<void> => {
  for (const name of [ours(1), ours(2), ours(3), ours(4), theirs(1)]) {
    await page.goto(`/#/experiment?q=${name}`);
    await page.getByRole("checkbox", { name: `Choose ${name}`, exact: true }).check();
  }
  await page.getByRole("button", { name: "Compare runs (5)" }).click();
  await expect(page.getByRole("heading", { name: "Compare 5 runs" })).toBeVisible();
};

test("a real MLflow server is registered, and its runs are listed, filtered and grouped with our own", async ({
  page,
}) => {
  await page.goto("/#/experiment");
  await page.getByRole("button", { name: /^Sources \(/ }).click();
  await page.getByRole("button", { name: "Register source" }).click();
  const form = page.getByRole("dialog", { name: "Register an MLflow server" });
  await form.getByLabel("Name").fill(lab);
  await form.getByLabel("Address").fill(mlflow.address);
  await form.getByRole("button", { name: "Register source" }).click();
  const card = page.getByRole("article", { name: lab });
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: POLL_MS });
  await expect(card.getByText(mlflow.version)).toBeVisible();

  for (let number = 1; number <= RUNS; number += 1)
    ourIds.push(
      await logRun(trainer, {
        experiment: lab,
        name: ours(number),
        params: { rank: rankOf(number) },
        loss: Array.from({ length: POINTS }, (_, step) => lossOf(number, step)),
      }),
    );
  await page.goto(`/#/experiment?q=${lab}`);
  await expect(page.getByText(`${2 * RUNS} runs`, { exact: true })).toBeVisible({ timeout: POLL_MS });
  const filter = "params.rank = 16 and metrics.loss < 0.5";
  const fit = Array.from({ length: RUNS }, (_, at) => at + 1).filter(
    (number) => rankOf(number) === "16" && lossOf(number, POINTS - 1) < 0.5,
  );
  await page.goto(`/#/experiment?q=${lab}&filter=${encodeURIComponent(filter)}`);
  await expect(page.getByText(`${2 * fit.length} runs`, { exact: true })).toBeVisible();
  await page.goto(`/#/experiment?q=${lab}&group=rank`);
  await expect(page.getByText(`rank = 16 (${RUNS})`)).toBeVisible();
});

test("five runs of both kinds are compared: curves with every spike, and clips at three steps", async ({ page }) => {
  test.setTimeout(6 * CHECK_MS);
  for (const [at, id] of ourIds.entries())
    for (const step of at < COMPARED ? STEPS : STEPS.slice(-1))
      await logClip(trainer, id, { prompt: PROMPT, step, file: await films.film(`${id}-${step}.mp4`) });
  for (let from = 0; from < RUNS; from += COMPARED) await clipsPlay(page, ourIds.slice(from, from + COMPARED), PROMPT);

  await chooseFive(page);
  await expect(page.getByRole("img", { name: "Chart of loss of 5 runs" })).toBeVisible();
  await expect(page.getByText(new RegExp(`max ${SPIKE} · ${POINTS} points`))).toBeVisible();
  await page.getByRole("link", { name: "Samples" }).click();
  await expect(page.getByText("3 steps with samples")).toBeVisible();
  for (const step of STEPS.toReversed()) {
    const slider = page.getByRole("slider", { name: `Step ${step}` });
    await expect(slider).toBeVisible();
    await expect(page.locator("video")).toHaveCount(COMPARED);
    await slider.focus();
    await slider.press("ArrowLeft");
  }
});

test("the comparison is frozen as a report, which says what went on at the server since", async ({ page }) => {
  await chooseFive(page);
  await page.getByRole("button", { name: "Freeze as a report" }).click();
  const dialog = page.getByRole("dialog", { name: "Freeze as a report" });
  await dialog.getByLabel("Name").fill(report);
  await dialog.getByRole("button", { name: "Freeze the view" }).click();
  await expect(page.getByRole("heading", { name: report })).toBeVisible();
  await expect(page.getByText("Its runs have not changed since.")).toBeVisible();
  const address = page.url();
  const metrics = [{ key: "loss", step: POINTS, timestamp: Date.now(), value: 500 }];
  await mlflow.tell("runs/log-batch", { run_id: liveId, metrics });
  await expect(async () => {
    await page.goto("/#/experiment");
    await page.goto(address);
    await expect(page.getByText(`${theirs(1)} went on`)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: POLL_MS });
  await expect(page.getByText(new RegExp(`max ${SPIKE} · ${POINTS} points`))).toBeVisible();
});

test("a run is promoted to a benchmark and judged blind, and the board names it", async ({ page, people }) => {
  test.setTimeout(6 * CHECK_MS);
  const performer = await addTinyPerformer(page);
  const promoted = { runId: ourIds[0] ?? "", run: ours(1), prompt: PROMPT, performer };
  const taskId = await promote(page, promoted);
  await judgePromoted(page, people, { taskId, run: ours(1), performer });
});

test("the runs of the server stay while it is dead, and are read again once it is back", async ({ page }) => {
  const run = page.getByRole("row", { name: new RegExp(`${theirs(1)}\\b`) });
  const points = page.getByText(new RegExp(`max 500 · ${POINTS + 1} points`));
  await page.goto(`/#/experiment?q=${theirs(1)}`);
  await run.click();
  await expect(points).toBeVisible();

  const unit = engineUnit("mlflow");
  await unit.kill();
  await page.goto(`/#/experiment?q=${theirs(1)}`);
  const silence = page.getByText(`${lab} cannot be read.`);
  await expect(silence).toBeVisible({ timeout: POLL_MS });
  await run.click();
  await expect(points).toBeVisible();
  await unit.tell("up");
  await page.goto(`/#/experiment?q=${theirs(1)}`);
  await page.getByRole("button", { name: /^Sources \(/ }).click();
  const card = page.getByRole("article", { name: lab });
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: POLL_MS });
  await expect(silence).toBeHidden();
});
