import { randomUUID } from "node:crypto";
import type { DatasetView } from "@dailies/contract";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
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

test.beforeEach(async ({ page, people, enterAs }) => {
  person ??= await people.add({ realname: "Dana Data", permissions: ["MAGI_ADMIN", "ADMIN_MANAGE_R"] });
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

test("the runs of two arms are attached, their data are compared, and it is decided", async ({ page }) => {
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

  await page.getByRole("button", { name: "Decide", exact: true }).click();
  const decide = page.getByRole("dialog", { name: "Decide" });
  await decide.getByRole("radio", { name: /^keyed/ }).check();
  await decide.getByLabel("Why").fill("clips with a key are enough");
  await decide.getByRole("button", { name: "Record the decision" }).click();
  await page.getByRole("link", { name: "Result" }).click();
  await expect(page.getByText("Decided for keyed")).toBeVisible();
  await expect(page.getByText("clips with a key are enough")).toBeVisible();

  await page.goto(`/#/data-experiment?state=Decided&q=${encodeURIComponent(question)}`);
  await expect(page.getByRole("row", { name: /fewer clips/ }).getByText("keyed", { exact: true })).toBeVisible();
});
