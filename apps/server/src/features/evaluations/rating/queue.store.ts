import type { EVALUATION_MODES, TaskKind, TaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface QueueRow {
  readonly task_id: string;
  readonly name: string;
  readonly kind: TaskKind;
  readonly status: TaskStatus;
  readonly mode: (typeof EVALUATION_MODES)[number];
  readonly instructions: string;
  readonly votes_done: bigint;
  readonly votes_needed: bigint;
  readonly clips_ready: number;
  readonly clips_total: number;
  readonly clips_failed: number;
  readonly submitted: number;
  readonly skipped: number;
  readonly leased: number;
  readonly has_more: boolean;
  readonly same: number;
  readonly repeats: number;
  readonly last_at: Date | null;
  readonly leased_until: Date | null;
}

const MAX_TASKS = 200;

/** New items can be issued, the rater holds one, or an open item is left that this rater has not had. */
const HAS_MORE = sql<boolean>`e.closed_at is null and (
  exists (select from evaluation_lane l where l.task_id = e.task_id and l.issued < l.items)
  or exists (select from evaluation_lease l where l.rater_id = r.user_id and l.task_id = e.task_id and l.status = 'leased')
  or exists (select from evaluation_item i
    where i.task_id = e.task_id and i.kind in ('rating', 'pairwise') and not i.is_stale and i.done + i.leased < i.needed
      and not exists (select from evaluation_lease l where l.item_id = i.id and l.rater_id = r.user_id
        and l.status not in ('lost', 'released'))))`;

const REPEATED = sql`
  select count(*)::int as repeats, (count(*) filter (where case
    when again.outcome is null then again.answers = first.answers else again.outcome = first.outcome end))::int as same
  from judgement again join evaluation_item i on i.id = again.item_id join judgement first on first.id = i.repeats
  where again.task_id = e.task_id and again.rater_id = r.user_id and again.kind = 'repeat'
    and again.undone_at is null and again.voided_at is null`;

/** The tasks of a rater, most recently started first. */
export const listQueueRows = async (db: Db, raterId: string, isFinished: boolean): Promise<QueueRow[]> => {
  const { rows } = await sql<QueueRow>`
    select t.id as task_id, t.name, t.kind, t.status, e.mode, v.instructions, e.votes_done, e.votes_needed,
      e.clips_ready, e.clips_total, e.clips_failed, r.submitted, r.skipped, ${HAS_MORE} as has_more, a.same, a.repeats,
      (select count(*)::int from evaluation_lease l
        where l.rater_id = r.user_id and l.task_id = e.task_id and l.status = 'leased') as leased,
      (select min(l.expires_at) from evaluation_lease l
        where l.rater_id = r.user_id and l.task_id = e.task_id and l.status = 'leased') as leased_until,
      (select j.submitted_at from judgement j
        where j.task_id = e.task_id and j.rater_id = r.user_id and j.undone_at is null
        order by j.seq desc limit 1) as last_at
    from evaluation_rater r
    join evaluation e on e.task_id = r.task_id and e.started_at is not null
    join console_task t on t.id = r.task_id and t.deleted_at is null
    join template_version v on v.template_id = e.template_id and v.version = e.template_version
    left join lateral (${REPEATED}) a on true
    where r.user_id = ${raterId} and r.removed_at is null and e.mode <> 'auto'
      and ${isFinished ? sql`t.status = 'Finished'` : sql`t.status = 'Benchmarking' and t.archived_at is null`}
    order by e.started_at desc, t.id limit ${MAX_TASKS}`.execute(db);
  return rows;
};
