import type { DatasetColumn, DatasetKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { ColumnSetFile, ReplicaSource } from "./replica/replica.ts";

/** An existing version of a dataset, with what is needed to read its items. */
export interface ItemVersion extends ReplicaSource {
  readonly kind: DatasetKind;
  readonly uri: string;
  readonly profileId: string;
  readonly durationS: number;
}

/** Of the version `v`, oldest first. */
const COLUMN_SETS = sql<ColumnSetFile[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', s.id, 'objectKey', s.object_key, 'sha256', s.sha256, 'columns', s.columns)
    order by s.created_at, s.id)
  from dataset_column_set s
  where s.dataset_id = v.dataset_id and s.version = v.version and s.status = 'Finished' and s.deleted_at is null
), '[]')`;

/** The newest version if none is given. */
export const findItemVersion = async (
  db: Db,
  datasetId: string,
  version: number | undefined,
): Promise<ItemVersion | undefined> => {
  const row = await db
    .selectFrom("dataset as d")
    .innerJoin("dataset_version as v", "v.dataset_id", "d.id")
    .select(["d.id", "d.kind", "d.uri", "d.profile_id", "v.version", "v.table_name", "v.table_version"])
    .select(["v.items", "v.duration_s", "v.columns"])
    .select(COLUMN_SETS.as("columnSets"))
    .where("d.id", "=", datasetId)
    .where("d.deleted_at", "is", null)
    .where((eb) => (version === undefined ? eb("v.version", "=", eb.ref("d.version")) : eb("v.version", "=", version)))
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    datasetId: row.id,
    version: row.version,
    tableName: row.table_name,
    tableVersion: Number(row.table_version),
    items: Number(row.items),
    durationS: row.duration_s,
    columns: [...(row.columns as unknown as DatasetColumn[]), ...row.columnSets.flatMap(({ columns }) => columns)],
    columnSets: row.columnSets,
    kind: row.kind as DatasetKind,
    uri: row.uri,
    profileId: row.profile_id,
  };
};
