import type { LABEL_TASK_TABS, LabelField, LabelTaskStatus, PrefillColumn } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import type { KeptQuery } from "../../datasets/index.ts";

/** A task as the list shows it, with the work of one user in it. */
export interface LabelTaskRow {
  readonly id: string;
  readonly name: string;
  readonly status: LabelTaskStatus;
  readonly template_id: string;
  readonly template_name: string;
  readonly template_version: number;
  readonly dataset_id: string;
  readonly dataset_name: string;
  readonly dataset_version: number;
  readonly view_id: string | null;
  readonly view_name: string | null;
  readonly pair_column: string | null;
  readonly from_task_id: string | null;
  readonly from_task_name: string | null;
  readonly from_below: number | null;
  readonly overlap: number;
  readonly items_total: number;
  readonly items_done: number;
  readonly labels_done: number;
  /** Labels of gold items, which are no data. */
  readonly gold_done: number;
  readonly is_asked: boolean;
  readonly submitted: number;
  readonly skipped: number;
  readonly prefill_kept: number;
  readonly prefill_total: number;
  readonly seconds: number;
  readonly last_at: Date | null;
  readonly leased: number;
  readonly leased_until: Date | null;
  readonly owner: string;
  readonly priority: number;
  readonly due_at: Date | null;
  readonly error: string | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface LabelTaskWholeRow extends LabelTaskRow {
  readonly fields: LabelField[];
  readonly prefill: PrefillColumn[];
  readonly prefill_score_column: string | null;
  readonly guidelines_version: number;
  readonly lease_minutes: number;
  readonly review_share: number;
  readonly adjudicate_below: number;
  readonly gold_share: number;
  readonly owner_id: string;
  readonly item_order: "sequence" | "random";
  readonly seed: number;
  readonly draw_count: number | null;
  readonly missing_keys: number;
  readonly missing_key_examples: string[];
}

const SHOWN = sql`
  t.id, t.name, t.status, t.template_id, v.name as template_name, t.template_version, t.dataset_id, d.name as dataset_name,
  t.dataset_version, t.view_id, t.view_name, t.pair_column, t.from_task_id, f.name as from_task_name, t.from_below, t.overlap,
  t.items_total,
  greatest(sums.completions, 0)::int as items_done, (sums.submitted - sums.gold)::int as labels_done,
  sums.gold::int as gold_done,
  coalesce(me.is_asked, false) or is_in_label_group(t.id, who.id) as is_asked,
  coalesce(me.submitted, 0) as submitted, coalesce(me.skipped, 0) as skipped,
  coalesce(me.prefill_kept, 0)::float8 as prefill_kept, coalesce(me.prefill_total, 0)::float8 as prefill_total,
  coalesce(me.spent_ms, 0)::float8 / 1000 as seconds, me.last_at, held.leased, held.leased_until, u.username as owner,
  t.priority, t.due_at, t.error, t.revision, t.created_at, t.updated_at`;
const WHOLE = sql`${SHOWN}, v.fields, t.prefill, t.prefill_score_column, t.guidelines_version, t.lease_minutes, t.review_share, t.adjudicate_below, t.gold_share, t.owner_id,
  t.item_order, t.seed, t.draw_count,  t.missing_keys, t.missing_key_examples`;

/** The counters of a task are the sums over its people, of whom there are hundreds at most. */
const from = (userId: string) => sql`from label_task t
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
  join dataset d on d.id = t.dataset_id
  join console_user u on u.id = t.owner_id
  left join label_task f on f.id = t.from_task_id
  cross join (select ${userId}::uuid as id) who
  left join label_person me on me.task_id = t.id and me.user_id = ${userId}
  cross join lateral (
    select coalesce(sum(p.submitted), 0) as submitted, coalesce(sum(p.completions), 0) as completions,
      coalesce(sum(p.gold_submitted), 0) as gold
    from label_person p where p.task_id = t.id
  ) sums
  cross join lateral (
    select count(*)::int as leased, min(l.expires_at) as leased_until from label_lease l
    where l.user_id = ${userId} and l.task_id = t.id and l.status = 'leased'
  ) held`;

export interface Viewer {
  readonly userId: string;
  readonly isExternal: boolean;
}

/** External users see the tasks that they were asked to label, once these have items. Nobody sees deleted ones. */
const isVisible = ({ userId, isExternal }: Viewer): RawBuilder<unknown> =>
  isExternal
    ? sql`t.deleted_at is null and t.status in ('Open', 'Paused', 'Closed')
        and (me.is_asked or is_in_label_group(t.id, ${userId}))`
    : sql`t.deleted_at is null`;

export interface LabelTaskFilter {
  readonly tab: (typeof LABEL_TASK_TABS)[number];
  readonly words?: string | undefined;
  readonly status?: LabelTaskStatus | undefined;
}

/** Labels of a closed task are not reviewed any more, but its items can be adjudicated. */
const needsCheck = ({ isExternal }: Viewer): RawBuilder<unknown> =>
  isExternal
    ? sql`false`
    : sql`((t.status in ('Open', 'Paused') and exists (
        select from label_review v where v.task_id = t.id and v.state = 'waiting'))
      or exists (select from label_item i where i.task_id = t.id and i.is_escalated and not i.is_adjudicated)
      or exists (select from label_item i where i.task_id = t.id and not i.is_adjudicated
        and i.agreement < 1 and i.agreement < (t.adjudicate_below / 100.0)::real))`;

const conditions = (viewer: Viewer, { tab, words, status }: LabelTaskFilter): RawBuilder<unknown> => {
  const all = [isVisible(viewer)];
  if (tab === "review") all.push(needsCheck(viewer));
  if (tab === "mine")
    all.push(sql`(t.owner_id = ${viewer.userId} or me.is_asked or is_in_label_group(t.id, ${viewer.userId})
      or me.submitted + me.skipped > 0 or exists (
      select from label_lease l where l.user_id = ${viewer.userId} and l.task_id = t.id and l.status = 'leased'))`);
  if (words?.trim()) all.push(sql`t.name ilike ${likePattern(words.trim())}`);
  if (status !== undefined) all.push(sql`t.status = ${status}`);
  return sql.join(all, sql` and `);
};

/** By priority, then by due date, then the newest first. */
export const listLabelTaskRows = async (
  db: Db,
  viewer: Viewer,
  filter: LabelTaskFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: LabelTaskRow[]; total: number }> => {
  const where = conditions(viewer, filter);
  const [{ rows }, counted] = await Promise.all([
    sql<LabelTaskRow>`select ${SHOWN} ${from(viewer.userId)} where ${where}
      order by t.priority desc, t.due_at, t.created_at desc, t.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from label_task t
      left join label_person me on me.task_id = t.id and me.user_id = ${viewer.userId} where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

/** Undefined for a task that this user may not know of. */
export const findLabelTaskRow = async (db: Db, viewer: Viewer, id: string): Promise<LabelTaskWholeRow | undefined> => {
  const { rows } = await sql<LabelTaskWholeRow>`select ${WHOLE} ${from(viewer.userId)}
    where t.id = ${id} and ${isVisible(viewer)}`.execute(db);
  return rows[0];
};

export const mayKnowLabelTask = async (db: Db, { userId, isExternal }: Viewer, id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (select from label_task t
    left join label_person me on me.task_id = t.id and me.user_id = ${userId}
    where t.id = ${id} and ${isVisible({ userId, isExternal })}) as found`.execute(db);
  return rows[0]?.found === true;
};

export interface LockedLabelTask {
  readonly id: string;
  readonly name: string;
  readonly status: LabelTaskStatus;
  readonly revision: number;
  readonly guidelinesVersion: number;
  readonly fillRun: number;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly ownerId: string;
  /** Null for a task that was never open. */
  readonly openedAt: Date | null;
}

export const lockLabelTask = async (tx: Tx, id: string): Promise<LockedLabelTask | undefined> => {
  const row = await tx
    .selectFrom("label_task")
    .select(["id", "name", "status", "revision", "guidelines_version", "fill_run", "dataset_id", "dataset_version"])
    .select(["opened_at", "owner_id"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      status: row.status as LabelTaskStatus,
      revision: row.revision,
      guidelinesVersion: row.guidelines_version,
      fillRun: row.fill_run,
      datasetId: row.dataset_id,
      datasetVersion: row.dataset_version,
      ownerId: row.owner_id,
      openedAt: row.opened_at,
    }
  );
};

export interface LabelTaskChange {
  readonly name?: string;
  readonly status?: LabelTaskStatus;
  readonly lease_minutes?: number;
  readonly review_share?: number | undefined;
  readonly adjudicate_below?: number | undefined;
  readonly gold_share?: number;
  readonly priority?: number;
  readonly due_at?: Date | null;
  readonly guidelines_version?: number;
  readonly fill_run?: number;
  readonly error?: string | null;
  readonly closed_at?: Date | null;
  readonly deleted_at?: Date;
  readonly items_total?: number;
}

/** Each change increments the revision. */
export const changeLabelTask = async (tx: Tx, id: string, at: Date, change: LabelTaskChange): Promise<void> => {
  await tx
    .updateTable("label_task")
    .set((eb) => ({ ...change, revision: eb("revision", "+", 1), updated_at: at }))
    .where("id", "=", id)
    .execute();
};

export const findLabelTaskByRequest = async (
  db: Db,
  ownerId: string,
  requestKey: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom("label_task")
      .select("id")
      .where("owner_id", "=", ownerId)
      .where("request_key", "=", requestKey)
      .executeTakeFirst()
  )?.id;

export const countFilling = async (db: Db, ownerId: string): Promise<number> => {
  const counted = db.selectFrom("label_task").select(({ fn }) => fn.countAll<string>().as("n"));
  const { n } = await counted.where("owner_id", "=", ownerId).where("status", "=", "Filling").executeTakeFirstOrThrow();
  return Number(n);
};

export interface NewLabelTask {
  readonly id: string;
  readonly name: string;
  readonly templateId: string;
  readonly templateVersion: number;
  readonly datasetId: string;
  readonly datasetVersion: number;
  readonly view: { readonly id: string; readonly name: string } | null;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly drawCount: number | null;
  /** The column of the view with the key of the second clip. */
  readonly pairColumn: string | null;
  /** An earlier task, whose disagreements are taken. */
  readonly from: { readonly taskId: string; readonly below: number | null } | null;
  readonly order: "sequence" | "random";
  readonly seed: number;
  readonly overlap: number;
  readonly leaseMinutes: number;
  readonly reviewShare: number;
  readonly adjudicateBelow: number;
  readonly priority: number;
  readonly dueAt: Date | null;
  readonly prefill: readonly PrefillColumn[];
  readonly prefillScoreColumn: string | null;
  readonly ownerId: string;
  readonly requestKey: string;
  readonly at: Date;
}

/** False when the same form was submitted before. */
export const insertLabelTask = async (tx: Tx, task: NewLabelTask): Promise<boolean> => {
  const row = await tx
    .insertInto("label_task")
    .values({
      id: task.id,
      name: task.name,
      status: "Draft",
      template_id: task.templateId,
      template_version: task.templateVersion,
      dataset_id: task.datasetId,
      dataset_version: task.datasetVersion,
      view_id: task.view?.id ?? null,
      view_name: task.view?.name ?? null,
      query: JSON.stringify(task.query),
      order_by: task.orderBy,
      draw_count: task.drawCount,
      pair_column: task.pairColumn,
      from_task_id: task.from?.taskId ?? null,
      from_below: task.from?.below ?? null,
      item_order: task.order,
      seed: task.seed,
      overlap: task.overlap,
      lease_minutes: task.leaseMinutes,
      review_share: task.reviewShare,
      adjudicate_below: task.adjudicateBelow,
      priority: task.priority,
      due_at: task.dueAt,
      prefill: JSON.stringify(task.prefill),
      prefill_score_column: task.prefillScoreColumn,
      guidelines_version: 1,
      owner_id: task.ownerId,
      request_key: task.requestKey,
      created_at: task.at,
      updated_at: task.at,
    })
    .onConflict((conflict) => conflict.constraint("label_task_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

/** The dataset and the form of a task that has been open; undefined for any other. */
export const findOpenedDataset = async (
  db: Db,
  id: string,
): Promise<
  { readonly datasetId: string; readonly version: number; readonly fields: readonly LabelField[] } | undefined
> => {
  const { rows } = await sql<{ datasetId: string; version: number; fields: LabelField[] }>`
    select t.dataset_id as "datasetId", t.dataset_version as version, v.fields from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${id} and t.opened_at is not null and t.deleted_at is null`.execute(db);
  return rows[0];
};

/** The form of a task. */
export const listTaskFields = async (db: Db, id: string): Promise<readonly LabelField[]> => {
  const { rows } = await sql<{ fields: LabelField[] }>`select v.fields from label_task t
    join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
    where t.id = ${id}`.execute(db);
  return rows[0]?.fields ?? [];
};

export const insertLabelKeys = async (
  tx: Tx,
  taskId: string,
  keys: readonly string[],
  otherKeys: readonly string[] | null,
): Promise<void> => {
  await sql`insert into label_task_keys (task_id, keys, other_keys)
    values (${taskId}, ${[...keys]}::text[], ${otherKeys && [...otherKeys]}::text[])`.execute(tx);
};
