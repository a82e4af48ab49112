import type { JobKind } from "@dailies/contract";

/** The workflow of a job: by its id, or the newest whose id begins like this. */
export type WorkflowRef = { readonly id: string } | { readonly prefix: string };

interface JobOfKind {
  readonly key: string;
  readonly subjectId: string | null;
  readonly attempts: number;
}

/** How each feature names its workflows, undefined without one; `open-jobs.test.ts` compares them with the features. */
export const WORKFLOWS: Readonly<Record<JobKind, (job: JobOfKind) => WorkflowRef | undefined>> = {
  generation: ({ key, attempts }) => ({ id: `generate/${key}/${attempts - 1}` }),
  performer_call: ({ key }) => ({ prefix: `perform/${key}/` }),
  // A file that is checked again has a workflow of its own for each check.
  asset_ingest: ({ key }) => ({ prefix: `asset-ingest/${key}` }),
  row_import: ({ key }) => ({ id: `row-import/${key}` }),
  clip_preparation: ({ subjectId }) => ({ prefix: `prepare-clips-${subjectId}-` }),
  export: ({ key, attempts }) => ({ id: `export/${key}/${attempts}` }),
  dataset_index: ({ key }) => ({ id: `index-dataset/${key}` }),
  dataset_export: ({ key }) => ({ id: `dataset-export/${key}` }),
  package: ({ key }) => ({ id: `package/${key}` }),
  package_comparison: ({ key }) => ({ id: `package-comparison/${key}` }),
  data_comparison: ({ key }) => ({ id: `data-comparison/${key}` }),
  set_verification: ({ key }) => ({ id: `sdv-verification/${key}` }),
  column_means: ({ key }) => ({ id: `sdv-column/${key}` }),
  label_fill: ({ key, attempts }) => ({ id: `label-fill/${key}/${attempts}` }),
  label_addition: ({ subjectId }) => ({ prefix: `label-fill/${subjectId}/` }),
  label_prefill: ({ key }) => ({ id: `label-prefill/${key}` }),
  label_export: ({ key }) => ({ id: `label-export/${key}` }),
  label_snapshot: ({ key }) => ({ id: `label-snapshot/${key}` }),
  label_report: ({ key }) => ({ id: `label-report/${key}` }),
  subscription_cancellation: ({ key }) => ({ id: `cancel-subscription/${key}` }),
  // Ray runs it; polls only read how it goes.
  cluster_job: () => undefined,
  service_deploy: ({ key }) => ({ id: `service-deploy-${key.replace("/", "-")}` }),
  processing: ({ key, attempts }) => ({ id: `processing/${key}/${attempts}` }),
};
