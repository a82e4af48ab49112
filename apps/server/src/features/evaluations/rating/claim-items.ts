import type { EvaluationItem } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import { findEvaluation, type Progress } from "../evaluation.store.ts";
import { type Claim, claimLeases } from "./lease.store.ts";
import { refusedLease } from "./refused-lease.ts";
import { showItems } from "./show-items.ts";

export const readProgress = async (db: Db, taskId: string): Promise<Progress> => {
  const evaluation = await findEvaluation(db, taskId);
  if (!evaluation) throw refusedLease("no_rater");
  return evaluation.progress;
};

/** Claims the next items of a task for one of its raters. */
export const claimItems = async (db: Db, claim: Claim): Promise<{ items: EvaluationItem[]; progress: Progress }> => {
  const claimed = await claimLeases(db, claim);
  if (claimed.outcome !== "ok") throw refusedLease(claimed.outcome);
  const items = await showItems(db, claimed.leaseIds, claim.raterId);
  return { items, progress: await readProgress(db, claim.taskId) };
};

/** Claims the next item after a judgement or a release. Null when there is none left or judging has closed. */
export const claimNext = async (db: Db, claim: Omit<Claim, "count">): Promise<EvaluationItem | null> => {
  const claimed = await claimLeases(db, { ...claim, count: 1 });
  if (claimed.outcome !== "ok") return null;
  const [next] = await showItems(db, claimed.leaseIds, claim.raterId);
  return next ?? null;
};
