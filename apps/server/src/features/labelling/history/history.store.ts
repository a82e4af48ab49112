import type { LABEL_SKIP_REASONS, LabelEventKind, LabelValues } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface LabelEventRow {
  readonly id: string;
  readonly seq: number;
  readonly n: number;
  readonly event: LabelEventKind;
  readonly by: string;
  readonly person: string;
  readonly at: Date;
  readonly seconds: number | null;
  readonly revision: number | null;
  readonly skip_reason: (typeof LABEL_SKIP_REASONS)[number] | null;
  readonly skip_note: string;
}

/** The position after the last event of a page. */
export interface EventCursor {
  readonly atMs: number;
  readonly id: string;
}

export interface LabelEventFilter {
  readonly person?: string | undefined;
  readonly item?: number | undefined;
  readonly event?: LabelEventKind | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only what concerns this user. */
  readonly onlyUserId?: string | undefined;
}

const EVENT = sql`e.id::text as id, e.event, b.username as by, u.username as person, e.at, e.seconds,
  e.revision, e.skip_reason, e.skip_note`;
const OF_PEOPLE = sql`from label_event e join console_user u on u.id = e.user_id join console_user b on b.id = e.by_id`;
const ALL_EVENTS = sql`${EVENT}, e.seq, e.n ${OF_PEOPLE}`;
/** Numbered for the person whom they concern: neither the number of an item nor gaps between events tell a gold item. */
const OWN_EVENTS = sql`${EVENT}, coalesce(l.own_number, e.seq) as seq, (select count(*)::int from label_event o
    where o.task_id = e.task_id and o.seq = e.seq and o.user_id = e.user_id and o.n <= e.n) as n
  ${OF_PEOPLE} left join label_lease l on l.task_id = e.task_id and l.seq = e.seq and l.user_id = e.user_id`;

const conditions = (taskId: string, filter: LabelEventFilter, after: EventCursor | undefined): RawBuilder<unknown> => {
  const { person, item, event, from, to, onlyUserId } = filter;
  const all = [sql`e.task_id = ${taskId}`];
  // Others do not see gold items, which are no data.
  if (onlyUserId === undefined) all.push(sql`e.seq <= max_label_items()`);
  if (person !== undefined) all.push(sql`e.user_id = (select id from console_user where username = ${person}::citext)`);
  if (item !== undefined) all.push(sql`e.seq = ${item}`);
  if (event !== undefined) all.push(sql`e.event = ${event}`);
  if (from !== undefined) all.push(sql`e.at >= ${from}`);
  if (to !== undefined) all.push(sql`e.at < ${to}`);
  if (onlyUserId !== undefined) all.push(sql`e.user_id = ${onlyUserId}`);
  if (after) all.push(sql`(e.at, e.id) < (${new Date(after.atMs)}::timestamptz, ${after.id}::bigint)`);
  return sql.join(all, sql` and `);
};

