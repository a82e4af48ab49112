import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

export interface ExportJobOptions {
  readonly ownerId: string;
  readonly status?: "Waiting" | "Running" | "Finished" | "Failed" | "Cancelled";
  readonly error?: string;
  readonly target?: Record<string, unknown>;
  readonly at?: Date;
}

/** A row of an export, as the feature leaves it; returns its id, which is the id of its job. */
export const anExportJob = async (db: Db, options: ExportJobOptions): Promise<string> => {
  const { ownerId, status = "Failed", error = null, target = { kind: "csv" }, at = new Date() } = options;
  const id = newId();
  const isUnfinished = status === "Waiting" || status === "Running";
  await sql`
    insert into export_job (id, task_ids, rows, aggregation, media, target, status, error_code, error_message, created_by,
      request_key, created_at, finished_at)
    values (${id}, array[${newId()}]::uuid[], 'cells', 'All', 'none', ${JSON.stringify(target)}::jsonb, ${status},
      ${error === null ? null : "upstream_failed"}, ${error}, ${ownerId}, ${newId()}, ${at},
      ${isUnfinished ? null : at})`.execute(db);
  return id;
};
