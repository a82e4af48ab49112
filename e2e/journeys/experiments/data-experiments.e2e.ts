import { randomUUID } from "node:crypto";
import type { DatasetView } from "@dailies/contract";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { expectFinished } from "../../fixtures/judging/judged-task.ts";
import { OWNER_PERMISSIONS, startJudging } from "../../fixtures/judging/judging.ts";
import { vote, voterOf } from "../../fixtures/judging/votes.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { letMachineIn, type Machine } from "../../fixtures/people/service-calls.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const CLIPS = 12;
const question = `${unique("Do")} fewer clips lower the loss?`;
const metric = `val/${unique("loss")}`;
let person: Person;
let trainer: Machine;
let all: DatasetView;
let keyed: DatasetView;
let experimentId = "";

test.beforeEach(async ({ page, people, enterAs }) => {
  person ??= await people.add({
    realname: "Dana Data",
    permissions: ["MAGI_ADMIN", "ADMIN_MANAGE_R", ...OWNER_PERMISSIONS],
  });
  await enterAs(person);
  trainer ??= await letMachineIn(page);
  all ??= await ensureLabelView(page, unique("Clips for arms"), CLIPS);
  keyed ??= await callFrom<DatasetView>(page, `/dataset/${all.dataset_id}/view`, {
    name: "Clips with a key",
    version: all.version,
    filters: [{ field: "key", op: "not_null" }],
    where: "",
    q: "",
    request_key: randomUUID(),
  });
});

/** A finished run whose last value is this. */
const train = async (name: string, value: number): Promise<void> => {
  const { id } = await trainer.tell<{ id: string }>("run/create", {
    request_key: randomUUID(),
    experiment: question.slice(0, 120),
    name,
    params: { seed: name },
    inputs: [{ kind: "dataset", id: all.dataset_id, version: all.version }],
  });
  const points = { key: metric, steps: [1, 2], values: [9, value] };
  await trainer.tell(`run/log/${id}`, { batch_key: randomUUID(), metrics: [points] });
  await trainer.tell(`run/update/${id}`, { status: "Finished" });
};

test("the runs of two arms are attached, and their data are compared", async ({ page }) => {
  const tag = unique("seed");
  for (const [arm, values] of [
    ["all", [1.01, 1.02, 1.03]],
    ["keyed", [0.51, 0.52, 0.53]],
  ] as const)
    for (const [seed, value] of values.entries()) await train(`${tag} ${arm} ${seed}`, value);

  const { id } = await callFrom<{ id: string }>(page, "/data-experiment/create", {
    request_key: randomUUID(),
    question,
    metric,
    direction: "lower",
    min_difference: 0.1,
    arms: [
      { name: "all", source: { kind: "view", id: all.id } },
      { name: "keyed", source: { kind: "view", id: keyed.id } },
    ],
  });
  experimentId = id;
  await page.goto(`/#/data-experiment?id=${id}`);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await expect(page.getByText("Too few runs to say")).toBeVisible();

  for (const arm of ["all", "keyed"]) {
    await page.getByRole("button", { name: `Attach runs to ${arm}` }).click();
    const dialog = page.getByRole("dialog", { name: `Attach runs to ${arm}` });
    await dialog.getByLabel("Name or owner").fill(`${tag} ${arm}`);
    for (const seed of [0, 1, 2]) await dialog.getByRole("checkbox", { name: `Choose ${tag} ${arm} ${seed}` }).check();
    await dialog.getByRole("button", { name: "Attach 3 runs" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(page.getByText("Better", { exact: true })).toBeVisible();
  await expect(page.getByText(/^−0\.5 \(/)).toBeVisible();

  await page.getByRole("link", { name: "What differs" }).click();
  await expect(page.getByText(/^12 \(100/)).toBeVisible({ timeout: INDEX_MS });
});

test("what people preferred who judged blind is attached once it is finished", async ({ page, people }) => {
  const rater = await people.add({ realname: "Rita Rater", role: "labeller" });
  const name = unique("Arms judged");
  const taskId = await startJudging(page, {
    name,
    prompts: Array.from({ length: 10 }, (_, at) => `a lantern in the wind, take ${at + 1}`),
    labels: ["trained on all", "trained on keyed"],
    starter: "default",
    judges: 1,
    raters: [rater.username],
  });
  expect(await vote(await voterOf(people, rater, taskId), 10, () => "tie")).toBe(10);
  await expectFinished(page, taskId);

  await page.goto(`/#/data-experiment?id=${experimentId}`);
  await page.getByRole("button", { name: "Attach a judging" }).click();
  const dialog = page.getByRole("dialog", { name: "Attach a blind judging" });
  for (const [field, choice] of [
    ["Judging", name],
    ["Column of all", "trained on all"],
    ["Column of keyed", "trained on keyed"],
  ] as const) {
    await dialog.getByRole("combobox", { name: field }).click();
    if (field === "Judging") await dialog.getByRole("combobox", { name: field }).fill(name);
    await page.getByTitle(choice, { exact: true }).last().click();
  }
  await dialog.getByRole("button", { name: "Attach", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const judging = page.getByRole("article", { name });
  await expect(judging.getByText("No clear preference")).toBeVisible();
  await expect(judging.getByText("0 won, 10 tied, 0 lost on 10 prompts")).toBeVisible();
});

test("a decision is recorded with its reason and the numbers of that moment", async ({ page }) => {
  await page.goto(`/#/data-experiment?id=${experimentId}`);
  await page.getByRole("button", { name: "Decide", exact: true }).click();
  const decide = page.getByRole("dialog", { name: "Decide" });
  await decide.getByRole("radio", { name: /^keyed/ }).check();
  await decide.getByLabel("Why").fill("clips with a key are enough");
  await decide.getByRole("button", { name: "Record the decision" }).click();
  await page.getByRole("link", { name: "Result" }).click();
  await expect(page.getByText("Decided for keyed")).toBeVisible();
  await expect(page.getByText("clips with a key are enough")).toBeVisible();
  await expect(page.getByText(/^keyed preferred in 50/)).toBeVisible();

  await page.goto(`/#/data-experiment?state=Decided&q=${encodeURIComponent(question)}`);
  await expect(page.getByRole("row", { name: /fewer clips/ }).getByText("keyed", { exact: true })).toBeVisible();
});
