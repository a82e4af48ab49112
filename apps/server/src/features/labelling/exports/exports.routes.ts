// Exports the labels of a task as JSON lines or CSV, written by the worker.
// Implements "export" of /label/task/list.
import type { LabelExport, labelHistoryRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { cancelLabelExport, createLabelExport, getOwnLabelExport } from "./create-label-export.ts";
import { exportMime, labelExportFileName } from "./label-export.rules.ts";
import { type LabelExportJob, listOwnLabelExports } from "./label-export.store.ts";

const toExport = (job: LabelExportJob): LabelExport => ({
  id: job.id,
  task_id: job.taskId,
  format: job.format,
  status: job.status,
  rows_done: job.rowsDone,
  bytes: job.bytes,
  error: job.error,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
});

type Calls = Pick<
  Handlers<typeof labelHistoryRoutes>,
  "createLabelExport" | "listLabelExports" | "cancelLabelExport" | "downloadLabelExport"
>;

export const labelExportHandlers = ({ db, storage }: LabellingDeps): Calls => ({
  createLabelExport: async ({ params, body, context }) =>
    toExport(
      await createLabelExport(db, context, { taskId: params.id, format: body.format, requestKey: body.request_key }),
    ),
  async listLabelExports({ params, actor }) {
    await requireLabelTask(db, actor, params.id);
    const items = (await listOwnLabelExports(db, actor.userId, params.id)).map(toExport);
    return { items, total: items.length };
  },
  cancelLabelExport: async ({ params, context }) => toExport(await cancelLabelExport(db, context, params.id)),
  async downloadLabelExport({ params, reply, context }) {
    const job = await getOwnLabelExport(db, context, params.id);
    if (job.status !== "Finished" || job.objectKey === null)
      throw new DomainError("conflict", "this file is not written yet");
    const name = encodeURIComponent(labelExportFileName(job).toWellFormed()).replaceAll("'", "%27");
    const query = {
      "response-content-type": exportMime(job.format),
      "response-content-disposition": `attachment; filename*=UTF-8''${name}`,
    };
    const { at } = context;
    const input = { method: "GET", key: job.objectKey, at, expiresS: SIGNED_URL_TTL_S.browser, query } as const;
    await reply.code(302).header("location", storage.presign(input)).send("");
  },
});
