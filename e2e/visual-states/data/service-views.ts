import { contract, type ServiceDetail, type ServiceItem } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import {
  anEndpoint,
  aPreview,
  aSecret,
  aService,
  aServiceCluster,
  aServiceDetail,
} from "../../../apps/web/src/features/inference-services/testing/a-service.ts";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `service-${name}`,
  viewer: "administrator",
  open,
});

const SERVICES = [
  aService(1),
  aService(2, { status: "updating", replicas_ready: 1, replicas_target: 4 }),
  aService(3, { status: "failed", fault: "missing", replicas_ready: 0, replicas_target: null }),
  aService(4, { status: "paused", replicas_ready: 0, replicas_target: null, gpus: 8 }),
  anEndpoint(5),
  anEndpoint(6, { status: "unhealthy", fault: "timeout" }),
  aService(7, { status: "running", fault: "gcs_down", is_stale: true }),
];

/** The answers of the server are given, so that no picture waits for a cluster. */
const giveServices = async (page: Page, items: readonly ServiceItem[]): Promise<void> => {
  await answerCall(page, contract.inferenceServices.listServices, {
    items,
    next_cursor: items.length > 1 ? "scores-6" : null,
  });
  await answerCall(page, contract.inferenceServices.listServiceClusters, { items: [aServiceCluster(50)] });
  await answerCall(page, contract.inferenceServices.listServiceSecrets, { items: [] });
};

const openOne = async (page: Page, detail: Partial<ServiceDetail>): Promise<void> => {
  const one = aServiceDetail(1, detail);
  // The path of one service fits the clusters and the secrets too: what is given last is asked first.
  await answerCall(page, contract.inferenceServices.getService, one);
  await answerCall(page, contract.inferenceServices.listServiceCallers, { items: [], performers: [] });
  await giveServices(page, SERVICES);
  await page.goto(`/#/service?service=${one.id}`);
  await expect(page.getByRole("heading", { name: "Deploys" })).toBeVisible();
};

const openUpdate = async (page: Page): Promise<void> => {
  await openOne(page, {});
  await page.getByRole("button", { name: "Update…" }).click();
  const dialog = page.getByRole("dialog", { name: "Update captions-1" });
  await expect(dialog.getByRole("spinbutton", { name: "Replicas" })).toBeVisible();
};

export const SERVICE_VIEWS: readonly View[] = [
  view("list", async (page) => {
    await giveServices(page, SERVICES);
    await page.goto("/#/service");
    await expect(page.getByText("captions-1", { exact: true })).toBeVisible();
  }),
  view("none", async (page) => {
    await giveServices(page, []);
    await page.goto("/#/service");
    await expect(page.getByRole("heading", { name: "No services yet" })).toBeVisible();
  }),
  view("error", async (page) => {
    await giveServices(page, []);
    await refuseCall(page, contract.inferenceServices.listServices, "unavailable", "the database does not answer");
    await page.goto("/#/service");
    await expect(page.getByText("the database does not answer")).toBeVisible();
  }),
  view("clusters", async (page) => {
    await giveServices(page, SERVICES);
    await page.goto("/#/service?tab=clusters");
    await expect(page.getByText("their-demo")).toBeVisible();
  }),
  view("create", async (page) => {
    await giveServices(page, []);
    await page.goto("/#/service");
    await page.getByRole("button", { name: "Create service" }).first().click();
    await expect(page.getByRole("dialog", { name: "Create a service" })).toBeVisible();
  }),
  view("secrets", async (page) => {
    await giveServices(page, SERVICES);
    const users = [aService(1), aService(2)].map(({ id, name }) => ({ id, name }));
    const items = [aSecret(1, { used_by: users }), aSecret(2), aSecret(3, { owner: "ben", is_own: false })];
    await answerCall(page, contract.inferenceServices.listServiceSecrets, { items });
    await page.goto("/#/service?tab=secrets");
    await expect(page.getByText("hf-token-2")).toBeVisible();
  }),
  view("update", openUpdate),
  view("update-review", async (page) => {
    await answerCall(page, contract.inferenceServices.previewService, aPreview());
    await openUpdate(page);
    const dialog = page.getByRole("dialog", { name: "Update captions-1" });
    await dialog.getByRole("spinbutton", { name: "Replicas" }).fill("3");
    await dialog.getByRole("button", { name: "Review" }).click();
    await expect(dialog.getByText(/"import_path"/)).toBeVisible();
  }),
  view("detail", (page) => openOne(page, {})),
  view("detail-failed", (page) =>
    openOne(page, {
      status: "failed",
      message: "ValueError: could not read …/model.safetensors",
      replicas_ready: 0,
      deployments: aServiceDetail(1).deployments.map((each) => ({
        ...each,
        status: "DEPLOY_FAILED",
        replicas: [],
        replicas_ready: 0,
      })),
    }),
  ),
];
