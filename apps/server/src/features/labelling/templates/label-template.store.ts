import type { LabelField } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

/** The content of one version of a template. */
export interface LabelTemplateSheet {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly LabelField[];
}

export interface LabelTemplateRow extends LabelTemplateSheet {
  readonly id: string;
  readonly version: number;
  readonly owner: string;
  readonly used_by_count: number;
  readonly is_frozen: boolean;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const SHOWN = sql`
  t.id, v.version, v.name, v.description, v.fields, u.username as owner,
  (select count(*)::int from label_task k where k.template_id = t.id) as used_by_count,
  exists (select from label_task k where k.template_id = t.id and k.template_version = v.version) as is_frozen,
  t.archived_at, t.created_at, t.updated_at`;
const FROM = sql`from label_template t join label_template_version v on v.template_id = t.id
  join console_user u on u.id = t.owner_id`;

interface Filter {
  readonly words?: string | undefined;
  readonly isArchived: boolean;
}

const conditions = ({ words, isArchived }: Filter): RawBuilder<unknown> => {
  const all = [sql`v.version = t.version`, isArchived ? sql`t.archived_at is not null` : sql`t.archived_at is null`];
  if (words?.trim()) all.push(sql`v.name ilike ${likePattern(words.trim())}`);
  return sql.join(all, sql` and `);
};

export const listLabelTemplateRows = async (
  db: Db,
  filter: Filter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: LabelTemplateRow[]; total: number }> => {
  const where = conditions(filter);
  const [{ rows }, counted] = await Promise.all([
    sql<LabelTemplateRow>`select ${SHOWN} ${FROM} where ${where}
      order by lower(v.name), t.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${FROM} where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

/** Without a version: the newest. */
export const findLabelTemplateRow = async (
  db: Db,
  id: string,
  version?: number,
): Promise<LabelTemplateRow | undefined> => {
  const { rows } = await sql<LabelTemplateRow>`select ${SHOWN} ${FROM}
    where t.id = ${id} and v.version = ${version === undefined ? sql`t.version` : version}`.execute(db);
  return rows[0];
};

/** Newest first. */
export const listLabelTemplateVersions = async (db: Db, id: string) => {
  const { rows } = await sql<{ version: number; created_by: string; created_at: Date; used_by_count: number }>`
    select v.version, v.created_by, v.created_at, (select count(*)::int from label_task k
        where k.template_id = v.template_id and k.template_version = v.version) as used_by_count
    from label_template_version v where v.template_id = ${id} order by v.version desc limit 1000`.execute(db);
  return rows;
};

export interface LockedLabelTemplate {
  readonly version: number;
  readonly archivedAt: Date | null;
}

/** `update` to change the template, `share` for a task that starts using it. */
export const lockLabelTemplate = async (
  tx: Tx,
  id: string,
  how: "update" | "share",
): Promise<LockedLabelTemplate | undefined> => {
  const query = tx.selectFrom("label_template").select(["version", "archived_at"]).where("id", "=", id);
  const row = await (how === "update" ? query.forUpdate() : query.forShare()).executeTakeFirst();
  return row && { version: row.version, archivedAt: row.archived_at };
};

export const findLabelTemplateByRequest = async (
  db: Db,
  ownerId: string,
  requestKey: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("label_template")
      .select("id")
      .where("owner_id", "=", ownerId)
      .where("request_key", "=", requestKey)
      .executeTakeFirst()
  )?.id;

/** False when the same form was submitted before. The caller inserts the first version next. */
export const insertLabelTemplate = async (
  tx: Tx,
  { id, ownerId, requestKey, at }: { id: string; ownerId: string; requestKey: string; at: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto("label_template")
    .values({ id, version: 1, owner_id: ownerId, request_key: requestKey, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.constraint("label_template_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

interface SheetOf {
  readonly id: string;
  readonly version: number;
  readonly sheet: LabelTemplateSheet;
}

const columnsOf = ({ name, description, fields }: LabelTemplateSheet) => ({
  name,
  description,
  fields: JSON.stringify(fields),
});

export const insertLabelSheet = async (
  tx: Tx,
  { id, version, sheet }: SheetOf,
  { userName, at }: { readonly userName: string; readonly at: Date },
): Promise<void> => {
  const row = { template_id: id, version, ...columnsOf(sheet), created_by: userName, created_at: at };
  await tx.insertInto("label_template_version").values(row).execute();
};

/** The database refuses to rewrite a version that a task uses. */
export const rewriteLabelSheet = async (tx: Tx, { id, version, sheet }: SheetOf): Promise<void> => {
  await tx
    .updateTable("label_template_version")
    .set(columnsOf(sheet))
    .where("template_id", "=", id)
    .where("version", "=", version)
    .execute();
};

export const touchLabelTemplate = async (
  tx: Tx,
  id: string,
  change: { readonly version?: number; readonly archived_at?: Date | null },
  at: Date,
): Promise<void> => {
  await tx
    .updateTable("label_template")
    .set({ ...change, updated_at: at })
    .where("id", "=", id)
    .execute();
};

export const removeLabelTemplate = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom("label_template").where("id", "=", id).execute();
};
