import { type LabelChecks, type LabelTaskStatus, MAX_CHECKS_COUNTED } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";

interface CheckCountsRow extends LabelChecks {
  readonly id: string;
  readonly status: LabelTaskStatus;
}

/** A closed task accepts no verdicts, but its items can still be adjudicated. */
const COUNTS = `
  select t.id, t.status,
    (select count(*)::int from (select from label_review v
      where v.task_id = t.id and v.state = 'waiting' and t.status in ('Open', 'Paused') limit $2) waiting) as reviews,
    (select count(*)::int from (
      (select from label_item i where i.task_id = t.id and i.is_escalated and not i.is_adjudicated limit $2)
      union all
      (select from label_item i where i.task_id = t.id and not i.is_adjudicated and not i.is_escalated
        and i.agreement < 1 and i.agreement < (t.adjudicate_below / 100.0)::real limit $2)
      limit $2) open) as adjudications
  from label_task t where t.id = any($1::uuid[])`;

/** What waits for a second person in each task, counted up to a thousand. */
export const listCheckCounts = async (db: Db, taskIds: readonly string[]): Promise<readonly CheckCountsRow[]> =>
  taskIds.length === 0 ? [] : (await executePrepared<CheckCountsRow>(db, COUNTS, [taskIds, MAX_CHECKS_COUNTED])).rows;
