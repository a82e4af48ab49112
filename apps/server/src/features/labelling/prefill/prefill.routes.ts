// Values that the fields of a label task start with: files read by the worker, and answers of performers.
// Implements "pre-fill from a performer or from an import" of /label/task/list.
import type { LabelPrefill, labelPrefillRoutes, PrefillModel } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { cancelPrefill, createModelPrefill, createPrefill, startPrefill } from "./create-prefill.ts";
import { estimateModelPrefill, listPrefillPerformers } from "./model/plan-model-prefill.ts";
import { listPrefills, type PrefillFile, type PrefillModelRecord } from "./prefill.store.ts";

const toModel = (model: PrefillModelRecord): PrefillModel => ({
  performer_id: model.performerId,
  version: model.version,
  instruction: model.instruction,
  is_only_empty: model.isOnlyEmpty,
  max_items: model.maxItems,
  asked: model.asked,
  cost: model.pricing && { amount_micros: model.costMicros, currency: model.pricing.currency },
  max_cost_micros: model.maxCostMicros,
  ended_by: model.endedBy,
});

const toPrefill = (file: PrefillFile): LabelPrefill => ({
  id: file.id,
  task_id: file.taskId,
  file_name: file.fileName,
  format: file.format,
  model: file.model && toModel(file.model),
  status: file.status,
  size_bytes: file.sizeBytes,
  bytes_read: file.bytesRead,
  rows_read: file.rowsRead,
  rows_wrong: file.rowsWrong,
  items_read: file.itemsRead,
  items_total: file.itemsTotal,
  applied: file.applied,
  skipped: file.skipped,
  faults: [...file.faults],
  error: file.error,
  created_by: file.createdBy,
  created_at: file.createdAt.toISOString(),
  finished_at: file.finishedAt?.toISOString() ?? null,
});

/** Bound to the size that was announced; If-None-Match makes the URL usable only once. */
const uploadOf = ({ storage }: LabellingDeps, { objectKey, sizeBytes }: PrefillFile, at: Date) => {
  const headers = { "content-type": "application/octet-stream", "if-none-match": "*" };
  const signed = { ...headers, "content-length": `${sizeBytes}` };
  const expiresS = SIGNED_URL_TTL_S.browser;
  return { url: storage.presign({ method: "PUT", key: objectKey, headers: signed, at, expiresS }), headers };
};

export const labelPrefillHandlers = (deps: LabellingDeps): Handlers<typeof labelPrefillRoutes> => ({
  async createLabelPrefill({ params: { id: taskId }, body, context }) {
    const file = await createPrefill(deps.db, context, { taskId, body });
    return { prefill: toPrefill(file), upload: file.status === "Uploading" ? uploadOf(deps, file, context.at) : null };
  },
  listPrefillPerformers: async ({ actor }) => ({ items: await listPrefillPerformers(deps.db, actor) }),
  estimateModelPrefill: ({ params: { id: taskId }, body, actor }) => estimateModelPrefill(deps.db, actor, taskId, body),
  createModelPrefill: async ({ params: { id: taskId }, body, context }) =>
    toPrefill(await createModelPrefill(deps.db, context, { taskId, body })),
  startLabelPrefill: async ({ params, context }) => toPrefill(await startPrefill(deps, context, params.id)),
  cancelLabelPrefill: async ({ params, context }) => toPrefill(await cancelPrefill(deps.db, context, params.id)),
  async listLabelPrefills({ params, actor }) {
    await requireLabelTask(deps.db, actor, params.id);
    return { items: (await listPrefills(deps.db, params.id)).map(toPrefill) };
  },
});
