import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { openRay, type RayEngine } from "../../../apps/server/src/testing/engines/ray-engine.ts";
import { cell, dialog, expectLine, seedGrid } from "../../fixtures/benchmarks/grid.ts";
import { MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { ensureCluster, RAY_MS, startHead } from "./real-cluster.ts";
import { VIDEO_SERVICE } from "./video-service.ts";

test.describe.configure({ mode: "serial" });

const [clips, other] = [unique("clips"), unique("other")].map((text) => text.replaceAll(" ", "-"));
let ray: RayEngine;
let person: Person;
let clusterName = "";

test.beforeAll(async () => {
  await startHead();
  ray = await openRay();
  await ray.addModule("text_to_video.serve", VIDEO_SERVICE);
});
test.afterAll(() => ray.close());
test.beforeEach(async ({ page, people, enterAs }) => {
  person ??= await people.add({
    realname: "Sera Serve",
    permissions: [...MAKER_PERMISSIONS, "ADMIN_MANAGE_R"],
  });
  await enterAs(person);
  clusterName ||= (await ensureCluster(page, ray, unique("Real Ray"))).name;
});

/** The status with which Ray Serve itself answers for a service, or what went wrong. */
const answerOf = (service = ""): Promise<number | string> =>
  ray.askService(`/${service}/v1/models`).then(({ status }) => status, String);

const expectAnswers = (service = ""): Promise<void> =>
  expect.poll(() => answerOf(service), { timeout: RAY_MS }).toBe(200);

const openService = async (page: Page, name = ""): Promise<Locator> => {
  const { items } = await readFrom<{ items: { id: string; name: string }[] }>(page, "/is");
  await page.goto(`/#/service?service=${items.find((one) => one.name === name)?.id}`);
  return dialog(page, name);
};

test("a service is created from a template on a real cluster, beside another one", async ({ page }) => {
  const { id } = await ensureCluster(page, ray, "");
  await callFrom(page, "/is", {
    kind: "Ray Serve",
    name: other,
    template: "custom",
    model: "",
    cluster_id: id,
    config: {
      import_path: "text_to_video.serve:app",
      route_prefix: `/${other}`,
      deployments: [{ name: "TextToVideo", scaling: { mode: "fixed", replicas: 1 }, cpus: 0.1, gpus: 0 }],
    },
    request_key: randomUUID(),
  });
  await expectAnswers(other);

  await page.goto("/#/service");
  await page.getByRole("button", { name: "Create service" }).first().click();
  const form = dialog(page, "Create a service");
  await form.getByRole("combobox", { name: "Template" }).click();
  await page.getByTitle("Text to video", { exact: true }).click();
  await expect(form.getByLabel("Import path")).toHaveValue("text_to_video.serve:app");
  await form.getByLabel("Name").fill(clips ?? "");
  await form.getByLabel("Model and version").fill("drawn");
  await form.getByRole("spinbutton", { name: "CPUs of each replica" }).fill("0.5");
  await form.getByRole("combobox", { name: "Cluster" }).click();
  await page.getByText(new RegExp(`^${clusterName} ·`)).click();
  await form.getByRole("button", { name: "Preview" }).click();
  await expect(form.getByText(/^Fits: needs 1 GPUs/)).toBeVisible();
  await expect(form.getByText(new RegExp(`"name": "${other}"`))).toBeVisible();
  await form.getByRole("button", { name: "Create service" }).click();
  const drawer = dialog(page, clips ?? "");
  await expect(drawer.getByText("Running", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expectAnswers(clips);
});

test("it becomes a performer and fills a cell of a benchmark", async ({ page }) => {
  const drawer = await openService(page, clips);
  await drawer.getByRole("link", { name: "Use as a performer" }).click();
  const form = dialog(page, "Add performer");
  await expect(form.getByRole("textbox", { name: "Base URL" })).toHaveValue(`${ray.address}:8000/${clips}`);
  await form.getByRole("button", { name: "Add performer" }).click();
  const performer = dialog(page, clips ?? "");
  await performer.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText(/it answers and lists 1 models/)).toBeVisible({ timeout: RAY_MS });

  const task = await seedGrid(page, {
    name: unique("Served by Ray"),
    performer: clips ?? "",
    prompts: ["A lamp is switched on"],
    params: { seconds: 1, size: "640x360", fps: 12 },
  });
  await callFrom(page, `/task/benchmark/generate_data/${task}`, {});
  await expectLine(page, "1 of 1 ready", RAY_MS);
  await expect(cell(page, 1, "Ready")).toBeVisible();
});

test("it is scaled, a faulty update fails with its reason, and it runs again once it is rolled back", async ({
  page,
}) => {
  const drawer = await openService(page, clips);
  await drawer.getByRole("button", { name: "Scale" }).click();
  const scale = dialog(page, `Scale ${clips}`);
  await scale.getByRole("spinbutton").fill("2");
  await scale.getByRole("button", { name: "Scale" }).click();
  await expect(drawer.getByText("2 of 2 replicas run")).toBeVisible({ timeout: RAY_MS });

  await drawer.getByRole("button", { name: "Update…" }).click();
  const update = dialog(page, `Update ${clips}`);
  await update.getByLabel("Import path").fill("no_such_module:app");
  await update.getByRole("button", { name: "Review" }).click();
  await expect(update.getByText("import_path", { exact: true })).toBeVisible();
  await update.getByRole("button", { name: "Deploy" }).click();
  await expect(drawer.getByText("Failed", { exact: true }).first()).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByText(/No module named 'no_such_module'/).first()).toBeVisible();

  await drawer.getByRole("button", { name: "Roll back to 2" }).click();
  const question = dialog(page, `Roll ${clips} back to deploy 2?`);
  await question.getByRole("button", { name: "Roll back to 2" }).click();
  await expect(drawer.getByText("Running", { exact: true })).toBeVisible({ timeout: RAY_MS });
  await expect(drawer.getByText("2 of 2 replicas run")).toBeVisible({ timeout: RAY_MS });
  await expectAnswers(clips);
});

test("a service that nothing uses is deleted while the other one goes on answering", async ({ page }) => {
  const drawer = await openService(page, other);
  await drawer.getByRole("button", { name: "Delete" }).click();
  const question = dialog(page, `Delete ${other}?`);
  let [isDeleted, asked] = [false, 0];
  const answersMeanwhile = (async () => {
    const answers = new Set<number | string>();
    while (!isDeleted) {
      answers.add(await answerOf(clips));
      asked += 1;
    }
    return [...answers];
  })();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row").filter({ hasText: other })).toBeHidden({ timeout: RAY_MS });
  await expect.poll(() => answerOf(other), { timeout: RAY_MS }).toBe(404);
  isDeleted = true;
  expect(await answersMeanwhile).toEqual([200]);
  await expectAnswers(clips);
});
