import type { ClusterItem } from "@dailies/contract";
import { serveApplication } from "../../../apps/server/src/testing/outsiders/ray-serve.ts";
import { type RayServer, startRayServer } from "../../../apps/server/src/testing/outsiders/ray-server.ts";
import { currentRun } from "../../environment.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial" });

/** A poll is due every five seconds. */
const POLL_MS = 20_000;
const cluster = unique("Training");
let ray: RayServer;
let admin: Person;

test.beforeAll(async () => {
  ray = await startRayServer(Number(new URL(currentRun().clusterUrl).port));
});
test.afterAll(() => ray.close());
test.beforeEach(async ({ people, enterAs }) => {
  admin ??= await people.add({ realname: "Clara Cluster", permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
  await enterAs(admin);
});

test("a cluster is registered after its token was checked, and its jobs appear", async ({ page, faults }) => {
  // The wrong token is refused by the cluster, which the console answers with a 409.
  faults.allow(/status of 409/);
  ray.add({ submission_id: "caption-clips", entrypoint: "python caption.py" });
  ray.logs.set("caption-clips", "\u001b[32mready\u001b[0m\nstep 1\n");
  await page.goto("/#/data-pipeline");
  await page.getByRole("button", { name: "Register cluster" }).first().click();
  const form = page.getByRole("dialog", { name: "Register a cluster" });
  await form.getByLabel("Name").fill(cluster);
  await form.getByLabel("Address").fill(ray.url);
  await form.getByLabel("Token").fill("wrong");
  await form.getByRole("button", { name: "Register cluster" }).click();
  await expect(form.getByText("the cluster refuses this token")).toBeVisible();
  await form.getByLabel("Token").fill(ray.token);
  await form.getByRole("button", { name: "Register cluster" }).click();
  await expect(
    page.getByRole("article").filter({ hasText: cluster }).getByText("Reachable", { exact: true }),
  ).toBeVisible({
    timeout: POLL_MS,
  });
  await expect(page.getByRole("row").filter({ hasText: "caption-clips" })).toBeVisible({ timeout: POLL_MS });
});

test("the log of a job is read, and the job is stopped", async ({ page }) => {
  await page.goto("/#/data-pipeline");
  await page.getByRole("row").filter({ hasText: "caption-clips" }).click();
  const drawer = page.getByRole("dialog", { name: "caption-clips" });
  await expect(drawer.getByRole("log").getByText("step 1")).toBeVisible({ timeout: POLL_MS });
  await drawer.getByRole("button", { name: "Stop the job" }).click();
  const question = page.getByRole("dialog", { name: "Stop job caption-clips?" });
  await question.getByRole("button", { name: "Stop the job" }).click();
  await expect(drawer.getByText("Stopped", { exact: true })).toBeVisible({ timeout: POLL_MS });

  await page.goto(`/#/admin/job-manage?kind=cluster_job&q=${encodeURIComponent(cluster)}`);
  const row = page.getByRole("row").filter({ hasText: "python caption.py" });
  await expect(row.getByText("Cancelled", { exact: true })).toBeVisible({ timeout: POLL_MS });
  await row.click();
  const detail = page.getByRole("dialog", { name: /caption-clips/ });
  await expect(detail.getByText(/step 1/)).toBeVisible();
  await detail.getByRole("link", { name: "Open its page" }).click();
  await expect(page.getByRole("dialog", { name: "caption-clips" })).toBeVisible();
});

test("a service is created, scaled and deleted, and an application of others stays", async ({ page }) => {
  serveApplication(ray.serve, { name: "their-demo", route_prefix: "/demo", deployments: [{ name: "Demo" }] });
  const name = unique("captions")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  await page.goto("/#/service");
  await page.getByRole("button", { name: "Create service" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a service" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Import path").fill("captioner.serve:app");
  await form.getByLabel("Deployment").fill("Captioner");
  await form.getByRole("combobox", { name: "Cluster" }).click();
  await page.getByText(new RegExp(`^${cluster} ·`)).click();
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByText(/"import_path": "captioner.serve:app"/)).toBeVisible();
  await form.getByRole("button", { name: "Create service" }).click();
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByText("Running", { exact: true })).toBeVisible({ timeout: POLL_MS });
  expect([...ray.serve.applications.keys()].toSorted()).toEqual([name, "their-demo"].toSorted());
  await drawer.getByRole("button", { name: "Scale" }).click();
  const scale = page.getByRole("dialog", { name: `Scale ${name}` });
  await scale.getByRole("spinbutton").fill("3");
  await scale.getByRole("button", { name: "Scale" }).click();
  await expect(drawer.getByText("3 of 3 replicas run")).toBeVisible({ timeout: POLL_MS });
  await drawer.getByRole("button", { name: "Update…" }).click();
  const update = page.getByRole("dialog", { name: `Update ${name}` });
  await update.getByLabel("Model and version").fill("caption-7b 2");
  await update.getByRole("spinbutton", { name: "Replicas" }).fill("2");
  await update.getByRole("button", { name: "Review" }).click();
  await expect(update.getByText("deployments.Captioner.scaling.replicas")).toBeVisible();
  await expect(update.getByText(/"num_replicas": 2/)).toBeVisible();
  await update.getByRole("button", { name: "Deploy" }).click();
  await expect(drawer.getByText("2 of 2 replicas run")).toBeVisible({ timeout: POLL_MS });
  await expect(drawer.getByText("caption-7b 2", { exact: true }).first()).toBeVisible();
  await drawer.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${name}?` });
  await expect(question.getByText(/No performer of the console called it/)).toBeVisible();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toBeHidden({ timeout: POLL_MS });
  expect([[...ray.serve.applications.keys()], ray.serve.shutdowns]).toEqual([["their-demo"], 0]);
});

test("a dataset view is processed: its failure is explained, and it is retried and cancelled", async ({ page }) => {
  test.setTimeout(2 * INDEX_MS);
  const [dataset, name] = [unique("Clips to probe"), unique("Probed clips")];
  const view = await ensureLabelView(page, dataset, 6);
  const { items } = await readFrom<{ items: ClusterItem[] }>(page, "/ray/clusters");
  await page.goto(`/#/data-pipeline?tab=processing&cluster=${items.find((one) => one.name === cluster)?.id}`);
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
  await expect(form.getByRole("region", { name: "What it reads" }).getByText("6", { exact: true })).toBeVisible();
  await form.getByLabel("Output dataset").fill(name);
  await form.getByRole("button", { name: "Start" }).click();
  const jobOf = async (attempt: number) => {
    const isIt = (job: { metadata: Record<string, string> }) => job.metadata.attempt === String(attempt);
    await expect.poll(() => ray.submissions.filter(isIt).length, { timeout: POLL_MS }).toBe(1);
    return ray.jobs.find(({ metadata }) => metadata.template === "probe" && isIt({ metadata }));
  };
  const first = await jobOf(1);
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByText("Processing", { exact: true })).toBeVisible({ timeout: POLL_MS });
  ray.logs.set(String(first?.submission_id), "FAILED: 1 parts failed, 0 of 1 are done\n");
  Object.assign(first ?? {}, { status: "FAILED", error_type: "JOB_ENTRYPOINT_COMMAND_ERROR", driver_exit_code: 2 });
  await expect(drawer.getByText("The job failed")).toBeVisible({ timeout: 2 * POLL_MS });
  await expect(drawer.getByText(/0 of 1 are done/)).toBeVisible();
  await drawer.getByRole("button", { name: "Retry" }).click();
  await jobOf(2);
  await drawer.getByRole("button", { name: "Cancel the run" }).click();
  const question = page.getByRole("dialog", { name: `Cancel ${name}?` });
  await question.getByRole("button", { name: "Cancel the run" }).click();
  await expect(drawer.getByText("Cancelled", { exact: true }).first()).toBeVisible({ timeout: 2 * POLL_MS });
});

test("what was kept stays when the cluster is gone, and the reason is shown", async ({ page }) => {
  ray.overrides.set("/api/gcs_healthz", (_request, response) => {
    response.writeHead(503).end("Health check failed");
  });
  await page.goto("/#/data-pipeline?tab=recent");
  const card = page.getByRole("article").filter({ hasText: cluster });
  await expect(card.getByText("Unreachable")).toBeVisible({ timeout: POLL_MS });
  await expect(card.getByText(/control service/)).toBeVisible();
  await page.getByRole("row").filter({ hasText: "caption-clips" }).click();
  const drawer = page.getByRole("dialog", { name: "caption-clips" });
  await expect(drawer.getByRole("log").getByText("ready")).toBeVisible();
});
