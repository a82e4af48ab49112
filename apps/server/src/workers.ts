import type { Config } from "./config.ts";
import { sweepAssetsActivities } from "./features/assets/cleanup/sweep-assets.activities.ts";
import { createAssetAddress } from "./features/assets/index.ts";
import { ingestAssetActivities } from "./features/assets/ingest/ingest-asset.activities.ts";
import { mediaTaskQueue } from "./features/assets/ingest/ingest-asset.rules.ts";
import { authActivities } from "./features/auth/auth.activities.ts";
import { rowImportActivities } from "./features/benchmarks/row-imports/import-dataset-rows.activities.ts";
import { CLIPS_AT_ONCE } from "./features/benchmarks/row-imports/read-import-media.ts";
import { rowImportsTaskQueue } from "./features/benchmarks/row-imports/row-import.rules.ts";
import { cancelSubscriptionActivities } from "./features/credits/cancellations/cancel-subscription.activities.ts";
import { sweepCreditsActivities } from "./features/credits/cleanup/sweep-credits.activities.ts";
import { compareArmsActivities } from "./features/data-experiments/comparison/compare-arms.activities.ts";
import { dataComparisonsTaskQueue } from "./features/data-experiments/comparison/comparison.rules.ts";
import { sweepDatasetsActivities } from "./features/datasets/cleanup/sweep-datasets.activities.ts";
import { exportItemsActivities } from "./features/datasets/exports/export-items.activities.ts";
import { itemExportsTaskQueue } from "./features/datasets/exports/export-items.rules.ts";
import { checkDatasetsActivities } from "./features/datasets/health/check-datasets.activities.ts";
import { type OpenedData, PICTURES_AT_ONCE, type Replicas } from "./features/datasets/index.ts";
import { indexDatasetActivities } from "./features/datasets/indexing/index-dataset.activities.ts";
import { indexTaskQueue } from "./features/datasets/indexing/index-dataset.rules.ts";
import { createItemTables } from "./features/datasets/item-table.ts";
import { finishIfDone } from "./features/evaluations/index.ts";
import { runExportActivities } from "./features/exports/run/run-export.activities.ts";
import { exportsTaskQueue } from "./features/exports/run/run-export.rules.ts";
import { createPerformDeps } from "./features/generation/execution/create-perform-deps.ts";
import { generationActivities } from "./features/generation/execution/generation.activities.ts";
import { STEPS_AT_ONCE } from "./features/generation/execution/perform-jobs.ts";
import { jobsTaskQueue } from "./features/generation/workflows/generation-ids.rules.ts";
import { applyDeployActivities } from "./features/inference-services/deploys/apply-deploy.activities.ts";
import { servicesTaskQueue } from "./features/inference-services/deploys/service-queue.rules.ts";
import type { OpenedServices } from "./features/inference-services/index.ts";
import { sweepLabelFilesActivities } from "./features/labelling/cleanup/sweep-label-files.activities.ts";
import { exportLabelsActivities } from "./features/labelling/exports/export-labels.activities.ts";
import { fillLabelTaskActivities } from "./features/labelling/filling/fill-label-task.activities.ts";
import { labellingTaskQueue, labelModelsTaskQueue } from "./features/labelling/filling/fill-label-task.rules.ts";
import { askModelActivities } from "./features/labelling/prefill/model/ask-model.activities.ts";
import { prefillLabelTaskActivities } from "./features/labelling/prefill/prefill-label-task.activities.ts";
import { measureLabelAgreementActivities } from "./features/labelling/report/measure-label-agreement.activities.ts";
import { snapshotLabelsActivities } from "./features/labelling/snapshots/snapshot-labels.activities.ts";
import { type Boards, startBoardSnapshot } from "./features/leaderboards/index.ts";
import { keepBoardActivities } from "./features/leaderboards/snapshots/keep-board.activities.ts";
import { sweepLeasesActivities } from "./features/leases/cleanup/sweep-leases.activities.ts";
import { openMeasureThreads } from "./features/metrics/measuring/measure-threads.ts";
import { prepareClipsActivities } from "./features/metrics/preparing/prepare-clips.activities.ts";
import { metricsTaskQueue } from "./features/metrics/preparing/prepare-clips.rules.ts";
import { sendJudgingMailActivities } from "./features/notifications/mails/send-judging-mail.activities.ts";
import { exportHeadActivities } from "./features/operation-log/export-head.activities.ts";
import { sweepPackagesActivities } from "./features/packages/cleanup/sweep-packages.activities.ts";
import { packagesTaskQueue } from "./features/packages/package.rules.ts";
import { openItemLists } from "./features/packages/planning/item-list.ts";
import { comparePackagesActivities } from "./features/packages/records/comparison/compare-packages.activities.ts";
import { packageComparisonsTaskQueue } from "./features/packages/records/comparison/comparison.rules.ts";
import { writePackageActivities } from "./features/packages/writing/write-package.activities.ts";
import { createPerformerSecretBox } from "./features/performers/index.ts";
import { processDatasetActivities } from "./features/processing/attempts/process-dataset.activities.ts";
import { processingTaskQueue } from "./features/processing/processing.rules.ts";
import { sweepRetentionActivities } from "./features/retention/sweep-retention.activities.ts";
import type { SettingsReader } from "./features/settings/index.ts";
import { usersActivities } from "./features/users/users.activities.ts";
import type { OpenedViewer } from "./features/viewer/index.ts";
import { measureColumnActivities } from "./features/viewer/means/measure-column.activities.ts";
import { verifySetActivities } from "./features/viewer/verify/verify-set.activities.ts";
import { verifyTaskQueue } from "./features/viewer/verify/verify-set.rules.ts";
import { openBenchmarks } from "./open-benchmarks.ts";
import type { Clock } from "./platform/clock.ts";
import type { SecretKeys } from "./platform/crypto/secret-keys.ts";
import type { Db } from "./platform/db/database.ts";
import type { Outgoing } from "./platform/http-client/outgoing.ts";
import { openLark } from "./platform/lark/lark.ts";
import type { Mailer } from "./platform/mail.ts";
import type { Log } from "./platform/observability/log.ts";
import type { ObjectStorage } from "./platform/s3/object-storage.ts";
import type { MediaJail } from "./platform/sandbox/media-jail.ts";
import { openStripe } from "./platform/stripe/stripe.ts";
import type { WorkerRow } from "./platform/temporal/start-workers.ts";
import type { Temporal } from "./platform/temporal/temporal.ts";

