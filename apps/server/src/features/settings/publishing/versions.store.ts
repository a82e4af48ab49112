import type { FieldSpec } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredValue } from "../value-box.ts";

export interface VersionRow extends StoredValue {
  key: string;
  version: number;
  schema: unknown;
  was_published: boolean;
  comment: string;
  created_at: Date;
  created_by: string;
}

const COLUMNS = [
  "key",
  "version",
  "schema",
  "value",
  "sealed_value",
  "was_published",
  "comment",
  "created_at",
  "created_by",
] as const;

export const findVersion = (db: Db, key: string, version: number): Promise<VersionRow | undefined> =>
  db
    .selectFrom("config_version")
    .select(COLUMNS)
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();

export const listVersions = (
  db: Db,
  key: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<VersionRow[]> =>
  db
    .selectFrom("config_version")
    .select(COLUMNS)
    .where("key", "=", key)
    .$if(before !== undefined, (query) => query.where("version", "<", before ?? 0))
    .orderBy("version", "desc")
    .limit(limit)
    .execute();

export interface NewVersion {
  readonly key: string;
  readonly version: number;
  readonly schema: FieldSpec;
  readonly stored: StoredValue;
  readonly at: Date;
  readonly by: string;
  readonly comment?: string;
  readonly wasPublished?: boolean;
}

export const insertVersion = async (tx: Tx, row: NewVersion): Promise<void> => {
  const { value, sealed_value } = row.stored;
  await tx
    .insertInto("config_version")
    .values({
      key: row.key,
      version: row.version,
      schema: sql`${JSON.stringify(row.schema)}::jsonb`,
      value: sealed_value === null ? sql`${JSON.stringify(value)}::jsonb` : null,
      sealed_value,
      was_published: row.wasPublished ?? false,
      comment: row.comment ?? "",
      created_at: row.at,
      created_by: row.by,
    })
    .execute();
};

export const markPublished = async (tx: Tx, key: string, version: number, comment: string): Promise<void> => {
  await tx
    .updateTable("config_version")
    .set({ was_published: true, comment })
    .where("key", "=", key)
    .where("version", "=", version)
    .execute();
};
