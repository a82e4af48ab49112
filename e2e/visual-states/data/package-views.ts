import { contract, type PackageDetail, type PackageSummary } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import {
  comparisonState,
  detailState,
  estimateState,
  leftOutStates,
  packageList,
  packageState,
  runningState,
  shardStates,
} from "../../fixtures/packages/package-states.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `package-${name}`,
  viewer: "administrator",
  open,
});

const SAMPLES = 24;

/** Packages of a size that no picture waits for: the answers of the server are given. */
const giveList = (page: Page, items: readonly PackageSummary[]): Promise<unknown> =>
  answerCall(page, contract.packages.listPackages, { items, total: items.length });

const giveDetail = (page: Page, one: PackageDetail, others: readonly PackageDetail[] = []): Promise<unknown> =>
  answerCall(
    page,
    contract.packages.getPackage,
    ({ pathname }) => others.find(({ id }) => pathname.endsWith(id)) ?? one,
  );

const openDetail = async (page: Page, one: PackageDetail, tab = ""): Promise<void> => {
  await giveDetail(page, one);
  await page.goto(`/#/package-records?id=${one.id}${tab}`);
  await expect(page.getByRole("heading", { name: `${one.name}@${one.number}` })).toBeVisible();
};

const openForm = async (page: Page): Promise<void> => {
  const saved = await ensureLabelView(page, "Clips to label", SAMPLES);
  await giveList(page, []);
  await answerCall(page, contract.packages.estimatePackage, estimateState);
  await page.goto(`/#/package-records?new=1&dataset=${saved.dataset_id}&view=${saved.id}`);
  await expect(page.getByRole("table").filter({ hasText: "720p" })).toBeVisible();
};

const READY = packageState(4);
const PREVIOUS = packageState(3);

export const PACKAGE_VIEWS: readonly View[] = [
  view("list", async (page) => {
    await giveList(page, packageList());
    await page.goto("/#/package-records");
    await expect(page.getByText("city-walks")).toBeVisible();
  }),
  view("list-empty", async (page) => {
    await giveList(page, []);
    await page.goto("/#/package-records");
    await expect(page.getByRole("heading", { name: "No packages yet" })).toBeVisible();
  }),
  view("list-failed", async (page) => {
    await refuseCall(page, contract.packages.listPackages, "unavailable", "the database does not answer");
    await page.goto("/#/package-records");
    await expect(page.getByRole("main").getByText("the database does not answer")).toBeVisible();
  }),
  view("new", openForm),
  view("new-faults", async (page) => {
    await openForm(page);
    await page.getByRole("button", { name: "Create package" }).click();
    await expect(page.getByText("Enter a name.")).toBeVisible();
  }),
  view("running", (page) => openDetail(page, detailState(runningState()))),
  view("failed", (page) =>
    openDetail(
      page,
      detailState(
        packageState(7, {
          name: "crowds",
          status: "Failed",
          uri: null,
          error: "the storage refused to read s3://films/crowds/00012.tar",
        }),
      ),
    ),
  ),
  view("ready", (page) =>
    openDetail(
      page,
      detailState(READY, { used_by: [{ kind: "dataset", id: READY.id, name: "Night drives, packed" }] }),
    ),
  ),
  view("deprecated", (page) =>
    openDetail(
      page,
      detailState(packageState(5, { is_deprecated: true, deprecation_reason: "captions of the wrong language" })),
    ),
  ),
  view("shards", async (page) => {
    await answerCall(page, contract.packages.listPackageShards, { items: shardStates(), total: 1_480 });
    await openDetail(page, detailState(READY), "&tab=shards");
    await expect(page.getByText("shard.00000").first()).toBeVisible();
  }),
  view("left-out", async (page) => {
    await answerCall(page, contract.packages.listLeftOutItems, { items: leftOutStates(), total: 1_474 });
    await openDetail(page, detailState(READY), "&tab=left_out");
    await expect(page.getByRole("link", { name: "rain/00000911" })).toBeVisible();
  }),
  view("compare", async (page) => {
    await giveList(page, [READY, PREVIOUS]);
    await answerCall(page, contract.packages.comparePackages, comparisonState(READY, PREVIOUS));
    await giveDetail(page, detailState(READY), [detailState(PREVIOUS)]);
    await page.goto(`/#/package-records?id=${READY.id}&tab=compare&against=${PREVIOUS.id}`);
    await expect(page.getByText(/^Clearly shifted/)).toBeVisible();
    await expect(page.locator("canvas").first()).toBeVisible();
  }),
  view("delete-refused", async (page) => {
    const uses = [{ kind: "dataset", id: READY.id, name: "Night drives, packed" } as const];
    await openDetail(page, detailState(READY, { used_by: uses }));
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Night drives, packed" })).toBeVisible();
  }),
];
