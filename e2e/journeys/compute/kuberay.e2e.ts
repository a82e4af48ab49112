import {
  type KubeRayServer,
  startKubeRayServer,
  TOKEN,
} from "../../../apps/server/src/testing/outsiders/kuberay-server.ts";
import { currentRun } from "../../environment.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { expect, test } from "../../fixtures/test.ts";

/** A poll is due every five seconds. */
const POLL_MS = 20_000;
let kubernetes: KubeRayServer;

test.beforeAll(async () => {
  kubernetes = await startKubeRayServer(Number(new URL(currentRun().kuberayUrl).port));
});
test.afterAll(() => kubernetes.close());

test("a namespace of KubeRay is registered, and its clusters and jobs are read", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Kim Kube", permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] }));
  const name = unique("Video");
  await page.goto("/#/data-pipeline");
  await page.getByRole("button", { name: "Register cluster" }).first().click();
  const form = page.getByRole("dialog", { name: "Register a cluster" });
  await form.getByLabel("KubeRay in Kubernetes").check();
  await form.getByLabel("Name", { exact: true }).fill(name);
  await form.getByLabel("API server").fill(kubernetes.url);
  await form.getByLabel("Namespace").fill("video");
  await form.getByLabel("Token").fill(TOKEN);
  await form.getByRole("button", { name: "Register cluster" }).click();
  const card = page.getByRole("article").filter({ hasText: name });
  await expect(card.getByText("1 / 6")).toBeVisible({ timeout: POLL_MS });
  await expect(page.getByText(/Read from KubeRay/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "finetune" })).toBeVisible({ timeout: POLL_MS });

  await page.getByRole("link", { name: /^RayClusters/ }).click();
  await page.getByRole("row").filter({ hasText: "captions" }).click();
  const drawer = page.getByRole("dialog", { name: "captions" });
  await expect(drawer.getByText("HeadPodReady: False")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: /^Recent/ }).click();
  await page.getByRole("row").filter({ hasText: "caption.py" }).click();
  const job = page.getByRole("dialog", { name: "caption" });
  await expect(job.getByText("The entry point of the RayJob failed.")).toBeVisible();
  await expect(job.getByText(/KubeRay tells no logs/)).toBeVisible();
});
