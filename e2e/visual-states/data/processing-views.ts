import { contract, type ProcessingDetail } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { aCluster } from "../../../apps/web/src/features/clusters/testing/a-cluster.ts";
import {
  aFailedRunDetail,
  aRun,
  aRunDetail,
} from "../../../apps/web/src/features/clusters/testing/a-processing-run.ts";
import { answerCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `processing-${name}`,
  viewer: "administrator",
  open,
});

const giveRuns = async (page: Page): Promise<void> => {
  const items = [
    aRun(1),
    aRun(2, { status: "Failed", phase: null, fault: "job_lost", finished_at: "2026-03-02T09:00:00Z" }),
    aRun(3, { status: "Finished", phase: null, parts_done: 2_400, finished_at: "2026-03-02T08:00:00Z" }),
  ];
  await answerCall(page, contract.clusters.listClusters, { items: [aCluster(1, { name: "training-a" })], total: 1 });
  await answerCall(page, contract.processing.listProcessing, { items, total: items.length });
};

const openRun = async (page: Page, run: ProcessingDetail): Promise<void> => {
  await giveRuns(page);
  await answerCall(page, contract.processing.getProcessing, run);
  await page.goto(`/#/data-pipeline?tab=processing&run=${run.id}`);
  await expect(page.getByRole("dialog", { name: run.name }).getByText("Attempt 1")).toBeVisible();
};

export const PROCESSING_VIEWS: readonly View[] = [
  view("list", async (page) => {
    await giveRuns(page);
    await page.goto("/#/data-pipeline?tab=processing");
    await expect(page.getByText(aRun(3).name)).toBeVisible();
  }),
  view("new", async (page) => {
    await giveRuns(page);
    await page.goto("/#/data-pipeline?tab=processing");
    await page.getByRole("button", { name: "New run" }).click();
    await expect(page.getByRole("dialog", { name: "New run" }).getByLabel("Bytes of the header")).toBeVisible();
  }),
  view("run", (page) => openRun(page, aRunDetail(1))),
  view("run-failed", (page) => openRun(page, aFailedRunDetail(1))),
];
