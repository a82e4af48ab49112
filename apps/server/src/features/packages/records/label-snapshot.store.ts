import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { LabelSnapshot } from "./manifest.ts";

export interface ColumnSetNames {
  readonly datasetId: string;
  readonly version: number;
  readonly names: readonly string[];
}

/** Also of sets that were deleted meanwhile: a name means the same for ever. */
export const listLabelSnapshots = async (
  db: Db,
  { datasetId, version, names }: ColumnSetNames,
): Promise<LabelSnapshot[]> => {
  const { rows } = await sql<LabelSnapshot>`
    select name, task_name as task, answers, as_of as "asOf", sha256 from dataset_column_set
    where dataset_id = ${datasetId} and version = ${version} and name = any(${[...names]}) and status = 'Finished'
    order by name`.execute(db);
  return rows;
};
