import type { DimensionContent } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { VersionColumns } from "./dimension.store.ts";

export interface DimensionRow extends VersionColumns {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  readonly owner_id: string;
  readonly used_by: number;
  readonly is_frozen: boolean;
  readonly archived_at: Date | null;
  readonly updated_at: Date;
  readonly made_at: Date;
}

interface DimensionFilter {
  readonly words?: string | undefined;
  readonly tag?: string | undefined;
  readonly source?: DimensionContent["source"] | undefined;
  readonly isArchived: boolean;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const FROM = sql`from dimension d join dimension_version v on v.dimension_id = d.id and v.version = d.version`;

const SHOWN = sql`
  d.id, d.key, u.username as owner, d.owner_id, d.archived_at, d.updated_at, d.created_at as made_at,
  (select count(distinct e.template_id)::int from template_entry e where e.dimension_id = d.id) as used_by,
  exists (select from template_entry e where e.dimension_id = d.id and e.dimension_version = d.version) as is_frozen,
  v.*`;

const conditions = ({ words, tag, source, isArchived }: DimensionFilter): RawBuilder<unknown> => {
  const all = [isArchived ? sql`d.archived_at is not null` : sql`d.archived_at is null`];
  const pattern = words?.trim() ? likePattern(words.trim()) : undefined;
  if (pattern) all.push(sql`(v.name ilike ${pattern} or d.key ilike ${pattern})`);
  if (tag !== undefined) all.push(sql`${tag} = any(v.tags)`);
  if (source !== undefined) all.push(sql`v.source = ${source}`);
  return sql.join(all, sql` and `);
};

export const listDimensionRows = async (
  db: Db,
  filter: DimensionFilter,
  { limit, offset }: Page,
): Promise<{ rows: DimensionRow[]; total: number }> => {
  const where = conditions(filter);
  const [{ rows }, counted] = await Promise.all([
    sql<DimensionRow>`select ${SHOWN} ${FROM} join console_user u on u.id = d.owner_id where ${where}
      order by lower(v.name), d.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

export const findDimensionRow = async (db: Db, id: string): Promise<DimensionRow | undefined> => {
  const { rows } = await sql<DimensionRow>`
    select ${SHOWN} ${FROM} join console_user u on u.id = d.owner_id where d.id = ${id}`.execute(db);
  return rows[0];
};

/** Newest first. */
export const listVersionRows = (db: Db, id: string): Promise<VersionColumns[]> =>
  db.selectFrom("dimension_version").selectAll().where("dimension_id", "=", id).orderBy("version", "desc").execute();
