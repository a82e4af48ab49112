import type { DefectMark } from "@dailies/contract";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import type { CheckedAnswer } from "./answer.rules.ts";

export interface Vote extends CheckedAnswer {
  readonly leaseId: string;
  readonly raterId: string;
  readonly clientId: string;
  readonly marks: readonly DefectMark[];
  readonly watched: { readonly A: number; readonly B: number | null };
  readonly durationMs: number;
  readonly at: Date;
}

export interface SubmitResult {
  readonly outcome: string;
  readonly judgementId: string;
  readonly toldAt: Date;
}

const SUBMIT = "select outcome, judgement_id, told_at from submit_judgement($1, $2, $3::jsonb, $4, $5)";

/** `mayFinish` is only for a caller that holds the task lock and finishes the task after the last judgement. */
export const insertVote = async (db: Db, vote: Vote, { mayFinish }: { mayFinish: boolean }): Promise<SubmitResult> => {
  const sent = {
    client_id: vote.clientId,
    choice: vote.choice,
    strength: vote.strength,
    answers: vote.answers,
    marks: vote.marks,
    watched: vote.watched,
    duration_ms: vote.durationMs,
  };
  const values = [vote.leaseId, vote.raterId, JSON.stringify(sent), mayFinish, vote.at];
  const { rows } = await executePrepared<{ outcome: string; judgement_id: string; told_at: Date }>(db, SUBMIT, values);
  const [row] = rows;
  if (!row) throw new Error("the vote was not answered");
  return { outcome: row.outcome, judgementId: row.judgement_id, toldAt: row.told_at };
};

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** The database raises this for the last judgement and rolls it back. */
export const isLastVote = (error: unknown): boolean => codeOf(error) === "DA006";
export const isOver = (error: unknown): boolean => codeOf(error) === "DA007";

export const voidVote = async (
  tx: Tx,
  { id, by, reason, at }: { id: string; by: string; reason: string; at: Date },
): Promise<string> => {
  const values = [id, by, reason, at];
  const { rows } = await executePrepared<{ outcome: string }>(
    tx,
    "select void_judgement($1, $2, $3, $4) as outcome",
    values,
  );
  return rows[0]?.outcome ?? "no_judgement";
};

export const findTaskOfJudgement = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom("judgement").select("task_id").where("id", "=", id).executeTakeFirst())?.task_id;
