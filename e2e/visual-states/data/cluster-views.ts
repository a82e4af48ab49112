import { type ClusterItem, type ClusterJobDetail, contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import {
  aCluster,
  aJob,
  aJobDetail,
  aKubeRay,
  aNode,
  aPipeline,
  aRayCluster,
} from "../../../apps/web/src/features/clusters/testing/a-cluster.ts";
import { answerCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `cluster-${name}`,
  viewer: "administrator",
  open,
});

const TWO = [
  aCluster(1, { name: "training-a" }),
  aCluster(2, { name: "batch", status: "Unreachable", fault: "timeout", failures: 5, is_circuit_open: true }),
];

/** Clusters of a size that no picture waits for: the answers of the server are given. */
const giveClusters = async (page: Page, items: readonly ClusterItem[]): Promise<void> => {
  const readAt = { read_at: "2026-03-02T09:29:55Z" };
  const jobs = [aJob(1), aJob(2, { type: "DRIVER", owner: null, gpus: null, progress: null })];
  const ended = [
    aJob(3, { status: "FAILED", ended_at: "2026-03-02T09:00:00Z" }),
    aJob(4, { status: "LOST", ended_at: "2026-03-02T08:50:00Z" }),
  ];
  const { listClusters, listRunningJobs, listRecentJobs, listClusterNodes } = contract.clusters;
  await answerCall(page, listClusters, { items, total: items.length });
  await answerCall(page, listRunningJobs, { items: jobs, total: jobs.length, ...readAt });
  await answerCall(page, listRecentJobs, { items: ended, has_more: false, ...readAt });
  const dead = aNode({ node_id: "d", hostname: "worker-7", is_head: false, state: "DEAD", gpus: [] });
  await answerCall(page, listClusterNodes, { items: [aNode(), dead], total: 2, ...readAt });
};

const openJob = async (page: Page, job: Partial<ClusterJobDetail>): Promise<void> => {
  await giveClusters(page, TWO);
  await answerCall(page, contract.clusters.getClusterJob, aJobDetail(1, job));
  const at = "2026-03-02T09:29:55Z";
  const text = "\u001b[32mready\u001b[0m\n\u001b[33mslow disk\u001b[0m\nstep 1\n";
  const log = { text, is_truncated: true, read_at: at, changed_at: at, is_final: false };
  await answerCall(page, contract.clusters.getClusterJobLog, log);
  const change = JSON.stringify({ kind: "reset", text, is_truncated: true });
  await page.route(/\/api_v1\/ray\/job\/[^/]+\/log\/live$/, (route) =>
    route.fulfill({
      contentType: "text/event-stream",
      body: `event: start\ndata: {}\n\nevent: log\ndata: ${change}\n\n`,
    }),
  );
  await page.goto(`/#/data-pipeline?job=${aJob(1).id}`);
  await expect(page.getByRole("log").getByText("step 1")).toBeVisible();
};

const openKubeRay = async (page: Page): Promise<void> => {
  await giveClusters(page, [aKubeRay(1, { name: "video" }), ...TWO.slice(1)]);
  const captions = aRayCluster({
    name: "captions",
    state: "Unhealthy",
    owner: null,
    ready_workers: 0,
    head_service: "captions-head-svc",
    conditions: [
      {
        type: "HeadPodReady",
        status: "False",
        reason: "ContainersNotReady",
        message: "containers with unready status: [ray-head]",
        changed_at: "2026-03-02T08:00:00Z",
      },
      {
        type: "RayClusterProvisioned",
        status: "True",
        reason: "AllPodRunningAndReadyFirstTime",
        message: "",
        changed_at: "2026-03-01T09:40:00Z",
      },
    ],
  });
  const items = [aRayCluster(), captions, aRayCluster({ name: "nightly", state: "Suspended", ready_workers: 0 })];
  await answerCall(page, contract.clusters.listRayClusters, { items, total: 3, read_at: "2026-03-02T09:29:55Z" });
  await page.goto("/#/data-pipeline?tab=rayClusters");
};

export const CLUSTER_VIEWS: readonly View[] = [
  view("running", async (page) => {
    await giveClusters(page, TWO);
    await page.goto("/#/data-pipeline");
    await expect(page.getByText("raysubmit_1")).toBeVisible();
  }),
  view("recent", async (page) => {
    await giveClusters(page, TWO);
    await page.goto("/#/data-pipeline?tab=recent");
    await expect(page.getByText("raysubmit_3")).toBeVisible();
  }),
  view("nodes", async (page) => {
    await giveClusters(page, TWO);
    await page.goto("/#/data-pipeline?tab=nodes");
    await expect(page.getByText("worker-7")).toBeVisible();
  }),
  view("kuberay", async (page) => {
    await openKubeRay(page);
    await expect(page.getByText("captions-head-svc")).toBeVisible();
  }),
  view("kuberay-detail", async (page) => {
    await openKubeRay(page);
    await page.getByText("captions-head-svc").click();
    await expect(page.getByText("HeadPodReady: False")).toBeVisible();
  }),
  view("kuberay-register", async (page) => {
    await giveClusters(page, []);
    await page.goto("/#/data-pipeline");
    await page.getByRole("button", { name: "Register cluster" }).first().click();
    await page.getByText("KubeRay in Kubernetes").click();
    await expect(page.getByText("CA certificate")).toBeVisible();
  }),
  view("none", async (page) => {
    await giveClusters(page, []);
    await page.goto("/#/data-pipeline");
    await expect(page.getByRole("heading", { name: "No clusters yet" })).toBeVisible();
  }),
  view("register", async (page) => {
    await giveClusters(page, []);
    await page.goto("/#/data-pipeline");
    await page.getByRole("button", { name: "Register cluster" }).first().click();
    await expect(page.getByRole("dialog", { name: "Register a cluster" })).toBeVisible();
  }),
  view("job", (page) => openJob(page, { pipelines: [aPipeline()], pipelines_at: "2026-03-02T09:29:55Z" })),
  view("job-failed", (page) =>
    openJob(page, {
      status: "FAILED",
      ended_at: "2026-03-02T09:00:00Z",
      error_type: "JOB_ENTRYPOINT_COMMAND_ERROR",
      exit_code: 1,
      may_stop: false,
      message: "Job entrypoint command failed with exit code 1",
      traceback: [
        "Traceback (most recent call last):",
        '  File "…/caption.py", line 3, in <module>',
        "ValueError: no clip",
      ],
    }),
  ),
];
