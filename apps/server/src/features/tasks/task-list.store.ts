import type { TASK_SORTS, TaskKind, TaskStatus } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { TaskViewer } from "./require-task.ts";

export interface TaskFilter {
  readonly words?: string | undefined;
  readonly kind?: TaskKind | undefined;
  readonly status?: TaskStatus | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Only tasks the viewer may change, or only the others. */
  readonly isMine?: boolean | undefined;
  readonly isArchived: boolean;
}

export interface TaskPage {
  readonly sort: (typeof TASK_SORTS)[number];
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

export interface TaskRow {
  readonly id: string;
  readonly kind: TaskKind;
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly status: TaskStatus;
  readonly owner: string;
  readonly owner_id: string;
  readonly is_mine: boolean;
  readonly rows: number;
  readonly columns: number;
  readonly revision: number;
  readonly settings: Record<string, unknown>;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Null except for benchmarks, like the cost. */
  readonly progress: Record<string, number> | null;
  readonly currency: string | null;
  readonly spent_micros: bigint | null;
  readonly reserved_micros: bigint | null;
  readonly estimated_micros: bigint | null;
  readonly budget_micros: bigint | null;
  readonly is_budget_hard: boolean | null;
  /** Null before judging has started: absent, not zero. */
  readonly votes_done: bigint | null;
  readonly votes_needed: bigint | null;
}

const isMineOf = (viewerId: string) => sql<boolean>`(t.owner_id = ${viewerId} or exists (
  select from task_member m where m.task_id = t.id and m.user_id = ${viewerId}))`;

/** The same as a condition: reads the memberships once and not per task. */
const isAmong = (viewerId: string) => sql<boolean>`(t.owner_id = ${viewerId} or t.id in (
  select m.task_id from task_member m where m.user_id = ${viewerId}))`;

/** Rows and columns are numbered without gaps, so the highest index gives their number. */
const shownOf = (viewerId: string) => sql`
  t.id, t.kind, t.name, t.description, t.tags, t.status, u.username as owner, t.owner_id, ${isMineOf(viewerId)} as is_mine,
  coalesce((select max(r.index) + 1 from benchmark_row r where r.task_id = t.id), 0) as rows,
  coalesce((select max(c.index) + 1 from benchmark_column c where c.task_id = t.id), 0) as columns,
  t.revision, t.settings, t.archived_at, t.created_at, t.updated_at,
  b.progress, b.currency, b.spent_micros, b.reserved_micros, b.estimated_micros, b.budget_micros, b.is_budget_hard,
  ev.votes_done, ev.votes_needed`;

const JUDGED = sql`left join evaluation ev on ev.task_id = t.id and ev.started_at is not null`;

const conditions = (viewer: TaskViewer, filter: TaskFilter): RawBuilder<unknown> => {
  const viewerId = viewer.userId;
  const all: RawBuilder<unknown>[] = [sql`t.deleted_at is null`];
  if (viewer.isExternal) all.push(isAmong(viewerId));
  all.push(filter.isArchived ? sql`t.archived_at is not null` : sql`t.archived_at is null`);
  const words = filter.words?.trim();
  // Folded by the database like the column, so that both use the same case rules.
  if (words) all.push(sql`t.folded_name like lower(${likePattern(words)})`);
  if (filter.kind !== undefined) all.push(sql`t.kind = ${filter.kind}`);
  if (filter.status !== undefined) all.push(sql`t.status = ${filter.status}`);
  if (filter.tags && filter.tags.length > 0) all.push(sql`t.tags @> ${[...filter.tags]}::text[]`);
  if (filter.isMine !== undefined) all.push(filter.isMine ? isAmong(viewerId) : sql`not ${isAmong(viewerId)}`);
  return sql.join(all, sql` and `);
};

const ORDERS = {
  updated_at: { asc: sql`updated_at, id desc`, desc: sql`updated_at desc, id` },
  created_at: { asc: sql`created_at, id desc`, desc: sql`created_at desc, id` },
  name: { asc: sql`name, id`, desc: sql`name desc, id desc` },
} as const;

/** The page and the exact total in one statement; a page beyond the end still returns the total. */
export const listTaskRows = async (
  db: Db,
  viewer: TaskViewer,
  filter: TaskFilter,
  page: TaskPage,
): Promise<{ rows: TaskRow[]; total: number }> => {
  const viewerId = viewer.userId;
  const where = conditions(viewer, filter);
  const order = ORDERS[page.sort][page.order];
  const { rows } = await sql<TaskRow & { total: number; place: bigint | null }>`
    with counted as (select count(*)::int as total from console_task t where ${where}),
    chosen as (
      select id, row_number() over (order by ${order}) as place
      from (select t.id, t.updated_at, t.created_at, t.name from console_task t where ${where}
        order by ${order} limit ${page.limit} offset ${page.offset}) ordered
    ),
    page as (
      select chosen.place, ${shownOf(viewerId)}
      from chosen join console_task t on t.id = chosen.id
      join console_user u on u.id = t.owner_id
      left join benchmark b on b.task_id = t.id
      ${JUDGED}
    )
    select counted.total, page.* from counted left join page on true order by page.place`.execute(db);
  return { rows: rows.filter((row) => row.place !== null), total: rows[0]?.total ?? 0 };
};

export const findTaskRow = async (db: Db, viewerId: string, id: string): Promise<TaskRow | undefined> => {
  const { rows } = await sql<TaskRow>`
    select ${shownOf(viewerId)} from console_task t
    join console_user u on u.id = t.owner_id
    left join benchmark b on b.task_id = t.id
    ${JUDGED}
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  return rows[0];
};
