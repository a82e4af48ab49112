import type { TemplateItem } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import type { VersionColumns } from "../dimension.store.ts";
import type { Page } from "../dimension-list.store.ts";

export interface TemplateRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly mode: string;
  readonly instructions: string;
  readonly judges_per_item: number;
  readonly dimensions: number;
  readonly owner: string;
  readonly owner_id: string;
  readonly used_by_count: number;
  readonly is_frozen: boolean;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SHOWN = sql`
  t.id, v.version, v.name, v.mode, v.instructions, v.judges_per_item,
  (select count(*)::int from template_entry e where e.template_id = t.id and e.version = v.version) as dimensions,
  u.username as owner, t.owner_id,
  (select count(*)::int from evaluation x where x.template_id = t.id and x.started_at is not null) as used_by_count,
  exists (select from evaluation x where x.template_id = t.id and x.template_version = v.version
    and x.started_at is not null) as is_frozen,
  t.archived_at, t.created_at, t.updated_at`;

const FROM = sql`from dimension_template t join template_version v on v.template_id = t.id`;

interface TemplateFilter {
  readonly words?: string | undefined;
  readonly mode?: TemplateItem["mode"] | undefined;
  readonly isArchived: boolean;
}

const conditions = ({ words, mode, isArchived }: TemplateFilter): RawBuilder<unknown> => {
  const all = [sql`v.version = t.version`, isArchived ? sql`t.archived_at is not null` : sql`t.archived_at is null`];
  if (words?.trim()) all.push(sql`v.name ilike ${likePattern(words.trim())}`);
  if (mode !== undefined) all.push(sql`v.mode = ${mode}`);
  return sql.join(all, sql` and `);
};

export const listTemplateRows = async (
  db: Db,
  filter: TemplateFilter,
  { limit, offset }: Page,
): Promise<{ rows: TemplateRow[]; total: number }> => {
  const where = conditions(filter);
  const [{ rows }, counted] = await Promise.all([
    sql<TemplateRow>`select ${SHOWN} ${FROM} join console_user u on u.id = t.owner_id where ${where}
      order by lower(v.name), t.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

/** Without a version: the newest. */
export const findTemplateRow = async (db: Db, id: string, version?: number): Promise<TemplateRow | undefined> => {
  const { rows } = await sql<TemplateRow>`
    select ${SHOWN} ${FROM} join console_user u on u.id = t.owner_id
    where t.id = ${id} and v.version = ${version === undefined ? sql`t.version` : version}`.execute(db);
  return rows[0];
};

export type QuestionRow = Omit<VersionColumns, "version" | "created_by" | "created_at"> & {
  readonly key: string;
  readonly dimension_id: string;
  readonly dimension_version: number;
  readonly entry_weight: number;
  readonly entry_is_required: boolean;
  readonly section: string;
};

/** In display order. */
export const listQuestionRows = async (db: Db, id: string, version: number): Promise<QuestionRow[]> => {
  const { rows } = await sql<QuestionRow>`
    select d.key, e.dimension_id, e.dimension_version, e.weight as entry_weight, e.is_required as entry_is_required,
      e.section, v.*
    from template_entry e
    join dimension d on d.id = e.dimension_id
    join dimension_version v on v.dimension_id = e.dimension_id and v.version = e.dimension_version
    where e.template_id = ${id} and e.version = ${version} order by e.position`.execute(db);
  return rows;
};

export const listTemplateVersions = async (db: Db, id: string) => {
  const { rows } = await sql<{ version: number; created_by: string; created_at: Date; used_by_count: number }>`
    select v.version, v.created_by, v.created_at,
      (select count(*)::int from evaluation x where x.template_id = v.template_id
        and x.template_version = v.version and x.started_at is not null) as used_by_count
    from template_version v where v.template_id = ${id} order by v.version desc`.execute(db);
  return rows;
};
