import { openRay, type RayEngine } from "../../../apps/server/src/testing/engines/ray-engine.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { findCluster, RAY_MS, startHead } from "./real-cluster.ts";

test.describe.configure({ mode: "serial" });

const name = unique("Real Ray");
const [pipeline, endless] = [unique("resize-clips"), unique("train-forever")].map((text) => text.replaceAll(" ", "-"));
const CLIPS = 12;
let ray: RayEngine;
let admin: Person;
let probedId = "";

/** Reads, works for a while on every block, and writes: three operators whose progress Ray counts. */
const RAY_DATA = `import ray, time
print("\\033[32mresizing\\033[0m", flush=True)
def resize(batch):
    time.sleep(2)
    return batch
rows = ray.data.range(240, override_num_blocks=24).map_batches(resize, batch_size=None).repartition(4).count()
print("resized", rows, "clips", flush=True)`;
const ENDLESS = `import time
for step in range(3600):
    print("step", step, flush=True)
    time.sleep(1)`;

test.beforeAll(async () => {
  await startHead();
  ray = await openRay();
});
test.afterAll(() => ray.close());
test.beforeEach(async ({ people, enterAs }) => {
  admin ??= await people.add({ realname: "Ray Registrar", permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
  await enterAs(admin);
});

test("a real head is registered with its token, and its node and age are shown", async ({ page, faults }) => {
  // The wrong token is refused by the cluster, which the console answers with a 409.
  faults.allow(/status of 409/);
  await page.goto("/#/data-pipeline");
  await page.getByRole("button", { name: "Register cluster" }).first().click();
  const form = page.getByRole("dialog", { name: "Register a cluster" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Address").fill(ray.address);
  await form.getByLabel("Token").fill("wrong");
  await form.getByRole("button", { name: "Register cluster" }).click();
  await expect(form.getByText("the cluster refuses this token")).toBeVisible();
  await form.getByLabel("Token").fill(ray.token);
  await form.getByRole("button", { name: "Register cluster" }).click();
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText("2.57.0")).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText("1 / 1")).toBeVisible();
  await expect(card.getByText("Last contact")).toBeVisible();
  await expect(card.getByText("Head started")).toBeVisible();
  await page.getByRole("link", { name: "Nodes" }).click();
  await expect(page.getByRole("row").filter({ hasText: "· head" }).getByText("ALIVE")).toBeVisible();
});

test("the operators of a Ray Data job and its log are watched while it runs", async ({ page }) => {
  await ray.submit(pipeline ?? "", RAY_DATA, { owner: "ada" });
  await page.goto("/#/data-pipeline");
  await page.getByRole("row").filter({ hasText: pipeline }).click({ timeout: RAY_MS });
  const drawer = page.getByRole("dialog", { name: pipeline });
  await expect(drawer.getByText("owner: ada")).toBeVisible();
  const operators = drawer.getByRole("list", { name: /^Operators of dataset/ }).first();
  await expect(operators.getByText(/MapBatches\(resize\)/).first()).toBeVisible({ timeout: RAY_MS });
  await expect(operators.getByText(/^[1-9]\d* \/ 24 blocks/).first()).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByText("Running", { exact: true })).toBeVisible();
  await expect(drawer.getByRole("log").getByText("resizing")).toBeVisible();
  await expect(drawer.getByText("Succeeded", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByRole("log").getByText("resized 240 clips")).toBeVisible({ timeout: RAY_MS });
  await expect(operators.getByText("FINISHED").first()).toBeVisible({ timeout: RAY_MS });
});

test("a view of a dataset is processed by a job of the cluster, and what it wrote is a dataset", async ({ page }) => {
  test.setTimeout(2 * INDEX_MS + 2 * RAY_MS);
  const [dataset, output] = [unique("Clips to probe"), unique("Probed clips")];
  const view = await ensureLabelView(page, dataset, CLIPS);
  await page.goto(`/#/data-pipeline?tab=processing&cluster=${(await findCluster(page, ray))?.id}`);
  await page.getByRole("button", { name: "New run" }).click();
  const form = page.getByRole("dialog", { name: "New run" });
  for (const [label, text] of [
    ["Dataset", dataset],
    ["View", view.name],
  ] as const) {
    await form.getByRole("combobox", { name: label, exact: true }).fill(text);
    await page.getByRole("option", { name: text }).waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
  }
  await form.getByLabel("Output dataset").fill(output);
  await form.getByRole("button", { name: "Start" }).click();
  const drawer = page.getByRole("dialog", { name: output });
  await expect(drawer.getByText("Finished", { exact: true }).first()).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByRole("log").getByText(/DONE: 1 parts/)).toBeVisible();
  await expect(drawer.getByText("1 / 1 parts")).toBeVisible();
  await drawer.getByRole("link", { name: output }).click();
  await expect(page.getByRole("grid", { name: "Dataset items" })).toBeVisible({ timeout: INDEX_MS });
  probedId = new URL(page.url().replace("#/", "")).searchParams.get("id") ?? "";
  expect(probedId).not.toBe("");
});

test("a running job is stopped", async ({ page }) => {
  await ray.submit(endless ?? "", ENDLESS);
  await page.goto("/#/data-pipeline");
  await page.getByRole("row").filter({ hasText: endless }).click({ timeout: RAY_MS });
  const drawer = page.getByRole("dialog", { name: endless });
  await expect(drawer.getByRole("log").getByText("step 3", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await drawer.getByRole("button", { name: "Stop the job" }).click();
  const question = page.getByRole("dialog", { name: `Stop job ${endless}?` });
  // Ray does not say how many GPUs a job without actors holds, so it could be all of them.
  await question.getByRole("textbox").fill(endless ?? "");
  await question.getByRole("button", { name: "Stop the job" }).click();
  await expect(drawer.getByText("Stopped", { exact: true })).toBeVisible({ timeout: RAY_MS });
});

test("the log and operators of an ended job outlive a head that is killed, and the head is found again", async ({
  page,
}) => {
  await ray.kill();
  await page.goto("/#/data-pipeline?tab=recent");
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByText("Unreachable")).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText("Nothing answers at its address.")).toBeVisible();
  await page.getByRole("row").filter({ hasText: pipeline }).click();
  const drawer = page.getByRole("dialog", { name: pipeline });
  await expect(drawer.getByRole("log").getByText("resized 240 clips")).toBeVisible();
  await expect(drawer.getByText(/MapBatches\(resize\)/).first()).toBeVisible();
  await page.keyboard.press("Escape");

  await startHead();
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: RAY_MS });
});
