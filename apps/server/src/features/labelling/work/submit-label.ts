import {
  editedFields,
  type LABEL_SKIP_REASONS,
  type LabelItem,
  type nextLabel,
  type SubmitLabelBody,
  type submittedLabel,
  UNDO_S,
  withSidesSwapped,
} from "@dailies/contract";
import type { z } from "zod";
import type { Db } from "../../../platform/db/database.ts";
import { refreshAgreement } from "../review/refresh-agreement.ts";
import { claimNextLabel, showLabelItems } from "./claim-labels.ts";
import {
  endLabelLease,
  insertLabel,
  type LabelLeaseEnd,
  type Labeller,
  type SentLabel,
  type SubmittedRow,
  undoSubmittedLabel,
} from "./label-lease.store.ts";
import { type AskedLabelRow, findAskedLabel } from "./leased-item.store.ts";
import { refusedLabel } from "./refused-label.ts";
import { requireLabelValues } from "./sent-values.ts";

const ACCEPTED: readonly string[] = ["ok", "again"];

/** The label that completes an item also tells how far its labels agree. */
const storeLabel = (
  db: Db,
  labeller: Labeller,
  { task_id, seq, overlap }: AskedLabelRow,
  { leaseId, sent }: { readonly leaseId: string; readonly sent: SentLabel },
): Promise<SubmittedRow> => {
  if (overlap === 1) return insertLabel(db, labeller, leaseId, sent);
  return db.transaction().execute(async (tx) => {
    const told = await insertLabel(tx, labeller, leaseId, sent);
    if (told.outcome === "ok") await refreshAgreement(tx, task_id, seq);
    return told;
  });
};

/** Submits a label, idempotent by the id that the client chose, and claims the next item. */
export const submitLabel = async (
  db: Db,
  labeller: Labeller,
  body: SubmitLabelBody,
): Promise<z.input<typeof submittedLabel>> => {
  const asked = await findAskedLabel(db, labeller, body.lease_id);
  if (!asked) throw refusedLabel("no_lease");
  const isUnknown = body.guidelines_version > asked.guidelines_version;
  const unknown = { path: ["guidelines_version"], message: "the guidelines have no such version" };
  const told = requireLabelValues(asked, body.values, isUnknown ? [unknown] : []);
  const values = asked.is_swapped ? withSidesSwapped(asked.fields, told) : told;
  const sent: SentLabel = {
    client_id: body.client_id,
    values,
    edited: editedFields(asked.fields, asked.prefill ?? {}, values),
    template_version: asked.template_version,
    guidelines_version: body.guidelines_version,
    duration_ms: body.duration_ms,
    watched_s: body.watched_s,
  };
  const stored = await storeLabel(db, labeller, asked, { leaseId: body.lease_id, sent });
  if (!ACCEPTED.includes(stored.outcome)) throw refusedLabel(stored.outcome);
  return {
    revision_id: stored.revision_id,
    can_undo_until: new Date(stored.told_at.getTime() + UNDO_S * 1000).toISOString(),
    ...(await claimNextLabel(db, labeller, asked.task_id)),
  };
};

/** Undoes a label within 30 seconds; the person holds the item again, with the values as its draft. */
export const undoLabel = async (db: Db, labeller: Labeller, revisionId: string): Promise<LabelItem> => {
  const { outcome, leaseId } = await undoSubmittedLabel(db, labeller, revisionId);
  if (leaseId === null) throw refusedLabel(outcome);
  const [item] = await showLabelItems(db, labeller, [leaseId]);
  if (!item) throw refusedLabel("no_lease");
  return item;
};

const endLease = async (db: Db, labeller: Labeller, end: LabelLeaseEnd): Promise<void> => {
  const outcome = await endLabelLease(db, labeller, end);
  if (!ACCEPTED.includes(outcome)) throw refusedLabel(outcome);
};

/** Returns the item to the queue, where the same person may get it again; keeps the draft. */
export const releaseLabel = (db: Db, labeller: Labeller, leaseId: string): Promise<void> =>
  endLease(db, labeller, { leaseId, how: "released", reason: null, note: null });

/** The person never gets this item again. */
export const skipLabel = async (
  db: Db,
  labeller: Labeller,
  { leaseId, reason, note }: { leaseId: string; reason: (typeof LABEL_SKIP_REASONS)[number]; note: string },
): Promise<z.input<typeof nextLabel>> => {
  const asked = await findAskedLabel(db, labeller, leaseId);
  if (!asked) throw refusedLabel("no_lease");
  await endLease(db, labeller, { leaseId, how: "skipped", reason, note });
  return claimNextLabel(db, labeller, asked.task_id);
};
