import { randomUUID } from "node:crypto";

/** The ids that a rater would need to address a task, and that the server must not help them with. */
export interface SealedTask {
  readonly taskId: string;
  readonly otherTaskId: string;
  readonly columnId: string;
  readonly rowId: string;
  readonly jobId: string;
  readonly assetId: string;
  readonly exportId: string;
  readonly judgementId: string;
  readonly performerId: string;
}

interface Request {
  readonly path: string;
  readonly body?: unknown;
}

/** `refused`: the call answers 403. `open`: it answers, or refuses for another reason, and leaks nothing. */
interface Expected {
  readonly outcome: "refused" | "open";
  readonly ask: (task: SealedTask) => Request;
}

const reason = "a test";
const expect_revision = 1;
const row = { inputs: { prompt: "p" } };
const key = (): string => randomUUID();

const refused = (ask: Expected["ask"]): Expected => ({ outcome: "refused", ask });
const open = (ask: Expected["ask"]): Expected => ({ outcome: "open", ask });

const grid =
  (act: string, body?: unknown, place = "") =>
  ({ taskId }: SealedTask): Request => ({ path: `/api_v1/task/benchmark/${act}/${taskId}${place}`, body });

const judging =
  (act: string, body?: unknown) =>
  ({ taskId }: SealedTask): Request => ({ path: `/api_v1/evaluating/${act}/${taskId}`, body });

const board =
  (rest = "") =>
  ({ taskId }: SealedTask): Request => ({ path: `/api_v1/leaderboard/${taskId}${rest}` });

const actsOn = (taskId: string) => ({ filter: { id: taskId }, counted_at: "2036-01-01T00:00:00Z" });

const EXPORT = { rows: "cells", aggregation: "All", media: "none" } as const;

