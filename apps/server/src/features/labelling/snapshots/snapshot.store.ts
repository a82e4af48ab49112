import type { LabelField } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** What a snapshot needs to know of a task. */
export interface SnapshotTask {
  readonly id: string;
  readonly name: string;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly overlap: number;
  readonly fields: readonly LabelField[];
}

export const findSnapshotTask = async (db: Db, id: string): Promise<SnapshotTask | undefined> => {
  const { rows } = await sql<SnapshotTask>`
    select t.id, t.name, t.dataset_id as "datasetId", t.dataset_version as "datasetVersion", t.overlap, v.fields
    from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${id}`.execute(db);
  return rows[0];
};
