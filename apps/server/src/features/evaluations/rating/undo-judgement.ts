import type { EvaluationItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { isOver } from "./judgement.store.ts";
import { undoVote } from "./lease.store.ts";
import { refusedLease } from "./refused-lease.ts";
import { showItems } from "./show-items.ts";

/** Takes an answer back within half a minute; the item is in hand again, with the answer as its draft. */
export const undoJudgement = async (
  db: Db,
  undo: { readonly judgementId: string; readonly raterId: string; readonly at: Date },
): Promise<EvaluationItem> => {
  const { outcome, leaseId } = await undoVote(db, undo).catch((error: unknown) => {
    throw isOver(error) ? refusedLease("closed") : error;
  });
  if (leaseId === null) throw refusedLease(outcome);
  const [item] = await showItems(db, [leaseId], undo.raterId);
  if (!item) throw refusedLease("no_lease");
  return item;
};
