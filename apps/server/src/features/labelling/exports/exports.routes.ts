// Exports the labels of a task as JSON lines, CSV, Parquet or Label Studio JSON, written by the worker.
// Implements "export" of /label/task/list.
import { LABEL_EXPORT_DAYS, type LabelExport, type labelExportRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { cancelLabelExport, createLabelExport, getOwnLabelExport } from "./create-label-export.ts";
import { exportExpiry, exportMime, labelExportFileName } from "./label-export.rules.ts";
import { type LabelExportJob, listOwnLabelExports } from "./label-export.store.ts";

const toExport = (job: LabelExportJob): LabelExport => ({
  id: job.id,
  task_id: job.taskId,
  format: job.format,
  shape: job.shape,
  answers: job.answers,
  as_of: job.asOf.toISOString(),
  status: job.status,
  rows_done: job.rowsDone,
  bytes: job.bytes,
  sha256: job.sha256,
  error: job.error,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
  expires_at: exportExpiry(job)?.toISOString() ?? null,
  is_expired: job.expiredAt !== null,
});

type Calls = Pick<
  Handlers<typeof labelExportRoutes>,
  "createLabelExport" | "listLabelExports" | "cancelLabelExport" | "downloadLabelExport"
>;

export const labelExportHandlers = ({ db, storage }: LabellingDeps): Calls => ({
  async createLabelExport({ params, body, context }) {
    const { as_of: asOf, request_key: requestKey, ...form } = body;
    const input = { ...form, taskId: params.id, asOf: asOf === undefined ? undefined : new Date(asOf), requestKey };
    return toExport(await createLabelExport(db, context, input));
  },
  async listLabelExports({ params, actor }) {
    await requireLabelTask(db, actor, params.id);
    const items = (await listOwnLabelExports(db, actor.userId, params.id)).map(toExport);
    return { items, total: items.length };
  },
  cancelLabelExport: async ({ params, context }) => toExport(await cancelLabelExport(db, context, params.id)),
  async downloadLabelExport({ params, reply, context }) {
    const job = await getOwnLabelExport(db, context, params.id);
    if (job.expiredAt !== null)
      throw new DomainError(
        "conflict",
        `this file was removed after ${LABEL_EXPORT_DAYS} days: export the labels again`,
      );
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
