import type { ServiceDetail, ServiceItem } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { anEndpoint, aService, aServiceCluster, aServiceDetail } from "../../fixtures/compute/service-states.ts";
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

/** The answers of the server are given, so that no picture waits for a cluster. Pages add a query to some calls. */
const give = (page: Page, path: string, json: unknown, status = 200) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, json }),
  );

const giveServices = async (page: Page, items: readonly ServiceItem[]): Promise<void> => {
  await give(page, "/api_v1/is", { items, next_cursor: items.length > 1 ? "scores-6" : null });
  await give(page, "/api_v1/is/clusters", { items: [aServiceCluster(50)] });
  await give(page, "/api_v1/is/secrets", { items: [] });
};

const openOne = async (page: Page, detail: Partial<ServiceDetail>): Promise<void> => {
  await giveServices(page, SERVICES);
  const one = aServiceDetail(1, detail);
  await give(page, `/api_v1/is/${one.id}`, one);
  await give(page, `/api_v1/is/${one.id}/callers`, { items: [], performers: [] });
  await page.goto(`/#/service?service=${one.id}`);
  await expect(page.getByRole("heading", { name: "Deploys" })).toBeVisible();
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
    const fault = { code: "unavailable", detail: "the database does not answer", request_id: "req-1" };
    await give(page, "/api_v1/is", fault, 503);
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
