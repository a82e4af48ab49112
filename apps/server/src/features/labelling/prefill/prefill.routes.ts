// Files with values that the fields of a label task start with, read by the worker.
// Implements "pre-fill from an import" of /label/task/list.
import type { LabelPrefill, labelPrefillRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { cancelPrefill, createPrefill, startPrefill } from "./create-prefill.ts";
import { listPrefills, type PrefillFile } from "./prefill.store.ts";

const toPrefill = (file: PrefillFile): LabelPrefill => ({
  id: file.id,
  task_id: file.taskId,
  file_name: file.fileName,
  format: file.format,
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
  startLabelPrefill: async ({ params, context }) => toPrefill(await startPrefill(deps, context, params.id)),
  cancelLabelPrefill: async ({ params, context }) => toPrefill(await cancelPrefill(deps.db, context, params.id)),
  async listLabelPrefills({ params, actor }) {
    await requireLabelTask(deps.db, actor, params.id);
    return { items: (await listPrefills(deps.db, params.id)).map(toPrefill) };
  },
});
