import { describe, expect, it } from "vitest";
import { testConfig } from "./testing/test-database.ts";
import { JAIL_WAITING, WORKERS, type WorkerContext } from "./workers.ts";

const config = testConfig();
/** Opening a row calls nothing in its context. */
const context = {
  config,
  secretKeys: config.secretKeys,
  data: {},
  viewer: {},
  services: {},
} as unknown as WorkerContext;

const open = async (name: string) => {
  const row = WORKERS.find((each) => each.name === name);
  if (!row) throw new Error(`there is no worker ${name}`);
  const { activities, close } = row.open(context);
  await close?.();
  return Object.keys(activities).toSorted();
};

const ACTIVITIES = {
  main: [
    "addCreditMonths",
    "cancelAtProvider",
    "deliverSignInCode",
    "expireLotsBatch",
    "expireUploadsBatch",
    "exportHistoryHead",
    "keepBoard",
    "planObjectSweep",
    "purgeAssetsBatch",
    "removeDatasetObjectsBatch",
    "removeLabelFilesBatch",
    "removeNextPackageObjects",
    "removePackageObjects",
    "sendInvitation",
    "sendJudgingMail",
    "sendPasswordNotice",
    "sendSecurityNotice",
    "sweepLeasesBatch",
    "sweepObjectsBatch",
    "sweepOpenUploads",
    "sweepRetentionBatch",
    "sweepSignInsBatch",
  ],
  media: ["checkAssetVersion"],
  calls: [
    "closeRun",
    "giveUpCall",
    "giveUpRun",
    "lookOnce",
    "performCall",
    "performPartition",
    "planRun",
    "reconcile",
    "tellProviders",
  ],
  exports: ["clearExport", "failExport", "writeExportBatch"],
  metrics: ["countWaitingClips", "endPreparing", "judgeClipsBatch", "prepareClipsBatch"],
  index: [
    "checkDatasetsBatch",
    "clearIndex",
    "commitIndex",
    "failIndex",
    "finishIndex",
    "listUnread",
    "planIndex",
    "readIndexPart",
  ],
  "item exports": ["failItemExport", "writeItemExport"],
  "row imports": ["addImportedRows", "drawImportItems", "failRowImport", "readImportMedia"],
  labelling: [
    "applyLabelPrefill",
    "clearLabelPrefill",
    "failLabelExport",
    "failLabelPrefill",
    "failLabelReport",
    "failLabelSnapshot",
    "failLabelTask",
    "fillLabelItems",
    "measureLabelReport",
    "stageLabelPrefill",
    "writeLabelExport",
    "writeLabelSnapshot",
  ],
  "label models": ["askLabelModel"],
  packages: [
    "abandonPackageVerification",
    "closePackage",
    "countReadyShards",
    "endPackageVerification",
    "failPackage",
    "finishPackage",
    "listWaitingShards",
    "planPackage",
    "verifyNewShards",
    "verifyReadyShards",
    "writePackageShard",
  ],
  "package comparisons": ["comparePackageLists", "failPackageComparison"],
  "data comparisons": ["compareArmSamples", "failArmComparison"],
  processing: ["failProcessing", "followProcessing", "prepareProcessing", "submitProcessing"],
  services: ["applyServiceDeploy", "failServiceDeploy"],
  verify: ["failColumnRun", "failVerification", "measureColumnBatch", "verifyBatch"],
} as const;

/** Running workflows refer to these queues and activities by name, so a change here needs a migration plan. */
describe("the table of workers", () => {
  it("has one row for each task queue, with its slots", () => {
    expect(WORKERS.map(({ name, taskQueue, slots }) => [name, taskQueue("dailies"), slots])).toEqual([
      ["main", "dailies", 50],
      ["media", "dailies-media", 4],
      ["calls", "dailies-calls", 200],
      ["exports", "dailies-exports", 3],
      ["metrics", "dailies-metrics", 8],
      ["index", "dailies-index", 3],
      ["item exports", "dailies-item-exports", 2],
      ["row imports", "dailies-row-imports", 4],
      ["labelling", "dailies-labelling", 2],
      ["label models", "dailies-label-models", 4],
      ["packages", "dailies-packages", 8],
      ["package comparisons", "dailies-package-comparisons", 1],
      ["data comparisons", "dailies-data-comparisons", 1],
      ["processing", "dailies-processing", 60],
      ["services", "dailies-services", 16],
      ["verify", "dailies-sdv", 2],
    ]);
    expect(WORKERS.filter(({ runsWorkflows }) => runsWorkflows).map(({ name }) => name)).toEqual(["main"]);
    expect(JAIL_WAITING).toBe(122);
  });

  it.each(Object.entries(ACTIVITIES))("gives %s its activities", async (name, activities) => {
    expect(await open(name)).toEqual(activities);
  });
});
