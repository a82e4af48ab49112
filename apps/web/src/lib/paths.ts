/** Paths referenced in code; all other screens are reached through the screen table. */
export const PATHS = {
  start: "/",
  login: "/login",
  home: "/frog-home",
  dataset: "/dataset",
  versionOne: "/v1",
  taskManage: "/task-manage",
  taskGenerate: "/task-generate",
  taskBenchmark: "/task-benchmark",
  sharedBoard: "/shared-board",
  performerPlayground: "/performer-playground",
  evaluating: "/evaluating",
  labelTasks: "/label/task/list",
  packageRecords: "/package-records",
  experiment: "/experiment",
  dataExperiment: "/data-experiment",
  service: "/service",
  dimensionSetEditor: "/dimension-set-editor",
  dynamicConfig: "/dynamic-config-manage",
  feishuExport: "/feishu-export",
  platform: "/platform",
  platformUser: "/platform/user",
  platformPermission: "/platform/permission",
  platformContent: "/platform/content",
  platformHistory: "/platform/history",
  platformTools: "/platform/tools",
  developerDesk: "/dev",
} as const;

export const clusterJobAddress = (clusterId: string, jobId: string): string =>
  `/data-pipeline?cluster=${clusterId}&job=${jobId}`;
export const serviceAddress = (serviceId: string): string => `/service?service=${serviceId}`;
/** Opens the form of a service for the checkpoint of a run. */
export const newServiceAddress = (runId: string): string => `/service?for_run=${runId}`;
export const labelTaskAddress = (taskId: string): string => `/label/task/${taskId}`;
export const labelHistoryAddress = (taskId: string): string => `/label/history/${taskId}`;
/** Runs that process a dataset view on a cluster. */
export const PROCESSING_ADDRESS = "/data-pipeline?tab=processing";
export const packageAddress = (packageId: string): string => `/package-records?id=${packageId}`;
/** Opens the form of a new package, with its source chosen as far as it is known. */
export const newPackageAddress = (datasetId: string, viewId?: string): string =>
  `/package-records?new=1&dataset=${datasetId}${viewId === undefined ? "" : `&view=${viewId}`}`;

/** The playground with this performer chosen. */
export const performerAddress = (performerId: string): string =>
  `${PATHS.performerPlayground}?performer=${performerId}`;

/** The registration of a performer. */
export const registeredPerformerAddress = (performerId: string): string =>
  `${PATHS.performerPlayground}?tab=performers&edit=${performerId}`;

/** Opens the form of a new performer of the dialect that our services speak, filled in as far as it is known. */
export const newPerformerAddress = (given: {
  name: string;
  endpoint: string;
  model: string;
  service: string;
}): string =>
  `${PATHS.performerPlayground}?${new URLSearchParams({ tab: "performers", edit: "new", preset: "videos", ...given })}`;

/** The items of a view, found by its id. */
export const viewAddress = (datasetId: string, viewId: string): string =>
  `${PATHS.dataset}?id=${datasetId}&saved_view=${viewId}`;

export const experimentRunAddress = (runId: string): string => `${PATHS.experiment}?run=${runId}`;
export const experimentReportAddress = (reportId: string): string => `${PATHS.experiment}?report=${reportId}`;
export const experimentCompareAddress = (runIds: readonly string[]): string =>
  `${PATHS.experiment}?${new URLSearchParams(runIds.map((id) => ["compare", id]))}`;
export const dataExperimentAddress = (id: string, tab?: string): string =>
  `${PATHS.dataExperiment}?id=${id}${tab === undefined ? "" : `&tab=${tab}`}`;
