import type { JudgementItem } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { requireTask } from "../../tasks/index.ts";
import { type JudgementFilter, type JudgementRow, listJudgementRows } from "./judgement-list.store.ts";
import { mayLookEarly } from "./own-task.ts";

export const toJudgementItem = (row: JudgementRow): JudgementItem => {
  const { voided_at: at, voided_by: by, void_reason: reason } = row;
  return {
    id: row.id,
    seq: Number(row.seq),
    kind: row.kind,
    rater: row.rater,
    row: row.row,
    prompt: row.prompt,
    a: row.a,
    b: row.b,
    outcome: row.outcome,
    strength: row.strength,
    was_swapped: row.is_swapped,
    answers: row.answers,
    marks: row.marks,
    duration_ms: row.duration_ms,
    is_stale: row.is_stale,
    informed: row.informed,
    voided: at && { by: by ?? "", at: at.toISOString(), reason: reason ?? "" },
    at: row.submitted_at.toISOString(),
  };
};

/** Visible to the owner at any time and to everybody else after judging has closed, so that nobody is biased. */
export const listJudgements = async (
  db: Db,
  actor: Actor,
  { id, limit, offset, ...filter }: JudgementFilter & { id: string; limit: number; offset: number },
): Promise<{ items: JudgementItem[]; total: number }> => {
  const task = await requireTask(db, actor, id);
  if (task.status !== "Finished" && !mayLookEarly(actor, task)) {
    throw new DomainError("not_allowed", "judgements of other judges are visible when judging is finished");
  }
  await requireUnblinded(db, actor, id);
  const { rows, total } = await listJudgementRows(db, id, filter, { limit, offset });
  return { items: rows.map(toJudgementItem), total };
};
