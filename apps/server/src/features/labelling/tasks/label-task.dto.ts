import type {
  LabelAddition,
  LabelChecks,
  LabelPerson,
  LabelTaskDetail,
  LabelTaskItem,
  labelGuidelines,
  labelWorkCounts,
} from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type AdditionRow, findLastAddition } from "../additions/label-addition.store.ts";
import { listLabelGroups } from "./group.store.ts";
import { findGuidelines, type GuidelinesRow } from "./guidelines.store.ts";
import { findLabelTaskRow, type LabelTaskRow } from "./label-task.store.ts";
import { type LabelPersonRow, listLabelPeople } from "./person.store.ts";
import { noLabelTask } from "./require-label-task.ts";

type WorkCounts = z.output<typeof labelWorkCounts>;
type CountColumns = Pick<
  LabelTaskRow,
  "submitted" | "skipped" | "prefill_kept" | "prefill_total" | "seconds" | "last_at"
>;

export const toWorkCounts = (row: CountColumns): WorkCounts => ({
  submitted: row.submitted,
  skipped: row.skipped,
  prefill_kept: row.prefill_kept,
  prefill_total: row.prefill_total,
  seconds: row.seconds,
  last_at: row.last_at?.toISOString() ?? null,
});

/**
 * For external users labels of gold items count like all others, because a label that does not move the counts would tell a
 * gold item.
 */
const progressOf = (isExternal: boolean, row: LabelTaskRow): LabelTaskItem["progress"] => {
  const { items_total, overlap } = row;
  const labels_total = items_total * overlap;
  const gold = isExternal ? row.gold_done : 0;
  return {
    items_total,
    items_done: Math.min(items_total, row.items_done + Math.floor(gold / overlap)),
    labels_done: Math.min(labels_total, row.labels_done + gold),
    labels_total,
  };
};

export const toLabelTask = (
  { isExternal }: Pick<Actor, "isExternal">,
  row: LabelTaskRow,
  checks?: LabelChecks,
): LabelTaskItem => ({
  id: row.id,
  name: row.name,
  status: row.status,
  template: { id: row.template_id, name: row.template_name, version: row.template_version },
  source: isExternal
    ? null
    : {
        dataset_id: row.dataset_id,
        dataset_name: row.dataset_name,
        version: row.dataset_version,
        view_id: row.view_id,
        view_name: row.view_name,
        pair_column: row.pair_column,
        from_task:
          row.from_task_id === null
            ? null
            : { id: row.from_task_id, name: row.from_task_name ?? "", below: row.from_below },
      },
  overlap: row.overlap,
  progress: progressOf(isExternal, row),
  mine: { ...toWorkCounts(row), leased: row.leased, leased_until: row.leased_until?.toISOString() ?? null },
  checks: checks ? { reviews: checks.reviews, adjudications: checks.adjudications } : null,
  is_asked: row.is_asked,
  owner: row.owner,
  priority: row.priority,
  due_at: row.due_at?.toISOString() ?? null,
  error: row.error,
  revision: row.revision,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const toGuidelines = ({ body, created_at, ...row }: GuidelinesRow): z.output<typeof labelGuidelines> => ({
  ...row,
  text: body,
  created_at: created_at.toISOString(),
});

const toPerson = (row: LabelPersonRow): LabelPerson => ({
  ...toWorkCounts(row),
  user_id: row.user_id,
  username: row.username,
  is_external: row.is_external,
  is_asked: row.is_asked,
  is_in_group: row.is_in_group,
  leased: row.leased,
});

const toAddition = (row: AdditionRow | undefined): LabelAddition | null =>
  row ? { ...row, created_at: row.created_at.toISOString() } : null;

/** External users see neither the dataset nor the other people. */
export const getLabelTaskDetail = async (db: Db, actor: Actor, id: string): Promise<LabelTaskDetail> => {
  const row = await findLabelTaskRow(db, actor, id);
  const guidelines = row && (await findGuidelines(db, id, row.guidelines_version));
  if (!guidelines) throw noLabelTask();
  const people = actor.isExternal ? [] : await listLabelPeople(db, id);
  return {
    ...toLabelTask(actor, row),
    fields: row.fields,
    prefill: actor.isExternal ? [] : row.prefill,
    prefill_score_column: actor.isExternal ? null : row.prefill_score_column,
    guidelines: toGuidelines(guidelines),
    lease_minutes: row.lease_minutes,
    review_share: actor.isExternal ? null : row.review_share,
    adjudicate_below: actor.isExternal ? null : row.adjudicate_below,
    gold_share: actor.userId === row.owner_id ? row.gold_share : null,
    order: row.item_order,
    seed: row.seed,
    count: row.draw_count,
    missing_keys: row.missing_keys,
    missing_key_examples: actor.isExternal ? [] : row.missing_key_examples,
    addition: actor.isExternal ? null : toAddition(await findLastAddition(db, id)),
    people: people.map(toPerson),
    groups: actor.isExternal ? [] : await listLabelGroups(db, id),
  };
};
