import type { LabelField, LabelValues } from "@dailies/contract";
import type { Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";

interface ComparedLabels {
  readonly fields: LabelField[];
  /** At most ten. */
  readonly labels: LabelValues[];
}

const COMPLETE = `
  select v.fields, (select coalesce(jsonb_agg(r.label_values), '[]') from label_revision r
    where r.task_id = i.task_id and r.seq = i.seq and r.is_current) as labels
  from label_item i
  join label_task t on t.id = i.task_id
  join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
  where i.task_id = $1 and i.seq = $2 and i.overlap > 1 and i.done = i.overlap`;

/** The labels of an item that has all of them; undefined otherwise, and for an item with a single label. */
export const findComparedLabels = async (tx: Tx, taskId: string, item: number): Promise<ComparedLabels | undefined> =>
  (await executePrepared<ComparedLabels>(tx, COMPLETE, [taskId, item])).rows[0];

const STORE = "update label_item set agreement = $3::real where task_id = $1 and seq = $2";

export const storeAgreement = async (tx: Tx, taskId: string, item: number, agreement: number): Promise<void> => {
  await executePrepared(tx, STORE, [taskId, item, agreement]);
};
