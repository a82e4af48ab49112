import type { Locator, Page } from "@playwright/test";
import { openRay, type RayEngine } from "../../../apps/server/src/testing/engines/ray-engine.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { findCluster, RAY_MS, startHead } from "./real-cluster.ts";

test.describe.configure({ mode: "serial" });

const name = unique("Real Ray");
const [pipeline, holder, endless, doomed] = ["resize-clips", "holds-gpus", "train-forever", "lost-with-its-head"].map(
  (text) => unique(text).replaceAll(" ", "-"),
) as [string, string, string, string];
const DATASET = unique("Clips to probe");
const CLIPS = 12;
/** The head has sixteen, of which another job holds ten. */
const GPUS = { held: 10, wanted: 8 };
let ray: RayEngine;
let admin: Person;

/** Reads, works for a while on every block, and writes: three operators whose progress Ray counts. */
const RAY_DATA = `import ray, time
print("\\033[32mresizing\\033[0m", flush=True)
def resize(batch):
    time.sleep(2)
    return batch
rows = ray.data.range(240, override_num_blocks=24).map_batches(resize, batch_size=None).repartition(4).count()
print("resized", rows, "clips", flush=True)`;
const GPU_HOLDER = `import ray, time
@ray.remote(num_gpus=${GPUS.held})
def hold():
    time.sleep(3600)
ray.get(hold.remote())`;
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
  await ray.submit(pipeline, RAY_DATA, { owner: "ada" });
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

/** Starts the probing of a view from the form; its drawer. */
const startRun = async (page: Page, output: string, gpus: number): Promise<Locator> => {
  const view = await ensureLabelView(page, DATASET, CLIPS);
  await page.goto(`/#/data-pipeline?tab=processing&cluster=${(await findCluster(page, ray))?.id}`);
  await page.getByRole("button", { name: "New run" }).click();
  const form = page.getByRole("dialog", { name: "New run" });
  for (const [label, text] of [
    ["Dataset", DATASET],
    ["View", view.name],
  ] as const) {
    await form.getByRole("combobox", { name: label, exact: true }).fill(text);
    await page.getByRole("option", { name: text }).waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
  }
  await form.getByLabel("GPUs a part").fill(String(gpus));
  await form.getByLabel("Output dataset").fill(output);
  await form.getByRole("button", { name: "Start" }).click();
  return page.getByRole("dialog", { name: output });
};

test("a view of a dataset is processed by a job of the cluster, and what it wrote is a dataset", async ({ page }) => {
  test.setTimeout(2 * INDEX_MS + 2 * RAY_MS);
  const output = unique("Probed clips");
  const drawer = await startRun(page, output, 0);
  await expect(drawer.getByText("Finished", { exact: true }).first()).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByRole("log").getByText(/DONE: 1 parts/)).toBeVisible();
  await expect(drawer.getByText("1 / 1 parts")).toBeVisible();
  await drawer.getByRole("link", { name: output }).click();
  await expect(page.getByRole("grid", { name: "Dataset items" })).toBeVisible({ timeout: INDEX_MS });
});

test("a running job is stopped", async ({ page }) => {
  await ray.submit(endless, ENDLESS);
  await page.goto("/#/data-pipeline");
  await page.getByRole("row").filter({ hasText: endless }).click({ timeout: RAY_MS });
  const drawer = page.getByRole("dialog", { name: endless });
  await expect(drawer.getByRole("log").getByText("step 3", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await drawer.getByRole("button", { name: "Stop the job" }).click();
  const question = page.getByRole("dialog", { name: `Stop job ${endless}?` });
  // Ray does not say how many GPUs a job without actors holds, so it could be all of them.
  await question.getByRole("textbox").fill(endless);
  await question.getByRole("button", { name: "Stop the job" }).click();
  await expect(drawer.getByText("Stopped", { exact: true })).toBeVisible({ timeout: RAY_MS });
});

test("a run waits for the GPUs that another job holds, and is cancelled on the cluster", async ({ page }) => {
  await ray.submit(holder, GPU_HOLDER);
  await page.goto("/#/data-pipeline");
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByText(`${GPUS.held} / 16`)).toBeVisible({ timeout: RAY_MS });
  const output = unique("Too few GPUs");
  const drawer = await startRun(page, output, GPUS.wanted);
  await expect(drawer.getByText("Processing", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText(new RegExp(`${GPUS.wanted} GPU`))).toBeVisible({ timeout: RAY_MS });
  await drawer.getByRole("button", { name: "Cancel the run" }).click();
  const question = page.getByRole("dialog", { name: `Cancel ${output}?` });
  await question.getByRole("button", { name: "Cancel the run" }).click();
  await expect(drawer.getByText("Cancelled", { exact: true }).first()).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByText("STOPPED", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText(new RegExp(`${GPUS.wanted} GPU`))).toBeHidden({ timeout: RAY_MS });
});

test("the logs and operators of a head that is killed are kept, and the job that it ran is lost", async ({
  page,
  faults,
}) => {
  // An open drawer may ask for the live log of the job before it learns that the cluster forgot it, which is a 409.
  faults.allow(/status of 409/);
  await ray.submit(doomed, ENDLESS);
  await page.goto("/#/data-pipeline");
  await page.getByRole("row").filter({ hasText: doomed }).click({ timeout: RAY_MS });
  const lost = page.getByRole("dialog", { name: doomed });
  // So many seconds later its log was kept at least once.
  await expect(lost.getByRole("log").getByText("step 15", { exact: true })).toBeVisible({ timeout: RAY_MS });

  await ray.kill();
  await page.goto("/#/data-pipeline?tab=recent");
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByText("Unreachable")).toBeVisible({ timeout: RAY_MS });
  await expect(card.getByText("Nothing answers at its address.")).toBeVisible();
  await page.getByRole("row").filter({ hasText: pipeline }).click();
  const ended = page.getByRole("dialog", { name: pipeline });
  await expect(ended.getByRole("log").getByText("resized 240 clips")).toBeVisible();
  await expect(ended.getByText(/MapBatches\(resize\)/).first()).toBeVisible();

  await startHead();
  await expect(ended.getByText(/The cluster no longer lists this job/)).toBeVisible({ timeout: RAY_MS });
  await page.keyboard.press("Escape");
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await page.getByRole("row").filter({ hasText: doomed }).click({ timeout: RAY_MS });
  await expect(lost.getByText("Lost", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(lost.getByText(/^The cluster forgot this job while it ran/)).toBeVisible();
  await expect(lost.getByRole("log").getByText("step 3", { exact: true })).toBeVisible();
});
