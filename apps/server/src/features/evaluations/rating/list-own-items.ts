import { type Choice, type OwnItem, UNDO_S } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { listOwnItemRows, type OwnItemRow, type OwnItemsQuery } from "./own-items.store.ts";

/** The choice in terms of the sides as shown. */
const choiceOf = ({ outcome, is_swapped }: OwnItemRow): Choice | null => {
  if (outcome === "a" || outcome === "b") return (outcome === "a") === is_swapped ? "B" : "A";
  return outcome;
};

const strengthOf = ({ strength, is_swapped }: OwnItemRow): number | null => {
  if (strength === null || strength === 0) return strength;
  return is_swapped ? strength : -strength;
};

const undoUntil = ({ submitted_at, voided_at, status, is_open }: OwnItemRow, now: Date): string | null => {
  if (!submitted_at || voided_at || status !== "submitted" || !is_open) return null;
  const until = new Date(submitted_at.getTime() + UNDO_S * 1000);
  return until > now ? until.toISOString() : null;
};

/** Model names are revealed only after judging has closed, so that they bias nobody. */
const revealedOf = ({ is_open, is_blinded, is_swapped, label_a, label_b }: OwnItemRow): OwnItem["revealed"] => {
  if (is_open || is_blinded) return null;
  if (label_b === null) return [{ slot: "A", label: label_a }];
  const [left, right] = is_swapped ? [label_b, label_a] : [label_a, label_b];
  return [
    { slot: "A", label: left },
    { slot: "B", label: right },
  ];
};

const toOwnItem = (row: OwnItemRow, now: Date): OwnItem => ({
  lease_id: row.lease_id,
  task_id: row.task_id,
  task_name: row.task_name,
  kind: row.is_pair ? "pairwise" : "rating",
  status: row.status,
  prompt: row.inputs,
  choice: choiceOf(row),
  strength: strengthOf(row),
  answers: row.answers ?? {},
  at: row.at.toISOString(),
  judgement_id: row.judgement_id,
  can_undo_until: undoUntil(row, now),
  is_voided: row.voided_at !== null,
  revealed: revealedOf(row),
});

export const listOwnItems = async (
  db: Db,
  query: OwnItemsQuery,
  now: Date,
): Promise<{ items: OwnItem[]; total: number }> => {
  const { rows, total } = await listOwnItemRows(db, query);
  return { items: rows.map((row) => toOwnItem(row, now)), total };
};
