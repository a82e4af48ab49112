import type { PickableKind, USABLE_SCOPES } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

export interface UsableFilter {
  readonly kind: PickableKind;
  readonly scope: (typeof USABLE_SCOPES)[number];
  readonly folderId?: string | undefined;
  readonly words?: string | undefined;
  /** Only assets before this id: ids are UUIDv7, so they are older ones. */
  readonly beforeId?: string | undefined;
}

type Caller = Pick<Actor, "userId" | "isExternal">;

/** Folders are found among this many of the newest assets of each source. */
const FOLDERS_AMONG = 10_000;
const MAX_FOLDERS = 200;

/** Literals where a partial index has the same condition, so that the planner can use the index. */
const conditionOf = ({ kind, folderId, words, beforeId }: UsableFilter): RawBuilder<unknown> => {
  const parts = [sql`a.origin = 'upload' and a.status = 'Ready' and a.kind = ${kind}`];
  if (folderId !== undefined) parts.push(sql`a.folder_id = ${folderId}`);
  if (words) parts.push(sql`a.folded_name like lower(${likePattern(words)})`);
  if (beforeId !== undefined) parts.push(sql`a.id < ${beforeId}`);
  return sql.join(parts, sql` and `);
};

/**
 * Who may use what is decided here, in the query: the caller's own assets, those open to all internal users if the
 * caller is internal, and the inputs of tasks that the caller owns or is a member of. Each source is read newest first
 * and limited on its own, so that none of them scans the library.
 */
const sourcesOf = ({ userId, isExternal }: Caller, filter: UsableFilter): RawBuilder<unknown>[] => {
  const condition = conditionOf(filter);
  const own = sql`a.owner_id = ${userId} and ${condition}`;
  const open = sql`a.visibility = 'internal' and a.owner_id <> ${userId} and ${condition}`;
  const tasks = sql`a.owner_id <> ${userId} and ${condition} and a.id in (
    select r.asset_id from asset_reference r where r.kind = 'task' and r.ref_id in (
      select m.task_id::text from task_member m join console_task t on t.id = m.task_id
      where m.user_id = ${userId} and t.deleted_at is null
      union
      select t.id::text from console_task t where t.owner_id = ${userId} and t.deleted_at is null))`;
  const shared = isExternal ? [tasks] : [open, tasks];
  if (filter.scope === "mine") return [own];
  return filter.scope === "shared" ? shared : [own, ...shared];
};

const newest = (sources: readonly RawBuilder<unknown>[], limit: number): RawBuilder<unknown> =>
  sql.join(
    sources.map(
      (where) => sql`(select a.id, a.folder_id from asset a where ${where} order by a.id desc limit ${limit})`,
    ),
    sql` union `,
  );

/** Ids of usable assets, newest first. */
export const listUsableIds = async (db: Db, caller: Caller, filter: UsableFilter, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from (${newest(sourcesOf(caller, filter), limit)}) as found
    order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The folders of usable assets with their paths; other folders stay hidden, since their names may say something. */
export const listUsableFolders = async (
  db: Db,
  caller: Caller,
  kind: PickableKind,
): Promise<{ id: string; path: string[] }[]> => {
  const { rows } = await sql<{ id: string; path: string[] }>`
    with recursive used as (
      select distinct folder_id from (${newest(sourcesOf(caller, { kind, scope: "all" }), FOLDERS_AMONG)}) as found
      where folder_id is not null order by folder_id desc limit ${MAX_FOLDERS}
    ), up as (
      select f.id as leaf, f.parent_id, f.name, 1 as level from asset_folder f join used u on u.folder_id = f.id
      union all
      select up.leaf, f.parent_id, f.name, up.level + 1 from asset_folder f join up on f.id = up.parent_id
    )
    select leaf as id, array_agg(name order by level desc) as path from up
    group by leaf order by array_agg(name order by level desc)`.execute(db);
  return rows;
};