/** Calls about tasks, their clips, jobs and results. */
export const TASK_SCOPED: Readonly<Record<string, Expected>> = {
  "tasks.listTasks": open(() => ({ path: "/api_v1/task/list" })),
  "tasks.createTask": open(({ taskId }) => ({
    path: "/api_v1/task/create",
    body: { kind: "Evaluation", name: "n", request_key: key(), sources: [{ task_id: taskId, column_ids: [] }] },
  })),
  "tasks.getTask": open(({ taskId }) => ({ path: `/api_v1/task/detail/${taskId}` })),
  "tasks.updateTask": open(({ taskId }) => ({
    path: `/api_v1/task/update/${taskId}`,
    body: { expect_revision, description: "d" },
  })),
  "tasks.deleteTask": open(({ taskId }) => ({ path: `/api_v1/task/delete/${taskId}` })),
  "tasks.duplicateTask": refused(({ taskId }) => ({
    path: `/api_v1/task/duplicate/${taskId}`,
    body: { name: "copy", request_key: key() },
  })),
  "tasks.archiveTasks": open(({ otherTaskId }) => ({
    path: "/api_v1/task/archive",
    body: { ids: [otherTaskId], is_archived: false },
  })),

  "benchmarks.getBenchmark": refused(grid("detail")),
  "benchmarks.updateBenchmark": refused(grid("update", { expect_revision })),
  "benchmarks.listRows": refused(grid("rows")),
  "benchmarks.addRows": refused(grid("add_rows", { expect_revision, rows: [row] })),
  "benchmarks.importRows": refused(
    grid("import_rows", { expect_revision, format: "csv", text: "prompt\np\n", is_dry_run: true }),
  ),
  "benchmarks.importDatasetRows": refused(
    grid("import_dataset_rows", {
      dataset_id: key(),
      seed: 0,
      count: 1,
      mapping: { inputs: { prompt: { from: "column", column: "caption" } } },
      request_key: key(),
    }),
  ),
  "benchmarks.listRowImports": refused(grid("row_imports")),
  "benchmarks.cancelRowImport": refused(grid("cancel_row_import", undefined, `/${key()}`)),
  "benchmarks.updateRow": refused((it) => grid("update_row", { ...row, expect_revision, row_id: it.rowId })(it)),
  "benchmarks.removeRows": refused((it) => grid("remove_rows", { expect_revision, row_ids: [it.rowId] })(it)),
  "benchmarks.excludeRows": refused((it) =>
    grid("exclude_rows", { expect_revision, row_ids: [it.rowId], is_excluded: true, reason })(it),
  ),
  "benchmarks.addColumn": refused((it) =>
    grid("add_column", { expect_revision, performer_id: it.performerId, params: {} })(it),
  ),
  "benchmarks.updateColumn": refused((it) =>
    grid("update_column", { expect_revision, column_id: it.columnId, performer_id: it.performerId, params: {} })(it),
  ),
  "benchmarks.removeColumn": refused((it) => grid("remove_column", { expect_revision, column_id: it.columnId })(it)),
  "benchmarks.listCells": refused(grid("cells", undefined, "?row_from=0&row_to=5&col_from=0&col_to=5")),
  "benchmarks.getCell": refused(grid("cell", undefined, "/0/0")),
  "benchmarks.dryRun": refused(grid("dry_run")),
  "benchmarks.generateData": refused(grid("generate_data", {})),
  "benchmarks.regenerateData": refused(
    grid("regenerate_data", { expect_revision, seed: { mode: "new" }, reason, request_key: key() }, "/0/0"),
  ),
  "benchmarks.refreshGenerateStatus": refused(grid("refresh_generate_status")),
  "benchmarks.startEvaluation": refused(grid("start_evaluation")),
  "benchmarks.stopEvaluation": refused(grid("stop_evaluation")),
  "benchmarks.resetGeneration": refused(grid("reset")),
  "benchmarks.retryFailed": refused(grid("retry_failed", { reason, request_key: key() })),
  "benchmarks.cancelGeneration": refused(grid("cancel", {})),
  "benchmarks.excludeCell": refused(grid("exclude", { is_excluded: true, reason }, "/0/0")),
  "benchmarks.pinAttempt": refused((it) => grid("pin", { attempt_id: it.jobId, reason }, "/0/0")(it)),

  "lineage.getLineage": refused(({ taskId }) => ({ path: `/api_v1/lineage/near/board/${taskId}` })),
  "lineage.listLineage": refused(({ taskId }) => ({
    path: `/api_v1/lineage/list/benchmark/${taskId}?direction=sources&of=performer`,
  })),
  "lineage.getLineageGraph": refused(({ taskId }) => ({ path: `/api_v1/lineage/graph/benchmark/${taskId}` })),

  "evaluations.listMyQueue": open(() => ({ path: "/api_v1/evaluating/tasks" })),
  "evaluations.listMyItems": open(({ taskId }) => ({ path: `/api_v1/evaluating/list?task_id=${taskId}` })),
  "evaluations.claimItems": open(({ taskId }) => ({ path: "/api_v1/evaluating/claim", body: { task_id: taskId } })),
  "evaluations.heartbeatItems": open(() => ({ path: "/api_v1/evaluating/heartbeat", body: { lease_ids: [key()] } })),
  "evaluations.saveDraft": open(() => ({ path: "/api_v1/evaluating/draft", body: {} })),
  "evaluations.releaseItem": open(() => ({ path: "/api_v1/evaluating/release", body: { lease_id: key() } })),
  "evaluations.skipItem": open(() => ({ path: "/api_v1/evaluating/skip", body: { lease_id: key() } })),
  "evaluations.submitJudgement": open(() => ({ path: "/api_v1/evaluating/submit", body: {} })),
  "evaluations.undoJudgement": open(({ judgementId }) => ({
    path: "/api_v1/evaluating/undo",
    body: { judgement_id: judgementId },
  })),
  "evaluations.readItemMedia": open(() => ({ path: `/api_v1/evaluating/media/${key()}/A` })),
  "evaluations.getEvaluation": open(judging("detail")),
  "evaluations.planEvaluation": open(judging("plan", {})),
  "evaluations.startEvaluationTask": open(judging("start", { expect_revision })),
  "evaluations.changeRaters": open(judging("raters", {})),
  "evaluations.addGold": refused(judging("gold", { row: 0, a: 0, b: 1, expected: "a" })),
  "evaluations.countInformed": open(judging("count_informed", { counts_informed: false, reason })),
  "evaluations.listJudgements": refused(judging("judgements")),
  "evaluations.voidJudgement": refused(({ judgementId }) => ({
    path: "/api_v1/evaluating/void",
    body: { judgement_id: judgementId, reason },
  })),
  "evaluations.closeEvaluation": open(judging("close", {})),
  "evaluations.reopenEvaluation": open(judging("reopen", { reason })),

  "leaderboards.compareBoards": refused(({ taskId, otherTaskId }) => ({
    path: `/api_v1/leaderboard/compare?id=${taskId}&id=${otherTaskId}`,
  })),
  "leaderboards.getBoard": refused(board()),
  "leaderboards.listBoardPrompts": refused(board("/prompts")),
  "leaderboards.getBoardPrompt": refused(board("/prompt/0")),
  "leaderboards.getMetrics": refused(board("/metrics")),
  "leaderboards.listSnapshots": refused(board("/snapshots")),
  "leaderboards.downloadBoard": refused(board("/download")),

  "exports.getLarkState": open(() => ({ path: "/api_v1/export/lark" })),
  "exports.resolveLarkLink": open(() => ({
    path: "/api_v1/export/lark/resolve",
    body: { link: "https://x.test/base/b" },
  })),
  "exports.createLarkBase": open(() => ({
    path: "/api_v1/export/lark/base",
    body: { name: "Results", request_key: key() },
  })),
  "exports.previewExport": refused(({ taskId }) => ({
    path: "/api_v1/export/preview",
    body: { ...EXPORT, task_ids: [taskId] },
  })),
  "exports.createExport": refused(({ taskId }) => ({
    path: "/api_v1/export/create",
    body: { ...EXPORT, task_ids: [taskId], target: { kind: "csv" }, request_key: key() },
  })),
  "exports.listExports": open(() => ({ path: "/api_v1/export/list" })),
  "exports.getExport": open(({ exportId }) => ({ path: `/api_v1/export/detail/${exportId}` })),
  "exports.cancelExport": open(({ exportId }) => ({ path: `/api_v1/export/cancel/${exportId}` })),
  "exports.resumeExport": open(({ exportId }) => ({ path: `/api_v1/export/resume/${exportId}` })),
  "exports.downloadExport": refused(({ exportId }) => ({ path: `/api_v1/export/download/${exportId}` })),

  "performers.listPerformers": open(() => ({ path: "/api_v1/performer/list" })),
  "performers.createPerformer": open(() => ({ path: "/api_v1/performer/create", body: {} })),
  "performers.updatePerformer": open(() => ({ path: "/api_v1/performer/update", body: {} })),
  "performers.deletePerformer": open(() => ({ path: "/api_v1/performer/delete", body: {} })),
  "performers.testPerformer": open(() => ({ path: "/api_v1/performer/test", body: {} })),
  "performers.estimatePerformerTask": open(() => ({ path: "/api_v1/performer/task/estimate", body: {} })),
  "performers.createPerformerTask": open(() => ({ path: "/api_v1/performer/task/create", body: {} })),
  "performers.listPerformerTasks": open(() => ({ path: "/api_v1/performer/task/list" })),
  "performers.filterPerformerTasks": open(() => ({ path: "/api_v1/performer/task/filter", body: {} })),
  "performers.getPerformerTask": refused(({ jobId }) => ({ path: `/api_v1/performer/task/detail?id=${jobId}` })),
  "performers.cancelPerformerTask": refused(({ jobId }) => ({
    path: "/api_v1/performer/task/cancel",
    body: { id: jobId },
  })),
  "performers.receiveWebhook": open(({ performerId }) => ({
    path: `/api_v1/performer/webhook/${performerId}`,
    body: {},
  })),

  "assets.listAssets": open(() => ({ path: "/api_v1/asset/list" })),
  "assets.listUsableAssets": open(({ assetId }) => ({ path: `/api_v1/asset/usable?kind=video&q=${assetId}` })),
  "assets.getUsableAsset": open(({ assetId }) => ({ path: `/api_v1/asset/usable_detail?id=${assetId}` })),
  "assets.getAsset": refused(({ assetId }) => ({ path: `/api_v1/asset/detail?id=${assetId}` })),
  "assets.updateAssets": open(({ assetId }) => ({ path: "/api_v1/asset/update", body: { ids: [assetId] } })),
  "assets.deleteAssets": refused(({ assetId }) => ({ path: "/api_v1/asset/delete", body: { ids: [assetId] } })),
  "assets.listReferences": refused(({ assetId }) => ({ path: `/api_v1/asset/references?id=${assetId}` })),
  "assets.createLink": refused(({ assetId }) => ({
    path: "/api_v1/asset/link",
    body: { id: assetId, valid_minutes: 10 },
  })),
  "assets.checkAgain": refused(({ assetId }) => ({ path: "/api_v1/asset/check_again", body: { id: assetId } })),
  "assets.restoreVersion": refused(({ assetId }) => ({
    path: "/api_v1/asset/restore_version",
    body: { id: assetId, version: 1 },
  })),
  "assets.downloadAsset": refused(({ assetId }) => ({ path: `/api_v1/asset/download?id=${assetId}` })),

  "operationLog.listOperations": open(() => ({ path: "/api_v1/admin/logger/operations?limit=100" })),
  "search.search": open(() => ({ path: "/api_v1/search?q=secret" })),
  "operationLog.exportOperations": refused(() => ({ path: "/api_v1/admin/logger/export" })),

  "content.makeBenchmarkRow": open(({ taskId }) => ({
    path: "/api_v1/admin/content/favorites/benchmark_row",
    body: { id: key(), task_id: taskId },
  })),

  "leaderboards.listSharedBoards": open(() => ({ path: "/api_v1/shared_leaderboard/list" })),
  // Nobody who may not open it learns that it exists.
  "leaderboards.getSharedBoard": open(({ taskId }) => ({ path: `/api_v1/shared_leaderboard/detail/${taskId}` })),
  "leaderboards.listBoardShares": open(board("/shares")),
  "leaderboards.shareBoard": open(({ taskId }) => ({
    path: `/api_v1/leaderboard/${taskId}/share`,
    body: { usernames: ["nobody"] },
  })),
  "leaderboards.unshareBoard": open(({ taskId }) => ({
    path: `/api_v1/leaderboard/${taskId}/unshare`,
    body: { user_id: key() },
  })),

  "jobs.searchJobs": open(({ taskId }) => ({ path: "/api_v1/admin/job/search", body: { id: taskId } })),
  "jobs.countJobs": open(({ taskId }) => ({ path: "/api_v1/admin/job/count", body: { id: taskId } })),
  "jobs.getJobRates": open(() => ({ path: "/api_v1/admin/job/rates", body: {} })),
  "jobs.getJob": open(({ exportId }) => ({ path: `/api_v1/admin/job/detail/${exportId}` })),
  "jobs.countJobActs": open(({ taskId }) => ({
    path: "/api_v1/admin/job/count_acts",
    body: { filter: { id: taskId } },
  })),
  "jobs.retryJobs": open(({ taskId }) => ({ path: "/api_v1/admin/job/retry", body: actsOn(taskId) })),
  "jobs.cancelJobs": open(({ taskId }) => ({ path: "/api_v1/admin/job/cancel", body: actsOn(taskId) })),

  "jobs.listJobQueues": open(() => ({ path: "/api_v1/admin/job/queues" })),
  "jobs.pauseJobQueue": open(() => ({
    path: "/api_v1/admin/job/pause",
    body: { queue: "package", is_paused: false, reason: "a test" },
  })),
  "jobs.findStuckJobs": open(() => ({ path: "/api_v1/admin/job/stuck" })),

  "events.watchEvents": open(() => ({ path: "/api_v1/events?topic=nothing" })),
};

