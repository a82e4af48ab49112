import { type ExportItem, exportsRoutes } from "@dailies/contract";
import type { ExportRecord } from "./export.store.ts";

const ADDRESS = exportsRoutes.downloadExport.path;

const errorOf = ({ errorCode: code, errorMessage, errorIsRetryable }: ExportRecord): ExportItem["error"] =>
  code === null ? null : { code, message: errorMessage ?? "", is_retryable: errorIsRetryable ?? false };

const resultOf = ({ id, status, objectKey, resultUrl, expiredAt }: ExportRecord, isHidden: boolean): string | null => {
  if (status !== "Finished" || isHidden || expiredAt !== null) return null;
  return objectKey === null ? resultUrl : ADDRESS.replace(":id", id);
};

/** The result is hidden from users who judge one of the tasks. */
export const toExportItem = (record: ExportRecord, blinded: ReadonlySet<string>): ExportItem => ({
  id: record.id,
  task_ids: [...record.taskIds],
  task_names: [...record.taskNames],
  rows: record.rows,
  aggregation: record.aggregation,
  media: record.media,
  target: record.target,
  status: record.status,
  rows_done: record.rowsDone,
  rows_total: record.rowsTotal,
  bytes: record.bytes,
  result_url: resultOf(
    record,
    record.taskIds.some((id) => blinded.has(id)),
  ),
  is_expired: record.expiredAt !== null,
  error: errorOf(record),
  created_by: record.creator,
  created_at: record.createdAt.toISOString(),
  finished_at: record.finishedAt?.toISOString() ?? null,
});