/** Resources that the worker process keeps open for its activities. */
export interface WorkerContext {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretKeys: SecretKeys;
  readonly publicOrigin: string;
  readonly storage: ObjectStorage;
  readonly mailer: Mailer;
  readonly temporal: Temporal;
  readonly outgoing: Outgoing;
  readonly boards: Boards;
  readonly settings: SettingsReader;
  readonly data: OpenedData;
  /** One for the process: two that evict from one folder would delete each other's replicas. */
  readonly replicas: Replicas;
  readonly viewer: OpenedViewer;
  readonly jail: MediaJail;
  readonly services: OpenedServices;
}

/** Downloads wait for storage, so more files are in progress than are checked. */
const MEDIA_SLOTS = 4;
/** Partitions and single jobs: each waits for a provider or storage most of the time. */
const CALLS_SLOTS = 200;
/** Each holds a part of a file, and a connection while it writes to a Lark table. */
const EXPORTS_SLOTS = 3;
/** Concurrent batches: most of them download, store or wait for a judge; the sandbox limits those that measure. */
const METRICS_SLOTS = 8;
/** Each holds the rows of a part in memory. */
const INDEX_SLOTS = 3;
/** Each reads its own replica and uploads a file; more would only share the disk. */
const ITEM_EXPORTS_SLOTS = 2;
/** Each reads its clips one after the other, for an hour or more. */
const ROW_IMPORTS_SLOTS = 4;
/** Each reads its own replica or the labels of a task, and waits for the database most of the time. */
const LABELLING_SLOTS = 2;
/** Each copies a few clips and waits for a performer most of the time. */
const LABEL_MODELS_SLOTS = 4;
/** Each reads clips ahead, within a limit, and has a shard on disk. */
const PACKAGES_SLOTS = 8;
/** Of item lists that the shards being written share. */
const ITEM_LISTS_BYTES = 64 * 1024 ** 2;
/** Each may use the memory of a replica engine, and the disk for what does not fit. */
const PACKAGE_COMPARISONS_SLOTS = 1;
const DATA_COMPARISONS_SLOTS = 1;
/** Each follows one job, and waits most of the time; those that write item lists read a replica. */
const PROCESSING_SLOTS = 60;
/** Each waits for a cluster, or for the lock of one. */
const SERVICES_SLOTS = 16;
/** Each holds two shards. */
const VERIFY_SLOTS = 2;

