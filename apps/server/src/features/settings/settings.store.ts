import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";

export interface ConfigFilter {
  readonly namespace?: string | undefined;
  readonly q?: string | undefined;
  readonly status?: "draft" | "published" | "archived" | undefined;
}

/** A key with its newest and published value; both are null for a sensitive key. */
export interface ConfigRow {
  key: string;
  description: string;
  is_sensitive: boolean;
  is_archived: boolean;
  version: number;
  value_version: number;
  published_version: number | null;
  updated_at: Date;
  updated_by: string;
  schema: unknown;
  value: unknown;
  published_value: unknown;
  comment: string | null;
}

/** Does not select encrypted values: no reply needs them. */
const selectConfigs = (db: Db) =>
  db
    .selectFrom("config_item as i")
    .innerJoin("config_version as n", (join) =>
      join.onRef("n.key", "=", "i.key").onRef("n.version", "=", "i.value_version"),
    )
    .leftJoin("config_version as p", (join) =>
      join.onRef("p.key", "=", "i.key").onRef("p.version", "=", "i.published_version"),
    );

const ROW = [
  "i.key",
  "i.description",
  "i.is_sensitive",
  "i.is_archived",
  "i.version",
  "i.value_version",
  "i.published_version",
  "i.updated_at",
  "i.updated_by",
  "n.schema",
  "n.value",
  "p.value as published_value",
  "p.comment",
] as const;

const isDraft = sql<boolean>`i.published_version is distinct from i.value_version`;

/** Without a status, archived keys are excluded. */
const matches = ({ namespace, q, status }: ConfigFilter) => {
  const conditions = [sql`i.is_archived = ${status === "archived"}`];
  if (namespace !== undefined) conditions.push(sql`i.namespace = ${namespace}`);
  if (status === "draft") conditions.push(isDraft);
  if (status === "published") conditions.push(sql`not (${isDraft})`);
  if (q !== undefined && q !== "") {
    const pattern = likePattern(q);
    conditions.push(sql`(i.key ilike ${pattern} or i.description ilike ${pattern} or n.value::text ilike ${pattern})`);
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

export const listConfigs = (
  db: Db,
  filter: ConfigFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ConfigRow[]> =>
  selectConfigs(db).select(ROW).where(matches(filter)).orderBy("i.key").limit(limit).offset(offset).execute();

export const countConfigs = async (db: Db, filter: ConfigFilter): Promise<number> => {
  // Join values only for a search; otherwise counting keys is enough.
  const values = filter.q ? sql`join config_version n on n.key = i.key and n.version = i.value_version` : sql``;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from config_item i ${values} where ${matches(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
};

export const listConfigsByKey = (db: Db, keys: readonly string[]): Promise<ConfigRow[]> =>
  selectConfigs(db).select(ROW).where("i.key", "in", keys).orderBy("i.key").execute();

export const findConfig = async (db: Db, key: string): Promise<ConfigRow | undefined> =>
  (await listConfigsByKey(db, [key]))[0];

export interface NamespaceRow {
  name: string;
  count: number;
  drafts: number;
}

/** Archived keys do not count; a namespace that has only those is still listed, so that they can be found. */
export const listNamespaces = async (db: Db): Promise<NamespaceRow[]> => {
  const { rows } = await sql<NamespaceRow>`
    select namespace as name,
        (count(*) filter (where not is_archived))::int as count,
        (count(*) filter (where not is_archived and ${isDraft}))::int as drafts
      from config_item i group by namespace order by namespace`.execute(db);
  return rows;
};

export interface ExportRow {
  key: string;
  description: string;
  is_sensitive: boolean;
  schema: unknown;
  value: unknown;
}

export const listPublishedForExport = (db: Db, namespace: string | undefined): Promise<ExportRow[]> =>
  db
    .selectFrom("config_item as i")
    .innerJoin("config_version as p", (join) =>
      join.onRef("p.key", "=", "i.key").onRef("p.version", "=", "i.published_version"),
    )
    .select(["i.key", "i.description", "i.is_sensitive", "p.schema", "p.value"])
    .where("i.is_archived", "=", false)
    .$if(namespace !== undefined, (query) => query.where("i.namespace", "=", namespace ?? ""))
    .orderBy("i.key")
    .execute();

export interface LockedRow {
  key: string;
  description: string;
  is_sensitive: boolean;
  is_archived: boolean;
  version: number;
  value_version: number;
  published_version: number | null;
  updated_by: string;
}

/** In key order, so that concurrent requests cannot deadlock. */
export const lockConfigs = (tx: Tx, keys: readonly string[]): Promise<LockedRow[]> =>
  tx
    .selectFrom("config_item")
    .select(["key", "description", "is_sensitive", "is_archived", "version", "value_version", "published_version"])
    .select("updated_by")
    .where("key", "in", keys)
    .orderBy("key")
    .forUpdate()
    .execute();

/** False when the key exists already. */
export const insertConfig = async (
  tx: Tx,
  item: { key: string; description: string; isSensitive: boolean; at: Date; by: string },
): Promise<boolean> => {
  const inserted = await tx
    .insertInto("config_item")
    .values({
      key: item.key,
      description: item.description,
      is_sensitive: item.isSensitive,
      version: 1,
      value_version: 1,
      updated_at: item.at,
      updated_by: item.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
};

export interface ConfigChange {
  version: number;
  value_version?: number;
  published_version?: number | null;
  published_seq?: bigint;
  is_archived?: boolean;
  description?: string;
  updated_at: Date;
  updated_by: string;
}

export const updateConfigRow = async (tx: Tx, key: string, change: ConfigChange): Promise<void> => {
  await tx.updateTable("config_item").set(change).where("key", "=", key).execute();
};

export const deleteConfigRow = async (tx: Tx, key: string): Promise<void> => {
  await tx.deleteFrom("config_item").where("key", "=", key).execute();
};
