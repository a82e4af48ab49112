import type { DecideAdjudicationBody, LabelAdjudicationItem, LabelCheckQueue } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { toLabelClips } from "../work/claim-labels.ts";
import { requireLabelValues } from "../work/sent-values.ts";
import {
  type AdjudicationClaim,
  type AdjudicationItemRow,
  claimAdjudicationLeases,
  findAdjudicatedItem,
  insertAdjudication,
  listAdjudicationItems,
} from "./adjudication.store.ts";
import { readCheckQueue, refusedCheck } from "./check-labels.ts";
import type { Reviewer } from "./review.store.ts";
import { checkedMediaUrl } from "./review-label.ts";

const toCounted = (row: AdjudicationItemRow): LabelAdjudicationItem["adjudicated"] => {
  const { counted_revision: revision, counted_values: values, counted_by: by, counted_at: at } = row;
  return revision === null || values === null || by === null || at === null
    ? null
    : { revision, values, by, at: at.toISOString() };
};

const toAdjudicationItem = (row: AdjudicationItemRow): LabelAdjudicationItem => ({
  lease_id: row.lease_id,
  task_id: row.task_id,
  item: row.seq,
  item_key: row.item_key,
  other_key: row.other_key,
  ...toLabelClips(row, checkedMediaUrl(row.task_id, row.seq)),
  prefill: row.prefill ?? {},
  lease_until: row.expires_at.toISOString(),
  agreement: row.agreement,
  is_escalated: row.is_escalated,
  answers: row.answers,
  adjudicated: toCounted(row),
});

/** Claims items to adjudicate, the lowest agreement first. */
export const claimAdjudications = async (
  db: Db,
  reviewer: Reviewer,
  claim: AdjudicationClaim,
): Promise<{ items: LabelAdjudicationItem[]; queue: LabelCheckQueue }> => {
  const { outcome, leases } = await claimAdjudicationLeases(db, reviewer, claim);
  if (outcome !== "ok") throw refusedCheck(outcome);
  const items = (await listAdjudicationItems(db, reviewer, leases)).map(toAdjudicationItem);
  return {
    items,
    queue: await readCheckQueue(db, claim.taskId, { kind: "adjudications", hasItems: items.length > 0 }),
  };
};

const DECIDED: readonly string[] = ["ok", "again"];

/** Decides which answer of an item counts, idempotent by the id that the client chose, and claims the next item. */
export const decideAdjudication = async (
  db: Db,
  reviewer: Reviewer,
  body: DecideAdjudicationBody,
): Promise<{ next: LabelAdjudicationItem | null; queue: LabelCheckQueue }> => {
  const { lease_id: leaseId, client_id: clientId } = body;
  const item = await findAdjudicatedItem(db, reviewer, { leaseId, clientId });
  if (!item) throw refusedCheck("lost");
  const outcome = await insertAdjudication(db, reviewer, leaseId, {
    client_id: clientId,
    values: requireLabelValues(item, body.values),
    taken_from: body.taken_from,
    note: body.note,
    template_version: item.template_version,
    duration_ms: body.duration_ms,
  });
  if (!DECIDED.includes(outcome)) throw refusedCheck(outcome);
  const { items, queue } = await claimAdjudications(db, reviewer, { taskId: item.task_id, count: 1, item: null });
  return { next: items[0] ?? null, queue };
};