/** How many files may wait for the sandbox, over all workers that use it. */
export const JAIL_WAITING =
  MEDIA_SLOTS + STEPS_AT_ONCE + METRICS_SLOTS + PICTURES_AT_ONCE + ROW_IMPORTS_SLOTS * CLIPS_AT_ONCE;

/** All workers of the process, in start and stop order. Each has its own task queue. */
export const WORKERS: readonly WorkerRow<WorkerContext>[] = [
  {
    name: "main",
    taskQueue: (installation) => installation,
    slots: 50,
    runsWorkflows: true,
    open: (context) => {
      const { stripe, close } = openStripe(context.config.stripe);
      return {
        activities: {
          ...authActivities(context),
          ...cancelSubscriptionActivities({ ...context, stripe }),
          ...exportHeadActivities(context),
          ...keepBoardActivities(context),
          ...sendJudgingMailActivities(context),
          ...sweepAssetsActivities(context),
          ...sweepCreditsActivities(context),
          ...sweepDatasetsActivities(context.data),
          ...sweepLabelFilesActivities(context.data),
          ...sweepLeasesActivities(context),
          ...sweepPackagesActivities(context.data),
          ...sweepRetentionActivities({ ...context, datasetsStorage: context.data.storage }),
          ...usersActivities(context),
        },
        close: async () => close(),
      };
    },
  },
  {
    name: "media",
    taskQueue: mediaTaskQueue,
    slots: MEDIA_SLOTS,
    open: (context) => ({ activities: ingestAssetActivities(readsFiles(context)) }),
  },
  {
    name: "calls",
    taskQueue: jobsTaskQueue,
    slots: CALLS_SLOTS,
    // Hundreds a second, so only logged for debugging.
    doneLevel: "debug",
    open: (context) => {
      const perform = createPerformDeps({ ...readsFiles(context), assetUrl: createAssetAddress(context) });
      return { activities: generationActivities({ ...perform, temporal: context.temporal }) };
    },
  },
  {
    name: "exports",
    taskQueue: exportsTaskQueue,
    slots: EXPORTS_SLOTS,
    open: (context) => ({ activities: runExportActivities({ ...context, lark: openLark(context.config.lark) }) }),
  },
  {
    name: "metrics",
    taskQueue: metricsTaskQueue,
    slots: METRICS_SLOTS,
    open: (context) => {
      const threads = openMeasureThreads();
      const deps: Parameters<typeof prepareClipsActivities>[0] = {
        ...readsFiles(context),
        threads,
        finishIfDone: (tx, maybe) => finishIfDone(tx, { snapshotBoard: startBoardSnapshot }, maybe),
      };
      return { activities: prepareClipsActivities(deps), close: threads.close };
    },
  },
  {
    name: "index",
    taskQueue: indexTaskQueue,
    slots: INDEX_SLOTS,
    open: ({ config, data, log }) => {
      const itemTables = createItemTables(data.catalogue);
      const { indexesMedia: readsMedia, indexPartSamples: partSamples } = config;
      const deps = { ...data, itemTables, log, readsMedia, partSamples };
      return { activities: { ...indexDatasetActivities(deps), ...checkDatasetsActivities(deps) } };
    },
  },
  {
    name: "item exports",
    taskQueue: itemExportsTaskQueue,
    slots: ITEM_EXPORTS_SLOTS,
    open: ({ data, replicas }) => ({ activities: exportItemsActivities({ ...data, replicas }) }),
  },
  {
    name: "row imports",
    taskQueue: rowImportsTaskQueue,
    slots: ROW_IMPORTS_SLOTS,
    open: (context) => {
      const { bucketReaders, tableReader } = context.data;
      const deps = { ...readsFiles(context), ...openBenchmarks(context), bucketReaders, tableReader };
      return { activities: rowImportActivities(deps) };
    },
  },
  {
    name: "labelling",
    taskQueue: labellingTaskQueue,
    slots: LABELLING_SLOTS,
    open: ({ data, replicas }) => ({
      activities: {
        ...fillLabelTaskActivities({ ...data, replicas }),
        ...exportLabelsActivities(data),
        ...measureLabelAgreementActivities(data),
        ...snapshotLabelsActivities(data),
        ...prefillLabelTaskActivities(data),
      },
    }),
  },
  {
    name: "label models",
    taskQueue: labelModelsTaskQueue,
    slots: LABEL_MODELS_SLOTS,
    open: ({ data, replicas, outgoing, secretKeys }) => {
      const deps = { ...data, replicas, outgoing, box: createPerformerSecretBox(secretKeys) };
      return { activities: askModelActivities(deps) };
    },
  },
  {
    name: "packages",
    taskQueue: packagesTaskQueue,
    slots: PACKAGES_SLOTS,
    open: ({ config, data, replicas }) => {
      const lists = openItemLists(data.storage, ITEM_LISTS_BYTES);
      const deps = { ...data, replicas, lists, scratchRoot: config.mediaFolder, commit: config.commit };
      return { activities: writePackageActivities(deps) };
    },
  },
  {
    name: "package comparisons",
    taskQueue: packageComparisonsTaskQueue,
    slots: PACKAGE_COMPARISONS_SLOTS,
    open: ({ config, data, log }) => {
      const { memoryBytes, threads } = config.replica;
      const deps = { ...data, scratchRoot: config.mediaFolder, memoryBytes, threads, log };
      return { activities: comparePackagesActivities(deps) };
    },
  },
  {
    name: "data comparisons",
    taskQueue: dataComparisonsTaskQueue,
    slots: DATA_COMPARISONS_SLOTS,
    open: ({ config, data, replicas, log }) => {
      const { memoryBytes, threads } = config.replica;
      const deps = { ...data, replicas, scratchRoot: config.mediaFolder, memoryBytes, threads, log };
      return { activities: compareArmsActivities(deps) };
    },
  },
  {
    name: "processing",
    taskQueue: processingTaskQueue,
    slots: PROCESSING_SLOTS,
    open: ({ data, replicas, services }) => ({
      activities: processDatasetActivities({ ...data, replicas, clusters: services.clusters }),
    }),
  },
  {
    name: "services",
    taskQueue: servicesTaskQueue,
    slots: SERVICES_SLOTS,
    open: ({ services }) => ({ activities: applyDeployActivities(services) }),
  },
  {
    name: "verify",
    taskQueue: verifyTaskQueue,
    slots: VERIFY_SLOTS,
    open: ({ db, clock, viewer }) => {
      const deps = { db, clock, sets: viewer.sets };
      return { activities: { ...verifySetActivities(deps), ...measureColumnActivities(deps) } };
    },
  },
];

/** For activities that process files in the sandbox and talk to performers. */
const readsFiles = (context: WorkerContext) => ({
  ...context,
  box: createPerformerSecretBox(context.secretKeys),
  scratchRoot: context.config.mediaFolder,
});
