import { type EvaluationItem, judgementDraft, type SKIP_REASONS, submitBody } from "@dailies/contract";
import { z } from "zod";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { answerStore } from "../../../../shared/leased-work/state/kept-answers.ts";
import { draftStore } from "../../../../shared/leased-work/state/kept-drafts.ts";
import type { LeasedWorkCalls } from "../../../../shared/leased-work/state/use-leased-work.ts";

export type Progress = Awaited<ReturnType<typeof evaluationsCalls.claimItems>>["progress"];
export type SubmitBody = z.output<typeof submitBody>;
export interface Skip {
  readonly reason: (typeof SKIP_REASONS)[number];
  readonly note: string;
}

const seconds = z.number().nonnegative();

/** Also the seconds watched, so that a reload does not force raters to watch the clips again. */
export const judgementDrafts = draftStore(
  "evaluating.draft.",
  z.object({ saved_at: z.iso.datetime(), draft: judgementDraft, seen: z.object({ A: seconds, B: seconds }) }),
);

export const judgementAnswers = answerStore("evaluating.outbox.", submitBody);

export const releaseItem = (leaseId: string): Promise<unknown> =>
  evaluationsCalls.releaseItem({ body: { lease_id: leaseId } });

/** The calls of judging one task. */
export const judgingCalls = (taskId: string): LeasedWorkCalls<EvaluationItem, Progress, SubmitBody, Skip> => ({
  claim: (count) => evaluationsCalls.claimItems({ body: { task_id: taskId, count } }),
  heartbeat: (leaseIds) => evaluationsCalls.heartbeatItems({ body: { lease_ids: leaseIds } }),
  release: releaseItem,
  submit: async (body) => {
    const { judgement_id, next, progress } = await evaluationsCalls.submitJudgement({ body });
    return { answerId: judgement_id, next, progress };
  },
  undo: (judgementId) => evaluationsCalls.undoJudgement({ body: { judgement_id: judgementId } }),
  skip: (leaseId, { reason, note }) => evaluationsCalls.skipItem({ body: { lease_id: leaseId, reason, note } }),
});