/** Groups of calls that know no task, clip, job or judgement. */
export const UNSCOPED_GROUPS: readonly string[] = [
  "approvals",
  "auth",
  "clusters",
  "credits",
  "dataExperiments",
  "datasets",
  "demo",
  "dimensions",
  "experimentReports",
  "experiments",
  "runSources",
  "secondFactors",
  "inferenceServices",
  "labelling",
  "notifications",
  "packages",
  "passkeys",
  "payments",
  "permissions",
  "platformTools",
  "processing",
  "scim",
  "serviceApi",
  "settings",
  "signOn",
  "storage",
  "system",
  "users",
  "viewer",
];

/** The same for single calls of the other groups: uploads and folders, content of the product, the chain of the history. */
export const UNSCOPED_CALLS: readonly string[] = [
  "assets.uploadSmall",
  "assets.generateUploadInfo",
  "assets.generateUploadInfoWithCache",
  "assets.signParts",
  "assets.getUploadState",
  "assets.completeUpload",
  "assets.cancelUpload",
  "assets.getOwnAsset",
  "assets.issueAssetCredentials",
  "assets.issueCredentials",
  "assets.registerObject",
  "assets.getUsage",
  "assets.listTags",
  "assets.listFolders",
  "assets.listUsableFolders",
  "assets.ensureFolder",
  "assets.updateFolder",
  "assets.deleteFolder",
  "content.listFavorites",
  "content.listProjectTasks",
  "content.getProjectTask",
  "content.auditFavorite",
  "operationLog.listOperationTypes",
  "operationLog.listSecurityEvents",
  "operationLog.reportOperation",
  "operationLog.verifyOperations",
  "tasks.searchPeople",
];