/** Newest first. */
export const listLabelEventRows = async (
  db: Db,
  taskId: string,
  filter: LabelEventFilter,
  { after, limit }: { readonly after: EventCursor | undefined; readonly limit: number },
): Promise<LabelEventRow[]> => {
  const { rows } = await sql<LabelEventRow>`select ${filter.onlyUserId === undefined ? ALL_EVENTS : OWN_EVENTS}
    where ${conditions(taskId, filter, after)} order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
};

/** The newest event of each item whose labels are not all alike, the last item first. By an index of such items. */
export const listDisagreedItems = async (
  db: Db,
  taskId: string,
  { item, before, limit }: { readonly item: number | undefined; readonly before: number; readonly limit: number },
): Promise<LabelEventRow[]> => {
  const { rows } = await sql<LabelEventRow>`
    select ${EVENT}, e.seq, e.n
    from (
      select i.task_id, i.seq from label_item i
      where i.task_id = ${taskId} and i.agreement < 1 and i.seq < ${before}
        and ${item === undefined ? sql`true` : sql`i.seq = ${item}`}
      order by i.seq desc limit ${limit}
    ) i
    cross join lateral (
      select * from label_event o where o.task_id = i.task_id and o.seq = i.seq order by o.n desc limit 1
    ) e
    join console_user u on u.id = e.user_id join console_user b on b.id = e.by_id
    order by e.seq desc`.execute(db);
  return rows;
};

/** The newest events of one item, oldest first. */
export const listItemEvents = async (
  db: Db,
  taskId: string,
  item: number,
  { onlyUserId, limit }: { readonly onlyUserId: string | undefined; readonly limit: number },
): Promise<LabelEventRow[]> => {
  const { rows } = await sql<LabelEventRow>`select ${onlyUserId === undefined ? ALL_EVENTS : OWN_EVENTS}
    where ${conditions(taskId, { item, onlyUserId }, undefined)} order by e.n desc limit ${limit}`.execute(db);
  return rows.reverse();
};

export interface LabelRevisionRow {
  readonly id: string;
  readonly revision: number;
  readonly person: string;
  readonly by: string;
  readonly label_values: LabelValues;
  readonly edited: Record<string, boolean>;
  readonly template_version: number;
  readonly guidelines_version: number;
  readonly duration_ms: number;
  readonly watched_s: number;
  readonly restored_from: number | null;
  readonly is_current: boolean;
  readonly undone_at: Date | null;
  readonly created_at: Date;
}

const REVISION = sql`r.id, r.revision, u.username as person, b.username as by, r.edited, r.template_version,
  r.guidelines_version, r.duration_ms, r.watched_s, r.restored_from, r.is_current, r.undone_at, r.created_at`;
const OF_MAKERS = sql`from label_revision r join console_user u on u.id = r.user_id join console_user b on b.id = r.made_by`;
const ALL_REVISIONS = sql`${REVISION}, r.label_values ${OF_MAKERS}`;
/** By the sides on which the person saw two clips: which of them comes first in the task would tell them apart. */
const OWN_REVISIONS = sql`${REVISION}, case when l.is_swapped then swap_label_sides(r.task_id, r.label_values)
    else r.label_values end as label_values
  ${OF_MAKERS} join label_lease l on l.id = r.lease_id`;

/** By person, then by revision. */
export const listItemRevisions = async (
  db: Db,
  taskId: string,
  item: number,
  { onlyUserId, limit }: { readonly onlyUserId: string | undefined; readonly limit: number },
): Promise<LabelRevisionRow[]> => {
  const own = onlyUserId === undefined ? sql`true` : sql`r.user_id = ${onlyUserId}`;
  const { rows } = await sql<LabelRevisionRow>`select ${onlyUserId === undefined ? ALL_REVISIONS : OWN_REVISIONS}
    where r.task_id = ${taskId} and r.seq = ${item} and ${own} order by u.username, r.revision limit ${limit}`.execute(
    db,
  );
  return rows;
};

export const findRevision = async (db: Db, id: string): Promise<LabelRevisionRow | undefined> => {
  const { rows } = await sql<LabelRevisionRow>`select ${ALL_REVISIONS} where r.id = ${id}`.execute(db);
  return rows[0];
};

export interface TimelineItemRow {
  readonly item_key: string;
  readonly dataset_id: string;
  readonly dataset_version: number;
  readonly ordinal: number;
  readonly other_key: string | null;
  readonly other_ordinal: number | null;
  readonly duration_us: number | null;
  readonly fps: number | null;
  readonly overlap: number;
  readonly done: number;
  readonly leased: number;
  readonly prefill: LabelValues | null;
  readonly prefill_model: { readonly name: string; readonly version: string } | null;
}

/** By the key of the run; the name is that of the time when it started. */
const PREFILL_MODEL = sql`(select jsonb_build_object('name', p.file_name, 'version', m.performer_version)
  from label_prefill p join label_prefill_model m on m.prefill_id = p.id where p.id = i.prefill_id)`;

const TIMELINE_ITEM = sql`i.item_key, t.dataset_id, t.dataset_version, i.ordinal::float8 as ordinal, i.other_key,
  i.other_ordinal::float8 as other_ordinal, i.duration_us::float8 as duration_us, i.fps, i.prefill,
  ${PREFILL_MODEL} as prefill_model`;

/** The number of an item in its task, by its position among those that a person was given. */
export const findOwnItem = async (
  db: Db,
  taskId: string,
  userId: string,
  ownNumber: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ seq: number }>`
    select l.seq from label_lease l
      where l.user_id = ${userId} and l.task_id = ${taskId} and l.own_number = ${ownNumber}
    union all
    select l.seq from label_lease l
      where l.task_id = ${taskId} and l.seq = ${ownNumber} and l.user_id = ${userId} and l.own_number is null
    limit 1`.execute(db);
  return rows[0]?.seq;
};

/** With `onlyUserId`, only an item that was in this user's hands, and only their part in it. */
export const findTimelineItem = async (
  db: Db,
  taskId: string,
  item: number,
  onlyUserId: string | undefined,
): Promise<TimelineItemRow | undefined> => {
  const { rows } =
    onlyUserId === undefined
      ? await sql<TimelineItemRow>`select ${TIMELINE_ITEM}, i.overlap, i.done, i.leased
          from label_item i join label_task t on t.id = i.task_id
          where i.task_id = ${taskId} and i.seq = ${item}`.execute(db)
      : await sql<TimelineItemRow>`select ${TIMELINE_ITEM}, t.overlap, (l.status = 'submitted')::int as done,
            (l.status = 'leased')::int as leased
          from label_item i join label_task t on t.id = i.task_id
          join label_lease l on l.task_id = i.task_id and l.seq = i.seq and l.user_id = ${onlyUserId}
          where i.task_id = ${taskId} and i.seq = ${item}`.execute(db);
  return rows[0];
};

export const restoreRevision = async (
  tx: Tx,
  { id, by, at }: { readonly id: string; readonly by: string; readonly at: Date },
): Promise<{ outcome: string; revisionId: string | null }> => {
  const { rows } = await sql<{ outcome: string; revision_id: string | null }>`
    select outcome, revision_id from restore_label(${id}, ${by}, ${at})`.execute(tx);
  return { outcome: rows[0]?.outcome ?? "no_label", revisionId: rows[0]?.revision_id ?? null };
};

/** The task and the item of a revision. */
export const findRevisionPlace = async (
  db: Db,
  id: string,
): Promise<{ readonly task_id: string; readonly seq: number } | undefined> =>
  db.selectFrom("label_revision").select(["task_id", "seq"]).where("id", "=", id).executeTakeFirst();
