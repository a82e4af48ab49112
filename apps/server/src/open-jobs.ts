import type { AssetsDeps } from "./features/assets/assets-deps.ts";
import { checkAgain } from "./features/assets/ingest/check-again.ts";
import { abortUpload } from "./features/assets/uploads/abort-upload.ts";
import type { BenchmarksDeps } from "./features/benchmarks/index.ts";
import { cancelRowImport } from "./features/benchmarks/row-imports/start-row-import.ts";
import { retryFailed } from "./features/benchmarks/runs/retry-failed.ts";
import { cancelGeneration } from "./features/benchmarks/runs/stop-generation.ts";
import type { OpenedClusters } from "./features/clusters/index.ts";
import { stopJob } from "./features/clusters/jobs/stop-job.ts";
import { compareArmsAgain } from "./features/data-experiments/comparison/start-comparisons.ts";
import { cancelIndexing } from "./features/datasets/cancel-indexing.ts";
import { cancelItemExport } from "./features/datasets/exports/export-items.ts";
import { indexAgain } from "./features/datasets/index-again.ts";
import { cancelExport } from "./features/exports/cancel-export.ts";
import type { ExportsDeps } from "./features/exports/exports-deps.ts";
import { resumeExport } from "./features/exports/resume-export.ts";
import { cancelJob } from "./features/generation/jobs/cancel-job.ts";
import { retryJob } from "./features/generation/jobs/retry-job.ts";
import { retryDeploy } from "./features/inference-services/deploys/retry-deploy.ts";
import type { OpenedServices } from "./features/inference-services/index.ts";
import type { ActedJob, JobActs } from "./features/jobs/index.ts";
import { cancelLabelExport } from "./features/labelling/exports/create-label-export.ts";
import { cancelPrefill } from "./features/labelling/prefill/create-prefill.ts";
import { requestLabelReport } from "./features/labelling/report/request-label-report.ts";
import { changeLabelTaskStatus } from "./features/labelling/tasks/change-label-task.ts";
import { cancelPackage } from "./features/packages/creation/cancel-package.ts";
import { repeatPackage } from "./features/packages/creation/create-package.ts";
import { cancelProcessing, retryProcessing } from "./features/processing/creation/create-processing.ts";
import { cancelVerification } from "./features/viewer/verify/cancel-verification.ts";

/** Recorded where a feature asks for the reason of a retry. */
const REASON = "retried from the list of jobs";

interface JobActsDeps {
  readonly assets: AssetsDeps;
  readonly benchmarks: BenchmarksDeps;
  readonly clusters: OpenedClusters;
  readonly exports: ExportsDeps;
  readonly services: OpenedServices;
}

/** Kinds whose key does not name their subject always have one. */
const subjectOf = ({ subjectId, id }: ActedJob): string => {
  if (subjectId === null) throw new Error(`job ${id} has no subject`);
  return subjectId;
};

/**
 * What the list of jobs can do, by the functions of the features, so that their rules and audit log entries hold. A kind
 * without an act has none on its own screen either. A further source adds a kind to the contract and a line here.
 */
export const jobActs = ({ assets, benchmarks, clusters, exports, services }: JobActsDeps): JobActs => {
  const { db } = benchmarks;
  return {
    generation: {
      retry: async (context, job) => {
        const { requestKey } = job;
        await retryFailed(benchmarks, context, { id: subjectOf(job), reason: REASON, cells: undefined, requestKey });
      },
      cancel: async (context, job) => {
        await cancelGeneration(benchmarks, context, { id: subjectOf(job), cells: undefined });
      },
    },
    performer_call: {
      retry: (context, { key, requestKey }) => retryJob(benchmarks, context, { id: key, requestKey }),
      cancel: (context, { key }) => cancelJob(benchmarks, context, key),
    },
    asset_ingest: {
      retry: async (context, job) => {
        await checkAgain(assets, context, subjectOf(job));
      },
      cancel: (context, job) => {
        const version = Number(job.key.split("/")[1]);
        return abortUpload(assets, context, { assetId: subjectOf(job), version });
      },
    },
    row_import: {
      cancel: async (context, job) => {
        await cancelRowImport(benchmarks, context, { taskId: subjectOf(job), importId: job.key });
      },
    },
    clip_preparation: {},
    export: {
      retry: async (context, { key }) => {
        await resumeExport(exports, context, key);
      },
      cancel: async (context, { key }) => {
        await cancelExport(exports, context, key);
      },
    },
    dataset_index: {
      retry: (context, job) => indexAgain({ db }, context, { id: subjectOf(job), note: REASON }),
      cancel: (context, job) => cancelIndexing({ db }, context, subjectOf(job)),
    },
    dataset_export: {
      cancel: async (context, { key }) => {
        await cancelItemExport(db, context, key);
      },
    },
    package: {
      retry: async (context, { key, requestKey }) => {
        await repeatPackage({ db }, context, key, requestKey);
      },
      cancel: (context, { key }) => cancelPackage({ db }, context, key),
    },
    package_comparison: {},
    data_comparison: {
      retry: (context, job) => compareArmsAgain(db, context, subjectOf(job)),
    },
    set_verification: {
      cancel: async (context, { key }) => {
        await cancelVerification(db, context, key);
      },
    },
    column_means: {},
    label_fill: {
      retry: (context, { key }) => changeLabelTaskStatus(db, context, { id: key, action: "start", reason: REASON }),
    },
    label_addition: {},
    label_prefill: {
      cancel: async (context, { key }) => {
        await cancelPrefill(db, context, key);
      },
    },
    label_export: {
      cancel: async (context, { key }) => {
        await cancelLabelExport(db, context, key);
      },
    },
    label_snapshot: {},
    label_report: {
      retry: async (context, job) => {
        await requestLabelReport(db, context, subjectOf(job));
      },
    },
    subscription_cancellation: {},
    cluster_job: {
      cancel: async (context, { key }) => {
        await stopJob(clusters, context, { id: key, typedName: undefined });
      },
    },
    service_deploy: {
      retry: (context, job) => {
        const number = Number(job.key.split("/")[1]);
        return retryDeploy(services, context, { serviceId: subjectOf(job), number, requestKey: job.requestKey });
      },
    },
    processing: {
      retry: (context, { key, requestKey }) => retryProcessing({ db }, context, { id: key, requestKey }),
      cancel: (context, { key }) => cancelProcessing({ db }, context, key),
    },
  };
};
