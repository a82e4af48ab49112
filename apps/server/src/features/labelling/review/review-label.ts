import { type DecideReviewBody, editedFields, type LabelCheckQueue, type LabelReviewItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { notifyLabelAuthor } from "../../notifications/index.ts";
import { toLabelClips } from "../work/claim-labels.ts";
import { requireLabelValues } from "../work/sent-values.ts";
import { readCheckQueue, refusedCheck } from "./check-labels.ts";
import { refreshAgreement } from "./refresh-agreement.ts";
import {
  claimReviewLeases,
  decideReviewRow,
  findReviewedLabel,
  listReviewItems,
  type ReviewedLabelRow,
  type Reviewer,
  type ReviewItemRow,
  type SentVerdict,
  type TaskClaim,
} from "./review.store.ts";

export const checkedMediaUrl = (taskId: string, item: number): string => `/api_v1/label/review/media/${taskId}/${item}`;

const toReviewItem = (row: ReviewItemRow): LabelReviewItem => ({
  lease_id: row.lease_id,
  task_id: row.task_id,
  item: row.seq,
  item_key: row.item_key,
  other_key: row.other_key,
  ...toLabelClips(row, checkedMediaUrl(row.task_id, row.seq)),
  prefill: row.prefill ?? {},
  lease_until: row.lease_until.toISOString(),
  person: row.person,
  revision: row.revision,
  values: row.label_values,
  edited: row.edited,
  duration_ms: row.duration_ms,
  submitted_at: row.created_at.toISOString(),
  rejections: row.rejections,
  note: row.note,
});

/** Claims labels to review. A closed task gives none and says so. */
export const claimReviews = async (
  db: Db,
  reviewer: Reviewer,
  claim: TaskClaim,
): Promise<{ items: LabelReviewItem[]; queue: LabelCheckQueue }> => {
  const { outcome, leases } = await claimReviewLeases(db, reviewer, claim);
  if (outcome !== "ok" && outcome !== "Closed") throw refusedCheck(outcome);
  const items = (await listReviewItems(db, reviewer, leases)).map(toReviewItem);
  return { items, queue: await readCheckQueue(db, claim.taskId, { kind: "reviews", hasItems: items.length > 0 }) };
};

const toSent = (label: ReviewedLabelRow, body: DecideReviewBody): SentVerdict => {
  const { client_id, verdict, revision } = body;
  const note = body.verdict === "accept" ? "" : body.note;
  if (body.verdict !== "fix") return { client_id, verdict, revision, note };
  const values = requireLabelValues(label, body.values);
  return {
    client_id,
    verdict,
    revision,
    note,
    values,
    edited: editedFields(label.fields, label.prefill ?? {}, values),
  };
};

const DECIDED: readonly string[] = ["again", "accepted", "fixed", "rejected", "escalated"];

/** Decides about a label, idempotent by the id that the client chose, and claims the next one. */
export const decideReview = async (
  db: Db,
  reviewer: Reviewer,
  body: DecideReviewBody,
): Promise<{ next: LabelReviewItem | null; queue: LabelCheckQueue }> => {
  const label = await findReviewedLabel(db, reviewer, body);
  if (!label) throw refusedCheck("no_review");
  const sent = toSent(label, body);
  await db.transaction().execute(async (tx) => {
    const {
      outcome,
      of_task: taskId,
      of_item: item,
      author,
    } = await decideReviewRow(tx, reviewer, body.lease_id, sent);
    if (!DECIDED.includes(outcome)) throw refusedCheck(outcome);
    if (outcome === "fixed") await refreshAgreement(tx, taskId, item);
    if (outcome === "rejected") await notifyLabelAuthor(tx, { authorId: author, labelTaskId: taskId, at: reviewer.at });
  });
  const { items, queue } = await claimReviews(db, reviewer, { taskId: label.task_id, count: 1 });
  return { next: items[0] ?? null, queue };
};
